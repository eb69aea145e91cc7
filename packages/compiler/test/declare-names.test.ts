import { describe, expect, it } from 'vitest'
import { read, readYaml } from './tiny.js'

const WORLD = `
spaces: {mill: {population: 2}}
zones: {box: {}, deck: {holds: cards}}
`

const first = <T>(list: readonly T[]): T | undefined => list[0]

describe('names of pieces, cards and groups', () => {
  const { declarations, rendered } = readYaml(`${WORLD}
pieces:
  guards: {count: 1, supply: box}
  ox: {name: Ox, many: Oxen, count: 1, supply: box}
  city: {name: Free City, count: 1, supply: box}
cards:
  suit: {each: {rank: [one, two]}, id: 'c-{rank}', name: 'Card {rank}', many: 'Cards {rank}', supply: deck}
  storm: {supply: deck}
groups:
  all: {of: [guards, ox], name: beast}
  herd: {of: ox, name: ox, many: oxen}
  plain: [ox]
`)
  it('have a plural, by rule or as written', () => {
    expect(rendered).toBe('0 errors, 0 warnings')
    const names = declarations.tokens.map(({ id, name, many }) => [id, name, many])
    expect(names).toEqual([
      ['guards', 'Guards', 'Guards'],
      ['ox', 'Ox', 'Oxen'],
      ['city', 'Free City', 'Free Cities'],
      ['c-one', 'Card one', 'Cards one'],
      ['c-two', 'Card two', 'Cards two'],
      ['storm', 'Storm', 'Storms'],
    ])
  })

  it('names of generated cards use the names of seats and values', () => {
    const cards = readYaml(`${WORLD}
values: {suit: {c: ♣, h: ♥}}
cards:
  ace: {each: {owner: [north], suit: [c, h]}, id: 'a-{owner}-{suit}', name: '{owner} A{suit}', supply: deck}
`).declarations.tokens
    expect(cards.map(({ id, name }) => [id, name])).toEqual([
      ['a-north-c', 'North A♣'],
      ['a-north-h', 'North A♥'],
    ])
  })

  it('groups have a name if they are written as a map', () => {
    const groups = declarations.groups.map(({ id, name, many, phrases }) => [id, name, many, phrases.length])
    expect(groups).toEqual([
      ['all', 'beast', 'beasts', 2],
      ['herd', 'ox', 'oxen', 1],
      ['plain', undefined, undefined, 1],
    ])
  })
})

describe('names of values, variables, attributes and properties', () => {
  const { declarations, rendered } = readYaml(`${WORLD}
values: {sky: {clear: Clear, storm: a Storm}, ground: [soft, hard]}
attributes: {population: {type: number, name: Population}, kind: sky}
properties:
  activity: {values: {hidden: Hidden, seen: Seen}, name: Activity}
  cost: {name: Price}
pieces: {spy: {count: 1, supply: box, cost: 2, changing: activity}}
variables:
  mood: {values: {calm: Calm, angry: Angry}, start: angry, name: Mood}
  weather: {of: sky}
seat-variables: {gold: {range: 0..9, name: Gold}}
space-variables: {terror: {range: 0..3, counted: Terror marker}, cattle: {range: 0..9, counted: ox, many: oxen}}
options: {level: {about: How hard, values: {easy: Easy, hard: Hard}}}
`)
  it('enumerations keep the order of their values', () => {
    expect(rendered).toBe('0 errors, 0 warnings')
    expect(declarations.enums.filter(({ id }) => id !== 'action-class')).toEqual([
      { id: 'sky', values: ['clear', 'storm'], names: { clear: 'Clear', storm: 'a Storm' } },
      { id: 'ground', values: ['soft', 'hard'] },
      { id: 'activity', values: ['hidden', 'seen'], names: { hidden: 'Hidden', seen: 'Seen' } },
      { id: 'mood', values: ['calm', 'angry'], names: { calm: 'Calm', angry: 'Angry' } },
      { id: 'level', values: ['easy', 'hard'], names: { easy: 'Easy', hard: 'Hard' } },
    ])
  })

  it('variables are measures or counters', () => {
    expect(declarations.variables.map(({ id, name, many }) => [id, name, many])).toEqual([
      ['mood', 'Mood', undefined],
      ['weather', undefined, undefined],
      ['gold', 'Gold', undefined],
      ['terror', 'Terror marker', 'Terror markers'],
      ['cattle', 'ox', 'oxen'],
    ])
    expect(first(declarations.variables)?.start).toBe('angry')
  })

  it('attributes and properties have names', () => {
    expect(declarations.attributes).toEqual([
      { id: 'population', type: 'number', name: 'Population' },
      { id: 'kind', type: 'enum:sky' },
    ])
    expect(declarations.properties.map(({ id, name, changes }) => [id, name, changes])).toEqual([
      ['activity', 'Activity', true],
      ['cost', 'Price', false],
    ])
  })
})

