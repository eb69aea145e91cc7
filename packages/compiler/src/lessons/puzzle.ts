/** Puzzles: proves that only the ways of a lesson reach its goal. */
import type { Choice, Decision, State } from '@ludoforge/kernel'
import { IllegalChoice } from '@ludoforge/kernel'
import { choiceIds, isSameChoice, type LessonGame, type Task } from '@ludoforge/play'
import { Failed } from '../examples/run.js'
import type { Span } from '../source/index.js'

/** Limit on the answers that a proof tries. */
const MAX_ANSWERS = 5000

type Reach = Extract<Task, { task: 'reach' }>

/** Fails if some other way reaches the goal, or if there are too many answers to try. */
export function provePuzzle(
  lessons: LessonGame,
  task: Reach,
  start: State,
  you: string,
  ways: readonly (readonly Choice[])[],
  span: Span,
): void {
  const { game } = lessons
  let tried = 0
  const isKnown = (given: readonly Choice[]): boolean =>
    ways.some(
      (way) => way.length === given.length && way.every((choice, i) => isSameChoice(choice, given[i] ?? [])),
    )
  const search = (state: State, given: readonly Choice[]): void => {
    const decision = game.decision(state)
    if (decision?.seat !== you || given.length >= (task.answers ?? Infinity)) return
    for (const choice of answersTo(decision, 'all')) {
      tried += 1
      if (tried > MAX_ANSWERS)
        throw new Failed(
          span,
          `More than ${MAX_ANSWERS} answers are possible, so \`only\` can't be proved. Remove it.`,
        )
      const after = decided(lessons, state, choice, you)
      if (after === undefined) continue
      const next = lessons.skipped(after, task, you)
      const way = [...given, choice]
      if (!lessons.holds(next, task.goal, you)) search(next, way)
      else if (!isKnown(way))
        throw new Failed(span, 'Another way reaches the goal.', {
          expected: 'only the ways of the lesson',
          actual: way.map((one) => choiceIds(one).join(', ') || 'nothing').join('; '),
        })
    }
  }
  search(lessons.skipped(start, task, you), [])
}

function decided({ game }: LessonGame, state: State, choice: Choice, you: string): State | undefined {
  try {
    return game.decide(state, choice, you)
  } catch (error) {
    if (error instanceof IllegalChoice) return undefined
    throw error
  }
}

/** Numbers above this aren't tried. */
const MAX_NUMBER = 200

/** The answers to a question. `single`: of a question for several options, each kind alone. */
function* allAnswers(decision: Decision, extent: 'single' | 'all'): Generator<Choice> {
  const { kind, options, offers, min, max, optional } = decision
  for (const { id } of offers) yield { offer: id }
  if (kind === 'number') {
    for (let n = min; n <= Math.min(max, min + MAX_NUMBER); n++) yield n
    return
  }
  if (kind === 'one') {
    for (const { id } of options) yield id
    if (optional) yield []
    return
  }
  if (extent === 'single') {
    for (const { id, count } of options)
      for (let n = Math.max(1, min); n <= Math.min(count, max); n++) yield Array.from({ length: n }, () => id)
    if (min === 0) yield []
    return
  }
  yield* selections(options, min, max, 0)
}

/** Every selection of options, each at most as often as it counts. */
function* selections(
  options: Decision['options'],
  min: number,
  max: number,
  from: number,
): Generator<readonly string[]> {
  const option = options[from]
  if (option === undefined) {
    if (min <= 0) yield []
    return
  }
  for (let count = 0; count <= Math.min(option.count, max); count++)
    for (const rest of selections(options, min - count, max - count, from + 1))
      yield [...Array.from({ length: count }, () => option.id), ...rest]
}

/** The same as a list; for all selections, no more than a proof would try. */
export function answersTo(decision: Decision, extent: 'single' | 'all'): readonly Choice[] {
  const found: Choice[] = []
  for (const choice of allAnswers(decision, extent)) {
    found.push(choice)
    if (found.length > MAX_ANSWERS) break
  }
  return found
}
