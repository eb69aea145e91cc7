/** Updates without those that were undone. The notice of the undo stays. */
import type { TableUpdate } from '@ludoforge/table'

export function withoutUndone(happenings: readonly TableUpdate[]): readonly TableUpdate[] {
  const kept: TableUpdate[] = []
  for (const one of happenings) {
    if (one.type === 'undone') {
      const back = kept.filter(({ type, number }) => type !== 'step' || number < one.to)
      kept.length = 0
      kept.push(...back)
    }
    kept.push(one)
  }
  return kept
}
