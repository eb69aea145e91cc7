/** Where a condition is asked again: the names it may use, in one case or in several at once. */
import type { Slot, State } from '@ludoforge/kernel'
import { CLEAN, Fn, type NameDomains, Scope, type ValueDomain } from '@ludoforge/kernel/internal'

export interface Name {
  readonly name: string
  readonly type: string
}

/** What the registers of a state are while an action is carried out. */
export type Context = Readonly<Pick<State, 'actor' | 'free' | 'actionClass' | 'within' | 'action'>>

export interface Row {
  readonly values: readonly Slot[] // of the names
  readonly item?: string // of several cases: what this one is about
  readonly context?: Context // as an action would be performed; else the one there is
}

/** The only case, with no names of its own. */
export const ALONE: readonly Row[] = [{ values: [] }]

/**
 * NameDomains with values: those of the question (`base`) or of a function, and then more. Every row is one case: of
 * "some space where …" each space is one, so that what fails in all of them can be told.
 */
export class Bindings {
  readonly scope: Scope
  readonly tainted: boolean // one of the names depends on something that not everybody knows

  constructor(
    readonly key: string, // tells places with different names apart
    private readonly base: Scope | null,
    private readonly names: readonly Name[],
    readonly rows: readonly Row[],
    readonly held: NameDomains, // what the names can be
    readonly rule: string | undefined,
  ) {
    this.scope = base === null ? new Scope(new Fn(null)) : base.inner()
    this.tainted = [...held.values()].some(({ taint }) => taint !== CLEAN)
    names.forEach((n, i) => {
      this.scope.bind(n.name, `y[${i}]`, n.type, false)
    })
  }

  /** One more name, with any number of values in each case. */
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

  /** Only some of the cases. */
  among(rows: readonly number[]): Bindings {
    const some = rows.map((i) => this.rows[i])
    return new Bindings(this.key, this.base, this.names, some, this.held, this.rule)
  }
}
