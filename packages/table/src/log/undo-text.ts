/** Renders an undo for the log. */
import type { UndoBarrier } from '../protocol/index.js'

const BARRIERS: Readonly<Record<UndoBarrier, string>> = {
  rolled: 'something was rolled or shuffled',
  revealed: 'something hidden was revealed',
  answered: 'others had answered',
}

/** Returns a sentence about an undo. If it wasn't free, it names what had been seen. */
export function undoText({ by, beyond = [] }: { by: string; beyond?: readonly UndoBarrier[] }): string {
  const seen = beyond.map((barrier) => BARRIERS[barrier])
  const last = seen.pop()
  const undid = `${by} undid the decisions from here on`
  if (last === undefined) return `${undid}.`
  return `${undid}, after ${seen.length === 0 ? last : `${seen.join(', ')} and ${last}`}.`
}
