/** The look's computed values as text. */
import type { Constant } from '@ludoforge/kernel'
import type { ValueLook } from '@ludoforge/look'

/** A value as space-separated names and numbers. Returns `undefined` if there is nothing to show. */
export function worthShowing(
  { hide, signed }: Pick<ValueLook, 'hide' | 'signed'>,
  value: Constant | undefined,
): string | undefined {
  if (value === undefined || value === null) return undefined
  const text = typeof value === 'object' ? value.map(String).join(' ') : String(value)
  if (text === '' || hide.includes(text)) return undefined
  return signed && /^\d/.test(text) ? `+${text}` : text
}
