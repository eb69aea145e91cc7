/** `VALUE after PROCEDURE(…)`: what would be. */
import { Coverage, linkGame } from '@ludoforge/kernel'
import { explain } from '@ludoforge/play'
import { describe, expect, it } from 'vitest'
import { mutateExamples } from '../src/examples/index.js'
import { compileSmall, loadSmall, mistakesOf } from './small-game.js'

const RULES = `
play                                                              # 1
  choose goal from map where not crowded(it) after settle(it), by red
  do settle(goal)
  choose end from map, by blue
  red wins

procedure settle(space) "Settling {space}"                        # 1.1
  place 2 guards of actor in space
  add 2 to points of actor
  say "Settled"

test crowded(space) = count(guards in space) > 2                  # 1.2
value sum-of-points = sum(seats, points of it)
`

describe('a value after a procedure', () => {
  const game = loadSmall(RULES)
  const start = game.start({ seed: 1 })

  it('is the value there, and leaves everything as it was', () => {
    const before = game.hash(start)
    expect(game.evaluate(start, '(sum-of-points after settle(ford)) - sum-of-points', null)).toBe(2)
    expect(game.evaluate(start, 'count(guards in ford) after settle(ford)', null)).toBe(2)
    expect(game.evaluate(start, 'count(guards in ford)', null)).toBe(0)
    expect(game.hash(start)).toBe(before)
  })

  it('takes everything before it up to `where`, and its arguments from here', () => {
    expect(game.evaluate(start, 'no(guards in mill) and some(guards in ford) after settle(ford)', null)).toBe(
      true,
    )
    expect(game.evaluate(start, 'count(map where some(guards in it) after settle(it))', null)).toBe(3)
    expect(
      game.evaluate(start, 'count(guards in moor) after settle(first(map where no(guards in it)))', null),
    ).toBe(0)
  })

  it('tells nobody anything', () => {
    const { events } = game.step(start, 'mill')
    expect(events.filter(({ type }) => type === 'said')).toHaveLength(1)
    expect(events.filter(({ type }) => type === 'entered')).toHaveLength(1)
  })

  it('is explained by the clause that fails there', () => {
    const crowded = game.apply(start, 'place 1 guard of blue in ford')
    expect(game.decision(crowded)?.options.map(({ id }) => id)).toEqual(['mill', 'moor'])
    const told = JSON.stringify(explain(game, crowded, 'ford', 'red'))
    expect(told).toContain('At least 3 everyone are in Ford after settle (Ford)')
  })

  it('costs fuel, so that a supposition in an endless loop ends', () => {
    const rules = `play
  repeat up to 100000000 times while points of red = 0
    let n = points of red after settle(mill)
  choose end from map
  red wins

procedure settle(space)
  add 1 to points of red`
    expect(() => loadSmall(rules).start({ seed: 1 })).toThrow(/too much work/)
  })

  it('does not count the statements of the procedure as executed, but those of the value', () => {
    const compilation = compileSmall(RULES)
    const coverage = new Coverage()
    const linked = linkGame(compilation.def!, coverage)
    linked.start({ seed: 1 })
    const reached = coverage.points.flatMap(({ rule, kind }, i) =>
      kind === 'statement' && coverage.hits[i] === 1 ? [rule] : [],
    )
    expect(reached).toContain('1.2')
    expect(reached).not.toContain('1.1')
  })

  it('has a mutant without it', () => {
    const rules = `${RULES}\nset goals = map where not crowded(it) after settle(it)             # 1.3\n`
    const example = `
\`\`\`example
Nobody settles where it is crowded
  given an empty board, red to act
    place 1 guard of blue in ford
  then goals = [mill, moor]
\`\`\`
`
    const found = mutateExamples(loadSmall(rules, example)).filter(({ rule }) => rule === '1.3')
    expect(found.map(({ from, to, outcome }) => [from, to, outcome])).toContainEqual([
      '`after settle`',
      'nothing',
      'noticed',
    ])
  })
})

describe('what cannot be supposed', () => {
  const wrong = (body: string, value = 'gold after deed', more = '') =>
    mistakesOf(
      `play\n  choose end from map\n  if gold > (${value})\n    red wins\n  draw\n\nprocedure deed                   # 2.4\n  ${body}\n${more}`,
    )

  it.each([
    ['choose place from map', /`deed` asks \(2\.4\): only what asks nothing can be supposed/],
    ['roll die from 1..6', /`deed` rolls \(2\.4\): what chance decides cannot be supposed/],
    ['shuffle deck', /`deed` shuffles \(2\.4\): what chance decides/],
    ['reveal deck', /`deed` reveals something \(2\.4\)/],
    ['blue wins', /`deed` ends the game \(2\.4\)/],
    ['perform first(actions)', /performs an action that is known only in play/],
  ])('%s', (body, message) => {
    expect(wrong(body, 'gold after deed', '\naction work\n  add 1 to gold\n')[0]).toMatch(message)
  })

  it('a procedure that calls one that asks', () => {
    expect(wrong('do inner', 'gold after deed', '\nprocedure inner\n  choose place from map\n')).toEqual([
      expect.stringMatching(/`inner` asks: only what asks nothing/),
    ])
  })

  it('a supposition within another, directly or by calls', () => {
    expect(wrong('add 1 to gold', '(gold after deed) after deed')[0]).toMatch(/This uses `after`/)
    expect(wrong('add 1 to gold', 'more after deed', '\nvalue more = gold after deed\n')[0]).toMatch(
      /`more` uses `after`/,
    )
    expect(
      wrong(
        'add more to gold',
        'gold after deed',
        '\nvalue more = gold after other\n\nprocedure other\n  add 1 to gold\n',
      )[0],
    ).toMatch(/`more` uses `after`/)
  })

  it('something that is no procedure', () => {
    expect(wrong('add 1 to gold', 'gold after goals', '\nset goals = map\n')[0]).toMatch(
      /`goals` is not a procedure/,
    )
    expect(wrong('add 1 to gold', 'gold after work', '\naction work\n  add 1 to gold\n')[0]).toMatch(
      /`work` is an action: only a procedure can be supposed. Move its effects/,
    )
  })

  it('a statement', () => {
    expect(mistakesOf('play\n  if gold after add 1 to gold > 2\n    red wins\n  draw')).toEqual([
      expect.stringMatching(/A statement can't follow `after`, only the name of a procedure/),
    ])
  })

  it.each([
    ['gold after deed(mill) - gold > 1', '`gold after deed(mill)`'],
    ['gold  +  1 after deed(ford) = 2', '`gold + 1 after deed(ford)`'],
    ['gold after deed(mill) after deed(ford) > 2', '`gold after deed(mill)`'],
  ])('a value that goes on without brackets: %s', (condition, quoted) => {
    const found = mistakesOf(
      `play\n  if ${condition}\n    red wins\n  draw\n\nprocedure deed(space)\n  add 1 to gold\n`,
    )
    expect(found).toEqual([expect.stringContaining(`Put brackets around ${quoted}.`)])
  })
})
