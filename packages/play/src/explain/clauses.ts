/**
 * Parts of rules as functions of their own, which explanations ask. Each is linked when it is first asked, or all
 * of them before (`ahead.ts`).
 */
import {
  type Expr,
  LudoError,
  CompilerUnavailable,
  type Query,
  type Slot,
  type State,
} from '@ludoforge/kernel'
import { assemble, expr, EXPRESSION, refuseTooDeep, type Linked, stored } from '@ludoforge/kernel/internal'
import type { Bindings } from './place.js'

export interface Clause {
  readonly type: string
  readonly run: (s: State, k: Slot[], fp: number, values: readonly Slot[], seat: number) => Slot
}

/** The name of the thing that is looked for in a list; no name of a rule has a space in it. */
export const ITEM_NAME = 'the item'
const item: Expr = { ref: 'binding', name: ITEM_NAME }

type TokensIn = Extract<Query, { query: 'tokensInZone' }>

export class Clauses {
  private readonly linked = new WeakMap<object, Map<string, Clause | null>>()
  private readonly made = new WeakMap<object, Map<string, Expr>>()
  private readonly names = new Map<string, Expr>()

  constructor(private readonly machine: Linked['machine']) {}

  /** Null if it makes no sense there. */
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
      return refuseTooDeep(() =>
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

  /** That the item is in a list. */
  among(list: Expr): Expr {
    return this.about(list, 'in', () => ({ op: 'in', item, set: list }))
  }

  notAmong(list: Expr): Expr {
    return this.about(list, 'not in', () => ({ op: 'not', arg: { op: 'in', item, set: list } }))
  }

  /** That the item is of the kinds that are listed. */
  ofKind(list: TokensIn): Expr {
    return this.about(list, 'kind', () => ({ op: 'kindIs', token: item, filter: list.filter }))
  }

  /** That the item lies where the list is taken from. */
  lying(list: TokensIn, at: Bindings): Expr {
    const several = this.of(list.zone as object, at)?.type !== 'zone'
    return this.about(list, 'zone', () => {
      const zone: Expr = { ref: 'tokenZone', token: item }
      return several ? { op: 'in', item: zone, set: list.zone } : { op: '==', left: zone, right: list.zone }
    })
  }

  /** An expression made from one of the rules, the same each time: so it is linked once. */
  private about(node: Expr, what: string, make: () => Expr): Expr {
    const known = this.made.get(node as object) ?? new Map<string, Expr>()
    this.made.set(node as object, known)
    const made = known.get(what) ?? make()
    known.set(what, made)
    return made
  }
}
