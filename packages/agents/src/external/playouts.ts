import { type Game, LudoError, type Outcome, type State } from '@ludoforge/kernel'
import { makeAgent } from '../registry.js'
import { type PlayoutSummary, summarizeOutcomes } from './playout-summary.js'

const MAX_DECISIONS = 20_000 // of all playouts of one request, so that a host isn't busy for long

interface PlayoutRequest {
  readonly game: Game
  readonly specs: readonly string[] // by seat
  readonly start: (playout: number) => State // a state to change
  readonly times: number
  readonly seed: string
  readonly deadline: number
}

/**
 * Plays positions to the end and sums up the outcomes. A playout doesn't count if the limit or the deadline stops it, or
 * if sampled hidden values contradict each other and a rule fails.
 */
export function playouts({ game, specs, start, times, seed, deadline }: PlayoutRequest): PlayoutSummary {
  const outcomes: (Outcome | null)[] = []
  let left = MAX_DECISIONS
  for (let i = 0; i < times && left > 0 && performance.now() < deadline; i += 1) {
    const agents = specs.map((spec, seat) => makeAgent(spec, `${seed}/${i}/${seat}`))
    const state = start(i)
    try {
      for (; left > 0; left -= 1) {
        const [seat] = game.deciding(state)
        const agent = seat === undefined ? undefined : agents[seat]
        if (seat === undefined || agent === undefined) break
        game.answer(state, agent.choose(game, state, seat), seat)
      }
      outcomes.push(game.outcome(state) ?? null)
    } catch (error) {
      if (!(error instanceof LudoError)) throw error
      outcomes.push(null)
    }
  }
  return summarizeOutcomes(game.def, outcomes)
}
