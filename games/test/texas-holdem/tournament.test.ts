/** Tournaments and cash games from beginning to end. */
import { Rng, type State } from '@ludoforge/kernel'
import { linkExpr } from '@ludoforge/play'
import { describe, expect, it } from 'vitest'
import { itemAt } from '../../../test/support/items.js'
import { answerAtRandom, texasHoldem } from './support/game.js'

const game = await texasHoldem()
const seats = game.def.seats.map(({ id }) => id)
const read = (variable: string) =>
  seats.map((seat) => linkExpr(game, { ref: 'pvar', var: variable, player: { seat } }, 'number'))
const [stacks, begins] = [read('stack'), read('began-with')]
const handNumber = linkExpr(game, { ref: 'gvar', var: 'hand-number' }, 'number')
const bigBlind = linkExpr(game, { ref: 'gvar', var: 'big-blind-seat' }, 'seat')

const chipsOf = (state: State) => stacks.map((stack) => stack(state) as number)

describe.each([2, 3, 6, 10])('a tournament of %i', (players) => {
  it('always ends with one winner, who has all the chips; the others are ranked by when they went out', () => {
    const rng = new Rng(players)
    for (let n = 0; n < 25; n += 1) {
      const chips = [60, 500, 2000][n % 3] ?? 500
      const state = game.start({ seed: n, options: { players, chips, 'hands-per-level': 2 } })
      const lasted = new Map<string, number>() // seat -> the last hand it was dealt, and its chips then
      let blinds: { hand: number; seat: number } | undefined
      while (game.ask(state) !== undefined) {
        const hand = handNumber(state) as number
        begins.forEach((begin, i) => {
          const had = begin(state) as number
          if (had > 0) lasted.set(itemAt(seats, i), hand * 1e6 + had)
        })
        const seat = bigBlind(state) as number
        if (blinds !== undefined && blinds.hand !== hand && hand === blinds.hand + 1)
          expect(seat, 'nobody pays the big blind twice in a row').not.toBe(blinds.seat)
        blinds = { hand, seat }
        answerAtRandom(game, state, rng)
      }
      const outcome = game.outcome(state)!
      expect(outcome.kind).toBe('rank')
      expect(outcome.winners).toHaveLength(1)
      expect(chipsOf(state)[seats.indexOf(itemAt(outcome.winners, 0))]).toBe(players * chips)
      expect(outcome.ranking.map(({ score }) => score)).toEqual([
        players * chips,
        ...Array(players - 1).fill(0),
      ])
      expect(outcome.ranking.map(({ seat }) => seat).toSorted()).toEqual(seats.slice(0, players).toSorted())
      // Hands without a question are not seen here, so only what is certain is compared.
      const [, ...losers] = outcome.ranking
      losers.slice(1).forEach(({ seat, rank }, i) => {
        const above = itemAt(losers, i)
        expect(rank === above.rank || rank === i + 3).toBe(true)
        expect(Math.floor(lasted.get(above.seat)! / 1e6)).toBeGreaterThanOrEqual(
          Math.floor(lasted.get(seat)! / 1e6),
        )
      })
    }
  })
})

describe('a cash game', () => {
  it('ranks seats by what they have won, and what some win others lose', () => {
    const rng = new Rng(5)
    for (let n = 0; n < 20; n += 1) {
      const state = game.start({ seed: n, scenario: 'cash-game', options: { hands: 10, chips: 300 } })
      while (game.ask(state) !== undefined) answerAtRandom(game, state, rng)
      const { ranking, kind } = game.outcome(state)!
      expect(kind).toBe('rank')
      expect(ranking.reduce((sum, { score }) => sum + score!, 0)).toBe(0)
      expect(ranking.map(({ score }) => score!)).toEqual(
        ranking.map(({ score }) => score!).toSorted((a, b) => b - a),
      )
    }
  })
})
