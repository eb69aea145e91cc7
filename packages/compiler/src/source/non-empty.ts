/** Lists of known length, as types: the check is made where the list is built, not at each access. */

/** A list with at least one item. */
export type NonEmpty<T> = readonly [T, ...T[]]

/** Narrows a list to one with a first item. */
export function isNonEmpty<T>(list: T[]): list is [T, ...T[]]
export function isNonEmpty<T>(list: readonly T[]): list is NonEmpty<T>
export function isNonEmpty<T>(list: readonly T[]): boolean {
  return list.length > 0
}

/** The item of a list of one. Returns `undefined` if there are none or several. */
export function onlyItem<T>(list: readonly T[]): T | undefined {
  return list.length === 1 ? list[0] : undefined
}

/** The value under an own key. Returns `undefined` for inherited members such as `constructor`. */
export function ownValue<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined
}
