/** What an external agent is sent about a game: its seat, the setup and a seed. */
import { type Constant, type Game, Rng, setupOf, type State } from '@ludoforge/kernel'

/** The seat and the setup of a game, sent when the game starts or resumes. */
export interface SeatContext {
  readonly seat: string
  readonly scenario?: string
  readonly options: Record<string, Constant>
}

export function seatContextOf(game: Game, state: State, seat: number): SeatContext {
  const { scenario, options } = setupOf(game, state)
  const id = seatId(game, seat)
  return { seat: id, ...(scenario === undefined ? {} : { scenario }), options: { ...options } }
}

export function seatId({ def }: Game, seat: number): string {
  const declared = def.seats[seat]
  if (declared === undefined) throw new Error(`The game has no seat with index ${seat}.`)
  return declared.id
}

/** Describes the open decision, for error messages: `to decide "cell" for cross`. */
export function describeDecision(game: Game, state: State, seat: number): string {
  const id = seatId(game, seat)
  const decision = game.decision(state, id)
  return decision === undefined ? `to decide for ${id}` : `to decide "${decision.name}" for ${id}`
}

const HALF = 2 ** 26 // two halves make 52 bits, which a number holds exactly

/** Derives a seed for an external agent. The agent's own seed contains that of the game, which must stay secret. */
export function deriveSeed(seed: number | string): number {
  const rng = new Rng(`outside/${seed}`)
  return rng.below(HALF) * HALF + rng.below(HALF)
}
