/** The coach's own sentences, where a lesson has no line for what the learner did. */
import type { Choice, Decision, State } from '@ludoforge/kernel'
import { failedClauses } from '../explain/failed-condition.js'
import { choiceIds, type LessonGame } from './lesson-game.js'
import type { LessonCondition } from './lesson.js'

/** Names a legal answer that the lesson doesn't want, and says what it would do. */
export function unexpectedAnswer(
  decision: Decision,
  choice: Choice,
  consequences: readonly string[] = [],
): string {
  const options = [...decision.options, ...decision.offers]
  const labels = [...new Set(choiceIds(choice))].map(
    (id) => options.find((option) => option.id === id)?.label ?? id,
  )
  const what = labels.join(', ') || 'Nothing'
  const named = `${what.charAt(0).toUpperCase()}${what.slice(1)}`
  if (consequences.length === 0) return `${named}: that's legal, but this lesson wants something else.`
  return `${named}: that's legal. ${consequences.join(' ')} But this lesson wants something else.`
}

/** Says what is missing from a goal. */
export function unreachedGoal(
  { game }: LessonGame,
  state: State,
  goal: LessonCondition,
  you: string,
): string {
  const missing = goal.flatMap((part) =>
    part.is === 'true' ? failedClauses(game, state, part.expression.expr, you) : [],
  )
  const why = missing.length === 0 ? '' : `: ${missing.join('; ')}`
  return `That was legal, but it doesn't reach the goal${why}.`
}
