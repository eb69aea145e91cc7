/** Words that cannot be names, reported where the name is given; and hints that lead somewhere. */
import { describe, expect, it } from 'vitest'
import { TYPE_NAMES } from '../src/elaborate/types.js'
import { BUILTIN_WORDS } from '../src/elaborate/symbols.js'
import { RESERVED_WORDS } from '../src/parser/reserved-words.js'
import { compileSmall, mistakesOf } from './small-game.js'
import { read, readYaml } from './tiny.js'

describe('a reserved word', () => {
  it.each([
    ['a parameter', 'play\n  do go(mill)\n  red wins\n\nprocedure go(from: space)\n  set camp to from'],
    ['a parameter of a value', 'play\n  red wins\n\nvalue far(to: space) = to.width'],
    ['the name of `let`', 'play\n  let up = 3\n  set gold to up\n  red wins'],
    ['the name of `each`', 'play\n  each at in map\n    add 1 to gold\n  red wins'],
    ['the name of `choose`', 'play\n  choose none from map, by red\n  red wins'],
    ['the name of `choose each`', 'play\n  choose each it from map, by red\n    add 1 to gold\n  red wins'],
    ['the name of `roll`', 'play\n  roll true from 1..6\n  red wins'],
    ['the name of `as`', 'play\n  set gold to count(map as in where true)\n  red wins'],
    ['the name after `into`', 'play\n  do find, into actor\n  red wins\n\nprocedure find\n  give mill'],
    ['the name of a procedure', 'play\n  do with\n  red wins\n\nprocedure with\n  add 1 to gold'],
    ['the name of a test', 'play\n  red wins\n\ntest free = gold > 3'],
  ])('cannot be %s, and that is one message', (_, rules) => {
    expect(mistakesOf(rules)).toEqual([expect.stringContaining('which is a reserved word')])
  })

  it.each([
    ['a seat', 'seats: [by]'],
    ['a zone', 'zones: {to: {}}'],
    ['a space', 'spaces: {map: {}}'],
    ['a piece', 'zones: {box: {}}\npieces: {with: {count: 1, supply: box}}'],
    ['a variable', 'variables: {up: 0..3}'],
    ['a table', 'tables: {from: {rows: [{a: 1}]}}'],
    ['an option', 'options: {free: {about: no, flag: true}}'],
    ['a group', 'groups: {none: []}'],
  ])('cannot be %s', (_, yaml) => {
    const { found, rendered } = readYaml(yaml)
    expect(found).toEqual([expect.stringMatching('^bad-id test.yaml')])
    expect(rendered).toContain('is a reserved word')
  })

  it.each([
    ['a seat', 'seats: {constructor: {}}'],
    ['a space', 'spaces: {toString: {}}'],
    ['a property', 'zones: {box: {}}\npieces: {guard: {count: 1, supply: box, valueOf: 3}}'],
    ['an enumeration', 'values: {constructor: [a, b]}'],
    ['a value', 'values: {mood: [calm, hasOwnProperty]}'],
    ['a scenario', 'scenarios: {isPrototypeOf: {}}'],
  ])('of the engine cannot be %s', (_, yaml) => {
    expect(readYaml(yaml).rendered).toContain('is a reserved word')
  })

  it('may be the name of a column', () => {
    expect(readYaml('tables: {trips: {rows: [{from: 1, to: 2}]}}').found).toEqual([])
  })

  it('is each word that always means the same, unless it is a type', () => {
    const words = BUILTIN_WORDS.filter((word) => !TYPE_NAMES.includes(word))
    expect(words.filter((word) => !RESERVED_WORDS.includes(word))).toEqual([])
  })
})

describe('a second tie-break', () => {
  it('is refused, instead of dropping the first', () => {
    expect(mistakesOf('play\n  rank seats by it.points, then gold, then 3')).toEqual([
      expect.stringMatching(/two scores that break ties.*100 \* FIRST/),
    ])
    expect(mistakesOf('play\n  rank seats by it.points, then gold, "by points"')).toEqual([])
  })

  it('is refused for reasons as well', () => {
    expect(mistakesOf('play\n  rank seats by it.points, "once", "twice"')).toHaveLength(1)
  })
})

describe('properties that change', () => {
  it.each(['list of good', '0..3', 'number', 'zone'])(
    'as `%s` are refused, with forms that they can have',
    (form) => {
      const { found, rendered } = readYaml(`properties: {p: ${form}}`)
      expect(found).toHaveLength(1)
      expect(rendered).not.toContain('a range such as')
      expect(rendered).toMatch(/`flag`, an enumeration or a list of words|a flag or one of several values/)
    },
  )

  it('that are declared twice are "two properties"', () => {
    const { rendered } = read({ 'a.yaml': 'properties: {p: flag}', 'b.yaml': 'properties: {p: flag}' })
    expect(rendered).toContain('There are two properties `p`')
  })
})

describe('a rule that only examples use', () => {
  const rules = 'play\n  red wins\n\nprocedure prepare\n  set gold to 3\n\ntest rich = gold > 2\n'
  const unused = (more: string): string[] =>
    compileSmall(rules, more).diagnostics.flatMap(({ message }) =>
      /`(prepare|rich)`/.test(message) ? [message] : [],
    )

  it('is used', () => {
    const example = '\n```example\nRich\n  given an empty board\n  when do prepare\n  then rich\n```\n'
    expect(unused('')).toHaveLength(2)
    expect(unused(example)).toEqual([])
  })

  it('is not used by a title or a comment', () => {
    const example =
      '\n```example\nprepare rich\n  given an empty board # prepare rich\n  then gold = 0\n```\n'
    expect(unused(example)).toHaveLength(2)
  })
})
