/** Deep equality of props for `memo`: each update brings new view objects with mostly equal content. */

import { deepEqual, keysOf } from '@ludoforge/kernel'

/** Compares props by value, but `shape` and `area` by identity, since they belong to the scene. */
export function propsEqual<P extends object>(before: P, after: P): boolean {
  return keysOf(after).every((key) =>
    key === 'shape' || key === 'area' ? before[key] === after[key] : deepEqual(before[key], after[key]),
  )
}
