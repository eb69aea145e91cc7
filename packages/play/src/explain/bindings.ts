/** Bindings: the names that a condition may use, with values for one case or for several. */
import { present, type Slot, type State } from '@ludoforge/kernel'
import { CLEAN, Fn, type NameDomains, Scope, type ValueDomain } from '@ludoforge/kernel/internal'

export interface Name {
  readonly name: string
  readonly type: string
}

/** The context registers of a state while an action runs. */
export type Context = Readonly<Pick<State, 'actor' | 'free' | 'actionClass' | 'within' | 'action'>>

export interface Row {
  readonly values: readonly Slot[] // of the names
  readonly item?: string // of several cases: the label of this one
  readonly state?: State // of a supposed position; default: the present one
  readonly context?: Context // of a hypothetical action; default: the current context
}

/** A single case without names. */
export const SINGLE_CASE: readonly Row[] = [{ values: [] }]

/**
 * Names with values: those of the question (`base`) or of a function, and further ones. Every row is one case: in
 * "some space where …" each space is a case, so that an explanation can name what fails in all of them.
 */
export class Bindings {
  readonly scope: Scope
  readonly tainted: boolean // a name depends on hidden information

  constructor(
    readonly key: string, // identifies the set of names
    private readonly base: Scope | null,
    private readonly names: readonly Name[],
    readonly rows: readonly Row[],
    readonly held: NameDomains, // the domains of the names
    readonly rule: string | undefined,
  ) {
    this.scope = base === null ? new Scope(new Fn(null)) : base.inner()
    this.tainted = [...held.values()].some(({ taint }) => taint !== CLEAN)
    names.forEach((n, i) => {
      this.scope.bind(n.name, `y[${i}]`, n.type, false)
    })
  }

  /** Adds a name, with any number of values in each case. */
  with(
    name: Name,
    domain: ValueDomain | null, // null: anything
    values: (row: number) => readonly Slot[],
    label?: (value: Slot) => string,
  ): Bindings {
    const rows = this.rows.flatMap((row, i) =>
      values(i).map((value) => ({
        ...row,
        values: [...row.values, value],
        ...(label && { item: label(value) }),
      })),
    )
    const held = new Map(this.held)
    if (domain === null) held.delete(name.name)
    else held.set(name.name, domain)
    return new Bindings(`${this.key}:${name.name}`, this.base, [...this.names, name], rows, held, this.rule)
  }

  /** Returns the same names in other cases. */
  replaced(rows: readonly Row[]): Bindings {
    return new Bindings(this.key, this.base, this.names, rows, this.held, this.rule)
  }

  /** Returns only some of the cases. */
  among(rows: readonly number[]): Bindings {
    return this.replaced(rows.map((i) => present(this.rows[i], 'a case is one of the rows.')))
  }
}
