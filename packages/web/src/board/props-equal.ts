/** Deep equality of props for `memo`: each update brings new view objects with mostly equal content. */

import { isRecord, keysOf } from '@ludoforge/kernel'

/** Deep equality of plain data. */
function deepEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (a instanceof Set || b instanceof Set)
    return a instanceof Set && b instanceof Set && deepEqual([...a], [...b])
  if (Array.isArray(a) || Array.isArray(b))
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((item, i) => deepEqual(item, b[i]))
    )
  if (!isRecord(a) || !isRecord(b)) return false
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && deepEqual(a[key], b[key]))
  )
}

/** Compares props by value, but `shape` and `area` by identity, since they belong to the scene. */
export function propsEqual<P extends object>(before: P, after: P): boolean {
  return keysOf(after).every((key) =>
    key === 'shape' || key === 'area' ? before[key] === after[key] : deepEqual(before[key], after[key]),
  )
}
