/** A state as plain data, to compare states and to detect changes. */
import type { State } from '@ludoforge/kernel'

/**
 * `fuel`, `depth` and `serial` are scratch of one step and mean nothing between two; `stamp` and `shadows` only tell whether a state is
 * still as it was; `open` follows from the rest.
 */
const SCRATCH = new Set(['fuel', 'depth', 'serial', 'stamp', 'shadows', 'recorder', 'open'])

export function snapshot(state: State): string {
  const fields = Object.entries(state).filter(([name]) => !SCRATCH.has(name))
  return JSON.stringify(Object.fromEntries(fields), (key, value: unknown) =>
    key === 'k' && Array.isArray(value) ? value.slice(0, state.sp) : value,
  )
}
