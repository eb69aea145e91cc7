import { readsPolicies } from '@ludoforge/agents'
import { agentsOf, type BatchTask, type Work } from './messages.js'
import { type GameDef, usesOf, withoutPolicies } from '@ludoforge/kernel'

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

/**
 * Returns the part of the GameDef that the agents need, and the score. To send the policies is to compile them, which takes
 * long.
 */
export function defFor(def: GameDef, work: Work): GameDef {
  if ('learn' in work || agentsOf(work).some(readsPolicies)) return def
  const rules = withoutPolicies(def)
  const score = 'evaluate' in work ? (work.evaluate.score?.seats ?? []) : []
  const used = score.flatMap((seat) =>
    typeof seat?.expr === 'object' ? [...usesOf('Expr', seat.expr).functions] : [],
  )
  const known = new Set(rules.functions.map(({ id }) => id))
  // A score can use functions that no rule uses.
  return used.every((id) => known.has(id)) ? rules : { ...rules, functions: def.functions }
}
