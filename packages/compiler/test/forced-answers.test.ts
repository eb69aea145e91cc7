/** Examples of questions with one legal answer, of answers with places and calls, and what a failure shows. */
import { describe, expect, it } from 'vitest'
import { type ExampleFailure, runExamples } from '../src/examples/index.js'
import { loadSmall } from './small-game.js'

const game = loadSmall(`
play
  choose spot from map, by red
  red wins

procedure lone
  choose spot from [mill], by red "Where?"
  choose guard from blue guards in map, by red "Whom?"
  set camp to spot

procedure menu
  choose by red "What now?"
    option pass "Pass the turn"
      add 1 to gold
    option fight if gold > 9
      add 2 to gold

procedure draw-one
  choose card from deck, by red
  move card to hand of red

procedure shelve
  place 1 ace in deck
  choose card from deck, by red
  move card to hand of red

set near(space, steps: number) = reachable from space within steps steps

procedure go
  choose spot from near(mill, 2), by red
  set camp to spot
`)

/** What is wrong with the example that has these steps. */
function failure(steps: string): ExampleFailure | undefined {
  const text = `\`\`\`example\nAn example\n  given an empty board, red to act\n    place 1 blue guard in mill\n    place 1 blue guard in ford\n  ${steps}\n\`\`\`\n`
  const { results, diagnostics } = runExamples(game, [{ path: 'x.md', text }])
  expect(diagnostics).toEqual([])
  expect(results).toHaveLength(1)
  return results[0]?.failure
}

describe('a forced answer that an example chooses', () => {
  it.each([
    ['where another question waits', 'when do lone\n   and red chooses mill\n  then gold = 0', 'mill'],
    ['where nothing is asked', 'when do menu\n   and red chooses pass\n  then gold = 1', 'pass'],
    ['by its label', 'when do menu\n   and red chooses Pass the turn\n  then gold = 1', 'Pass the turn'],
    ['with its place', 'when do shelve\n   and red chooses ace in deck\n  then gold = 0', 'ace in deck'],
  ])('is reported as forced, with the line to write: %s', (_, steps, answer) => {
    const found = failure(steps)
    expect(found?.message).toContain('This answer was forced')
    expect(found?.message).toContain(`Write \`then red had to choose ${answer}\`.`)
  })

  it('is reported if another seat chooses', () => {
    expect(failure('when do lone\n   and blue chooses mill\n  then gold = 0')).toMatchObject({
      message: 'blue has no question to answer here.',
      actual: 'red had to choose mill; then red is asked guard (Whom?)',
    })
  })
})

describe('`had to choose`', () => {
  it('takes an id, a label, a name for people, a type alone and one with its place', () => {
    expect(failure('when do menu\n  then red had to choose pass')).toBeUndefined()
    expect(failure('when do menu\n  then red had to choose Pass the turn')).toBeUndefined()
    for (const card of ['ace', 'Ace', 'ace in deck', '1 ace'])
      expect(failure(`when do shelve\n  then red had to choose ${card}`)).toBeUndefined()
  })

  it('shows what was forced and what waits where it is wrong', () => {
    expect(failure('when do lone\n  then red had to choose pass')).toMatchObject({
      message: "This answer wasn't forced.",
      actual: 'red had to choose mill',
      asked: 'red is asked guard (Whom?): blue-guard in mill, blue-guard in ford',
    })
    expect(failure('when do shelve\n  then red had to choose ace in lost')).toMatchObject({
      actual: 'red had to choose ace in deck',
    })
    expect(failure('when do shelve\n  then blue had to choose ace in deck')).toMatchObject({
      actual: 'red had to choose ace in deck',
    })
  })
})

describe('`offered`, `not offered` and `cannot choose` of a forced question', () => {
  it.each([
    'then offered pass\n   and not offered fight\n   and cannot choose fight',
    'then red is offered pass\n   and red is not offered fight\n   and red cannot choose fight',
    'then cannot choose nothing',
  ])('hold: %s', (steps) => {
    expect(failure(`when do menu\n  ${steps}`)).toBeUndefined()
  })

  it.each([
    ['offered fight', '`fight` is not offered.'],
    ['not offered pass', '`pass` is offered.'],
    ['cannot choose pass', 'This choice is legal.'],
  ])('fail, and show the forced answer: %s', (step, message) => {
    expect(failure(`when do menu\n  then ${step}`)).toMatchObject({
      message,
      actual: 'red had to choose pass',
    })
  })

  it('need something that exists', () => {
    expect(failure('when do menu\n  then not offered fihgt')?.message).toBe(
      '`fihgt` is empty here: nothing matches it.',
    )
  })

  it('are about the question that waits, where they can be', () => {
    const rules =
      'when do lone\n  then offered blue guard in mill\n   and offered mill\n   and not offered moor'
    expect(failure(rules)).toBeUndefined()
  })
})

describe('a failing step', () => {
  it('shows which question waits, and its options', () => {
    expect(failure('when do go\n  then gold = 7')).toMatchObject({
      message: "This isn't true.",
      actual: 'gold is 0',
      asked: 'red is asked spot (Choose spot): ford, moor',
    })
  })

  it('shows none if there is no question', () => {
    expect(failure('when do menu\n  then gold = 7')?.asked).toBeUndefined()
  })
})

describe('answers', () => {
  it('may have commas in the brackets of a call or a list', () => {
    expect(failure('when do go\n   and red chooses first(near(mill, 1))\n  then camp = ford')).toBeUndefined()
    expect(
      failure('when do go\n  then offered first(near(mill, 1)), moor\n   and not offered mill'),
    ).toBeUndefined()
    expect(failure('when do go\n  then not offered first([mill, ford])')).toBeUndefined()
    expect(
      failure('when do go\n  then cannot choose first(near(mill, 1)), first([moor, mill])'),
    ).toBeUndefined()
  })

  it('may name a card by its type alone, where one place has it', () => {
    const given = 'when do draw-one\n   and red chooses ace\n  then count(hand of red) = 1'
    expect(failure(given)?.message).toContain('forced')
  })
})
