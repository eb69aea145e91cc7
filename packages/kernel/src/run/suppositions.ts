/** Suppositions: rules that run on a copy of the position, to evaluate something there. */
import { forkInto, forkState, type State } from '../layout/state.js'
import type { SpendFuel } from './lists.js'

/** So many cells are copied for one unit of fuel. */
const CELLS_PER_FUEL = 64

/** Returns the runtime functions of suppositions. The copy is kept for the next one. */
export function makeSuppositions(spend: SpendFuel) {
  let spare: State | null = null
  return {
    /** Returns a copy of the position, which nobody observes. `supposed` takes it back. */
    suppose(s: State, place: number): State {
      spend(s, 1 + Math.floor(s.d.length / CELLS_PER_FUEL), place)
      const copy = spare === null ? forkState(s) : forkInto(spare, s)
      spare = null
      copy.fuel = s.fuel
      copy.depth = s.depth
      return copy
    },
    /** Charges the work that was done in the copy, and keeps the copy. */
    supposed(s: State, copy: State): void {
      s.fuel = copy.fuel
      spare = copy
    },
  }
}
