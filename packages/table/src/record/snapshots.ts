/** When to store a position, so that no question about a long table replays all of it. */
import type { Transition } from './replay.js'

const SNAPSHOT_EVERY = 50 // entries, which replay in a few milliseconds

/**
 * Checks whether the position after these transitions should be stored, if the last one stored is after entry `last`. It
 * should be after an undo that goes back beyond the last one: a replay from there would need an earlier one.
 */
export function isSnapshotDue(transitions: readonly Transition[], last: number): boolean {
  const newest = transitions.at(-1)?.entry
  if (newest === undefined || (newest.kind !== 'decision' && newest.kind !== 'undo')) return false
  if (newest.number >= last + SNAPSHOT_EVERY) return true
  return transitions.some(({ entry }) => entry.kind === 'undo' && entry.to <= last)
}
