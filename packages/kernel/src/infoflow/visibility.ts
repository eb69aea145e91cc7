/**
 * What one viewer may read. A seat that asks a question of a position must not learn from the answer what it could not
 * see itself. An expression is refused if it *can* depend on something that is hidden from the viewer, whatever the
 * position: tokens of a zone, a variable, a name that holds such a thing; directly, in a function that it calls, or in
 * what an action requires.
 */
import type { Expr, GameDef } from '../def/index.js'
import { walk } from '../def/walk.js'
import { type Names, NO_NAMES } from './abstract-interpreter.js'
import type { ValueDomain } from './domain.js'
import { ImplicitFlowAnalysis } from './implicit-flows.js'
import { CLEAN, type Taint, type Viewer } from './sources.js'

export type { Viewer } from './sources.js'

const analyses = new WeakMap<GameDef, ImplicitFlowAnalysis>()

/** The analysis of a GameDef, made once. Blocks that are linked later are not part of it. */
export function flowsOf(def: GameDef): ImplicitFlowAnalysis {
  let flows = analyses.get(def)
  if (flows === undefined) analyses.set(def, (flows = new ImplicitFlowAnalysis(def)))
  return flows
}

/** Why the viewer may not know the value of the expression; undefined if it may. */
export function hiddenReason(def: GameDef, expr: Expr, viewer: Viewer): string | undefined {
  return new VisibilityAnalysis(flowsOf(def), viewer).hiddenReason(expr, NO_NAMES)
}

/** An information-flow analysis, asked for one viewer. */
export class VisibilityAnalysis {
  readonly #hidden: Taint
  readonly #actor: ValueDomain

  constructor(
    readonly flows: ImplicitFlowAnalysis,
    private readonly viewer: Viewer,
  ) {
    const { sources, domains } = flows
    this.#hidden = sources.hiddenFrom(viewer)
    const { seat, actor = seat } = viewer
    this.#actor = actor === null ? domains.anything : domains.seats([actor])
  }

  /** What the value of an expression with these names can be. */
  domainOf(e: Expr, names: Names): ValueDomain {
    return this.flows.domainOf(e, names, this.#actor)
  }

  /** Whether the viewer may know a value. */
  shows({ taint }: ValueDomain): boolean {
    return (taint & this.#hidden) === CLEAN
  }

  /** Why the viewer may not know the value of an expression with these names; undefined if it may. */
  hiddenReason(e: Expr, names: Names): string | undefined {
    const { taint } = this.domainOf(e, names)
    if ((taint & this.#hidden) === CLEAN) return undefined
    const name = this.#hiddenName(e, names)
    const what = name === undefined ? this.flows.sources.describe(taint & this.#hidden) : `\`${name}\``
    return `${this.#who()} may not know ${what}.`
  }

  /** A name in the expression that holds what the viewer may not know. */
  #hiddenName(e: Expr, names: Names): string | undefined {
    let found: string | undefined
    walk('Expr', e, ({ ref, name }) => {
      if (ref !== 'binding' || typeof name !== 'string' || found !== undefined) return
      const held = names.get(name)
      if (held !== undefined && !this.shows(held)) found = name
    })
    return found
  }

  #who(): string {
    return this.flows.def.seats.find(({ id }) => id === this.viewer.seat)?.name ?? 'An onlooker'
  }
}
