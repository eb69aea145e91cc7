/** Errors in a look are reported with their location and the closest name, and the wrong parts are skipped. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { compileFiles, loadCompilation, renderDiagnostic } from '@ludoforge/compiler'
import { describe, expect, it } from 'vitest'
import { lookIn } from '../src/reader/folder.js'
import { PLAIN_LOOK } from '../src/reader/look.js'
import { readLook } from '../src/reader/read-look.js'

const page = readFileSync(fileURLToPath(new URL('../../../docs/looks.md', import.meta.url)), 'utf8')
const [first, rules] = [...page.matchAll(/```(?:yaml|rules)\n[\s\S]*?```/g)].map(([whole]) => whole)
const game = loadCompilation(compileFiles([{ path: 'towns.md', text: `${first}\n\n${rules}\n` }]))

function read(...texts: readonly string[]) {
  const files = texts.map((text, i) => ({ path: `look/${i}.yaml`, text }))
  return readLook(files, game.def, (text) => game.expression(text))
}

/** Returns the location, message and hint of each diagnostic. */
function reported(...texts: readonly string[]): string[] {
  const { diagnostics } = read(...texts)
  expect(diagnostics.every(({ severity }) => severity === 'warning')).toBe(true)
  return diagnostics.map(({ span, message, hint }) => {
    const place = `${span?.file.slice(5)}:${span?.line}:${span?.column}`
    return `${place} ${message}${hint === undefined ? '' : ` (${hint})`}`
  })
}

describe('an error in a look', () => {
  it.each([
    [
      'spaces: {habour: water}',
      '0.yaml:1:10 There is no space or attribute `habour`. (did you mean `harbour`?)',
    ],
    [
      'pieces:\n  red-tradr: cube',
      '0.yaml:2:3 There is no kind of pieces or cards `red-tradr`. (did you mean `red-trader`?)',
    ],
    ['pieces: {red-trader: cub}', 'did you mean `cube`?'],
    ['variables: [rond]', '0.yaml:1:13 There is no variable `rond`. (did you mean `round`?)'],
    ['zones: [markt]', 'There is no zone `markt`. (did you mean `market`?)'],
    [
      'seat-values: {margin: margin}\nin-sight: [margn]',
      '0.yaml:2:12 There is no zone, variable or value `margn`. (did you mean `margin`?)',
    ],
    ['spaces: {terrain: {hil: hill}}', 'There is no value of `terrain` `hil`. (did you mean `hill`?)'],
    ['spaces: {mill: sadn}', 'There is no style or colour `sadn`. (did you mean `sand`?)'],
    ['colours: {sea: __proto__}', '0.yaml:1:16 There is no colour `__proto__`.'],
    ['colours: {sea: constructor}', '0.yaml:1:16 There is no colour `constructor`.'],
    ['colours: {sea: {light: toString}}', 'There is no colour `toString`.'],
    ['spaces: {mill: valueOf}', 'There is no style or colour `valueOf`.'],
    ['colours: {__proto__: red}', "0.yaml:1:11 `__proto__` can't be a key"],
    ['colours: {sea: bleu}', 'There is no colour `bleu`. (did you mean `blue`?)'],
    ['colours: {a: b, b: a}', 'There is no colour `b`.'],
    [
      'marks: {Mood: {of: mood, looks: {angri: x}}}',
      'There is no such value `angri`. (did you mean `angry`?)',
    ],
    ['table: {standing: {made-of: {rde: [ready]}}}', 'There is no seat `rde`. (did you mean `red`?)'],
    [
      'table: {rail: [{title: x}]}',
      'A part of `rail` shows nothing. Add one of: zone, cards, slots, phases, values.',
    ],
    ['table: {rail: [{zone: markt}]}', 'There is no zone `markt`. (did you mean `market`?)'],
    ['table: {rail: [{zone: market, show: ful}]}', 'did you mean `full`?'],
    ['table: {rail: [{phases: plau}]}', 'There is no procedure with a title `plau`.'],
    [
      'table: {fixed-marks: [Worht]}\nmarks: {Worth: worth}',
      'There is no mark `Worht`. (did you mean `Worth`?)',
    ],
    ['table: {clok: {title: x}}', 'did you mean `clock`?'],
    ['sort: [sut]', 'There is no property `sut`. (did you mean `suit`?)'],
    ['cards: {title: "{rnk}"}', 'There is no property of cards `rnk`. (did you mean `rank`?)'],
    ['shrt: {red: R}', '0.yaml:1:1 There is no key of looks `shrt`. (did you mean `short`?)'],
    [
      'pieces: {red-trader: {shpe: cube}}',
      'The piece `red-trader` has no key `shpe`. (did you mean `shape`?)',
    ],
    ['values: [a]', '`values` must be a map of keys and values, not a list.'],
    ['short: {red: [', 'yaml'],
  ])('%s', (text, expected) => {
    expect(reported(text).join('\n').toLowerCase()).toContain(expected.toLowerCase())
  })

  it('in an expression has its location inside the expression', () => {
    expect(reported("values:\n  Gold: 'count(trader in map) + glod'")[0]).toMatch(
      /^0\.yaml:2:\d+ .*isn't an expression of this game/,
    )
    expect(reported('values: {Gold: red.glod}')).toEqual([expect.stringMatching(/^0\.yaml:1:20 .*glod/)])
    expect(reported("seat-values: {x: '{it}.glod'}")).toEqual([expect.stringMatching(/^0\.yaml:1:18 .*glod/)])
    expect(reported('marks: {x: holdr}')).toEqual([expect.stringMatching(/holdr/)])
  })

  it('leaves the rest of the look intact', () => {
    const { look } = read('short: {red: R, bleu: B}\nhide: [storm, strom]\nvalues: {a: nonsense, b: round}')
    expect(look.short).toEqual({ red: 'R' })
    expect(look.hide).toEqual(['storm'])
    expect(look.values.map(({ title }) => title)).toEqual(['b'])
    expect(read('').look).toEqual(PLAIN_LOOK)
  })

  it('is rendered with its line', () => {
    const { diagnostics, sources } = read('spaces:\n  habour: water\n')
    expect(diagnostics.map((one) => renderDiagnostic(one, sources, { colour: false }))).toEqual([
      [
        'look/0.yaml:2:3: warning unknown-name: There is no space or attribute `habour`.',
        '  2 |   habour: water',
        '    |   ^^^^^^',
        '    = did you mean `harbour`?',
      ].join('\n'),
    ])
  })
})

