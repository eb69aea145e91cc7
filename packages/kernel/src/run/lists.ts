/** What generated code does with lists and numbers. Lists are never changed once made; each item costs fuel. */
import type { Cells } from '../layout/boards.js'
import type { List, State } from '../layout/state.js'

/** Spends fuel; ends the rule at the place if there is not enough. */
export type SpendFuel = (s: State, work: number, place: number) => void

/** Up to here a list is sorted by insertion. */
const SHORT = 24

/** Looking at an item costs little, putting one into a set much. */
const LOOKS = 8
const HASHES = 4

/** Items that are no higher than this are marked, others are put into a set. */
const HIGHEST = 4094

/** Which items were met since it was asked to begin anew. */
export class SeenSet {
  private readonly marks = new Int32Array(HIGHEST + 2)
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
    return item < -1 || item > HIGHEST ? this.others.has(item) : this.marks[item + 1] === this.mark
  }

  /** Was it met for the first time? */
  add(item: number): boolean {
    if (this.has(item)) return false
    if (item < -1 || item > HIGHEST) this.others.add(item)
    else this.marks[item + 1] = this.mark
    return true
  }
}

export function makeLists(spend: SpendFuel) {
  const met = new SeenSet()

  function has(s: State, list: List, item: number, place: number): boolean {
    const n = list.length
    if (n > LOOKS) spend(s, (n / LOOKS) | 0, place)
    for (let i = 0; i < n; i++) if (list[i] === item) return true
    return false
  }

  function same(s: State, a: List, b: List, place: number): boolean {
    const n = a.length
    if (n !== b.length) return false
    if (n > LOOKS) spend(s, (n / LOOKS) | 0, place)
    for (let i = 0; i < n; i++) if (a[i] !== b[i]) return false
    return true
  }

  /** The first difference decides; a list that goes on is greater than one that has ended. */
  function compare(s: State, a: List, b: List, place: number): number {
    const n = Math.min(a.length, b.length)
    if (n > LOOKS) spend(s, (n / LOOKS) | 0, place)
    for (let i = 0; i < n; i++) if (a[i] !== b[i]) return a[i] < b[i] ? -1 : 1
    return a.length === b.length ? 0 : a.length < b.length ? -1 : 1
  }

  /** Adds those items that were not met yet. */
  function withAll(out: number[], items: List): number[] {
    for (let i = 0; i < items.length; i++) if (met.add(items[i])) out.push(items[i])
    return out
  }

  function distinct(s: State, list: List, place: number): List {
    if (list.length < 2) return list
    spend(s, list.length * HASHES, place)
    met.begin()
    return withAll([], list)
  }

  function union(s: State, a: List, b: List, place: number): List {
    spend(s, (a.length + b.length) * HASHES, place)
    met.begin()
    return withAll(withAll([], a), b)
  }

  function except(s: State, a: List, b: List, place: number): List {
    if (b.length === 0) return a
    spend(s, a.length + b.length * HASHES, place)
    met.begin()
    for (let i = 0; i < b.length; i++) met.add(b[i])
    const out: number[] = []
    for (let i = 0; i < a.length; i++) if (!met.has(a[i])) out.push(a[i])
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

  /** Sorts by keys; equal keys stay in order. */
  function sorted(s: State, items: number[], keys: number[], down: boolean, place: number): List {
    if (items.length > SHORT) {
      spend(s, items.length * HASHES, place)
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

/** A value of a table with two coordinates; none beside it. */
function cellAt(table: Cells, column: number, row: number): number {
  const [x, y] = [column - table.column, row - table.row]
  return x < 0 || y < 0 || x >= table.columns || y >= table.rows ? -1 : table.zones[y * table.columns + x]
}
