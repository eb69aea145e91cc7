/** Removes undone steps from a list of updates. The update about the undo stays. */
import type { TableUpdate } from '@ludoforge/table'

export function withoutUndone(updates: readonly TableUpdate[]): readonly TableUpdate[] {
  const kept: TableUpdate[] = []
  for (const update of updates) {
    if (update.type === 'undone') {
      const remaining = kept.filter(({ type, number }) => type !== 'step' || number < update.to)
      kept.length = 0
      kept.push(...remaining)
    }
    kept.push(update)
  }
  return kept
}
