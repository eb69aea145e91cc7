/** Nobody means a name by one that is longer, and comparing two takes time by the product of their lengths. */
const LONGEST = 200

/**
 * The candidate that `name` most likely was meant to be, or undefined if none is near. Case does not
 * count; two neighbouring letters that changed places are one slip, as they are for a typist.
 */
export function closestName(name: string, candidates: Iterable<string>): string | undefined {
  if (name.length > LONGEST) return undefined
  const wanted = name.toLowerCase()
  // One slip in a short word, about one in three letters in a longer one: beyond that it is another word.
  const allowed = Math.max(1, Math.floor(wanted.length / 3))
  let best: string | undefined
  let bestDistance = allowed + 1
  for (const candidate of candidates) {
    if (candidate === name || Math.abs(candidate.length - name.length) >= bestDistance) continue
    const other = candidate.toLowerCase()
    const distance = editDistance(wanted, other)
    // A word of two letters with one wrong says nothing.
    if (distance >= Math.max(wanted.length, other.length) - 1 && distance > 0) continue
    if (distance < bestDistance) {
      best = candidate
      bestDistance = distance
    }
  }
  return best
}

/** The hint line for a name that nobody knows. */
export function didYouMean(name: string, candidates: Iterable<string>): string | undefined {
  const found = closestName(name, candidates)
  return found === undefined ? undefined : `did you mean \`${found}\`?`
}

/** How many letters to insert, delete, change or swap with their neighbour. */
function editDistance(left: string, right: string): number {
  let beforeLast: number[] = []
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
      if (swapped) cost = Math.min(cost, at(beforeLast, column - 2) + 1)
      current.push(cost)
    }
    beforeLast = last
    last = current
  }
  return at(last, right.length)
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY
}
