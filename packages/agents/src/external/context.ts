/** What an agent from outside is told of a game, in names. */
import { type Constant, type Game, Rng, setupOf, type State } from '@ludoforge/kernel'
import type { Rules } from '../schemas/bot.js'

export function rulesOf({ def, fingerprint }: Game): Rules {
  return {
    id: def.id,
    title: def.title,
    fingerprint,
    seats: def.seats.map(({ id }) => id),
    scenarios: def.scenarios.map(({ id }) => id),
  }
}

/** What is known of a game when it begins, or is gone on with. */
export interface SeatContext {
  readonly seat: string
  readonly scenario?: string
  readonly options: Record<string, Constant>
}

export function sittingOf(game: Game, state: State, seat: number): SeatContext {
  const { scenario, options } = setupOf(game, state)
  const id = seatOf(game, seat)
  return { seat: id, ...(scenario === undefined ? {} : { scenario }), options: { ...options } }
}

export function seatOf({ def }: Game, seat: number): string {
  const found = def.seats[seat]
  if (found === undefined) throw new Error(`There is no seat ${seat}.`)
  return found.id
}

/** What an agent is asked, for messages about it. */
export function questionOf(game: Game, state: State, seat: number): string {
  const id = seatOf(game, seat)
  const decision = game.decision(state, id)
  return decision === undefined ? `to decide for ${id}` : `to decide "${decision.name}" for ${id}`
}

const BITS = 2 ** 26

/** A number to draw from. That of the agent names the game, which is nothing that an agent from outside may know. */
export function seedFor(seed: number | string): number {
  const rng = new Rng(`outside/${seed}`)
  return rng.below(BITS) * BITS + rng.below(BITS)
}
