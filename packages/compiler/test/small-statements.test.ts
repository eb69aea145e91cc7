/** `flip … to EXPRESSION`, `EXPRESSION wins`, and lists in examples that go on in the next line. */
import { describe, expect, it } from 'vitest'
import { runExamples } from '../src/examples/index.js'
import { loadCompilation } from '../src/loaded-game.js'
import { compileSmall } from './small-game.js'

const indent = (lines: string) => lines.replace(/^/gm, '  ')
const load = (lines: string) => loadCompilation(compileSmall(`play\n${indent(lines)}`))
const mistakes = (lines: string) =>
  compileSmall(`play\n${indent(lines)}`).diagnostics.filter(({ severity }) => severity === 'error')

describe('flip to an expression', () => {
  const SET_UP = 'place 2 red guards in mill\nplace 1 hidden blue guard in mill\n'
  const hidden = (lines: string) => {
    const game = load(`${SET_UP}${lines}\nchoose end from map`)
    return game.evaluate(game.start(), 'count(hidden guards in mill)')
  }

  it.each([
    ['flip guards in mill to hidden', 3],
    ['let as-what = stance of first(blue guards in mill)\nflip guards in mill to as-what', 3],
    ['flip guards in mill to stance of first(red guards in mill)', 0],
    ['flip red guards in mill to (if gold = 0 then hidden else open)', 3],
    ['flip first(red guards in mill) to if gold = 0 then hidden else open', 2],
    ['flip 1 red open guards in mill to (if gold > 0 then open else hidden)', 2],
  ])('gives that value: %s', (lines, count) => {
    expect(hidden(lines)).toBe(count)
  })

  it('works the value out before anything is flipped', () => {
    expect(hidden('flip guards in mill to (if some(hidden guards in mill) then open else hidden)')).toBe(0)
  })

  it.each([
    ['flip guards in mill to sideways', 'unknown-name', /`sideways` is not a value of a changing property/],
    ['flip guards in mill to none', 'unknown-name', /`none` is not a value of a changing property/],
    ['flip guards in mill to sky', 'unknown-name', /`sky` is not a value of a changing property/],
    ['let x = 3\nflip guards in mill to x', 'wrong-type', /value of a changing property, found a number/],
    ['flip guards in mill to (gold > 1)', 'wrong-type', /found a condition/],
    ['flip guards in mill to (if free then open else glod)', 'unknown-name', /`glod`/],
  ])('is explained if it is none: %s', (lines, code, message) => {
    expect(mistakes(lines)).toMatchObject([{ code, message: expect.stringMatching(message) as string }])
  })

  it('has a hint if two properties have the value', () => {
    const { diagnostics } = compileSmall(
      'play\n  flip guards in mill to open',
      '```yaml\nproperties: {cover: {values: [open, bare]}}\n```\n',
    )
    expect(diagnostics.filter(({ code }) => code === 'ambiguous-name')).toMatchObject([
      {
        message: 'This is a value of `stance` and of `cover`.',
        hint: expect.stringContaining('`set stance of piece') as string,
      },
    ])
  })
})

describe('who wins', () => {
  it.each([
    ['red wins', ['red']],
    ['red.next wins "by luck"', ['blue']],
    ['(if gold = 0 then blue else red) wins', ['blue']],
    ['best(seats, it.points) wins "the most points"', ['blue']],
    ['seats where it.points > 0 win', ['blue']],
    ['[red, blue] win "both"', ['red', 'blue']],
    ['owner of first(red guards in mill) wins', ['red']],
    ['let wins = blue\nwins wins', ['blue']],
  ])('is any expression: %s', (line, winners) => {
    const game = load(`set blue.points to 3\nplace 1 red guard in mill\n${line}`)
    expect(game.outcome(game.start())).toMatchObject({ winners })
  })

  it('may stand alone in a block', () => {
    const game = load('if gold = 0\n  [red, blue] win')
    expect(game.outcome(game.start())).toMatchObject({ winners: ['red', 'blue'] })
  })

  it.each([
    ['gold wins', /Expected a list of seats, found a number/],
    ['redd wins', /`redd` is not a name known here/],
    ['wins', /No statement begins with `wins`/],
    ['red wins now', /Did not expect `now` here/],
  ])('is explained if it is nobody: %s', (line, message) => {
    expect(mistakes(line).map((d) => d.message)).toEqual([expect.stringMatching(message)])
  })
})

describe('a list in an example', () => {
  const examples = (text: string) => {
    const compilation = compileSmall(
      'play\n  choose end from map\n  red wins\n\nprocedure pick\n  choose 2 goals from map\n  set camp to last(goals)\n  choose end from map',
    )
    return runExamples(loadCompilation(compilation), [
      { path: 'more.md', text: `\`\`\`example\n${text}\n\`\`\`\n` },
    ])
  }

  it('that ends in a comma continues on the next line, in every step', () => {
    const { results, diagnostics } = examples(`Lists
  given an empty board,
    seed 3, red to act
    place 1 stone in mill
  dice 3,
    4
  when do pick
   and red chooses mill,
     moor
  then offered ford,
     mill, moor
   and not offered quarry,
     lost
   and camp = moor
   and count(stones in mill) = 1`)
    expect(diagnostics).toEqual([])
    expect(results).toHaveLength(1)
    expect(results[0]?.failure).toBeUndefined()
  })

  it.each([
    ['  when do pick\n   and red chooses mill,\n  then camp = moor', /Expected an option/],
    ['  when do pick\n   and red chooses mill\n     moor\n  then camp = moor', /isn't part of a step/],
  ])("that doesn't continue, or continues without a comma, is an error: %j", (steps, message) => {
    const { diagnostics } = examples(`Lists\n  given an empty board, red to act\n${steps}`)
    expect(diagnostics.map((d) => d.message)).toEqual([expect.stringMatching(message)])
  })
})
