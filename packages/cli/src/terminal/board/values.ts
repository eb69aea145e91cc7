/** What the rules compute for a look, as words. */
import type { Constant } from '@ludoforge/kernel'
import type { ValueLook } from '@ludoforge/look'

/** A value as names and numbers with spaces between; undefined where there is none worth showing. */
export function worthShowing(
  { hide, signed }: Pick<ValueLook, 'hide' | 'signed'>,
  value: Constant | undefined,
): string | undefined {
  if (value === undefined || value === null) return undefined
  const text = typeof value === 'object' ? value.map(String).join(' ') : String(value)
  if (text === '' || hide.includes(text)) return undefined
  return signed && /^\d/.test(text) ? `+${text}` : text
}
