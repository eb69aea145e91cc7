/** Checks on a whole program, whichever notation it came from: what can never run, and what might never end. */
import type { Block, Effect, Expr, GameDef, SourceDef } from '@ludoforge/kernel'
import { blocksOf, cyclicNames, effectsIn, usesOf } from '@ludoforge/kernel'
import type { Reporter } from '../diagnostics/index.js'
import type { Span } from '../source/index.js'
import { describe } from './types.js'

export function checkFlow(program: GameDef, reporter: Reporter): void {
  const { procedures, functions, sources } = program
  const place = (src: number | undefined): Span | undefined => spanOfSource(sources, src)
  for (const block of blocksIn(program)) unreachable(block, reporter, place)
  const endless = cyclicNames(new Map(procedures.map((p) => [p.id, callsOf(p.body)])))
  for (const { id, src, body } of procedures) {
    const message = `\`${id}\` calls itself, so it might never end.`
    if (endless.has(id))
      reporter.error('unbounded', place(src), message, 'Use `repeat up to N times` instead.')
    for (const effect of effectsIn(body)) {
      const type = untaken(effect, program)
      if (type !== undefined)
        reporter.error('gives-nothing', place(effect.src), `No action gives ${describe(type)}.`)
    }
  }
  const endlessly = cyclicNames(new Map(functions.map(({ id, body }) => [id, functionCalls(body)])))
  for (const { id, src } of functions)
    if (endlessly.has(id)) reporter.error('circular', place(src), `\`${id}\` is defined by itself.`)
}

/** Set-ups and procedures. */
export const blocksIn = ({ setup, scenarios, procedures }: GameDef): Block[] => [
  setup,
  ...scenarios.map((scenario) => scenario.setup),
  ...procedures.map(({ body }) => body),
]

/** Where something was written, by its number. */
export function spanOfSource(sources: readonly SourceDef[], src: number | undefined): Span | undefined {
  const source = src === undefined ? undefined : sources[src]
  if (source === undefined) return undefined
  const { file, line, column, text } = source
  return { file, line, column, length: Math.max(1, text.length) }
}

type Placing = (src: number | undefined) => Span | undefined

function unreachable(block: Block, reporter: Reporter, place: Placing): void {
  block.forEach((effect, i) => {
    const leaves = 'leave' in effect || 'give' in effect || 'endGame' in effect
    const next = block[i + 1]
    if (leaves && next !== undefined && next.src !== effect.src)
      reporter.warn('unreachable', place(next.src), 'Nothing after this point is ever reached.')
    if ('repeat' in effect && effect.repeat.limit === 0)
      reporter.warn('unreachable', place(effect.src), 'A loop of 0 rounds never runs.')
    for (const inner of blocksOf(effect)) unreachable(inner, reporter, place)
  })
}

/** The type of a result that no action gives, of an action that is known only in play. */
function untaken(effect: Effect, { procedures }: GameDef): string | undefined {
  if (!('perform' in effect) || effect.perform.into === undefined) return undefined
  const { into, action } = effect.perform
  const given = procedures.some(({ kind, gives }) => kind === 'action' && gives === into.type)
  return given || actionNamed(action) !== undefined ? undefined : into.type
}

/** Procedures that a block calls by name. A window is opened by its name too. */
function callsOf(block: Block): string[] {
  return effectsIn(block).flatMap((effect) => {
    if ('call' in effect) return [effect.call.procedure]
    return ('perform' in effect ? actionNamed(effect.perform.action) : undefined) ?? []
  })
}

/** Functions that an expression calls. */
const functionCalls = (expr: Expr): Iterable<string> =>
  typeof expr === 'object' ? usesOf('Expr', expr).functions : []

/** The action that an expression names. */
export const actionNamed = (action: Expr): string | undefined =>
  typeof action === 'object' && 'action' in action && typeof action.action === 'string'
    ? action.action
    : undefined
