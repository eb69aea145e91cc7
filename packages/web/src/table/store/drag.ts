/** Answers by dragging: the two ends of a drag answer two questions, in the order in which the rules ask them. */
import type { Choice, Decision } from '@ludoforge/kernel'
import type { Target } from '../../board/index.js'
import { choiceOf, isAnswer, openOptions, type Picks, withPick } from '../question/selection.js'
import { optionsAt } from '../question/targets.js'

/** What a drag does to a question: an answer, picks to be confirmed, or a question "why not?". */
export type DragStep =
  | { readonly answer: Choice; readonly then: Target | undefined }
  | { readonly picks: Picks }
  | { readonly why: Target }

/** Returns what a drag does now. The end that the question offers is the answer; the other one waits for the next. */
export function dragStep(
  decision: Decision,
  picks: Picks,
  from: Target,
  to: Target,
  nameOf: (id: string) => string,
): DragStep {
  const first = pickedBy(decision, picks, from, nameOf)
  if (first !== undefined) return { answer: choiceOf(decision, first), then: to }
  const second = pickedBy(decision, picks, to, nameOf)
  if (second !== undefined) return { answer: choiceOf(decision, second), then: from }
  return { why: to }
}

/** Returns what the waiting end of a drag does to the next question. A number of pieces is left to be confirmed. */
export function nextDragStep(decision: Decision, end: Target, nameOf: (id: string) => string): DragStep {
  const picks = pickedBy(decision, [], end, nameOf)
  if (picks === undefined) return { why: end }
  return decision.kind === 'many' ? { picks } : { answer: choiceOf(decision, picks), then: undefined }
}

/** Returns the answer with this target, together with what is picked already. Undefined if there is none. */
function pickedBy(
  decision: Decision,
  picks: Picks,
  target: Target,
  nameOf: (id: string) => string,
): Picks | undefined {
  const [option, ...others] = optionsAt(decision, target, nameOf)
  if (option === undefined || others.length > 0) return undefined
  if (picks.includes(option) && isAnswer(decision, picks)) return picks
  if (decision.kind !== 'one' && !openOptions(decision, picks).includes(option)) return undefined
  const more = withPick(decision, picks, option)
  return isAnswer(decision, more) ? more : undefined
}
