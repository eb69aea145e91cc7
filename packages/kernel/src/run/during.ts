/** Variables that an action has for itself: at their start while it is performed, and put back after it. */
import type { Layout } from '../layout/layout.js'
import type { List, State } from '../layout/state.js'

type Put = (s: State, index: number, value: number, place: number) => void

export function makeDuring(layout: Layout, put: Put) {
  return {
    /** Only for as long as a question about the action is asked: neither hash nor record notice. */
    aside(s: State, action: number): List | null {
      const cells = layout.during[action]
      const { d } = s
      s.fuel -= cells.length
      if (cells.every(({ cell, start }) => d[cell] === start)) return null
      return cells.map(({ cell, start }) => {
        const value = d[cell]
        d[cell] = start
        return value
      })
    },
    putBack(s: State, action: number, saved: List): void {
      layout.during[action].forEach(({ cell }, i) => {
        s.d[cell] = saved[i]
      })
    },
    fresh(s: State, action: number, place: number): List {
      const cells = layout.during[action]
      const saved: number[] = []
      const { changed, passedBy } = s
      s.fuel -= cells.length
      for (const { cell, start } of cells) {
        saved.push(s.d[cell])
        put(s, cell, start, place)
      }
      s.changed = changed
      s.passedBy = passedBy
      return saved
    },
    back(s: State, action: number, saved: List, place: number): void {
      const { changed, passedBy } = s
      layout.during[action].forEach(({ cell, start, min, max, only }, i) => {
        const value = saved[i] ?? start
        // What was saved may come from a file that somebody has changed.
        const fits = value >= min && value <= max && only?.has(value) !== false
        put(s, cell, fits ? value : start, place)
      })
      s.changed = changed
      s.passedBy = passedBy
    },
  }
}
