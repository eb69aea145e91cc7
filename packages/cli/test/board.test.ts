import type { View, ZoneDef, ZoneView } from '@ludoforge/kernel'
import { describe, expect, it } from 'vitest'
import { NUMBERS } from '../../agents/test/tiny.js'
import { boardLines, Labels, type Look, PLAIN_LOOK, readLook } from '../src/board/index.js'
import { explanationLines, promptText, screenLines } from '../src/play/screen.js'
import { logLines, outcomeLines } from '../src/play/log.js'
import { makePaint } from '../src/terminal.js'

function space(id: string, attributes: ZoneDef['attributes'] = {}, isSpace = true): ZoneDef {
  return {
    id,
    name: id.toUpperCase(),
    space: isSpace,
    holds: 'pieces',
    visible: 'all',
    attributes,
    adjacent: [],
  }
}

const EMPTY: ZoneView = { size: 0, pieces: {}, markers: {} }

function labelsOf(zones: readonly ZoneDef[], look: Partial<Look> = {}): Labels {
  const def = {
    ...NUMBERS,
    zones,
    properties: [{ id: 'owner', type: 'seat', changes: false }],
    tokens: [
      {
        id: 'cube',
        name: 'Cube',
        family: 'pieces' as const,
        count: 9,
        supply: 'box',
        props: { owner: 'left' },
        changing: [],
      },
    ],
    variables: [
      ...NUMBERS.variables,
      { id: 'round', scope: 'global' as const, type: 'number', min: 0, max: 9, start: 1 },
      { id: 'leader', scope: 'global' as const, type: 'seat', start: 'left' },
      { id: 'mood', scope: 'zone' as const, type: 'enum:mood', start: 'calm' },
    ],
  }
  return new Labels(def, { ...PLAIN_LOOK, ...look }, makePaint(false))
}

function viewOf(zones: Readonly<Record<string, ZoneView>>): View {
  return {
    seat: 'left',
    actor: 'left',
    variables: { round: 3, leader: 'right' },
    seats: { left: { score: 4 }, right: { score: 0 } },
    zones,
  }
}

describe('the board', () => {
  it('draws a grid where spaces have columns and rows', () => {
    const zones = [1, 2].flatMap((row) =>
      ['a', 'b'].map((c, i) => space(`${c}${row}`, { column: i + 1, row })),
    )
    const view = viewOf({ a1: { ...EMPTY, pieces: { cube: 1 } }, b2: { ...EMPTY, pieces: { cube: 2 } } })
    expect(boardLines(view, labelsOf(zones), 80).slice(0, 7)).toEqual([
      '┌────────┬────────┐',
      '│ a1     │ b1     │',
      '│ Cube   │        │',
      '├────────┼────────┤',
      '│ a2     │ b2     │',
      '│        │ 2 Cube │',
      '└────────┴────────┘',
    ])
  })

  it('draws hexes where spaces have q and r', () => {
    const zones = [space('a', { q: 0, r: 0 }), space('b', { q: 1, r: 0 }), space('c', { q: 0, r: 1 })]
    const view = viewOf({ b: { ...EMPTY, pieces: { cube: 1 } } })
    expect(boardLines(view, labelsOf(zones), 80).slice(0, 4)).toEqual([
      '/ a   \\',
      '\\     / / b   \\',
      '/ c   \\ \\ Cube/',
      '\\     /',
    ])
  })

  it('lists spaces in the groups that the look asks for', () => {
    const zones = [space('hill'), space('mill'), space('port'), space('box', {}, false)]
    const view = viewOf({
      hill: { ...EMPTY, pieces: { cube: 2 }, markers: { mood: 'angry' } },
      mill: { ...EMPTY, markers: { mood: 'calm' } },
      port: EMPTY,
      box: { size: 7, markers: {} },
    })
    const look = { groups: [{ title: 'North', spaces: ['hill', 'mill'] }], short: { mill: 'the mill' } }
    expect(boardLines(view, labelsOf(zones, look), 80)).toEqual([
      'North',
      '  HILL: 2 Cube, angry',
      '  empty: the mill',
      'Elsewhere',
      '  empty: PORT',
      'BOX: 7 hidden',
      'round 3 · leader Right',
      '> Left: score 4',
      '  Right: score 0',
    ])
  })

  it('shows only the tracks that the look names, in its order', () => {
    const lines = boardLines(viewOf({}), labelsOf([], { tracks: ['leader'] }), 80)
    expect(lines[0]).toBe('leader Right')
  })

  it('never writes beyond the width it is given', () => {
    const zones = Array.from({ length: 40 }, (_, i) => space(`space-number-${i}`, { column: i + 1, row: 1 }))
    const lines = boardLines(viewOf({}), labelsOf(zones), 60)
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(60)
  })
})

