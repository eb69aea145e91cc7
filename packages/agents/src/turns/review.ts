/** Reviews a game: how much each turn gave away, according to a search. */
import type { Choice, Game, State } from '@ludoforge/kernel'
import type { ThinkOptions } from '../agent.js'
import { type RankedTurn, rankTurns } from './rank-turns.js'
import { isTurnOver } from '../search/list-turns.js'

/** A turn of a game, with the position before it. */
export interface PlayedTurn {
  readonly state: State
  readonly seat: number
  readonly choices: readonly Choice[]
  /** The numbers of its first and last decision, from 1. */
  readonly first: number
  readonly last: number
}

/** Splits the decisions of a game into turns. A choice that several seats make at once belongs to no turn. */
export function turnsIn(
  game: Game,
  start: State,
  decisions: readonly { readonly seat: string; readonly choice: Choice }[],
): readonly PlayedTurn[] {
  const turns: PlayedTurn[] = []
  let open: { readonly site: number | undefined; turn: PlayedTurn } | undefined
  let state = start
  for (const [i, { seat: id, choice }] of decisions.entries()) {
    const seat = game.def.seats.findIndex((other) => other.id === id)
    const isAlone = game.deciding(state).length === 1
    if (!isAlone || open?.turn.seat !== seat || isTurnOver(game, state, seat, open.site)) {
      if (open !== undefined) turns.push(open.turn)
      const turn = { state, seat, choices: [], first: i + 1, last: i + 1 }
      open = isAlone ? { site: game.ask(state, seat)?.site, turn } : undefined
    }
    if (open !== undefined) open.turn = { ...open.turn, choices: [...open.turn.choices, choice], last: i + 1 }
    state = game.decide(state, choice, id)
  }
  if (open !== undefined) turns.push(open.turn)
  return turns
}

/** A turn with what a search thinks of it. */
export interface ReviewedTurn {
  readonly turn: PlayedTurn
  readonly played: RankedTurn
  readonly best: RankedTurn
  /** The points of the expected score that the turn gave away, from 0 to 100. */
  readonly loss: number
}

/** How a review searches. */
export interface ReviewBudget {
  readonly iterations: number
  readonly seed: number | string
}

/** Reviews one turn. Returns `undefined` if a search can't value it, as with secret answers or no choice. */
export async function reviewTurn(
  game: Game,
  turn: PlayedTurn,
  { iterations, seed }: ReviewBudget,
  thinking: ThinkOptions = {},
): Promise<ReviewedTurn | undefined> {
  const { state, seat, choices } = turn
  const request = { game, state, seat, iterations, seed: `${seed} ${turn.first}`, include: [choices] }
  const ranking = await rankTurns(request, thinking)
  const [best] = ranking?.turns ?? []
  const [played] = ranking?.included ?? []
  if (best === undefined || played === undefined) return undefined
  return { turn, played, best, loss: Math.max(0, best.score - played.score) }
}

/** Returns the turns that gave away most, worst first. A loss below `least` points is noise. */
export function worstTurns(
  reviewed: readonly ReviewedTurn[],
  count: number,
  least = LEAST_LOSS,
): readonly ReviewedTurn[] {
  return reviewed
    .filter(({ loss }) => loss >= least)
    .toSorted((a, b) => b.loss - a.loss)
    .slice(0, count)
}

/** The least loss that a review reports, in points of the expected score. */
export const LEAST_LOSS = 5
