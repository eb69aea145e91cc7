import type { Decision, View, ZoneDef, ZoneView } from '@ludoforge/kernel'
import type { Reason } from '@ludoforge/play'
import { describe, expect, it } from 'vitest'
import { readLook } from '@ludoforge/look/node'
import { boardLines } from '../src/terminal/board/index.js'
import { numberQuestion } from '../src/terminal/play/menu.js'
import { menuLines, promptText } from '../src/terminal/play/menu-lines.js'
import { explanationLines } from '../src/terminal/play/explanation-lines.js'
import { labelsOf, space } from './labels.js'

const EMPTY: ZoneView = { size: 0, pieces: {}, markers: {} }

function viewOf(zones: Readonly<Record<string, ZoneView>>): View {
  return {
    seat: 'left',
    deciding: ['left'],
    variables: { round: 3, leader: 'right' },
    seats: { left: { score: 4 }, right: { score: 0 } },
    zones,
  }
}

describe('the board', () => {
  it('draws a grid if spaces have columns and rows, with labels along the edges', () => {
    const zones = [1, 2].flatMap((row) =>
      ['a', 'b'].map((c, i) => space(`${c}${row}`, { column: i + 1, row })),
    )
    const view = viewOf({
      a1: { ...EMPTY, size: 1, pieces: { cube: 1 } },
      b2: { ...EMPTY, size: 2, pieces: { cube: 2 } },
    })
    expect(boardLines(view, labelsOf(zones), 80)).toEqual([
      '   a    b      round 3 · leader Right',
      '1  C  │        > Left score 4     Right score 0',
      '  ────┼────',
      '2     │ 2C     C Cube',
    ])
  })

  it('draws hexes if spaces have q and r, even if they also have columns and rows', () => {
    const zones = [
      space('a1', { q: 0, r: 0, column: 1, row: 1 }),
      space('b1', { q: 1, r: 0, column: 2, row: 1 }),
      space('a2', { q: 0, r: 1, column: 1, row: 2 }),
    ]
    const view = viewOf({ b1: { ...EMPTY, size: 1, pieces: { cube: 1 } } })
    expect(boardLines(view, labelsOf(zones), 80)).toEqual([
      ' ____          round 3 · leader Right',
      '/a1  \\____     > Left score 4     Right score 0',
      '\\____/b1  \\',
      '/a2  \\C___/    C Cube',
      '\\____/',
    ])
  })

  it('draws several boards separately', () => {
    const at = (id: string, board: string, column: number): ZoneDef => ({
      ...space(id, { column, row: 1 }),
      board: { id: board, column, row: 1, toward: {} },
    })
    const zones = [at('xa1', 'x', 1), at('xb1', 'x', 2), at('ya1', 'y', 1)]
    const lines = boardLines(viewOf({ ya1: { ...EMPTY, size: 1, pieces: { pawn: 1 } } }), labelsOf(zones), 80)
    expect(lines.slice(0, 4).map((line) => line.slice(0, 10).trimEnd())).toEqual([
      '   xa   xb',
      '1     │',
      '   ya',
      '1  P',
    ])
  })

  it("lists spaces in the look's groups", () => {
    const zones = [space('hill'), space('mill'), space('port'), space('box', {}, false)]
    const view = viewOf({
      hill: { ...EMPTY, pieces: { cube: 2 }, markers: { mood: 'angry' } },
      mill: { ...EMPTY, markers: { mood: 'calm' } },
      port: EMPTY,
      box: { size: 7, markers: {} },
    })
    const look = {
      groups: [{ title: 'North', spaces: ['hill', 'mill'], empty: 'named' as const }],
      short: { mill: 'the mill' },
    }
    expect(boardLines(view, labelsOf(zones, look), 80)).toEqual([
      'North',
      '  HILL  angry  2 Cubes',
      '  empty: the mill',
      'Elsewhere',
      '  empty: PORT',
      'BOX: 7 hidden',
      'round 3 · leader Right',
      '> Left score 4     Right score 0',
    ])
  })

  it('hides what the look hides', () => {
    const zones = [space('hill'), space('box', {}, false)]
    const view = viewOf({
      hill: { ...EMPTY, markers: { mood: 'angry' } },
      box: { ...EMPTY, size: 1, pieces: { cube: 1 } },
    })
    const look = { hide: ['mood', 'box', 'leader', 'score'] }
    expect(boardLines(view, labelsOf(zones, look), 80)).toEqual([
      'Spaces',
      '  empty: HILL',
      'round 3',
      '> Left     Right',
    ])
  })

  it('counts empty spaces if the look says so', () => {
    const groups = [{ title: 'Roads', spaces: ['hill', 'mill'], empty: 'counted' as const }]
    const lines = boardLines(viewOf({}), labelsOf([space('hill'), space('mill')], { groups }), 80)
    expect(lines[0]).toBe('Roads (2 empty)')
  })

  it('shows pieces by owner, with short names, and the supplies of all seats in one line', () => {
    const box = (owner: string): ZoneDef => ({
      ...space(`box:${owner}`, {}, false),
      name: `Box (${owner})`,
      family: 'box',
      owner,
    })
    const zones = [space('hill'), box('left'), box('right')]
    const one = { ...EMPTY, size: 1, pieces: { cube: 1 } }
    const view = viewOf({
      hill: { size: 5, pieces: { cube: 2, 'cube+up': 2, pawn: 1 }, markers: {} },
      'box:left': one,
      'box:right': { ...EMPTY, size: 1, pieces: { pawn: 1 } },
    })
    const labels = labelsOf(zones, { byOwner: true, short: { cube: 'C', 'cube+up': 'C*' } })
    expect(boardLines(view, labels, 80).slice(0, 3)).toEqual([
      'Spaces',
      '  HILL  Left 2 C, 2 C* · Pawn',
      'Box: Left C   Box (right): Pawn', // nobody owns the pawn, so its box is named
    ])
  })

  it('shows the details of a card that the look selects', () => {
    const zone: ZoneDef = { ...space('played', {}, false), holds: 'cards' }
    const view = viewOf({ played: { size: 1, cards: ['storm'], markers: {} } })
    const labels = labelsOf([zone], { cardNotes: { played: ['order', 'owner'] } })
    expect(boardLines(view, labels, 80)[0]).toBe('PLAYED: [Storm] (Right Left)')
  })

  it('wraps long lines between pieces, with a hanging indent', () => {
    const view = viewOf({ hill: { size: 2, pieces: { cube: 12, pawn: 1 }, markers: { mood: 'angry' } } })
    const named = (cube: string) => labelsOf([space('hill')], { byOwner: true, short: { cube } })
    expect(boardLines(view, named('a name for cubes'), 42).slice(1, 3)).toEqual([
      '  HILL  angry  Left 12 a name for cubes ·',
      '               Pawn',
    ])
    expect(boardLines(view, named('a long name for cubes'), 42).slice(1, 3)).toEqual([
      '  HILL  angry',
      '      Left 12 a long name for cubes · Pawn',
    ])
  })

  it('shows only the variables the look names, in its order', () => {
    const lines = boardLines(viewOf({}), labelsOf([], { variables: ['leader'] }), 80)
    expect(lines[0]).toBe('leader Right')
  })

  it('never exceeds its width', () => {
    const zones = Array.from({ length: 40 }, (_, i) => space(`space-number-${i}`, { column: i + 1, row: 1 }))
    const lines = boardLines(viewOf({}), labelsOf(zones), 60)
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(60)
  })
})

