/** What is said of decisions that were taken back. */
import type { UndoBarrier } from '../protocol/index.js'

const SEEN: Readonly<Record<UndoBarrier, string>> = {
  rolled: 'something was rolled',
  revealed: 'something hidden was shown',
  answered: 'others have answered',
}

/** Back to the horizon is free; of what lies beyond it, it is said what had been seen. */
export function undoneText({ by, beyond = [] }: { by: string; beyond?: readonly UndoBarrier[] }): string {
  const seen = beyond.map((one) => SEEN[one])
  const last = seen.pop()
  const took = `${by} took back what was decided here`
  if (last === undefined) return `${took}.`
  return `${took}, although ${seen.length === 0 ? last : `${seen.join(', ')} and ${last}`} since.`
}
