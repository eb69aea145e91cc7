import { agentSpecError } from '@ludoforge/agents'
import type { GameDef } from '@ludoforge/kernel'
import type { EvaluationPlan } from './evaluate/evaluator.js'
import type { LearnPlan } from './learn/sample.js'
import type { SimPlan } from './play-simulation.js'
import type { RowKind } from './rows/columns.js'
import type { TournamentPlan } from './tournament/play.js'

/** The messages between threads. Maps and plain data, so that the structured clone algorithm can copy them. */

export interface WorkerStart {
  readonly def: GameDef
  readonly work: Work
  /** Also returns data set rows of this kind. */
  readonly rows?: RowKind | undefined
}

/** The kind of series, with its plan. */
export type Work =
  | { readonly sim: SimPlan }
  | { readonly tournament: TournamentPlan }
  | { readonly learn: LearnPlan }
  | { readonly evaluate: EvaluationPlan }

/** Sent once the game is linked. Later errors concern single games. */
export interface WorkerReady {
  readonly ready: true
}

/** The games `from` to `to` - 1. */
export interface BatchTask {
  readonly from: number
  readonly to: number
}

/** The result of a batch. */
export interface BatchDone<Result> extends BatchTask {
  readonly result: Result
  /** JSON Lines in the order of games and decisions; empty without `rows`. */
  readonly rows: string
  readonly ms: number
}

/** Returns the agents of a series. */
export function agentsOf(work: Work): readonly string[] {
  if ('sim' in work) return work.sim.agents
  if ('tournament' in work) return work.tournament.agents
  if ('evaluate' in work) return work.evaluate.agents
  return work.learn.agents.flat()
}

/** Returns an error message if an agent isn't available here, or `undefined` if all are. */
export function missingAgentError(work: Work): string | undefined {
  return agentsOf(work)
    .map((spec) => agentSpecError(spec))
    .find((error) => error !== undefined)
}
