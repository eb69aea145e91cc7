/** The happenings that count: what was taken back is left out, the word about it stays. */
import type { TableUpdate } from '@ludoforge/table'

export function counting(happenings: readonly TableUpdate[]): readonly TableUpdate[] {
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
