import { readsPolicies } from '@ludoforge/agents'
import { agentsOf, type BatchTask, type Work } from './messages.js'
import { type GameDef, withoutPolicies } from '@ludoforge/kernel'

/** Games for one result. Adding their batches is commutative, so the order of arrival doesn't matter. */
export interface Series<Result, Summary> {
  readonly def: GameDef
  readonly work: Work
  readonly games: number
  /** The number of games added, and of errors among them. */
  readonly done: number
  readonly errors: number
  add(result: Result): void
  /** Adds the games of a lost batch as errors. */
  lose(batch: BatchTask, message: string): void
  summary(seconds: number): Summary
  /** Converts the result of a batch to JSON data and back. */
  pack(result: Result): unknown
  unpack(data: unknown): Result
}

/** Returns the part of the GameDef that the agents need. To send the policies is to compile them, which takes long. */
export function defFor(def: GameDef, work: Work): GameDef {
  return 'learn' in work || agentsOf(work).some(readsPolicies) ? def : withoutPolicies(def)
}
