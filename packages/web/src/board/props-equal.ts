/** Whether something is to be drawn again: views come anew each time, mostly with the same in them. */

type Plain = Readonly<Record<string, unknown>>

/** The same values, looked at as deep as plain data goes. */
function alike(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (a instanceof Set || b instanceof Set)
    return a instanceof Set && b instanceof Set && alike([...a], [...b])
  if (Array.isArray(a) || Array.isArray(b))
    return (
      Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((one, i) => alike(one, b[i]))
    )
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && alike((a as Plain)[key], (b as Plain)[key]))
  )
}

/** Properties of a component, by what is in them; what the scene holds is compared by identity. */
export function sameSpace<P extends object>(before: P, after: P): boolean {
  return (Object.keys(after) as (keyof P)[]).every((key) =>
    key === 'shape' || key === 'area' ? before[key] === after[key] : alike(before[key], after[key]),
  )
}
