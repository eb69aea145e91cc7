/**
 * Keeps what declarations were lowered to, for the next compilation of the same folder. A declaration that is the same
 * object is lowered again only if a name of the game changed, or the type of a rule that it uses.
 */
import type { Block, EntryDef, FunctionDef, ProcedureDef } from '@ludoforge/kernel'
import type { Declarations } from '../declare/index.js'
import type { Typed } from './expressions/expressions.js'
import { renumber, repeatTrace, type Trace, writtenParameters } from './lowering-trace.js'
import type { SymbolTable } from './symbols.js'

interface Lowered<T> {
  value: T
  readonly trace: Trace
  readonly key: string
}

/** Results of one sort, by the declaration. */
class LoweredNodes<T> {
  readonly #lowered = new WeakMap<object, Lowered<T>>()

  /** Lowers a node, unless the result is known. `key`: what else it depends on. `refresh` updates parts of a known result. */
  of(
    world: SymbolTable,
    node: object,
    work: () => T,
    { key = '', refresh = (value) => value }: { key?: string; refresh?: (value: T) => T } = {},
  ): T {
    const { tracer, reporter } = world
    const known = this.#lowered.get(node)
    if (known?.key === key) {
      const numbers = tracer.apart(() => repeatTrace(world, known.trace))
      if (numbers !== undefined) return (known.value = refresh(renumber(known.value, numbers)))
    }
    const { value, trace } = tracer.record(work)
    // While there are errors, some checks are left out.
    if (trace.isSound && !reporter.hasErrors) this.#lowered.set(node, { value, trace, key })
    return value
  }
}

/** What the declarations of a game with certain names were lowered to. */
export class LoweringCache {
  readonly bodies = new LoweredNodes<Typed>()
  readonly functions = new LoweredNodes<FunctionDef>()
  readonly procedures = new LoweredNodes<ProcedureDef>()
  readonly setups = new LoweredNodes<Block>()
  readonly entries = new LoweredNodes<Pick<EntryDef, 'when' | 'lines' | 'names'>>()
}

/** With a broken declaration the names are others. Those without it return when it is repaired. */
const KEPT = 2

/** Caches of the last compilations, by the names of the game. */
export class LoweringCaches {
  #kept: readonly { readonly names: string; readonly cache: LoweringCache }[] = []

  /** The cache for the names that are declared now. Returns `undefined` if rules of dialects can add others. */
  of(world: SymbolTable): LoweringCache | undefined {
    if (world.words !== undefined || world.declarations.ruleNodes.length > 0) return undefined
    const names = namesOf(world)
    const found = this.#kept.find((one) => one.names === names) ?? { names, cache: new LoweringCache() }
    this.#kept = [found, ...this.#kept.filter((one) => one !== found)].slice(0, KEPT)
    return found.cache
  }
}

/** All names that rules can use and what is known of them without lowering, except their places. */
function namesOf({ declarations, functions, procedures, thingValues, tied, enums }: SymbolTable): string {
  return JSON.stringify([
    dataOf(declarations),
    [...functions.keys()],
    [...procedures.values()].map(({ id, action, window = false, params }) => [
      id,
      action,
      window,
      writtenParameters(params),
    ]),
    [...thingValues].map(([word, { type }]) => [word, type]),
    [...tied].map(([word, types]) => [word, [...types].map(([type, { action }]) => [type, action])]),
    [...enums],
  ])
}

const known = new WeakMap<Declarations, string>()

/** The declared data without places. */
function dataOf(declarations: Declarations): string {
  const text =
    known.get(declarations) ??
    JSON.stringify(declarations, (key, value: unknown) => (PLACES.has(key) ? undefined : value))
  known.set(declarations, text)
  return text
}

/** The fields of declarations that no rule depends on. */
const PLACES: ReadonlySet<string> = new Set(['span', 'spans', 'terms', 'start'])
