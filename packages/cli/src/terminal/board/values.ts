/** The look's computed values as text. */
import type { Constant } from '@ludoforge/kernel'
import type { ValueLook } from '@ludoforge/look'

/**
 * A value as space-separated names and numbers. Returns `undefined` if there is nothing to show. In a list, an item that is
 * hidden or none keeps its place: `– amber –`.
 */
export function worthShowing(
  { hide, signed }: Pick<ValueLook, 'hide' | 'signed'>,
  value: Constant | undefined,
): string | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'object') {
    const items = value.map((item) => (item === null || hide.includes(String(item)) ? '–' : String(item)))
    const text = items.join(' ')
    return items.every((item) => item === '–') || hide.includes(text) ? undefined : text
  }
  const text = String(value)
  if (text === '' || hide.includes(text)) return undefined
  return signed && /^\d/.test(text) ? `+${text}` : text
}
