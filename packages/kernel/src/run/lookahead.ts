import type { Slot, State } from '../layout/state.js'

/** The lookahead of a policy while it decides: `after`, `would`, `roll`. */
export interface Lookahead {
  after(s: State, value: (copy: State) => Slot): Slot
  would(s: State, action: number, value: (copy: State) => Slot): Slot
  changes(action: number): boolean
  lookAt(pick: number): void
  roll(sides: number): number
}
