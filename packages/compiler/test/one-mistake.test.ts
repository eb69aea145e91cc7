/** One error gives one message; circular definitions are errors; `choose each` with too few items. */
import { describe, expect, it } from 'vitest'
import { loadSmall, mistakesOf } from './small-game.js'

const indent = (lines: string) => lines.replace(/^/gm, '  ')

describe('a name that a broken statement would have bound', () => {
  it.each([
    ['let', 'let target = glod\nset camp to target'],
    ['choose', 'choose target from glod, by red\nset camp to target'],
    ['choose several', 'choose 2 targets from glod, by red\nset camp to first(targets)'],
    [
      'choose each into',
      'choose each target from glod, into targets, by red\n  add 1 to gold\nset camp to first(targets)',
    ],
    ['what a call gives', 'do find(glod), into target\nset camp to target'],
  ])('is no second error: %s', (_, lines) => {
    const rules = `play\n${indent(lines)}\n  red wins\n\nprocedure find(number)\n  give first(map where it.width = number)`
    const found = mistakesOf(rules)
    expect(found).toEqual([expect.stringMatching(/`glod`/)])
  })

  it.each([
    ['let', 'let target = first(map\nset camp to target'],
    ['choose', 'choose target from map whree true, by red\nset camp to target'],
    ['roll', 'roll die from 1..\nset gold to die'],
  ])('is no second error where the line cannot be read: %s', (_, lines) => {
    expect(mistakesOf(`play\n${indent(lines)}\n  red wins`)).toHaveLength(1)
  })

  it('is known in the blocks inside, too', () => {
    const rules = 'play\n  let target = glod\n  if gold > 0\n    set camp to target\n  red wins'
    expect(mistakesOf(rules)).toEqual([expect.stringMatching(/`glod`/)])
  })
})

describe('a circular definition', () => {
  it.each([
    ['a test', 'test calm-now = calm-now', ['calm-now']],
    ['two tests', 'test rich = not poor\ntest poor = not rich', ['rich', 'poor']],
    ['a test by way of a set', 'test busy = some(places)\nset places = map where busy', ['busy', 'places']],
    ['a value of an argument', 'value more(number) = more(number - 1) + 1', ['more']],
    ['a test with an argument', 'test near(space) = some(neighbors of space where near(it))', ['near']],
  ])('is an error: %s', (_, definition, names) => {
    const circle = names.length === 1 ? '' : ` (${[...names, names[0]].join(' → ')})`
    expect(mistakesOf(`play\n  red wins\n\n${definition}`)).toEqual([
      `\`${names[0]}\` is defined in terms of itself${circle}. `,
    ])
  })

  it('is none where one only uses the other', () => {
    expect(
      mistakesOf('play\n  if rich\n    red wins\n  blue wins\n\ntest rich = not poor\ntest poor = gold < 3'),
    ).toEqual([])
  })
})

describe('`choose each`, at least so many', () => {
  const game = loadSmall(`
play
  place 3 stones in mill
  place 1 stone in ford
  choose each spot from map where some(stones in it), at least 2, up to 3, into spots, by red
    remove stones in spot
    if spot = mill
      remove stones in ford
  set gold to count(spots)
  choose end from map, by red
  red wins
`)
  const start = game.start()
  const decision = (state = start) => game.decision(state)

  it('asks for the first ones without a way out', () => {
    expect(decision()?.name).toBe('spot')
    expect(decision()?.optional).toBe(false)
    expect(() => game.decide(start, [])).toThrow()
  })

  it('is content with fewer where no more are left', () => {
    const short = game.decide(start, 'mill')
    expect(decision(short)?.name).toBe('end')
    expect(game.evaluate(short, 'gold')).toBe(1)
  })

  it('continues to all there are', () => {
    const all = game.decide(start, 'ford') // the mill is the only one left, and must be taken
    expect(decision(all)?.name).toBe('end')
    expect(game.evaluate(all, 'gold')).toBe(2)
  })

  it('may be left as soon as there are enough', () => {
    const many = loadSmall(
      'play\n  choose each spot from map, at least 2, up to 3, into spots, by red\n    add 1 to gold\n  choose end from map, by red\n  red wins',
    )
    const one = many.decide(many.start(), 'mill')
    expect(many.decision(one)?.optional).toBe(false)
    const two = many.decide(one, 'ford')
    expect(many.decision(two)).toMatchObject({ name: 'spot', optional: true })
    expect(many.evaluate(many.decide(two, []), 'gold')).toBe(2)
  })
})
