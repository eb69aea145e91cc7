/** Reports rules that call or define themselves. One circle gives one error, in the words of its author. */
import type { Expr, GameDef, ProcedureDef } from '@ludoforge/kernel'
import { cyclesIn, effectsIn, usesOf } from '@ludoforge/kernel'
import type { Reporter } from '../../diagnostics/index.js'
import { isFollower } from '../announcements.js'
import { actionNamed, spanOfSource } from './flow-checks.js'

type Calls = ReadonlyMap<string, readonly string[]>

/** Reports procedures that call themselves and functions defined in terms of themselves. */
export function checkCircles({ procedures, functions, sources }: GameDef, reporter: Reporter): void {
  const byId = new Map(procedures.map((p) => [p.id, p]))
  const called: Calls = new Map(procedures.map((p) => [p.id, callsOf(p)]))
  for (const members of cyclesIn(called)) {
    // Begin with a rule that has a name; of several, the first in the rulebook.
    const first = procedures.find((p) => members.includes(p.id) && !isFollower(p))
    const steps = first === undefined ? [] : circleOf(called, first.id)
    const answer = steps.map((id) => byId.get(id)).find((p) => p !== undefined && isFollower(p))
    reporter.error(
      'unbounded',
      spanOfSource(sources, (answer ?? first)?.src),
      `${written(first?.id ?? '')} calls itself${chain(steps, byId)}, so it might never end.`,
      answer === undefined
        ? 'Use `repeat up to N times` instead.'
        : 'A `whenever` must not lead back to what it follows.',
    )
  }
  const defined: Calls = new Map(functions.map(({ id, body }) => [id, functionCalls(body)]))
  for (const members of cyclesIn(defined)) {
    const first = functions.find(({ id }) => members.includes(id))
    const steps = first === undefined ? [] : circleOf(defined, first.id)
    reporter.error(
      'circular',
      spanOfSource(sources, first?.src),
      `${written(first?.id ?? '')} is defined in terms of itself${chain(steps, byId)}.`,
    )
  }
}

const written = (id: string): string => `\`${id}\``

/** A circle with more steps is abbreviated: its author needs both ends. */
const MOST_STEPS = 12
const SHOWN_ENDS = 5

/** ` (sell → 4.8 → sell)`; nothing if a rule leads to itself directly. */
function chain(steps: readonly string[], procedures: ReadonlyMap<string, ProcedureDef>): string {
  if (steps.length < 3) return ''
  const words = steps.map((id, i) => {
    const procedure = procedures.get(id)
    if (procedure === undefined || !isFollower(procedure)) return id
    return procedure.rule ?? `whenever ${steps[i - 1] ?? id}`
  })
  const left = words.length - 2 * SHOWN_ENDS
  const shown =
    words.length <= MOST_STEPS
      ? words
      : [...words.slice(0, SHOWN_ENDS), `${left} more`, ...words.slice(-SHOWN_ENDS)]
  return ` (${shown.join(' → ')})`
}

/** A shortest circle from a name back to it, both ends included (breadth-first search). */
function circleOf(calls: Calls, start: string): string[] {
  const callers = new Map<string, string>()
  const queue = [start]
  for (const caller of queue)
    for (const called of calls.get(caller) ?? []) {
      if (called === start) return [...pathTo(caller, callers), start]
      if (callers.has(called)) continue
      callers.set(called, caller)
      queue.push(called)
    }
  return [start]
}

/** The names from the first caller to this one. */
function pathTo(name: string, callers: ReadonlyMap<string, string>): string[] {
  const path: string[] = []
  for (let at: string | undefined = name; at !== undefined; at = callers.get(at)) path.push(at)
  return path.reverse()
}

/** The procedures and actions that a procedure calls by name. */
function callsOf({ body }: ProcedureDef): string[] {
  return effectsIn(body).flatMap((effect) => {
    if ('call' in effect) return [effect.call.procedure]
    return ('perform' in effect ? actionNamed(effect.perform.action) : undefined) ?? []
  })
}

/** The functions an expression calls. */
const functionCalls = (expr: Expr): readonly string[] =>
  typeof expr === 'object' ? [...usesOf('Expr', expr).functions] : []
