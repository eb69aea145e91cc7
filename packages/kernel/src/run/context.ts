/**
 * The context of an action. While another action is performed, or its legality tested, the context is saved on the
 * stack, together with the values of the variables that the other action shadows.
 */
import type { ActionCells, Layout, ListCells } from '../layout/layout.js'
import { itemsAt } from './list-variables.js'
import { type List, listAt, type Slot, type State } from '../layout/state.js'
import { CONTEXT_SIZE, CONTEXT_SLOTS, loadContext, NO_ITEMS, saveContext } from '../layout/state.js'

interface RecordedList {
  readonly at: number
  readonly list: ListCells
  readonly items: List
}

type Put = (s: State, index: number, value: number, place: number) => void

/** Restores a saved context after work in another. */
export function returnTo(s: State, k: readonly Slot[], at: number): void {
  const { changed } = s
  loadContext(s, k, at)
  s.last = changed
  s.changed |= changed
}

export function makeContext({ during, away }: Layout, put: Put) {
  /** Saves the current context and enters another; `kept` are the shadowed values. */
  function change(
    s: State,
    actor: number,
    free: number,
    actionClass: number,
    within: List | null,
    action: number,
    kept: List,
  ): void {
    saveContext(s, s.k, s.sp)
    s.sp += CONTEXT_SLOTS
    s.k[s.sp - 1] = kept
    s.actor = actor
    s.free = free
    s.actionClass = actionClass
    s.within = within
    s.action = action
  }

  /** Returns the values of an action's variables, or an empty list if all are at their start. */
  function valuesOf({ d }: State, { cells, starts }: ActionCells): List {
    for (let i = 0; i < cells.length; i++) if (d[cells[i]] !== starts[i]) return cells.map((cell) => d[cell])
    return NO_ITEMS
  }

  /** Returns the action's cells that differ from their start: cell, start and value of each. */
  function changedCells({ d }: State, { runs }: ActionCells): List {
    const out: number[] = []
    let left = d[away]
    for (let r = 0; left > 0 && r < runs.length; r += 3) {
      const end = runs[r + 1]
      const start = runs[r + 2]
      for (let c = runs[r]; c < end; c++) {
        if (d[c] === start) continue
        out.push(c, start, d[c])
        left--
      }
    }
    return out
  }

  /** Returns the items of the action's lists, if somebody observes how they change. */
  function listsBefore(s: State, { lists }: ActionCells): readonly RecordedList[] {
    if (s.recorder === null || lists.length === 0) return []
    return lists.flatMap(({ cell, cells, list }) =>
      list === null
        ? []
        : Array.from({ length: cells / list.stride }, (_, i) => {
            const at = cell + i * list.stride
            return { at, list, items: itemsAt(s.d, at, list) }
          }),
    )
  }

  function recordLists(s: State, before: readonly RecordedList[], place: number): void {
    for (const { at, list, items } of before) s.recorder?.list(s, at, items, itemsAt(s.d, at, list), place)
  }

  return {
    /** Enters an action: its own variables are reset, and that is recorded. */
    enter(
      s: State,
      actor: number,
      free: number,
      actionClass: number,
      within: List | null,
      action: number,
      place: number,
    ): void {
      const own = during[action]
      s.fuel -= own.cells.length
      const values = s.d[away] === 0 ? NO_ITEMS : valuesOf(s, own)
      change(s, actor, free, actionClass, within, action, values)
      s.changed = 0
      if (values.length === 0) return
      const { cells, starts } = own
      const { passedBy } = s
      const lists = listsBefore(s, own)
      for (let i = 0; i < cells.length; i++) if (values[i] !== starts[i]) put(s, cells[i], starts[i], place)
      recordLists(s, lists, place)
      s.changed = 0
      s.passedBy = passedBy
    },
    leave(s: State, place: number): void {
      const at = s.sp - CONTEXT_SLOTS
      const { cells } = during[s.action]
      const { d, changed, passedBy } = s
      const values = listAt(s.k, at + CONTEXT_SIZE)
      const lists = listsBefore(s, during[s.action])
      for (let i = 0; i < values.length; i++)
        if (d[cells[i]] !== values[i]) put(s, cells[i], values[i], place)
      if (values.length === 0 && d[away] > 0) {
        const shadowed = changedCells(s, during[s.action])
        for (let i = 0; i < shadowed.length; i += 3) put(s, shadowed[i], shadowed[i + 1], place)
      }
      recordLists(s, lists, place)
      s.changed = changed
      s.passedBy = passedBy
      s.sp = at
      returnTo(s, s.k, at)
    },
    /** Leaves because the game is over, without restoring variables. */
    quit(s: State): void {
      s.sp -= CONTEXT_SLOTS
      returnTo(s, s.k, s.sp)
    },
    /** Enters a context for a legality test: changes neither the hash nor the record. `wake` leaves it. */
    imagine(
      s: State,
      actor: number,
      free: number,
      actionClass: number,
      within: List | null,
      action: number,
    ): void {
      const { d } = s
      const own = during[action]
      s.fuel -= own.cells.length
      const shadowed = d[away] === 0 ? NO_ITEMS : changedCells(s, own)
      change(s, actor, free, actionClass, within, action, shadowed)
      if (shadowed.length > 0) s.shadows++
      for (let i = 0; i < shadowed.length; i += 3) d[shadowed[i]] = shadowed[i + 1]
      d[away] -= shadowed.length / 3
    },
    wake(s: State): void {
      const { d } = s
      const at = s.sp - CONTEXT_SLOTS
      const shadowed = listAt(s.k, at + CONTEXT_SIZE)
      if (shadowed.length > 0) s.shadows++
      for (let i = 0; i < shadowed.length; i += 3) d[shadowed[i]] = shadowed[i + 2]
      d[away] += shadowed.length / 3
      s.sp = at
      loadContext(s, s.k, at)
    },
  }
}
