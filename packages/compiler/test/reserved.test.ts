/** Words that cannot be names, reported where the name is given; and hints that lead somewhere. */
import { describe, expect, it } from 'vitest'
import { TYPE_NAMES } from '../src/elaborate/types.js'
import { BUILTIN_WORDS } from '../src/elaborate/symbols.js'
import { RESERVED_WORDS } from '../src/parser/reserved-words.js'
import { runExamples } from '../src/examples/index.js'
import { compileSmall, loadSmall, mistakesOf } from './small-game.js'
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

describe('the scores of `rank`', () => {
  it('may be any number, each with `most` or `least`', () => {
    const game = loadSmall(
      'play\n  rank seats by least it.points, then gold, then least it.points, then most 3, "so"',
    )
    const { outcome } = game.start()
    expect(outcome?.winners).toEqual(['red', 'blue'])
  })

  it('are shown as they are, the lowest first with `least`', () => {
    const game = loadSmall(
      'play\n  set blue.points to 2\n  set red.points to 5\n  rank seats by least it.points',
    )
    const { outcome } = game.start()
    expect(outcome?.ranking).toEqual([
      { seat: 'blue', rank: 1, score: 2 },
      { seat: 'red', rank: 2, score: 5 },
    ])
  })

  it('must be numbers, and have one reason', () => {
    expect(mistakesOf('play\n  rank seats by it.points, then mill')).toHaveLength(1)
    expect(mistakesOf('play\n  rank seats by it.points, "once", "twice"')).toHaveLength(1)
  })
})

describe('a name for the item of a function', () => {
  const rules = (value: string): string => `play\n  if ${value} > 0\n    red wins\n  blue wins`

  it('leaves `it` to the loop around it', () => {
    expect(mistakesOf(rules('count(map where it.width = max(map as other, other.width))'))).toEqual([])
  })

  it.each([
    ['count(map as place)', /`count` computes nothing of each item, so `as place` names nothing/],
    ['max([1, 2] as n)', /`max` computes nothing/],
    ['twice(gold as coins)', /`twice` computes nothing/],
    ['sum(map as in, 1)', /which is a reserved word/],
    ['sum(map as place, it.width)', /`it`/],
  ])('is refused where it names nothing: %s', (value, message) => {
    const found = mistakesOf(`${rules(value)}\n\nvalue twice(number) = 2 * number`)
    expect(found).toEqual([expect.stringMatching(message)])
  })
})

describe('`everybody plays`', () => {
  const rules = `play
  repeat up to 3 times
    choose coins from 1..3, by each seat in seats at once
      add coins to seat.points
  red wins

policy thrifty for seats
  at play.coins
    take least`
  const example = (steps: string): string => `\n\`\`\`example\nA round\n  given the start\n${steps}\n\`\`\`\n`

  const failures = (steps: string) => {
    const { results, diagnostics } = runExamples(loadSmall(rules, example(steps)))
    return [...results.map(({ failure }) => failure?.message), ...diagnostics.map(({ message }) => message)]
  }

  it('answers for each seat of a round', () => {
    expect(failures('  when everybody plays\n  then red.points = 1 and blue.points = 1')).toEqual([undefined])
  })

  it('needs its verb, and a policy of each seat', () => {
    expect(failures('  when everybody decides')).toContainEqual(expect.stringMatching(/`plays`|plays/))
    expect(failures('  when everybody plays by nobody')).toEqual([
      expect.stringMatching(/no policy 'nobody' for red/),
    ])
  })
})

describe('properties that change', () => {
  it.each(['list of good', 'number', 'zone'])(
    'as `%s` are refused, with forms that they can have',
    (form) => {
      const { found, rendered } = readYaml(`properties: {p: ${form}}`)
      expect(found).toHaveLength(1)
      expect(rendered).toMatch(
        /`flag`, an enumeration or a list of words|a flag, one of several values, or a number in a range/,
      )
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
