/** Where a condition is asked again: the names it may use, in one case or in several at once. */
import { Fn, Scope } from '../link/scope.js'
import type { Range, Ranges } from '../sight.js'
import type { Slot } from '../state.js'

export interface Name {
  readonly name: string
  readonly type: string
}

type Row = readonly Slot[]

/**
 * Names with values: those of the question (`base`) or of a function, and then more. Every row is one case: of
 * "some space where …" each space is one, so that what fails in all of them can be told.
 */
export class Place {
  readonly scope: Scope
  readonly secretive: boolean // one of the names is a secret

  constructor(
    readonly key: string, // tells places with different names apart
    private readonly base: Scope | null,
    private readonly names: readonly Name[],
    readonly rows: readonly Row[],
    readonly ranges: Ranges, // what the names can be, as far as the asker may know
    readonly rule: string | undefined,
    readonly items: readonly string[] = [], // of several cases: what each is about
  ) {
    this.scope = base === null ? new Scope(new Fn(null)) : base.inner()
    this.secretive = [...ranges.values()].some(({ secret }) => secret === true)
    names.forEach((n, i) => {
      this.scope.bind(n.name, `y[${i}]`, n.type, false)
    })
  }

  /** One more name, with any number of values in each case. */
  with(
    name: Name,
    range: Range,
    values: (row: number) => readonly Slot[],
    label?: (value: Slot) => string,
  ): Place {
    return new Place(
      `${this.key}:${name.name}`,
      this.base,
      [...this.names, name],
      this.rows.flatMap((row, i) => values(i).map((value) => [...row, value])),
      new Map(this.ranges).set(name.name, range),
      this.rule,
      label === undefined ? this.items : this.rows.flatMap((_, i) => values(i).map(label)),
    )
  }

  /** Only some of the cases. */
  among(rows: readonly number[]): Place {
    const pick = <T>(list: readonly T[]): T[] => rows.map((i) => list[i])
    const items = this.items.length === 0 ? [] : pick(this.items)
    return new Place(this.key, this.base, this.names, pick(this.rows), this.ranges, this.rule, items)
  }
}
