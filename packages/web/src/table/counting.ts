/** The happenings that count: what was taken back is left out, the word about it stays. */
import type { Happening } from '@ludoforge/client'

export function counting(happenings: readonly Happening[]): readonly Happening[] {
  const kept: Happening[] = []
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
