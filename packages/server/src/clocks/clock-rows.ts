/** The columns of a table's clock. */
import { type ClockFace, type ClockState, deadlinesOf } from '@ludoforge/table'
import { toJson } from '@ludoforge/kernel'
import type { Tx } from '../store/index.js'

/** Returns the time of the next reminder or deadline after `now`. A deadline that has passed is due at once. */
export function nextCheck(clock: ClockFace | undefined, now: number): number | null {
  if (clock === undefined) return null
  const isIdle = clock.rule.then === 'nothing'
  const times = deadlinesOf(clock).flatMap(({ at, remindAt }) => {
    if (remindAt > now && remindAt < at) return [remindAt]
    return isIdle ? [] : [at]
  })
  return times.length === 0 ? null : Math.min(...times)
}

/** Stores the clock after an append, in its transaction. */
export async function saveClock(
  tx: Tx,
  table: string,
  state: ClockState,
  face: ClockFace | undefined,
  now: number,
): Promise<void> {
  await tx
    .updateTable('tables')
    .set({ clock_state: toJson(state), clock_due: nextCheck(face, now) })
    .where('id', '=', table)
    .execute()
}
