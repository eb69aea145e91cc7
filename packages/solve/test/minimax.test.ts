/** Proven values of games without hidden information, as published. */
import { expectiminimax, minimax, Unsolvable } from '@ludoforge/solve'
import { describe, expect, it } from 'vitest'
import { gameFrom, gameOf } from '../../../test/support/games.js'
import { connectFour } from './connect-four.js'

describe('minimax', () => {
  it('proves that tic-tac-toe is a draw', async () => {
    const { value, payoff, best } = minimax(await gameOf('tic-tac-toe'))
    expect({ value, payoff }).toEqual({ value: 0, payoff: 'result' })
    expect(best).toHaveLength(1)
  })

  it('gives up at its limit', async () => {
    const game = await gameOf('tic-tac-toe')
    expect(() => minimax(game, { maxPositions: 10 })).toThrow(Unsolvable)
  })

  // The source is in minimax.slow.test.ts, which has larger boards.
  it('agrees with the literature about Connect Four on 4 columns and 4 rows', () => {
    expect(minimax(connectFour(4, 4))).toMatchObject({ value: 0, payoff: 'result' })
  })

  it('refuses games that hide information or use chance', async () => {
    const kuhn = await gameOf('kuhn-poker')
    expect(() => minimax(kuhn)).toThrow('hides information')
    expect(() => expectiminimax(kuhn)).toThrow('hides information')
    expect(() => minimax(RACE)).toThrow('has chance')
  })
})

const RACE = gameFrom(`# Race

\`\`\`yaml
game: {id: race, title: Race, summary: Stop or roll again}
seats: [white, black]
variables:
  points: 0..9
\`\`\`

\`\`\`rules
play
  roll opening from 1..6
  set points to opening
  choose by white "roll again?"
    option keep
    option roll
      roll pips from 1..6
      set points to pips
  choose by black "double?"
    option double
      if points > 3
        white wins "high"
      black wins "low"
    option decline
      roll coin from 1..2
      if coin = 1
        white wins "heads"
      black wins "tails"
\`\`\`
`)

describe('expectiminimax', () => {
  it('averages over dice', () => {
    // Black declines a high roll (value 0) and doubles a low one (value -1). White keeps a high first roll with
    // probability 1/2, and rolls a low one again: (1/2)(0) + (1/2)((1/2)(0) + (1/2)(-1)) = -1/4.
    const { value, payoff } = expectiminimax(RACE)
    expect(payoff).toBe('result')
    expect(value).toBeCloseTo(-1 / 4, 12)
  })

  it('agrees with minimax where there is no chance', async () => {
    expect(expectiminimax(await gameOf('tic-tac-toe')).value).toBe(0)
  })

  it('refuses a game with too many positions', () => {
    expect(() => expectiminimax(RACE, { maxPositions: 3 })).toThrow('more than 3 positions')
  })
})
