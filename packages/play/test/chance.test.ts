/** Chance, enumerated: every result of dice and shuffles once, with its exact probability. */
import { answerOutcomes, certainPosition, startOutcomes, TooManyOutcomes } from '@ludoforge/play'
import { describe, expect, it } from 'vitest'
import { gameFrom, gameOf } from '../../../test/support/games.js'

const DICE = gameFrom(`# Dice

\`\`\`yaml
game: {id: dice, title: Dice, summary: Roll one or two dice}
seats: [white, black]
variables:
  total: 0..12
\`\`\`

\`\`\`rules
play
  choose by white "roll?"
    option sure
      set total to 3
    option two
      roll first-die from 1..6
      roll second-die from 1..first-die
      set total to first-die + second-die
  choose by black "end?"
    option yes
    option no
  draw "done"
\`\`\`
`)

describe('the outcomes of an answer', () => {
  it('have exact probabilities, also where a roll depends on another', () => {
    const outcomes = answerOutcomes(DICE, DICE.start(), [1], 0)
    expect(outcomes).toHaveLength(21)
    expect(outcomes.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1, 12)
    const twelve = outcomes.filter(({ state }) => DICE.view(state, null).variables['total'] === 12)
    expect(twelve.map(({ probability }) => probability)).toEqual([1 / 36])
    const two = outcomes.filter(({ state }) => DICE.view(state, null).variables['total'] === 2)
    expect(two.map(({ probability }) => probability)).toEqual([1 / 6])
  })

  it('are one where chance has no part', () => {
    const start = DICE.start()
    const [only, ...more] = answerOutcomes(DICE, start, [0], 0)
    expect(more).toEqual([])
    expect(only?.probability).toBe(1)
    const certain = certainPosition(DICE, start, [0], 0)
    expect(certain === undefined ? '' : DICE.hash(certain)).toBe(
      only === undefined ? '?' : DICE.hash(only.state),
    )
    expect(certainPosition(DICE, start, [1], 0)).toBeUndefined()
  })

  it("leave the state's own random numbers alone", () => {
    const start = DICE.start({ seed: 7 })
    const before = DICE.hash(start)
    answerOutcomes(DICE, start, [1], 0)
    expect(DICE.hash(start)).toBe(before)
    const random = (state: typeof start) => DICE.save(state).data.slice(0, 8)
    for (const { state } of answerOutcomes(DICE, start, [1], 0)) expect(random(state)).toEqual(random(start))
  })

  it('are refused if there are too many', () => {
    expect(() => answerOutcomes(DICE, DICE.start(), [1], 0, 20)).toThrow(TooManyOutcomes)
  })
})

describe('the starts of a game', () => {
  it('are every deal, and the next game is dealt at random again', async () => {
    const game = await gameOf('kuhn-poker')
    const deals = startOutcomes(game)
    expect(deals).toHaveLength(6)
    const hands = deals.map(({ state }) =>
      ['north', 'south'].map((seat) =>
        Object.values(game.view(state, seat).zones).flatMap(({ cards }) => cards ?? []),
      ),
    )
    expect(new Set(hands.map((hand) => hand.join())).size).toBe(6)
    for (const { probability } of deals) expect(probability).toBeCloseTo(1 / 6, 12)
    const random = new Set(
      Array.from({ length: 40 }, (_, seed) => JSON.stringify(game.view(game.start({ seed }), 'north').zones)),
    )
    expect(random.size).toBe(3)
  })

  it('cover dice that are rolled in the set-up', async () => {
    const game = await gameOf('liars-dice')
    expect(startOutcomes(game)).toHaveLength(36)
    expect(startOutcomes(game, { scenario: 'three' })).toHaveLength(9)
    const seen = new Set(Array.from({ length: 30 }, (_, seed) => game.hash(game.start({ seed: `s${seed}` }))))
    expect(seen.size).toBe(30)
  })

  it('are refused if there are too many', async () => {
    const game = await gameOf('texas-holdem')
    expect(() => startOutcomes(game, {}, 100)).toThrow('too many to enumerate')
  })
})
