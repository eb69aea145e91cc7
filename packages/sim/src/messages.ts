import { agentSpecError } from '@ludoforge/agents'
import type { GameDef } from '@ludoforge/kernel'
import type { LearnPlan } from './learn/sample.js'
import type { SimPlan } from './play.js'
import type { RowKind } from './rows/columns.js'
import type { TournamentPlan } from './tournament/play.js'

/** What threads tell each other. Maps and plain data: all of it survives the structured clone. */

export interface WorkerStart {
  readonly def: GameDef
  readonly work: Work
  /** Write down a row for each of these, too. */
  readonly rows?: RowKind | undefined
}

/** What the games are played for. */
export type Work =
  | { readonly sim: SimPlan }
  | { readonly tournament: TournamentPlan }
  | { readonly learn: LearnPlan }

/** The game is linked: from now on what goes wrong is a matter of single games. */
export interface WorkerReady {
  readonly ready: true
}

/** Play the games from `from` to `to` - 1. */
export interface BatchTask {
  readonly from: number
  readonly to: number
}

/** What they came to: of the kind that the work asks for. */
export interface BatchDone<Result> extends BatchTask {
  readonly result: Result
  /** JSON Lines, in the order of games and decisions; none without `rows`. */
  readonly rows: string
  readonly ms: number
}

/** The agents that are to play. */
export function agentsOf(work: Work): readonly string[] {
  if ('sim' in work) return work.sim.agents
  if ('tournament' in work) return work.tournament.agents
  return work.learn.agents.flat()
}

/** Why it cannot be played here: an agent that nobody here knows, in a sentence; undefined: it can. */
export function agentMissing(work: Work): string | undefined {
  return agentsOf(work)
    .map((spec) => agentSpecError(spec))
    .find((wrong) => wrong !== undefined)
}
