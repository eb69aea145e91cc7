/** Control-flow checks on a GameDef, for every notation: unreachable effects and unbounded recursion. */
import type { Block, Effect, Expr, GameDef, SourceDef } from '@ludoforge/kernel'
import { blocksOf, cyclicNames, effectsIn, usesOf } from '@ludoforge/kernel'
import type { Reporter } from '../../diagnostics/index.js'
import type { Span } from '../../source/index.js'
import { describe } from '../types.js'

export function checkFlow(program: GameDef, reporter: Reporter): void {
  const { procedures, functions, sources } = program
  const spanOf = (src: number | undefined): Span | undefined => spanOfSource(sources, src)
  for (const block of blocksIn(program)) unreachable(block, reporter, spanOf)
  const recursive = cyclicNames(new Map(procedures.map((p) => [p.id, callsOf(p.body)])))
  for (const { id, src, body } of procedures) {
    const message = `\`${id}\` calls itself, directly or through others, so it might never end.`
    if (recursive.has(id))
      reporter.error('unbounded', spanOf(src), message, 'Use `repeat up to N times` instead.')
    for (const effect of effectsIn(body)) {
      const type = ungivenType(effect, program)
      if (type !== undefined)
        reporter.error(
          'gives-nothing',
          spanOf(effect.src),
          `No action gives ${describe(type)}.`,
          'Add a `give` to an action, or remove `into`.',
        )
    }
  }
  const circular = cyclicNames(new Map(functions.map(({ id, body }) => [id, functionCalls(body)])))
  for (const { id, src } of functions)
    if (circular.has(id)) reporter.error('circular', spanOf(src), `\`${id}\` is defined in terms of itself.`)
}

/** All blocks of a GameDef: set-ups and the bodies of procedures. */
export const blocksIn = ({ setup, scenarios, procedures }: GameDef): Block[] => [
  setup,
  ...scenarios.map((scenario) => scenario.setup),
  ...procedures.map(({ body }) => body),
]

/** The span of a source, by its index. */
export function spanOfSource(sources: readonly SourceDef[], src: number | undefined): Span | undefined {
  const source = src === undefined ? undefined : sources[src]
  if (source === undefined) return undefined
  const { file, line, column, text } = source
  return { file, line, column, length: Math.max(1, text.length) }
}

type SpanOf = (src: number | undefined) => Span | undefined

function unreachable(block: Block, reporter: Reporter, spanOf: SpanOf): void {
  block.forEach((effect, i) => {
    const leaves = 'leave' in effect || 'give' in effect || 'endGame' in effect
    const next = block[i + 1]
    if (leaves && next !== undefined && next.src !== effect.src)
      reporter.warn('unreachable', spanOf(next.src), 'This statement and those after it never run.')
    if ('repeat' in effect && effect.repeat.limit === 0)
      reporter.warn('unreachable', spanOf(effect.src), 'This loop never runs: its limit is 0.')
    for (const inner of blocksOf(effect)) unreachable(inner, reporter, spanOf)
  })
}

/** The result type expected of an action known only at run time, if no action gives it. */
function ungivenType(effect: Effect, { procedures }: GameDef): string | undefined {
  if (!('perform' in effect) || effect.perform.into === undefined) return undefined
  const { into, action } = effect.perform
  const given = procedures.some(({ kind, gives }) => kind === 'action' && gives === into.type)
  return given || actionNamed(action) !== undefined ? undefined : into.type
}

/** The procedures a block calls by name. */
function callsOf(block: Block): string[] {
  return effectsIn(block).flatMap((effect) => {
    if ('call' in effect) return [effect.call.procedure]
    return ('perform' in effect ? actionNamed(effect.perform.action) : undefined) ?? []
  })
}

/** The functions an expression calls. */
const functionCalls = (expr: Expr): Iterable<string> =>
  typeof expr === 'object' ? usesOf('Expr', expr).functions : []

/** The action a literal expression names. */
export const actionNamed = (action: Expr): string | undefined =>
  typeof action === 'object' && 'action' in action && typeof action.action === 'string'
    ? action.action
    : undefined
