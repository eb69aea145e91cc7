/** List variables, and the position as a value. */
import { RuleError, type SourceLocation } from '../errors.js'
import { mixA, mixB } from '../layout/hash.js'
import type { Layout, ListCells } from '../layout/layout.js'
import { type CellArray, type List, NO_ITEMS, type State } from '../layout/state.js'

/** Writes a cell of a variable without an event. */
type PutCell = (s: State, index: number, value: number) => void

const CELL_BITS = 13
const CELL_RANGE = 1 << CELL_BITS
const HALF_BITS = 2 * CELL_BITS
const HALF_RANGE = 2 ** HALF_BITS
/** An index for mixing that no cell has. */
const ACTOR_INDEX = -2

/** Returns the items of a list variable, from its cells. */
export function itemsAt(d: CellArray, at: number, { width }: Pick<ListCells, 'width'>): List {
  const length = d[at]
  if (length === 0) return NO_ITEMS
  const items: number[] = []
  for (let i = 0; i < length; i++) items.push(width === 1 ? d[at + 1 + i] : positionAt(d, at + 1 + i * width))
  return items
}

function positionAt(d: CellArray, at: number): number {
  const high = d[at] * CELL_RANGE + d[at + 1]
  return high * HALF_RANGE + d[at + 2] * CELL_RANGE + d[at + 3]
}

/** Returns the cells of one item. */
function cellsOf(item: number, width: number): List {
  if (width === 1) return [item]
  const high = Math.floor(item / HALF_RANGE)
  const low = item % HALF_RANGE
  return [high >> CELL_BITS, high & (CELL_RANGE - 1), low >> CELL_BITS, low & (CELL_RANGE - 1)]
}

export function makeListVariables(layout: Layout, places: readonly SourceLocation[], put: PutCell) {
  const cells = layout.positionCells()
  const tokenLists = [...layout.variables.values()].flatMap(({ def, cell, cells: count, list }) =>
    list?.item === 'token' && def.beside !== true
      ? Array.from({ length: count / list.stride }, (_, i) => ({ at: cell + i * list.stride, list }))
      : [],
  )

  function fail(sentence: string, place: number): never {
    throw new RuleError(sentence, places[place] ?? {})
  }

  function checked(list: ListCells, item: number, place: number): number {
    if (list.width > 1) return item
    if (item < 0 && list.item !== 'number') fail(`The list '${list.id}' can't hold none.`, place)
    if (item < list.min || item > list.max)
      fail(`The list '${list.id}' can't hold ${item}: its numbers are ${list.min} to ${list.max}.`, place)
    return item
  }

  function write(s: State, at: number, from: number, item: number, { width }: ListCells): void {
    cellsOf(item, width).forEach((value, i) => put(s, at + 1 + from * width + i, value))
  }

  function tooMany({ id, most }: ListCells, place: number): never {
    return fail(
      `'${id}' holds ${most} already: its \`most\`. \`forgetting: first\` would drop the oldest.`,
      place,
    )
  }

  /** Replaces the items of a list variable. */
  function putList(s: State, at: number, items: List, list: ListCells, place: number): void {
    if (items.length > list.most && !list.forgets) tooMany(list, place)
    const kept = items.length > list.most ? items.slice(-list.most) : items
    s.fuel -= kept.length + s.d[at]
    for (const item of kept) checked(list, item, place)
    const before = s.recorder === null ? NO_ITEMS : itemsAt(s.d, at, list)
    const length = s.d[at]
    put(s, at, kept.length)
    kept.forEach((item, i) => write(s, at, i, item, list))
    for (let i = kept.length; i < length; i++) write(s, at, i, 0, list)
    if (s.recorder !== null) s.recorder.list(s, at, before, kept, place)
  }

  function appendItem(s: State, at: number, item: number, list: ListCells, place: number): void {
    checked(list, item, place)
    const length = s.d[at]
    const before = s.recorder === null ? NO_ITEMS : itemsAt(s.d, at, list)
    if (length < list.most) {
      put(s, at, length + 1)
      write(s, at, length, item, list)
    } else if (list.forgets) {
      const { width, stride } = list
      s.fuel -= stride
      for (let i = at + 1; i < at + stride - width; i++) put(s, i, s.d[i + width])
      write(s, at, length - 1, item, list)
    } else tooMany(list, place)
    if (s.recorder !== null) s.recorder.list(s, at, before, itemsAt(s.d, at, list), place)
  }

  /** Returns the items of a list variable. */
  function readList(s: State, at: number, list: ListCells): List {
    s.fuel -= s.d[at] >> 3
    return itemsAt(s.d, at, list)
  }

  /**
   * Returns the position as a number of 52 bits. Tokens of one kind are interchangeable: their part is a sum. Cards
   * count in their order.
   */
  function positionOf(s: State): number {
    const { d } = s
    const { at, pieces, pieceZones, zones, top, cardBelow } = layout
    let a = mixA(ACTOR_INDEX, s.actor)
    let b = mixB(ACTOR_INDEX, s.actor)
    const add = (index: number, value: number): void => {
      a = (a + mixA(index, value)) | 0
      b = (b + mixB(index, value)) | 0
    }
    for (let t = 0; t < pieces; t++) add(at, d[at + t])
    for (let z = pieceZones; z < zones.length; z++) {
      let depth = 0
      for (let t = d[top + z]; t >= 0; t = d[cardBelow + t]) add(mixA(z, depth++), layout.kindOf(d, t))
    }
    for (const cell of cells) add(cell, d[cell])
    for (const { at: first, list } of tokenLists) {
      add(first, d[first])
      itemsAt(d, first, list).forEach((token, i) => add(first + 1 + i, layout.kindOf(d, token)))
    }
    s.fuel -= (pieces + cells.length + layout.tokens) >> 3
    return (a >>> (32 - HALF_BITS)) * HALF_RANGE + (b >>> (32 - HALF_BITS))
  }

  return { putList, appendItem, readList, positionOf }
}
