/** Whether something is to be drawn again: views come anew each time, mostly with the same in them. */

import { isRecord, keysOf } from '@ludoforge/kernel'

/** The same values, looked at as deep as plain data goes. */
function alike(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (a instanceof Set || b instanceof Set)
    return a instanceof Set && b instanceof Set && alike([...a], [...b])
  if (Array.isArray(a) || Array.isArray(b))
    return (
      Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((one, i) => alike(one, b[i]))
    )
  if (!isRecord(a) || !isRecord(b)) return false
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && alike(a[key], b[key]))
  )
}

/** Properties of a component, by what is in them; what the scene holds is compared by identity. */
export function sameSpace<P extends object>(before: P, after: P): boolean {
  return keysOf(after).every((key) =>
    key === 'shape' || key === 'area' ? before[key] === after[key] : alike(before[key], after[key]),
  )
}
