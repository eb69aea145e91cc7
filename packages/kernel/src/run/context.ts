/**
 * The context of an action. While another action is performed, or only thought about, it waits on the stack,
 * together with the values of the variables that the other has for itself.
 */
import type { Layout } from '../layout/layout.js'
import type { List, Slot, State } from '../layout/state.js'
import { CONTEXT, CONTEXT_SLOTS, loadContext, NO_ITEMS, saveContext } from '../layout/state.js'

type Put = (s: State, index: number, value: number, place: number) => void

/** The context that was saved, after something was done in another. */
export function returnTo(s: State, k: readonly Slot[], at: number): void {
  const { changed } = s
  loadContext(s, k, at)
  s.last = changed
  s.changed |= changed
}

export function makeContext({ during }: Layout, put: Put) {
  /** Saves the context there is and makes the other; gives the values of the action's own variables. */
  function change(
    s: State,
    actor: number,
    free: number,
    actionClass: number,
    within: List | null,
    action: number,
  ): List {
    saveContext(s, s.k, s.sp)
    s.sp += CONTEXT_SLOTS
    s.actor = actor
    s.free = free
    s.actionClass = actionClass
    s.within = within
    s.action = action
    const values = kept(s, action)
    s.k[s.sp - 1] = values
    return values
  }

  /** The values of an action's own variables; nothing if all are at their start. */
  function kept(s: State, action: number): List {
    const { cells, runs } = during[action]
    const { d } = s
    s.fuel -= cells.length
    for (let r = 0; r < runs.length; r += 3) {
      const end = runs[r + 1]
      const start = runs[r + 2]
      for (let c = runs[r]; c < end; c++) if (d[c] !== start) return cells.map((cell) => d[cell])
    }
    return NO_ITEMS
  }

  return {
    /** Performs an action: what it changes is told, and what it has for itself begins anew. */
    enter(
      s: State,
      actor: number,
      free: number,
      actionClass: number,
      within: List | null,
      action: number,
      place: number,
    ): void {
      const values = change(s, actor, free, actionClass, within, action)
      s.changed = 0
      if (values.length === 0) return
      const { cells, starts } = during[action]
      const { passedBy } = s
      for (let i = 0; i < cells.length; i++) if (values[i] !== starts[i]) put(s, cells[i], starts[i], place)
      s.changed = 0
      s.passedBy = passedBy
    },
    leave(s: State, place: number): void {
      const at = s.sp - CONTEXT_SLOTS
      const { cells, runs } = during[s.action]
      const { d, changed, passedBy } = s
      const values = s.k[at + CONTEXT] as List
      for (let i = 0; i < values.length; i++)
        if (d[cells[i]] !== values[i]) put(s, cells[i], values[i], place)
      if (values.length === 0)
        for (let r = 0; r < runs.length; r += 3) {
          const end = runs[r + 1]
          const start = runs[r + 2]
          for (let c = runs[r]; c < end; c++) if (d[c] !== start) put(s, c, start, place)
        }
      s.changed = changed
      s.passedBy = passedBy
      s.sp = at
      returnTo(s, s.k, at)
    },
    /** Leaves because the game is over: nothing begins again. */
    quit(s: State): void {
      s.sp -= CONTEXT_SLOTS
      returnTo(s, s.k, s.sp)
    },
    /** Only for as long as a question about the action is asked: neither hash nor record notice. */
    imagine(
      s: State,
      actor: number,
      free: number,
      actionClass: number,
      within: List | null,
      action: number,
    ): void {
      const values = change(s, actor, free, actionClass, within, action)
      const { cells, starts } = during[action]
      for (let i = 0; i < values.length; i++) s.d[cells[i]] = starts[i]
    },
    wake(s: State): void {
      const at = s.sp - CONTEXT_SLOTS
      const values = s.k[at + CONTEXT] as List
      const { cells } = during[s.action]
      for (let i = 0; i < values.length; i++) s.d[cells[i]] = values[i]
      s.sp = at
      loadContext(s, s.k, at)
    },
  }
}
