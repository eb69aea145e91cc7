/** Runtime functions for lists and numbers. Lists are immutable, and each item costs fuel. */
import type { Cells } from '../layout/boards.js'
import type { List, State } from '../layout/state.js'

/** Spends fuel. Throws RunawayRule at the place if there isn't enough. */
export type SpendFuel = (s: State, work: number, place: number) => void

/** Up to this length, lists are sorted by insertion. */
const INSERTION_SORT_MAX = 24

/** Fuel: that many item reads cost one unit; adding an item to a set costs that many units. */
const READS_PER_FUEL = 8
const HASH_FUEL = 4

/** Items up to this value are marked in an array, others go into a set. */
const MAX_MARKED = 4094

/** A reusable set of visited items. `begin` clears it in constant time. */
export class SeenSet {
  private readonly marks = new Int32Array(MAX_MARKED + 2)
  private mark = 0
  private readonly others = new Set<number>()

  begin(): this {
    if (++this.mark === 0x7fffffff) {
      this.marks.fill(0)
      this.mark = 1
    }
    if (this.others.size > 0) this.others.clear()
    return this
  }

  has(item: number): boolean {
    return item < -1 || item > MAX_MARKED ? this.others.has(item) : this.marks[item + 1] === this.mark
  }

  /** Adds an item. Returns whether it is new. */
  add(item: number): boolean {
    if (this.has(item)) return false
    if (item < -1 || item > MAX_MARKED) this.others.add(item)
    else this.marks[item + 1] = this.mark
    return true
  }
}

export function makeLists(spend: SpendFuel) {
  const seen = new SeenSet()

  function has(s: State, list: List, item: number, place: number): boolean {
    const n = list.length
    if (n > READS_PER_FUEL) spend(s, (n / READS_PER_FUEL) | 0, place)
    for (let i = 0; i < n; i++) if (list[i] === item) return true
    return false
  }

  function same(s: State, a: List, b: List, place: number): boolean {
    const n = a.length
    if (n !== b.length) return false
    if (n > READS_PER_FUEL) spend(s, (n / READS_PER_FUEL) | 0, place)
    for (let i = 0; i < n; i++) if (a[i] !== b[i]) return false
    return true
  }

  /** Compares lexicographically: the first difference decides, and a prefix is smaller. */
  function compare(s: State, a: List, b: List, place: number): number {
    const n = Math.min(a.length, b.length)
    if (n > READS_PER_FUEL) spend(s, (n / READS_PER_FUEL) | 0, place)
    for (let i = 0; i < n; i++) if (a[i] !== b[i]) return a[i] < b[i] ? -1 : 1
    return a.length === b.length ? 0 : a.length < b.length ? -1 : 1
  }

  /** Appends the items that aren't in the set yet. */
  function withAll(out: number[], items: List): number[] {
    for (let i = 0; i < items.length; i++) if (seen.add(items[i])) out.push(items[i])
    return out
  }

  function distinct(s: State, list: List, place: number): List {
    if (list.length < 2) return list
    spend(s, list.length * HASH_FUEL, place)
    seen.begin()
    return withAll([], list)
  }

  function union(s: State, a: List, b: List, place: number): List {
    spend(s, (a.length + b.length) * HASH_FUEL, place)
    seen.begin()
    return withAll(withAll([], a), b)
  }

  function except(s: State, a: List, b: List, place: number): List {
    if (b.length === 0) return a
    spend(s, a.length + b.length * HASH_FUEL, place)
    seen.begin()
    for (let i = 0; i < b.length; i++) seen.add(b[i])
    const out: number[] = []
    for (let i = 0; i < a.length; i++) if (!seen.has(a[i])) out.push(a[i])
    return out
  }

  function concat(s: State, a: List, b: List, place: number): List {
    spend(s, a.length + b.length, place)
    if (a.length === 0) return b
    if (b.length === 0) return a
    const out: number[] = []
    for (let i = 0; i < a.length; i++) out.push(a[i])
    for (let i = 0; i < b.length; i++) out.push(b[i])
    return out
  }

  function reversed(s: State, list: List, place: number): List {
    spend(s, list.length, place)
    return list.slice().reverse()
  }

  /** Sorts by keys. Stable. */
  function sorted(s: State, items: number[], keys: number[], down: boolean, place: number): List {
    if (items.length > INSERTION_SORT_MAX) {
      spend(s, items.length * HASH_FUEL, place)
      const order = items.map((_, i) => i).sort((a, b) => (down ? keys[b] - keys[a] : keys[a] - keys[b]))
      return order.map((i) => items[i])
    }
    for (let i = 1; i < items.length; i++) {
      const item = items[i]
      const key = keys[i]
      let j = i - 1
      while (j >= 0 && (down ? keys[j] < key : keys[j] > key)) {
        items[j + 1] = items[j]
        keys[j + 1] = keys[j]
        j--
      }
      items[j + 1] = item
      keys[j + 1] = key
    }
    return items
  }

  return {
    has,
    same,
    compare,
    distinct,
    union,
    except,
    concat,
    reversed,
    sorted,
    firstOf,
    clamp,
    classOf,
    cellAt,
  }
}

function firstOf(list: List): number {
  return list.length === 0 ? -1 : list[0]
}

function clamp(value: number, min: number, max: number): number {
  return value < min ? min : value > max ? max : value
}

function classOf(classes: ReadonlyMap<number, number>, value: number): number {
  return classes.get(value) ?? 0
}

/** Returns the zone at a column and row, or none outside the board. */
function cellAt(table: Cells, column: number, row: number): number {
  const [x, y] = [column - table.column, row - table.row]
  return x < 0 || y < 0 || x >= table.columns || y >= table.rows ? -1 : table.zones[y * table.columns + x]
}
