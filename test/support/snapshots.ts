/** Everything a state holds as plain data, to see whether two are the same or one was changed. */
import type { State } from '@ludoforge/kernel'

/** `fuel`, `depth` and `serial` are scratch of one step and mean nothing between two; `open` follows from the rest. */
const SCRATCH = new Set(['fuel', 'depth', 'serial', 'recorder', 'open'])

export function snapshot(state: State): string {
  const fields = Object.entries(state).filter(([name]) => !SCRATCH.has(name))
  return JSON.stringify(Object.fromEntries(fields), (key, value: unknown) =>
    key === 'k' && Array.isArray(value) ? value.slice(0, state.sp) : value,
  )
}