describe('a mistake in a name', () => {
  const cases: readonly (readonly [string, string, string, string?])[] = [
    ['pieces: {ox: {name: "", count: 1, supply: box}}', 'empty-name', '`name` of the piece `ox` is empty.'],
    ['pieces: {ox: {name: [Ox], count: 1, supply: box}}', 'wrong-type', 'must be text, not a list.'],
    [
      'pieces: {ox: {many: Oxen, count: 1, supply: box}}',
      'missing-key',
      'has the key `many`, but no `name`.',
    ],
    ['values: {sky: {clear: "", storm: Storm}}', 'empty-name', 'The name of `clear` is empty.'],
    [
      'values: {sky: {clear: , storm: Storm}}',
      'wrong-type',
      'The name of `clear` must be text, not nothing.',
    ],
    ['values: {sky: {clear: {one: Clear}}}', 'wrong-type', 'The name of `clear` must be text, not a map.'],
    ['values: {sky: {9: Nine}}', 'bad-id', "`9` isn't a valid value of `sky`."],
    ['variables: {gold: {range: 0..9, nmae: Gold}}', 'unknown-key', 'has no key `nmae`.', '`name`'],
    ['variables: {gold: {range: 0..9, many: coins}}', 'missing-key', 'but no `counted`.', '`counted: coin`'],
    [
      'variables: {gold: {range: 0..9, name: Gold, counted: coin}}',
      'wrong-type',
      'both `name` and `counted`',
    ],
    ['variables: {night: {flag: true, counted: night}}', 'wrong-type', "isn't a number", 'write `name`'],
    ['attributes: {population: {name: Population}}', 'missing-key', 'needs the key `type`.'],
    ['attributes: {population: {type: number, about: Heads}}', 'unknown-key', 'has no key `about`.'],
    ['groups: {herd: {name: ox}}', 'missing-key', 'The group `herd` needs the key `of`.'],
    ['groups: {herd: {of: ox, named: ox}}', 'unknown-key', 'The group `herd` has no key `named`.', '`name`'],
    ['properties: {cots: {name: Price}}', 'unknown-property', 'There is no property `cots`.'],
    [
      'tables: {t: {rows: [{a: mill}]}}\nvalues: {sky: 5}',
      'wrong-type',
      'The values of `sky` must be a list',
    ],
  ]
  it.each(cases)('%s', (yaml, code, message, hint = '') => {
    const { found, rendered } = readYaml(`${WORLD}${yaml}\n`)
    expect(rendered).toContain(message)
    expect(rendered).toContain(hint)
    expect(found.map((one) => one.split(' ')[0])).toEqual([code])
  })

  it('is a second declaration with other names', () => {
    const again = 'properties: {mood: {values: {calm: Calm, angry: Angry}}}\n'
    const other = { 'game.yaml': 'game: {id: test}\nseats: [north]\n', 'a.yaml': again }
    const same = read({ ...other, 'b.yaml': 'variables: {mood: [calm, angry]}\n' })
    expect(same.rendered).toBe('0 errors, 0 warnings')
    const differs = read({ ...other, 'b.yaml': 'variables: {mood: {values: {calm: Calm, angry: Cross}}}\n' })
    expect(differs.rendered).toContain('The enumeration `mood` already has different names at a.yaml:1:14.')
  })
})