describe('the look', () => {
  it('is read, and what makes no sense is noted and left out', () => {
    const { look, notes } = readLook(
      'short: {a: A}\ncolours: {left: red}\ntracks: x\nrules: none\ngroups: [{title: T}]\n',
    )
    expect(look).toEqual({ ...PLAIN_LOOK, short: { a: 'A' }, colours: { left: 'red' } })
    expect(notes).toHaveLength(3)
    expect(readLook('a: [').notes[0]).toMatch(/is not YAML/)
    expect(readLook('').look).toEqual(PLAIN_LOOK)
  })
})

describe('the screen', () => {
  const labels = labelsOf([space('hill')])

  it('shows who decides what, from what, and at what cost', () => {
    const decision = {
      seat: 'left',
      kind: 'many' as const,
      prompt: 'choose spaces to visit',
      name: 'spaces',
      type: 'zone',
      rule: '3.1',
      min: 0,
      max: 2,
      budget: 5,
      optional: false,
      secret: false,
      options: [
        { id: 'hill', label: 'Hill', count: 1, cost: 3 },
        { id: 'cube@hill', label: 'Cube in Hill', count: 4, cost: 1 },
      ],
    }
    const lines = screenLines({ ...viewOf({}), decision }, ['Right chooses 1'], labels, 80)
    expect(lines.slice(-7)).toEqual([
      '',
      'Since your last decision',
      '  Right chooses 1',
      '',
      'Left: Choose spaces to visit (3.1)',
      '  1. Hill          cost 3',
      '  2. Cube in Hill  ×4 cost 1',
    ])
    expect(promptText(decision)).toBe('up to 2, budget 5 > ')
  })

  it('explains what is not offered', () => {
    const failed = [{ clause: 'it is empty', rule: '3.1', place: 'rules.md:4' }]
    expect(explanationLines({ offered: false, summary: 'hill is not offered', failed }, labels)).toEqual([
      'hill is not offered',
      '  - it is empty (3.1, rules.md:4)',
    ])
  })
})

describe('the log', () => {
  const labels = labelsOf([space('hill'), space('mill')])

  it('tells a seat what it may know, and no more', () => {
    const events = [
      { type: 'chose', seat: 'right', name: 'card', choice: 'keep', to: ['right'] },
      { type: 'chose', seat: 'right', name: 'card', choice: '(secret)', to: ['left'] },
      { type: 'moved', what: 'cube', from: 'hill', into: 'mill', count: 2 },
      { type: 'rolled', name: 'die', value: 4, min: 1, max: 6 },
    ] as const
    expect(logLines(events, labels, 'left')).toEqual([
      'Right chooses (secret)',
      '  2 Cube: HILL -> MILL',
      '  die: rolled 4 (1-6)',
    ])
    expect(logLines(events, labels, null)).toHaveLength(2)
    expect(logLines(events, labels, 'right')[0]).toBe('Right chooses keep')
  })

  it('tells a change that comes in parts once, and none that comes to nothing', () => {
    const set = (variable: string, from: number, value: number) =>
      ({ type: 'set', variable, of: 'left', from, value }) as const
    const events = [set('score', 1, 2), set('score', 2, 5), set('round', 1, 2), set('round', 2, 1)]
    expect(logLines(events, labels, 'left')).toEqual(['  score of Left: 1 -> 5'])
  })

  it('ends with the ranking', () => {
    const ranking = [
      { seat: 'right', rank: 1, score: 9 },
      { seat: 'left', rank: 2, score: 4 },
    ]
    expect(outcomeLines({ kind: 'rank', reason: 'time is up', winners: ['right'], ranking }, labels)).toEqual(
      ['Right wins: time is up', '  1. Right  9', '  2. Left  4'],
    )
    expect(outcomeLines({ kind: 'draw', reason: '', winners: [], ranking: [] }, labels)).toEqual(['A draw'])
  })
})
