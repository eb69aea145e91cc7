/** Control-flow checks on a GameDef, for every notation: unreachable effects, results that nothing gives, suppositions. */
import type { Block, Effect, Expr, Fields, GameDef, NodeShape, SourceDef, Supposing } from '@ludoforge/kernel'
import { blocksOf, effectsIn, suppositionFault, walk } from '@ludoforge/kernel'
import type { Reporter } from '../../diagnostics/index.js'
import type { Span } from '../../source/index.js'
import { describe } from '../types.js'

export function checkFlow(program: GameDef, reporter: Reporter): void {
  const { procedures, sources } = program
  const spanOf = (src: number | undefined): Span | undefined => spanOfSource(sources, src)
  for (const block of blocksIn(program)) unreachable(block, reporter, spanOf)
  for (const { body } of procedures)
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
  checkSuppositions(program, reporter)
}

/** Reports suppositions of rules that ask, leave something to chance, or end the game. */
function checkSuppositions(program: GameDef, reporter: Reporter): void {
  const { procedures, functions, setup, scenarios } = program
  const check = (node: Fields, { id }: NodeShape): void => {
    if (id !== 'supposing') return
    const { src } = node as Supposing
    const fault = suppositionFault(program, node as Supposing)
    if (fault !== undefined) reporter.error(fault.code, spanOfSource(program.sources, src), fault.message)
  }
  walk('Block', setup, check)
  for (const scenario of scenarios) walk('Block', scenario.setup, check)
  for (const procedure of procedures) walk('ProcedureDef', procedure, check)
  for (const f of functions) walk('FunctionDef', f, check)
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

/** The action a literal expression names. */
export const actionNamed = (action: Expr): string | undefined =>
  typeof action === 'object' && 'action' in action && typeof action.action === 'string'
    ? action.action
    : undefined
