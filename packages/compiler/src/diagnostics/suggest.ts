/** Longer names get no suggestion: the edit distance takes time proportional to the product of the lengths. */
const MAX_LENGTH = 200

/**
 * Returns the candidate with the smallest edit distance to `name`, or `undefined` if none is close enough.
 * Ignores case.
 */
export function closestName(name: string, candidates: Iterable<string>): string | undefined {
  if (name.length > MAX_LENGTH) return undefined
  const wanted = name.toLowerCase()
  // At most one edit for each three letters, but at least one.
  const allowed = Math.max(1, Math.floor(wanted.length / 3))
  let best: string | undefined
  let bestDistance = allowed + 1
  for (const candidate of candidates) {
    if (candidate === name || Math.abs(candidate.length - name.length) >= bestDistance) continue
    const other = candidate.toLowerCase()
    const distance = editDistance(wanted, other)
    // With only one letter in common, a match would be chance.
    if (distance >= Math.max(wanted.length, other.length) - 1 && distance > 0) continue
    if (distance < bestDistance) {
      best = candidate
      bestDistance = distance
    }
  }
  return best
}

/** The hint for an unknown name. */
export function didYouMean(name: string, candidates: Iterable<string>): string | undefined {
  const found = closestName(name, candidates)
  return found === undefined ? undefined : `did you mean \`${found}\`?`
}

/** Damerau–Levenshtein edit distance (optimal string alignment). */
function editDistance(left: string, right: string): number {
  let previous: number[] = []
  let last = Array.from({ length: right.length + 1 }, (_, column) => column)
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= right.length; column += 1) {
      const same = left[row - 1] === right[column - 1]
      let cost = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (same ? 0 : 1),
      )
      const swapped =
        row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1]
      if (swapped) cost = Math.min(cost, at(previous, column - 2) + 1)
      current.push(cost)
    }
    previous = last
    last = current
  }
  return at(last, right.length)
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY
}
