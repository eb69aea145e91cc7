/** Explains why any condition fails, such as the goal of a lesson. */
import { CompilerUnavailable, type Expr, type Game, type State } from '@ludoforge/kernel'
import { linkedGame } from '../linked-game.js'
import { Bindings, SINGLE_CASE } from './bindings.js'
import { ClauseEvaluator } from './clause-evaluator.js'
import { FailureExplainer } from './failure-explainer.js'
import { Wording } from './wording.js'

/**
 * Returns what is in the way of a condition, in clauses for people, as far as the seat may know it. Empty if nothing is
 * asked, or if this host can't link the clauses.
 */
export function failedClauses(game: Game, state: State, condition: Expr, seat: string): readonly string[] {
  const { linked } = linkedGame(game)
  const { machine } = linked
  if (machine.question(state, -1) === undefined) return []
  const index = machine.names.layout.seats.indexOf(seat)
  const asking = new ClauseEvaluator(linked, state, machine.linker.question(state.q), index)
  const failures = new FailureExplainer(asking, new Wording(asking))
  const at = new Bindings('lesson', null, [], SINGLE_CASE, new Map(), undefined)
  try {
    return [...new Set(failures.all(failures.parts(condition, at, [])).map(({ text }) => text))]
  } catch (error) {
    if (error instanceof CompilerUnavailable) return []
    throw error
  }
}
