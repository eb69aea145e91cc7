/** The smallest single replacement that turns one text into another. */
export interface TextChange {
  readonly from: number
  readonly to: number
  readonly insert: string
}

/** Returns what changed between two texts, or `undefined` if they are equal. */
export function textChange(before: string, after: string): TextChange | undefined {
  if (before === after) return undefined
  const most = Math.min(before.length, after.length)
  let from = 0
  while (from < most && before.charCodeAt(from) === after.charCodeAt(from)) from += 1
  let same = 0
  while (
    same < most - from &&
    before.charCodeAt(before.length - 1 - same) === after.charCodeAt(after.length - 1 - same)
  )
    same += 1
  return { from, to: before.length - same, insert: after.slice(from, after.length - same) }
}
