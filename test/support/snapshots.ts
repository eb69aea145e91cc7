/** A state as plain data, to compare states and to detect changes. */
import type { State } from '@ludoforge/kernel'

/** Leaves out `fuel`, `depth` and `serial`, which are scratch data of one step, and `open`, which is derived. */
const SCRATCH = new Set(['fuel', 'depth', 'serial', 'recorder', 'open'])

export function snapshot(state: State): string {
  const fields = Object.entries(state).filter(([name]) => !SCRATCH.has(name))
  return JSON.stringify(Object.fromEntries(fields), (key, value: unknown) =>
    key === 'k' && Array.isArray(value) ? value.slice(0, state.sp) : value,
  )
}
