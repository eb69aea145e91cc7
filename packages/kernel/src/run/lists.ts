/** What generated code does with lists and numbers. Lists are never changed once made. */
import type { Cells } from '../layout/boards.js'
import type { List } from '../layout/state.js'

function same(a: List, b: List): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}

/** The first difference decides; a list that goes on is greater than one that has ended. */
function compare(a: List, b: List): number {
  const n = Math.min(a.length, b.length)
  for (let i = 0; i < n; i++) if (a[i] !== b[i]) return a[i] < b[i] ? -1 : 1
  return a.length === b.length ? 0 : a.length < b.length ? -1 : 1
}

function distinct(list: List): List {
  return list.length < 2 ? list : [...new Set(list)]
}

function union(a: List, b: List): List {
  return [...new Set([...a, ...b])]
}

function except(a: List, b: List): List {
  if (b.length === 0) return a
  const out: number[] = []
  for (const x of a) if (!b.includes(x)) out.push(x)
  return out
}

function concat(a: List, b: List): List {
  return a.concat(b)
}

/** Sorts by keys; equal keys stay in order. Insertion, for lists are short. */
function sorted(items: number[], keys: number[], down: boolean): List {
  for (let i = 1; i < items.length; i++) {
    const item = items[i]
    const key = keys[i]
    let j = i - 1
    while (j >= 0 && (down ? keys[j] < key : keys[j] > key)) {
      items[j + 1] = items[j]!
      keys[j + 1] = keys[j]!
      j--
    }
    items[j + 1] = item
    keys[j + 1] = key
  }
  return items
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

export const lists = {
  same,
  compare,
  distinct,
  union,
  except,
  concat,
  sorted,
  firstOf,
  clamp,
  classOf,
  cellAt,
}
