/** Small tests and transformations of untrusted JSON. */

/** Returns whether a value is an object, but neither null nor an array. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns whether two values are deeply equal. For plain data, sets and maps; others are equal only to themselves. */
export function deepEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (!isRecord(a) || !isRecord(b))
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((item, i) => deepEqual(item, b[i]))
    )
  if (a instanceof Set) return b instanceof Set && deepEqual([...a], [...b])
  if (a instanceof Map) return b instanceof Map && deepEqual([...a], [...b])
  if (!isPlain(a) || !isPlain(b)) return false
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && deepEqual(a[key], b[key]))
  )
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** Returns whether a value is a 32-bit integer, as the machine uses. */
export function isInt32(value: unknown): value is number {
  return typeof value === 'number' && (value | 0) === value && !Object.is(value, -0)
}

/** The keys of an object that has none but those of its type. */
export function keysOf<T extends object>(table: T): Extract<keyof T, string>[] {
  const keys: Extract<keyof T, string>[] = []
  for (const key in table) keys.push(key)
  return keys
}

/** Returns a short quotation of a value, for error messages. */
export function quote(value: unknown): string {
  if (typeof value === 'string') return `'${value.slice(0, 80)}'`
  let text: string | undefined
  try {
    text = JSON.stringify(value)
  } catch {
    text = undefined
  }
  text ??= typeof value
  return text.length > 80 ? `${text.slice(0, 77)}...` : text
}

/** Source locations are never part of the meaning. */
const isPlace = (key: string): boolean => key === 'src' || key === 'clauses'

/** Returns a copy without source locations. */
export function stripSources<T>(value: T): T {
  if (Array.isArray(value)) return value.map(stripSources) as T
  if (!isRecord(value)) return value
  const kept = Object.entries(value).filter(([key]) => !isPlace(key))
  return Object.fromEntries(kept.map(([key, part]) => [key, stripSources(part)])) as T
}

/** Returns canonical JSON: sorted keys, without source locations and the fields to skip. */
export function canonical(value: unknown, skip?: (object: object, key: string) => boolean): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item, skip)).join(',')}]`
  if (isRecord(value)) {
    const parts: string[] = []
    for (const key of Object.keys(value).sort()) {
      if (isPlace(key) || key === 'sources' || value[key] === undefined) continue
      if (skip?.(value, key) === true) continue
      parts.push(`${JSON.stringify(key)}:${canonical(value[key], skip)}`)
    }
    return `{${parts.join(',')}}`
  }
  return JSON.stringify(value) ?? 'null'
}

type Defined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>
}

/** Returns a copy without fields that are undefined. */
export function withoutUndefined<T extends object>(fields: T): Defined<T> {
  const kept: Record<string, unknown> = {}
  for (const key in fields) if (fields[key] !== undefined) kept[key] = fields[key]
  return kept as Defined<T>
}
