/** The abstract domain: a lattice of the values that an expression can have, with their taint. */
import type { GameDef } from '../def/index.js'
import { CLEAN, type Sources, type Taint } from './taint-sources.js'

/** An abstract value; of a list, the join of its items. Interned: equal ones are one object. */
export interface ValueDomain {
  readonly id: number
  /** The zones with hidden contents that it can be; of a token, those that it can be in. */
  readonly zones: Taint
  readonly seats: bigint
  readonly actions: bigint
  readonly taint: Taint
  readonly isClean: boolean // has no taint; cheaper than comparing bigints
}

/** The bound on values up to which a pair of ids is a unique key. */
const MAX_VALUES = 2 ** 26

/** Interns the abstract values of an analysis, and memoizes their joins. */
export class Domains {
  readonly anything: ValueDomain
  readonly nothing: ValueDomain
  readonly #seats: ReadonlyMap<string, bigint>
  readonly #actions: ReadonlyMap<string, bigint>
  readonly #values = new Map<string, ValueDomain>()
  readonly #joins = new Map<number, ValueDomain>()
  readonly #single = new Map<string, ValueDomain>() // by seat

  constructor(
    def: GameDef,
    private readonly sources: Sources,
  ) {
    this.#seats = new Map(def.seats.map(({ id }, i) => [id, 1n << BigInt(i)]))
    const actions = def.procedures.filter(({ kind }) => kind === 'action')
    this.#actions = new Map(actions.map(({ id }, i) => [id, 1n << BigInt(i)]))
    this.nothing = this.of(CLEAN, 0n, 0n, CLEAN)
    this.anything = this.of(sources.zones, allOf(def.seats.length), allOf(actions.length), CLEAN)
  }

  of(zones: Taint, seats: bigint, actions: bigint, taint: Taint): ValueDomain {
    const key = `${zones} ${seats} ${actions} ${taint}`
    let value = this.#values.get(key)
    if (value === undefined)
      this.#values.set(
        key,
        (value = { id: this.#values.size, zones, seats, actions, taint, isClean: taint === CLEAN }),
      )
    return value
  }

  zones(zones: Taint): ValueDomain {
    return zones === CLEAN ? this.nothing : this.of(zones, 0n, 0n, CLEAN)
  }

  seat(id: string): ValueDomain {
    let seat = this.#single.get(id)
    if (seat === undefined) this.#single.set(id, (seat = this.seats([id])))
    return seat
  }

  zonesNamed(ids: Iterable<string>): ValueDomain {
    return this.zones(this.sources.zonesOf(ids))
  }

  seats(ids: Iterable<string>): ValueDomain {
    let seats = 0n
    for (const id of ids) seats |= this.#seats.get(id) ?? 0n
    return this.of(CLEAN, seats, 0n, CLEAN)
  }

  actions(ids: Iterable<string>): ValueDomain {
    let actions = 0n
    for (const id of ids) actions |= this.#actions.get(id) ?? 0n
    return this.of(CLEAN, 0n, actions, CLEAN)
  }

  canBeAction(value: ValueDomain, action: string): boolean {
    return (value.actions & (this.#actions.get(action) ?? 0n)) !== 0n
  }

  canBeSeat(value: ValueDomain, seat: string | undefined): boolean {
    return seat !== undefined && (value.seats & (this.#seats.get(seat) ?? 0n)) !== 0n
  }

  join(a: ValueDomain, b: ValueDomain): ValueDomain {
    if (a === b || b === this.nothing) return a
    const key = a.id * MAX_VALUES + b.id
    let both = this.#joins.get(key)
    if (both === undefined) {
      both = this.of(a.zones | b.zones, a.seats | b.seats, a.actions | b.actions, a.taint | b.taint)
      this.#joins.set(key, both)
    }
    return both
  }

  /** Returns the value without a seat. If it isn't known which seat that is, nothing is left out. */
  without(value: ValueDomain, { seats }: ValueDomain): ValueDomain {
    const isOne = seats !== 0n && (seats & (seats - 1n)) === 0n
    return isOne ? this.of(value.zones, value.seats & ~seats, value.actions, value.taint) : value
  }

  /** Returns the value with additional taint. */
  tainted(value: ValueDomain, taint: Taint): ValueDomain {
    if (taint === CLEAN) return value
    const all = value.taint | taint
    return all === value.taint ? value : this.of(value.zones, value.seats, value.actions, all)
  }

  /** Returns the value without taint. */
  clean(value: ValueDomain): ValueDomain {
    return value.isClean ? value : this.of(value.zones, value.seats, value.actions, CLEAN)
  }
}

/** Returns a bit set with the lowest `size` bits. */
const allOf = (size: number): bigint => (1n << BigInt(size)) - 1n
