/**
 * Visibility: which expressions one viewer may evaluate. The value must not reveal what the viewer can't see. An
 * expression is refused if it *can* depend on something hidden from the viewer in any position: tokens of a zone, a
 * variable, a name that holds such a value. The dependence may be direct, or through a function or a requirement.
 */
import type { Expr, GameDef } from '../def/index.js'
import { walk } from '../def/walk.js'
import { type NameDomains, NO_NAMES } from './abstract-interpreter.js'
import type { ValueDomain } from './domain.js'
import { ImplicitFlowAnalysis } from './implicit-flows.js'
import { CLEAN, type Taint, type Viewer } from './taint-sources.js'

export type { Viewer } from './taint-sources.js'

const analyses = new WeakMap<GameDef, ImplicitFlowAnalysis>()

/** Returns the memoized analysis of a GameDef. It doesn't include blocks that are linked later. */
export function flowsOf(def: GameDef): ImplicitFlowAnalysis {
  let flows = analyses.get(def)
  if (flows === undefined) analyses.set(def, (flows = new ImplicitFlowAnalysis(def)))
  return flows
}

/** Returns an analysis of a GameDef to which blocks can be added. It starts with the memoized one, if there is one. */
export function ownFlowsOf(def: GameDef): ImplicitFlowAnalysis {
  return analyses.get(def)?.copy() ?? new ImplicitFlowAnalysis(def)
}

/** Returns why an expression is hidden from the viewer, or undefined if it isn't. */
export function hiddenReason(def: GameDef, expr: Expr, viewer: Viewer): string | undefined {
  return new VisibilityAnalysis(flowsOf(def), viewer).hiddenReason(expr, NO_NAMES)
}

/** The information-flow analysis for one viewer. */
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

  /** Returns the domain of an expression with these names. */
  domainOf(e: Expr, names: NameDomains): ValueDomain {
    return this.flows.domainOf(e, names, this.#actor)
  }

  /** Returns whether the viewer may know a value. */
  shows({ taint }: ValueDomain): boolean {
    return (taint & this.#hidden) === CLEAN
  }

  /** Returns why an expression with these names is hidden from the viewer, or undefined if it isn't. */
  hiddenReason(e: Expr, names: NameDomains): string | undefined {
    const { taint } = this.domainOf(e, names)
    if ((taint & this.#hidden) === CLEAN) return undefined
    const name = this.#hiddenName(e, names)
    const what = name === undefined ? this.flows.sources.describe(taint & this.#hidden) : `\`${name}\``
    return `${this.#who()} may not know ${what}.`
  }

  /** Returns a name in the expression whose value is hidden from the viewer. */
  #hiddenName(e: Expr, names: NameDomains): string | undefined {
    let found: string | undefined
    walk('Expr', e, ({ ref, name }) => {
      if (ref !== 'binding' || typeof name !== 'string' || found !== undefined) return
      const held = names.get(name)
      if (held !== undefined && !this.shows(held)) found = name
    })
    return found
  }

  #who(): string {
    return this.flows.def.seats.find(({ id }) => id === this.viewer.seat)?.name ?? 'A spectator'
  }
}
