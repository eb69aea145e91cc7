/** All expressions of a lesson, to link them ahead of time. */
import { type Expr, isRecord, type TypeName } from '@ludoforge/kernel'
import type { Expression } from '../workbench/values.js'
import type { Guide } from './guide.js'
import type { Lesson, LessonStep, Task } from './lesson.js'

/** An expression, and the type of `it` if it may use it. */
export interface LessonExpression {
  readonly expression: Expression
  readonly it?: TypeName | undefined
}

/** Returns the expressions of a lesson, without those of statements. */
export function expressionsOf({ steps }: Lesson): readonly LessonExpression[] {
  return steps.flatMap((step) => (step.step === 'task' ? ofTask(step.task) : ofStep(step)))
}

/** Returns the expressions of a guide, without those of statements. */
export function expressionsOfGuide({ moments, warnings }: Guide): readonly LessonExpression[] {
  return inside([moments, warnings])
}

function ofStep(step: LessonStep): readonly LessonExpression[] {
  return step.step === 'act' && step.act.act === 'do' ? [] : inside(step)
}

function ofTask({ also, mistakes, failures, otherwise, ...task }: Task): readonly LessonExpression[] {
  const { it } = task
  const lines = [...also, ...mistakes]
  return [
    ...inside(task),
    ...inside(lines.map(({ answer }) => answer)),
    ...inside(failures.map(({ by }) => by)),
    ...inside(failures.map(({ condition }) => condition.filter(({ is }) => is === 'offered'))),
    ...inside(
      [
        lines.map(({ text }) => text),
        failures.map(({ text, condition }) => [text, condition.filter(({ is }) => is === 'true')]),
        otherwise,
      ],
      it,
    ),
  ]
}

/** The outermost expressions in a part of a lesson, and the values in its texts. */
function inside(part: unknown, it?: TypeName): readonly LessonExpression[] {
  if (Array.isArray(part)) return part.flatMap((item) => inside(item, it))
  if (!isRecord(part)) return []
  const { expr, show, type } = part as { expr?: Expr; show?: Expr; type?: TypeName }
  const node = expr ?? show
  if (node !== undefined && type !== undefined) return [{ expression: { expr: node, type }, it }]
  return Object.values(part).flatMap((item) => inside(item, it))
}
