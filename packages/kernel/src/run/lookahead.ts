import type { Slot, State } from '../layout/state.js'

/** Looks ahead for a policy while it decides. */
export interface Lookahead {
  after(s: State, value: (copy: State) => Slot): Slot
  would(s: State, action: number, value: (copy: State) => Slot): Slot
  changes(action: number): boolean
  lookAt(pick: number): void
  roll(sides: number): number
}
