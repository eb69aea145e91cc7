/**
 * Clauses of rules as separate functions, for explanations. Each is linked on first use, or all ahead of time
 * (`precompile.ts`).
 */
import {
  type Expr,
  type Filter,
  LudoError,
  CompilerUnavailable,
  type Query,
  type Slot,
  type State,
} from '@ludoforge/kernel'
import { assemble, expr, EXPRESSION, withDepthCheck, type Linked, stored } from '@ludoforge/kernel/internal'
import type { Bindings } from './bindings.js'

export interface Clause {
  readonly type: string
  readonly run: (s: State, k: Slot[], fp: number, values: readonly Slot[], seat: number) => Slot
}

/** The hidden name of the item that is searched in a list. It has a space, so no name of a rule can clash. */
export const ITEM_NAME = 'the item'
const item: Expr = { ref: 'binding', name: ITEM_NAME }

type TokensIn = Extract<Query, { query: 'tokensInZone' }>

export class Clauses {
  private readonly linked = new WeakMap<object, Map<string, Clause | null>>()
  private readonly derived = new WeakMap<object, Map<string, Expr>>()
  private readonly fixed = new WeakMap<Filter, Filter>()
  private readonly names = new Map<string, Expr>()

  constructor(private readonly machine: Linked['machine']) {}

  /** Returns the clause of a node, linked for these bindings; null if it is invalid there. */
  of(node: object, at: Bindings): Clause | null {
    const byPlace = this.linked.get(node) ?? new Map<string, Clause | null>()
    this.linked.set(node, byPlace)
    let found = byPlace.get(at.key)
    if (found === undefined) {
      found = this.link(node as Expr, at)
      byPlace.set(at.key, found)
    }
    return found
  }

  private link(node: Expr, at: Bindings): Clause | null {
    const { linker, program, toolbox } = this.machine
    try {
      return withDepthCheck(() =>
        linker.attempt(() => {
          const value = linker.inside(EXPRESSION, undefined, undefined, () => expr(linker, at.scope, node))
          const name = linker.helper(['S', 'k', 'fp', 'y', 'z'], `const d=S.d;return ${stored(value)}`)
          return { type: value.type, run: assemble(linker, program, toolbox).get(name) as Clause['run'] }
        }),
      )
    } catch (e) {
      if (e instanceof LudoError && !(e instanceof CompilerUnavailable)) return null
      throw e
    }
  }

  name(name: string): Expr {
    const node = this.names.get(name) ?? { ref: 'binding', name }
    this.names.set(name, node)
    return node
  }

  /** Returns the test that the item is in a list. */
  among(list: Expr): Expr {
    return this.derive(list, 'in', () => ({ op: 'in', item, set: list }))
  }

  notAmong(list: Expr): Expr {
    return this.derive(list, 'not in', () => ({ op: 'not', arg: { op: 'in', item, set: list } }))
  }

  /** Returns the test that the item matches the filter of a list. */
  ofKind(list: TokensIn): Expr {
    return this.derive(list, 'kind', () => ({ op: 'kindIs', token: item, filter: list.filter }))
  }

  /** Returns the filter without the predicates that depend on play, such as "of the actor". */
  fixedPart(filter: Filter): Filter {
    let known = this.fixed.get(filter)
    if (known === undefined) {
      known = filter.filter((part) => !('eq' in part) || typeof part.eq !== 'object' || !('ref' in part.eq))
      this.fixed.set(filter, known)
    }
    return known
  }

  /** Returns the set of kinds that a filter matches, as a value. */
  kinds(filter: Filter): Expr {
    return this.derive(filter, 'kinds', () => ({ kinds: filter }))
  }

  /** Returns the test that the item is in a zone of the list. */
  lying(list: TokensIn, at: Bindings): Expr {
    const several = this.of(list.zone as object, at)?.type !== 'zone'
    return this.derive(list, 'zone', () => {
      const zone: Expr = { ref: 'tokenZone', token: item }
      return several ? { op: 'in', item: zone, set: list.zone } : { op: '==', left: zone, right: list.zone }
    })
  }

  /** Returns a derived expression. Memoized, so that it is linked once. */
  private derive(node: Expr | Filter, what: string, make: () => Expr): Expr {
    const known = this.derived.get(node as object) ?? new Map<string, Expr>()
    this.derived.set(node as object, known)
    const expression = known.get(what) ?? make()
    known.set(what, expression)
    return expression
  }
}
