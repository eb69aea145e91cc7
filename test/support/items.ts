/** Returns the item at an index, from the end if it is negative. Throws if there is none: the test needs it. */
export function itemAt<T>(list: readonly T[], index: number): T {
  const item = list.at(index)
  if (item === undefined) throw new Error(`The list has ${list.length} items, and none at ${index}.`)
  return item
}
