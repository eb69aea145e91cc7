/** Labels for people: names in the singular and the plural, adjectives before the noun, lists that count. */
import { describe, expect, it } from 'vitest'
import { linkGame } from '../src/index.js'
import type { LinkedGame } from '../src/game/game.js'
import type { Filter } from '../src/index.js'
import { islands } from './games/islands.js'

const named = {
  ...islands,
  enums: islands.enums.map((one) =>
    one.id === 'stance' ? { ...one, names: { hidden: 'Hidden', active: 'Active' } } : one,
  ),
  properties: islands.properties.map((one) => (one.id === 'worn' ? { ...one, name: 'Worn' } : one)),
  tokens: islands.tokens.map((one) => {
    const noun = one.id.endsWith('army') ? ['Army', 'Armies'] : ['Fort', 'Forts']
    const owner = one.id.startsWith('red') ? 'Red' : 'Blue'
    return { ...one, name: `${owner} ${noun[0]}`, many: `${owner} ${noun[1]}` }
  }),
  groups: islands.groups.map((one) =>
    one.id === 'armies' ? { ...one, name: 'mobile piece', many: 'mobile pieces' } : one,
  ),
}
const game = linkGame(named) as LinkedGame
const { names, linker } = game.linked.machine
const start = game.start({ seed: 1 })

const tokensOf = (...ids: readonly string[]): number[] =>
  ids.map((id) => {
    const [type = '', n = '0'] = id.split('#')
    const found = linker.layout.types.find(({ def }) => def.id === type)
    return (found?.first ?? -1) + Number(n)
  })
const kindsLabel = (filter: Filter): string => {
  const set = linker.kinds.resolve(filter)
  return 'id' in set ? names.label(start, 'kind', set.id) : 'no set'
}

describe('names for people', () => {
  it('one token is told in the singular, with its changed values before the noun', () => {
    const kinds = Array.from({ length: linker.layout.kinds }, (_, kind) => kind)
    const labels = Object.fromEntries(kinds.map((kind) => [names.kindId(kind), names.kindLabel(kind)]))
    expect(labels).toMatchObject({
      'red-army': 'Red Army',
      'red-army+active': 'Active Red Army',
      'red-army+active+worn': 'Active Worn Red Army',
      'red-fort': 'Red Fort',
    })
  })

  it('a list groups equal tokens and counts them with the plural', () => {
    const label = (...ids: readonly string[]): string => names.label(start, 'list token', tokensOf(...ids))
    expect(label('red-army#0', 'red-army#1', 'red-fort#0')).toBe('2 Red Armies in Ash and 1 Red Fort in Ash')
    expect(label('red-army#0', 'red-fort#0')).toBe('Red Army in Ash and Red Fort in Ash')
    expect(label('red-army#5')).toBe('Red Army in Red-box')
    expect(label()).toBe('none')
  })

  it('values of an enumeration have their names, by default the id with spaces', () => {
    expect(names.label(start, 'enum:stance', 1)).toBe('Active')
    expect(names.label(start, 'enum:terrain', 1)).toBe('forest')
    expect(names.label(start, 'list enum:terrain', [0, 1, 2])).toBe('plain, forest and hill')
  })

  it('a set of kinds is told by its type, its group, its seat, or its kinds, in the plural', () => {
    expect(kindsLabel([{ type: 'red-army' }])).toBe('Red Armies')
    expect(kindsLabel([{ group: 'armies' }])).toBe('mobile pieces')
    expect(kindsLabel([{ group: 'forts' }])).toBe('forts')
    expect(kindsLabel([{ prop: 'owner', eq: { seat: 'red' } }])).toBe('Red pieces')
    expect(kindsLabel([{ any: [[{ type: 'red-army' }], [{ type: 'blue-fort' }]] }])).toBe(
      'Red Armies and Blue Forts',
    )
    const hidden: Filter = [
      { type: 'red-army' },
      { prop: 'stance', eq: { value: 'hidden', of: 'stance' } },
      { prop: 'worn', eq: false },
    ]
    expect(kindsLabel(hidden)).toBe('Hidden Red Armies')
  })

  it('ids stay as they are', () => {
    expect(names.id(start, 'token', tokensOf('red-army#0')[0] ?? -1)).toBe('red-army@ash')
    expect(names.id(start, 'enum:stance', 1)).toBe('active')
  })
})
