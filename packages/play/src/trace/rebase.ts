import { type Game, LudoError, type State } from '@ludoforge/kernel'
import type { Trace, TraceDecision, TraceHeader } from './format.js'

/** A recorded game on changed rules. */
export interface RebasedTrace {
  readonly trace: Trace
  /** The first decision that isn't possible any more, and why. It and all after it are left out. */
  readonly stopped?: { readonly decision: TraceDecision; readonly reason: string }
}

/**
 * Replays a recorded game on changed rules, as far as its decisions are legal. Throws if the game can't start: its
 * scenario, options or seats are gone.
 */
export function rebaseTrace(
  game: Game,
  { header, decisions }: Pick<Trace, 'header' | 'decisions'>,
): RebasedTrace {
  const { scenario, seed, options } = header
  let state = game.start({ seed, options, ...(scenario === '' ? {} : { scenario }) })
  const start: TraceHeader = {
    ...header,
    game: game.def.id,
    fingerprint: game.fingerprint,
    hash: game.hash(state),
  }
  const replayed: TraceDecision[] = []
  const result = (stopped?: RebasedTrace['stopped']): RebasedTrace => ({
    trace: { header: start, decisions: replayed, record: replayed, notes: [] },
    ...(stopped === undefined ? {} : { stopped }),
  })
  for (const decision of decisions) {
    const next = tryDecide(game, state, decision)
    if (typeof next === 'string') return result({ decision, reason: next })
    state = next
    replayed.push({ ...decision, hash: game.hash(state) })
  }
  return result()
}

/** Returns the state after a decision, or why it isn't possible. */
function tryDecide(game: Game, state: State, { seat, name, choice }: TraceDecision): State | string {
  if (game.outcome(state) !== undefined) return 'The game is over before it.'
  try {
    const asked = game.decision(state, seat)
    if (asked === undefined) return `${seat} isn't asked any more.`
    if (asked.name !== name) return `${seat} is asked something else.`
    return game.decide(state, choice, seat)
  } catch (error) {
    if (error instanceof LudoError) return error.message
    throw error
  }
}
