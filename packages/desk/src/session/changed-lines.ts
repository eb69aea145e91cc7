/** Which lines of the files an edit changed. */
import type { Files } from '../files.js'

/** A changed region of a file: lines from 1, `end` excluded. An insertion has an empty region. */
export interface ChangedRegion {
  readonly path: string
  readonly start: number
  readonly end: number
}

/** Returns the regions of the old files that differ in the new ones: of each file the lines between equal beginnings and ends. */
export function changedRegions(before: Files, after: Files): readonly ChangedRegion[] {
  const paths = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...paths].flatMap((path) => {
    const [old, now] = [before[path], after[path]]
    return old === now ? [] : [regionOf(path, lines(old), lines(now))]
  })
}

const lines = (text: string | undefined): readonly string[] => (text === undefined ? [] : text.split('\n'))

function regionOf(path: string, old: readonly string[], now: readonly string[]): ChangedRegion {
  let head = 0
  while (head < old.length && head < now.length && old[head] === now[head]) head += 1
  let tail = 0
  const most = Math.min(old.length, now.length) - head
  while (tail < most && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail += 1
  return { path, start: head + 1, end: old.length - tail + 1 }
}
