/** Matches the texts of rules, which contain values, with written words. */
import type { Text } from '@ludoforge/kernel'

/** Whether the text can have these words. A value in it matches anything. */
export function textMatches(text: Text, words: string): boolean {
  const pattern = text.map((part) =>
    typeof part === 'string' ? part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&') : '.*',
  )
  return new RegExp(`^${pattern.join('')}$`, 'is').test(words)
}
