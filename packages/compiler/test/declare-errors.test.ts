import { describe, expect, it } from 'vitest'
import { read, TINY } from './tiny.js'

/** Seats, zones and pieces for tests of errors. */
const BASE = `spaces: {mill: {pop: 1, adjacent: [ford]}, ford: {pop: 2, adjacent: [mill]}}
game: {id: test}
seats: [north, south]
zones: {deck: {holds: cards}, box: {}, hand: {holds: cards, per: seat}, camp: {per: seat}}
properties: {ready: {flag: true}}
pieces: {guard: {faction: north, count: 5, supply: box, changing: [ready]}, stone: {count: 9, supply: box}}
`

describe('an error is reported at its location', () => {
  it.each([
    [
      'an unknown neighbour',
      'spaces: {inn: {adjacent: [mil]}}',
      'unknown-space',
      'test 1:27',
      'did you mean `mill`?',
    ],
    [
      'a neighbour on one side only',
      'spaces: {inn: {adjacent: [mill]}}',
      'asymmetric-adjacency',
      'base 1:25',
      'add `inn` to `adjacent` of `mill`',
    ],
    ['a space beside itself', 'spaces: {inn: {adjacent: [inn]}}', 'self-adjacent', 'test 1:27'],
    ['a second space of one name', 'spaces: {ford: {}}', 'duplicate-id', 'test 1:10', 'rename one of them'],
    ['a zone called like a space', 'zones: {mill: {}}', 'duplicate-id', 'test 1:9', 'rename one of them'],
    [
      'a family called like a space',
      'zones: {mill: {per: seat}}',
      'duplicate-id',
      'test 1:9',
      'rename one of them',
    ],
    [
      'a card of several that has no supply',
      'cards: {few: {of: {cup: {supply: deck}, crown: {}}}}',
      'missing-key',
      'test 1:41',
    ],
    [
      'a card called like a piece',
      'cards: {guard: {supply: deck}}',
      'duplicate-id',
      'test 1:9',
      'rename one of them',
    ],
    [
      'a seat variable called like a variable',
      'variables: {x: flag}\nseat-variables: {x: flag}',
      'duplicate-id',
      'test 2:18',
      'rename one of them',
    ],
    ['an attribute of two types', 'spaces: {inn: {pop: many}}', 'wrong-type', 'test 1:21'],
    ['a name that is none', 'spaces: {old inn: {}}', 'bad-id', 'test 1:10'],
    ['a piece without a supply', 'pieces: {flag: {count: 1}}', 'missing-key', 'test 1:10'],
    ['a piece without a count', 'pieces: {flag: {supply: box}}', 'missing-key', 'test 1:10'],
    [
      'an unknown supply',
      'pieces: {flag: {count: 1, supply: bex}}',
      'unknown-zone',
      'test 1:35',
      'did you mean `box`?',
    ],
    [
      'cards in a zone of pieces',
      'cards: {c: {supply: box}}',
      'wrong-zone',
      'test 1:21',
      'use another zone, or write `holds: cards` there',
    ],
    [
      'pieces in a zone of cards',
      'pieces: {flag: {count: 1, supply: deck}}',
      'wrong-zone',
      'test 1:35',
      'use another zone, or write `holds: pieces` there',
    ],
    [
      'a family for a piece of no seat',
      'pieces: {flag: {count: 1, supply: camp}}',
      'no-owner',
      'test 1:35',
      'name the zone, such as `camp:north`',
    ],
    [
      'a family for a piece of two seats',
      'pieces: {flag: {count: 1, supply: camp, by: north, to: south}}',
      'no-owner',
      'test 1:35',
      'name the zone, such as `camp:north`',
    ],
    [
      'an unknown changing property',
      'pieces: {flag: {count: 1, supply: box, changing: [redy]}}',
      'unknown-property',
      'test 1:51',
      'did you mean `ready`?',
    ],
    [
      'a changing property with a value',
      'pieces: {flag: {count: 1, supply: box, ready: true}}',
      'changing-property',
      'test 1:40',
    ],
    [
      'an unknown changing property of a card',
      'cards: {c: {supply: deck, changing: redy}}',
      'unknown-property',
      'test 1:37',
      'did you mean `ready`?',
    ],
    [
      'a changing property of a card with a value',
      'cards: {c: {supply: deck, ready: true}}',
      'changing-property',
      'test 1:27',
    ],
    ['too large a number', 'pieces: {flag: {count: 9999999999, supply: box}}', 'wrong-type', 'test 1:24'],
    ['a negative count', 'pieces: {flag: {count: -1, supply: box}}', 'out-of-range', 'test 1:24'],
    [
      'too many cards',
      'cards: {c: {each: {x: 1..200, y: 1..200}, supply: deck}}',
      'too-many-cards',
      'test 1:31',
    ],
    [
      'a property that is not in each',
      "cards: {c: {each: {x: 1..2}, id: 'c{y}', supply: deck}}",
      'unknown-property',
      'test 1:34',
    ],
    ['a start outside the bounds', 'variables: {x: {range: 0..4, start: 5}}', 'out-of-range', 'test 1:37'],
    ['a start off the track', 'variables: {x: {track: 0..4, start: 5}}', 'out-of-range', 'test 1:37'],
    ['both a range and a track', 'variables: {x: {range: 0..4, track: 0..4}}', 'wrong-type', 'test 1:30'],
    [
      'an option that is a track',
      'options: {x: {about: X, track: 0..4, default: 1}}',
      'wrong-type',
      'test 1:11',
    ],
    ['bounds the wrong way round', 'variables: {x: 4..0}', 'bad-range', 'test 1:16', 'write `0..4`'],
    [
      'an unknown start',
      'variables: {x: {values: [low, high], start: hihg}}',
      'unknown-value',
      'test 1:45',
      'did you mean `high`?',
    ],
    [
      'an unknown enumeration',
      'values: {level: [low]}\nvariables: {x: {of: levle}}',
      'unknown-enumeration',
      'test 2:21',
      'did you mean `level`?',
    ],
    [
      'a variable of nothing',
      'variables: {x: {about: y}}',
      'missing-key',
      'test 1:16',
      'give it a `range`, a `track`, `values`, `of` an enumeration, `flag: true`, `seat: true` or `zone: true`',
    ],
    ['an unknown form', 'variables: {x: flags}', 'unknown-type', 'test 1:16', 'did you mean `flag`?'],
    ['two forms at once', 'variables: {x: {range: 0..1, flag: true}}', 'wrong-type', 'test 1:30'],
    [
      'an unknown seat',
      'variables: {x: {seat: true, start: nort}}',
      'unknown-seat',
      'test 1:36',
      'did you mean `north`?',
    ],
    [
      'a start for an unknown seat',
      'seat-variables: {x: {range: 0..4, start: {nroth: 1}}}',
      'unknown-seat',
      'test 1:43',
      'did you mean `north`?',
    ],
    [
      'a family where one zone is meant',
      'variables: {x: {zone: true, start: camp}}',
      'unknown-zone',
      'test 1:36',
      'name one of them, such as `camp:north`',
    ],
    [
      'an unknown attribute',
      'space-variables: {x: {flag: true, only: {pup: 1}}}',
      'unknown-attribute',
      'test 1:42',
      'did you mean `pop`?',
    ],
    ['an unknown type', 'attributes: {size: nubmer}', 'unknown-type', 'test 1:20', 'did you mean `number`?'],
    [
      'an undeclared attribute near a declared one',
      'attributes: {height: number}\nspaces: {inn: {heigth: 1}}',
      'unknown-attribute',
      'test 2:16',
      'did you mean `height`?',
    ],
    [
      'an unknown key of a zone',
      'zones: {heap: {hold: cards}}',
      'unknown-key',
      'test 1:16',
      'did you mean `holds`?',
    ],
    [
      'an unknown part of a game',
      'varables: {x: flag}',
      'unknown-key',
      'test 1:1',
      'did you mean `variables`?',
    ],
    [
      'a zone that only its owner sees, without one',
      'zones: {heap: {visible: owner}}',
      'no-owner',
      'test 1:16',
      'add `per: seat` or `owner`',
    ],
    [
      'a zone that all but its owner see, without one',
      'zones: {heap: {visible: others}}',
      'no-owner',
      'test 1:16',
      'add `per: seat` or `owner`',
    ],
    [
      'a row with a value too many',
      'tables: {t: {columns: {a: number, b: flag}, rows: [[1, true, 3]]}}',
      'wrong-row',
      'test 1:52',
    ],
    ['a row that is nothing', 'tables: {t: {rows: [5]}}', 'wrong-type', 'test 1:21'],
    ['an option without a word', 'options: {x: {flag: true}}', 'missing-key', 'test 1:14'],
    [
      'a list of what there is not',
      'options: {x: {about: a, list: crad}}',
      'unknown-type',
      'test 1:31',
      'did you mean `card`?',
    ],
    ['a list of a list', 'options: {x: {about: a, list: [card]}}', 'wrong-type', 'test 1:31'],
    [
      'a token in a list that there is not',
      'options: {x: {about: a, list: piece, default: [gaurd]}}',
      'unknown-token-type',
      'test 1:48',
      'did you mean `guard`?',
    ],
    [
      'a list that is none',
      'options: {x: {about: a, list: seat, default: north}}',
      'wrong-type',
      'test 1:46',
    ],
    [
      'a number outside the bounds of its list',
      'options: {x: {about: a, list: 0..4, default: [3, 5]}}',
      'out-of-range',
      'test 1:46',
    ],
    [
      'a list in a scenario with a space that there is not',
      'options: {x: {about: a, list: space}}\nscenarios: {s: {options: {x: [mil]}}}',
      'unknown-zone',
      'test 2:31',
      'did you mean `mill`?',
    ],
    [
      'an override of no space',
      'board: {grid: {columns: 2, rows: 2}, overrides: {a9: {}}}',
      'unknown-space',
      'test 1:50',
      'known names: `a1`, `b1`, `a2`, `b2`',
    ],
    [
      'more pieces than there are',
      'scenarios: {s: {spaces: {mill: {pieces: {guard: 4}}, ford: {pieces: {guard: 2}}}}}',
      'too-many-pieces',
      'test 1:77',
    ],
    [
      'an unknown piece',
      'scenarios: {s: {zones: {box: {gard: 4}}}}',
      'unknown-token-type',
      'test 1:31',
      'did you mean `guard`?',
    ],
    [
      'a piece that cannot be so',
      'scenarios: {s: {spaces: {mill: {pieces: {redy guard: 1}}}}}',
      'unknown-property',
      'test 1:42',
      'it can be `ready`',
    ],
    [
      'pieces placed where they are',
      'scenarios: {s: {zones: {box: {guard: 1}}}}',
      'placed-in-supply',
      'test 1:31',
      'remove this entry',
    ],
    [
      'an unknown option',
      'options: {long: {about: x, flag: true}}\nscenarios: {s: {options: {lon: true}}}',
      'unknown-option',
      'test 2:27',
      'did you mean `long`?',
    ],
    [
      'a variable of another scope',
      'variables: {pace: 0..3}\nscenarios: {s: {seat-variables: {pace: 1}}}',
      'unknown-seat-variable',
      'test 2:34',
    ],
    [
      'a marker where there is none',
      'space-variables: {x: {flag: true, only: [mill]}}\nscenarios: {s: {spaces: {ford: {x: true}}}}',
      'no-such-marker',
      'test 2:33',
    ],
    [
      'an enumeration with two meanings',
      'values: {x: [a, b]}\nvariables: {x: {values: [a, c]}}',
      'duplicate-id',
      'test 2:25',
      'declare it once in `values` and write `of: x`',
    ],
  ])('%s', (_, yaml, code, place, hint?: string) => {
    // biome-ignore format: one line each
    const { found, reporter, rendered } = read({ 'base.yaml': BASE, 'test.yaml': yaml })
    const [file, at] = place.split(' ')
    expect(found, rendered).toEqual([`${code} ${file}.yaml:${at}`])
    expect(reporter.diagnostics[0]?.hint).toBe(hint)
    expect(reporter.diagnostics[0]?.message).toMatch(/^[A-Z`].*\.$/)
  })

  it('names both places of a name that is declared in two files', () => {
    const { reporter } = read({ ...TINY, 'z.yaml': 'spaces: {mill: {}}' })
    expect(reporter.diagnostics).toMatchObject([
      {
        message: 'There are two zones `mill`. The first is at map.yaml:4:3.',
        span: { file: 'z.yaml', line: 1, column: 10 },
      },
    ])
  })
})

describe('a suspicion is a warning', () => {
  it.each([
    ['one word for two things', 'variables: {mill: flag}', 'ambiguous-name'],
    ['a value called like a variable', 'variables: {low: flag, x: {values: [low, high]}}', 'ambiguous-name'],
    ['a lone attribute near a common one', 'spaces: {inn: {pops: 2}}', 'lone-name'],
    ['a condition that no space meets', 'space-variables: {x: {flag: true, only: {pop: 7}}}', 'empty-only'],
    [
      'a neighbour named twice',
      'spaces: {inn: {adjacent: [bay, bay]}, bay: {adjacent: [inn]}}',
      'duplicate-adjacency',
    ],
  ])('%s', (_, yaml, code) => {
    // biome-ignore format: one line each
    const { reporter } = read({ 'base.yaml': BASE, 'test.yaml': yaml })
    expect(reporter.diagnostics.map((one) => `${one.severity} ${one.code}`)).toEqual([`warning ${code}`])
  })
})

describe('an empty folder', () => {
  it('gets errors for the required keys', () => {
    const { reporter } = read({})
    expect(reporter.diagnostics.map(({ message }) => message)).toEqual([
      'This folder has no `game`.',
      'This folder has no `seats`.',
    ])
  })
})
