/** Serializes progress to a `Move`. */
import { type Choice, withoutUndefined } from '@ludoforge/kernel'
import { type Part, partAt } from './tracker.js'
import { type Compound, compoundsOf, linkCompounds, inserting, type Move } from './move.js'
import type { Progress } from './progress.js'

/**
 * Returns the key of a question in the params of a part. The answers to the first `level` menus aren't params, because
 * the move is named after them.
 */
export function keyOf(progress: Progress, level: number, part: number, name: string, said?: Move): string {
  return numbered(name, count(progress, level, part, said).counts.get(name) ?? 0)
}

/** Returns the params of a part so far. Forced answers are included only if the move `said` has them. */
export function paramsOf(
  progress: Progress,
  level: number,
  part: number,
  said?: Move,
): Record<string, Choice> {
  return Object.fromEntries(count(progress, level, part, said).params)
}

/** What a move says under a key itself; undefined if nothing. */
export const paramOf = ({ params }: Move, key: string): Choice | undefined =>
  Object.hasOwn(params, key) ? params[key] : undefined

function count({ known }: Progress, level: number, part: number, said: Move | undefined) {
  const counts = new Map<string, number>()
  const params: [string, Choice][] = []
  for (const { part: of, name, choice, entry, forced } of known.answers) {
    if (of !== part || (entry >= 0 && entry < level)) continue
    const before = counts.get(name) ?? 0
    const key = numbered(name, before)
    const own = said === undefined ? undefined : paramOf(said, key)
    const spoken = own !== undefined && isSame(own, choice)
    if (forced && !spoken) continue
    counts.set(name, before + 1)
    params.push([key, choice])
  }
  return { counts, params }
}

const numbered = (name: string, before: number): string => (before === 0 ? name : `${name}#${before + 1}`)

/** Compares choices. A single option equals a list of one. */
const isSame = (a: Choice, b: Choice): boolean => JSON.stringify([a].flat()) === JSON.stringify([b].flat())

/** Returns the move so far, named after the first `level` entries of its menus; by default after the last. */
export function moveOf(progress: Progress, level = progress.known.entries.length): Move {
  const context = progress.known.entries[level - 1]?.context
  return {
    actionId: progress.name(level),
    ...(progress.start.atOnce === true && { seat: progress.start.seat }),
    ...withoutUndefined({ actionClass: context?.actionClass, freeOperation: context?.free || undefined }),
    params: paramsOf(progress, level, 0),
    ...linkCompounds(insertedIn(progress, 0)),
  }
}

/** Returns the progress so far as a partial version of this move. */
export function partialMoveOf(move: Move, progress: Progress, level: number): Move {
  const { compound: _, ...head } = move
  return { ...head, params: paramsOf(progress, level, 0), ...linkCompounds(insertedIn(progress, 0)) }
}

/** Returns the actions that were inserted in a part. */
function insertedIn(progress: Progress, within: number): Compound[] {
  return progress.known.parts.flatMap(({ within: around, actionId, timing, stage }, i) => {
    if (around !== within) return []
    const activity = { actionId, params: paramsOf(progress, 0, i), ...linkCompounds(insertedIn(progress, i)) }
    return [inserting(activity, timing, stage)]
  })
}

/** Returns the path of a part: [] the move itself, [1] its second compound, [1, 0] the first one inserted in that. */
export function pathOfPart(parts: readonly Part[], part: number): number[] {
  const { within } = partAt(parts, part)
  if (within < 0) return []
  const before = parts.slice(0, part).filter((other) => other.within === within).length
  return [...pathOfPart(parts, within), before]
}

/** Returns a copy of a move with one of its parts changed. */
export function changeAt(move: Move, place: readonly number[], change: (part: Move) => Move): Move {
  const [index, ...rest] = place
  if (index === undefined) return change(move)
  const chain = compoundsOf(move).map((compound, i) =>
    i === index
      ? { ...compound, specialActivity: changeAt(compound.specialActivity, rest, change) }
      : compound,
  )
  return { ...move, ...linkCompounds(chain) }
}

/** Returns a copy of a move with an action inserted in one of its parts, at `index`. */
export function insertAt(move: Move, place: readonly number[], index: number, compound: Compound): Move {
  return changeAt(move, place, (part) => ({
    ...part,
    ...linkCompounds(compoundsOf(part).toSpliced(index, 0, compound)),
  }))
}
