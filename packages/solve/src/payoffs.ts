import type { Game, Outcome, State } from '@ludoforge/kernel'
import { twoSeats, Unsolvable } from './unsolvable.js'

/**
 * What a seat maximizes. `score`: its score in the final ranking, less the average of both seats. `result`: 1 for a win,
 * -1 for a loss, 0 for a draw.
 */
export type Payoff = 'score' | 'result'

/** Returns whether every end of the game has scores, or is a draw. */
export function hasScores({ def }: Game): boolean {
  const ends = [...JSON.stringify(def.procedures).matchAll(/"endGame":\{"kind":"(\w+)"/g)].map(
    ([, kind]) => kind,
  )
  return ends.includes('rank') && ends.every((kind) => kind === 'rank' || kind === 'draw')
}

/** Returns the payoff of the first seat in a final position. The other seat's is its negative. */
export function payoffOf(game: Game, state: State, payoff: Payoff): number {
  const outcome = game.outcome(state)
  const [first, second] = twoSeats(game, state)
  if (outcome === undefined) throw new Error('This position is not an end.')
  if (payoff === 'result') return resultOf(outcome, first, second)
  return outcome.kind === 'draw' ? 0 : scoreOf(outcome, first, second)
}

function scoreOf({ ranking }: Outcome, first: string, second: string): number {
  const [a, b] = [first, second].map((id) => ranking.find(({ seat }) => seat === id))
  if (a?.score === undefined || b?.score === undefined)
    throw new Unsolvable('This game can end without scores. Use the payoff "result".')
  // In some games the lowest score is the best, so the ranks decide who has gained.
  return (Math.sign(b.rank - a.rank) * Math.abs(a.score - b.score)) / 2
}

function resultOf({ kind, winners }: Outcome, first: string, second: string): number {
  if (kind === 'lose')
    throw new Unsolvable('Both seats can lose this game together, so it is not a zero-sum game.')
  const [a, b] = [winners.includes(first), winners.includes(second)]
  return a === b ? 0 : a ? 1 : -1
}