describe('the files of a look', () => {
  it('form one look, in which each key occurs once', () => {
    const { look, diagnostics } = read('short: {red: R}', 'says: Two files')
    expect([look.short, look.says, diagnostics]).toEqual([{ red: 'R' }, 'Two files', []])
    expect(reported('says: a', 'says: b')).toEqual([
      '1.yaml:1:1 `says` is already defined in another file. Remove one of them.',
    ])
  })
})

describe('the folder of a look', () => {
  it('is read completely, or without files that only draw', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'look-'))
    try {
      expect(lookIn(folder, game).look).toEqual({ ...PLAIN_LOOK, says: 'Traders and their ships' })
      mkdirSync(path.join(folder, 'look'))
      writeFileSync(path.join(folder, 'look', 'board.yaml'), 'says: Words\n')
      writeFileSync(path.join(folder, 'look', 'map.yaml'), '# A map.\nmap:\n  size: [10, 10]\n')
      writeFileSync(path.join(folder, 'look', 'notes.txt'), 'no look')
      const whole = lookIn(folder, game)
      expect([whole.look.says, whole.look.map?.size, whole.diagnostics]).toEqual(['Words', [10, 10], []])
      const words = lookIn(folder, game, 'words')
      expect([words.look.says, words.look.map]).toEqual(['Words', null])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

describe('a drawn map', () => {
  const map = (inside: string): string =>
    `map:\n  size: [100, 100]\n  arcs: {a: [[0, 0], [50, 10], [90, 0]], b: [[0, 0], [50, 90], [90, 0]]}\n  ${inside}`

  it('follows arcs that both neighbours share', () => {
    const { look, diagnostics } = read(map('spaces: {mill: {ring: [a, -b]}, ford: {line: a, width: 4}}'))
    expect(diagnostics).toEqual([])
    const [mill, ford] = look.map?.spaces ?? []
    expect(mill?.shape).toMatchObject({
      path: 'M0 0L50 10L90 0L50 90L0 0Z',
      open: false,
      box: [0, 0, 90, 90],
    })
    expect(ford?.shape).toMatchObject({ path: 'M0 0L50 10L90 0', open: true })
  })

  it('is smoothed arc by arc, so that shared borders match', () => {
    const { look } = read(map('smooth: true\n  spaces: {mill: {ring: [a, -b]}, ford: {line: a}}'))
    const [mill, ford] = look.map?.spaces ?? []
    expect(ford?.shape.path).toBe('M0 0C8.3 1.7 35 10 50 10C65 10 83.3 1.7 90 0')
    expect(mill?.shape.path.startsWith(ford?.shape.path ?? '?')).toBe(true)
  })

  it('names the arc that does not fit or does not exist', () => {
    expect(reported(map('spaces: {mill: {ring: [a, b]}}'))[0]).toMatch(
      /^0\.yaml:4:29 The arc `b` begins at 0, 0, but the arc before it ends at 90, 0/,
    )
    expect(reported(map('spaces: {mill: {ring: [a, -c]}}'))[0]).toMatch(/There is no arc `c`/)
    expect(reported(map('spaces: {mill: {style: hill}}'))[0]).toMatch(/has no shape/)
    expect(reported(map('spaces: {mill: {circle: [1, 2]}}'))[0]).toMatch(/must be `\[x, y, radius\]`/)
  })
})

describe('the look of pieces', () => {
  it('can be set for a word that several types share, and a type overrides it', () => {
    const text = 'pieces: {trader: {shape: disc, size: 2}, blue-trader: pawn, red-trader+spent: star}'
    expect(reported(text)).toEqual([])
    const { pieces } = read(text).look
    expect(pieces).toEqual({
      'red-trader': { shape: 'disc', size: 2 },
      'blue-trader': { shape: 'pawn', size: 2 },
      'red-trader+spent': { shape: 'star' },
    })
  })
})