describe('values that the rules compute', () => {
  const zones = [space('hill', { worth: 2 }), space('mill', { worth: 1 })]
  const { def } = labelsOf(zones)
  const text = `
values: {storm: it-storms, order: turn-order, secret: unknown-now}
seat-values: {margin: {value: margin, signed: true}}
marks:
  Worth: {of: worth, label: worth}
  Holder: {of: holder, hide: nobody}
`
  const { look, diagnostics } = readLook(
    [{ path: 'look/board.yaml', text }],
    { ...def, attributes: [{ id: 'worth', type: 'number' }] },
    () => ({ expr: 0, type: 'number' }),
  )

  it('are shown with the variables, the seats and the spaces', () => {
    expect(diagnostics).toEqual([])
    const values = {
      values: [true, ['right', 'left'], null],
      seats: { left: [3], right: [-2] },
      spaces: { hill: ['left'], mill: ['nobody'] },
    }
    expect(boardLines(viewOf({}), labelsOf(zones, look), 80, values)).toEqual([
      'Spaces',
      '  HILL  worth 2 Left',
      '  empty: MILL',
      'storm · order Right Left · round 3 · leader Right',
      '> Left margin +3, score 4     Right margin -2, score 0',
    ])
  })
})

describe('the screen', () => {
  const labels = labelsOf([space('hill')])

  it('shows the deciding seat, the question, the options and their costs', () => {
    const decision: Decision = {
      seat: 'left',
      kind: 'many',
      prompt: 'choose spaces to visit',
      name: 'spaces',
      type: 'zone',
      rule: '3.1',
      min: 0,
      max: 2,
      budget: 5,
      optional: false,
      secret: false,
      offers: [{ id: 'rest', label: 'Rest', window: 'pause', timing: 'before' }],
      options: [
        { id: 'hill', label: 'Hill', count: 1, cost: 3 },
        { id: 'cube@hill', label: 'Cube in Hill', count: 4, cost: 1 },
      ],
    }
    expect(menuLines(numberQuestion(decision), labels, 80)).toEqual([
      'Left: Choose spaces to visit (rule 3.1)',
      '  up to 2, at a cost of at most 5',
      '  1. Hill          cost 3',
      '  2. Cube in Hill  ×4 cost 1',
      '  or first:',
      '  3. Rest',
    ])
    expect(promptText(numberQuestion(decision))).toBe('up to 2 of 1-2, cost up to 5 > ')
  })

  it("explains what isn't offered, with the rule and its location", () => {
    const failed = [{ text: 'it is empty', rule: '3.1', place: 'rules.md:4' }]
    const summary = 'Hill is empty.'
    expect(explanationLines({ offered: false, option: 'hill', summary, failed }, labels, 80)).toEqual([
      'Hill is empty. (rule 3.1, rules.md:4)',
    ])
    const two = [...failed, { text: 'it costs 3, but the budget is 2' }]
    expect(explanationLines({ offered: false, option: 'hill', summary, failed: two }, labels, 80)).toEqual([
      'Hill is empty.',
      '  - it is empty (rule 3.1, rules.md:4)',
      '  - it costs 3, but the budget is 2',
    ])
  })

  it('explains alternatives and unsatisfiable conditions, indented, each location once', () => {
    const at = (place: string) => ({ rule: '3.1', place })
    const failed = [
      {
        text: 'storm or gold > 2',
        ...at('rules.md:4'),
        anyOf: [
          { text: 'storm', ...at('rules.md:4') },
          { text: 'gold > 2', ...at('rules.md:5') },
        ],
      },
      {
        text: 'some(map where open(it))',
        ...at('rules.md:6'),
        noneWith: [
          {
            text: 'it is wet and it is near',
            ...at('rules.md:9'),
            allOf: [{ text: 'it is near', of: 'Hill', ...at('rules.md:9') }],
          },
          { text: 'some(cubes in it)', ...at('rules.md:9') },
        ],
      },
      { text: 'free or calm', ...at('rules.md:7'), anyOf: [{ text: 'free' }, { text: 'calm' }] },
    ]
    expect(explanationLines({ offered: false, option: 'hill', summary: '', failed }, labels, 80)).toEqual([
      '',
      '  - storm or gold > 2 (rule 3.1, rules.md:4)',
      '  - some(map where open(it)) (rule 3.1, rules.md:6)',
      '    everywhere: it is wet and it is near (rule 3.1, rules.md:9)',
      '      Hill: it is near',
      '    and: some(cubes in it) (rule 3.1, rules.md:9)',
      '  - free or calm (rule 3.1, rules.md:7)',
    ])
  })

  it('explains the nearest candidate by what it lacks, and an action in one line', () => {
    const at = { rule: '3.1', place: 'rules.md:4' }
    const lacking = (of: string) => ({
      text: 'some(map where open(it))',
      ...at,
      noneWith: [{ text: 'a long condition and another', ...at, allOf: [{ text: 'it is wet', of, ...at }] }],
    })
    const failed = [
      {
        text: 'some(deeds)',
        ...at,
        anyOf: [
          { text: 'Raid', allOf: [lacking('Hill')] },
          {
            text: 'Rest',
            allOf: [lacking('Hill, Port'), { text: 'gold > 2', ...at }],
          },
        ],
      },
    ]
    expect(explanationLines({ offered: false, option: 'act', summary: '', failed }, labels, 100)).toEqual([
      ' (rule 3.1, rules.md:4)',
      '  one of these would have to change: Raid: some(map where open(it))',
      '    nearest is Hill: it is wet',
      '  or: Rest',
      '    some(map where open(it)) (rule 3.1, rules.md:4)',
      '      nearest are Hill, Port: it is wet',
      '    gold > 2 (rule 3.1, rules.md:4)',
    ])
  })

  it('cuts the depth of an explanation that would fill the screen, and says so', () => {
    const deep = (depth: number): Reason => ({
      text: `x > ${depth}`,
      ...(depth === 0 ? {} : { anyOf: [deep(depth - 1), deep(depth - 1)] }),
    })
    const explained = (depth: number) =>
      explanationLines({ offered: false, option: 'x', summary: '', failed: [deep(depth)] }, labels, 80)
    expect(explained(3)).toHaveLength(15)
    expect(explained(3).join()).not.toContain('...')
    const lines = explained(9)
    expect(lines).toHaveLength(16)
    expect(lines[3]).toBe('      one of these would have to change: x > 6 ...')
    expect(lines.at(-1)).toBe('  ("..." means there is more. Type why and one of these)')
  })
})
