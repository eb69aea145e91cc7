/** Checks on a whole program, whichever notation it came from: what can never run, and what might never end. */
import type { Block, Effect, Expr, FunctionDef, ProcedureDef, SourceDef } from '@ludoforge/kernel'
import { blocksOf, walk } from '@ludoforge/kernel'
import type { Reporter } from '../diagnostics/index.js'
import type { Span } from '../source/index.js'
import { describe } from './types.js'

interface Program {
  readonly functions: readonly FunctionDef[]
  readonly procedures: readonly ProcedureDef[]
  readonly setup: Block
  readonly scenarios: readonly { readonly setup: Block }[]
  readonly sources: readonly SourceDef[]
}

export function checkFlow(program: Program, reporter: Reporter): void {
  const place = (src: number | undefined): Span | undefined => placeIn(program.sources, src)
  for (const block of [
    program.setup,
    ...program.scenarios.map((s) => s.setup),
    ...program.procedures.map((p) => p.body),
  ])
    unreachable(block, reporter, place)
  const calls = new Map(program.procedures.map((p) => [p.id, callsOf(p.body)] as const))
  const endless = circular(calls)
  for (const p of program.procedures)
    if (endless.has(p.id))
      reporter.error(
        'unbounded',
        place(p.src),
        `\`${p.id}\` calls itself, so it might never end.`,
        'Use `repeat up to N times` instead.',
      )
  for (const p of program.procedures) untaken(p.body, program.procedures, reporter, place)
  const uses = new Map(program.functions.map((f) => [f.id, functionCalls(f.body)] as const))
  const defined = circular(uses)
  for (const f of program.functions)
    if (defined.has(f.id)) reporter.error('circular', place(f.src), `\`${f.id}\` is defined by itself.`)
}

/** Where something was written, by its number. */
export function placeIn(sources: readonly SourceDef[], src: number | undefined): Span | undefined {
  const source = src === undefined ? undefined : sources[src]
  if (source === undefined) return undefined
  const { file, line, column, text } = source
  return { file, line, column, length: Math.max(1, text.length) }
}

function unreachable(
  block: Block,
  reporter: Reporter,
  place: (src: number | undefined) => Span | undefined,
): void {
  block.forEach((effect, i) => {
    if (leaves(effect) && i < block.length - 1 && block[i + 1].src !== effect.src)
      reporter.warn('unreachable', place(block[i + 1].src), 'Nothing after this point is ever reached.')
    if ('repeat' in effect && effect.repeat.limit === 0)
      reporter.warn('unreachable', place(effect.src), 'A loop of 0 rounds never runs.')
    for (const inner of blocksOf(effect)) unreachable(inner, reporter, place)
  })
}

/** A result that no action gives, of an action that is known only in play. */
function untaken(
  block: Block,
  procedures: readonly ProcedureDef[],
  reporter: Reporter,
  place: (src: number | undefined) => Span | undefined,
): void {
  for (const effect of block) {
    const { into, action } = 'perform' in effect ? effect.perform : {}
    const given = procedures.some(({ kind, gives }) => kind === 'action' && gives === into?.type)
    if (into !== undefined && action !== undefined && named(action).length === 0 && !given)
      reporter.error('gives-nothing', place(effect.src), `No action gives ${describe(into.type)}.`)
    for (const inner of blocksOf(effect)) untaken(inner, procedures, reporter, place)
  }
}

const leaves = (effect: Effect): boolean => 'leave' in effect || 'give' in effect || 'endGame' in effect

/** Procedures that a block calls by name. A window is opened by its name too. */
function callsOf(block: Block): string[] {
  return block.flatMap((effect) => {
    if ('call' in effect) return [effect.call.procedure]
    if ('perform' in effect) return named(effect.perform.action)
    return blocksOf(effect).flatMap(callsOf)
  })
}

const named = (action: Expr): string[] =>
  typeof action === 'object' && 'action' in action && typeof action.action === 'string' ? [action.action] : []

function functionCalls(expr: Expr): string[] {
  const found: string[] = []
  walk('Expr', expr, ({ call }) => {
    if (typeof call === 'string') found.push(call)
  })
  return found
}

/** The names from which a way leads back to themselves: each is found once, by the way of depth first search. */
function circular(graph: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const found = new Set<string>()
  const number = new Map<string, number>() // in the order of discovery
  const low = new Map<string, number>() // the first that can be reached from it, among those that are open
  const open: string[] = []
  const isOpen = new Set<string>()
  for (const root of graph.keys()) {
    const way = number.has(root) ? [] : [{ name: root, next: 0 }]
    for (let at = way.at(-1); at !== undefined; at = way.at(-1)) {
      const { name } = at
      if (!number.has(name)) {
        number.set(name, number.size)
        low.set(name, number.get(name)!)
        open.push(name)
        isOpen.add(name)
      }
      const to = graph.get(name)?.[at.next++]
      if (to !== undefined) {
        if (to === name) found.add(name)
        if (!number.has(to)) way.push({ name: to, next: 0 })
        else if (isOpen.has(to)) low.set(name, Math.min(low.get(name)!, number.get(to)!))
        continue
      }
      way.pop()
      const caller = way.at(-1)?.name
      if (caller !== undefined) low.set(caller, Math.min(low.get(caller)!, low.get(name)!))
      if (low.get(name) !== number.get(name)) continue
      const together = open.splice(open.lastIndexOf(name))
      for (const one of together) {
        isOpen.delete(one)
        if (together.length > 1) found.add(one)
      }
    }
  }
  return found
}
