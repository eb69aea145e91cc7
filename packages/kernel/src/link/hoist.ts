/**
 * Loop-invariant code motion: a call, an aggregate or a list inside the body of a loop that uses no name of the loop is
 * computed once, when it is first needed.
 */
import { type Expr, isList } from '../def/index.js'
import { freeNames } from '../def/uses.js'
import { POSITION } from './facts.js'
import type { Linker } from './linker.js'
import type { LoopBody } from './loops.js'
import { loaded, type Scope, type Value } from './scope.js'

/** A loop whose code is being generated: the scope around it, and the variables declared before it. */
export interface OpenLoop {
  readonly scope: Scope
  declarations: string
}

/** Generates a loop, preceded by the variables that keep what its body computes once. */
export function aroundLoop(
  linker: Linker,
  scope: Scope,
  body: LoopBody,
  generate: (body: LoopBody) => string,
): string {
  const open: OpenLoop = { scope, declarations: '' }
  const text = generate((item, inner, exits) => {
    linker.openLoops.push(open)
    try {
      return body(item, inner, exits)
    } finally {
      linker.openLoops.pop()
    }
  })
  return open.declarations + text
}

/** What costs less is computed as fast as it is kept. */
const WORTH_KEEPING = 10

/** Generates a node. If it is the same in all rounds of the loops around it, its value is kept from the first on. */
export function hoisted(linker: Linker, scope: Scope, node: Expr, generate: () => Value): Value {
  // With coverage, every evaluation counts.
  if (linker.coverage !== null || linker.openLoops.every((open) => open.scope.fn !== scope.fn))
    return generate()
  const { made, facts } = linker.meter.measure(generate)
  if (facts.cost < WORTH_KEEPING || (facts.reads & ~POSITION) !== 0 || made.constant !== undefined)
    return made
  const names = [...freeNames(node)]
  const same = ({ scope: around }: OpenLoop): boolean =>
    names.every((name) => around.find(name)?.raw === scope.find(name)?.raw)
  const outermost = linker.openLoops.find((open) => open.scope.fn === scope.fn && same(open))
  if (outermost === undefined) return made
  const kept = linker.name('h')
  outermost.declarations += `let ${kept};`
  const { type, sure, distinct = false } = made
  const js = `(${kept}===undefined?${kept}=${made.raw ?? made.js}:${kept})`
  if (made.raw !== undefined) return loaded(js, type, sure, distinct)
  return { js, type, sure, distinct: isList(type) && distinct }
}
