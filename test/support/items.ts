/** A list or a typed array. */
interface Items<T> {
  readonly length: number
  at(index: number): T | undefined
}

/** Returns the item at an index, from the end if it is negative. Throws if there is none: the test needs it. */
export function itemAt<T>(list: Items<T>, index: number): T {
  const item = list.at(index)
  if (item === undefined) throw new Error(`The list has ${list.length} items, and none at ${index}.`)
  return item
}

/** Returns the first items of a list, to destructure. Throws if there are fewer: the test needs them. */
export function firstItems<T>(list: readonly T[], count: 2): [T, T]
export function firstItems<T>(list: readonly T[], count: 3): [T, T, T]
export function firstItems<T>(list: readonly T[], count: 4): [T, T, T, T]
export function firstItems<T>(list: readonly T[], count: number): T[] {
  if (list.length < count) throw new Error(`The list has ${list.length} items, and the test needs ${count}.`)
  return list.slice(0, count)
}

/** Returns the value of a key. Throws if there is none: the test needs it. */
export function entryOf<T>(record: Readonly<Record<string, T>>, key: string): T {
  const value = record[key]
  if (value === undefined)
    throw new Error(`There is no '${key}', only ${Object.keys(record).join(', ') || 'nothing'}.`)
  return value
}
