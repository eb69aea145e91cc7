/** Templates of the legal moves: every path through the menus. */
import type { Choice } from '@ludoforge/kernel'
import { compoundsOf, linkCompounds, inserting, type Move } from './move.js'
import type { Progress } from './progress.js'
import { moveOf } from './serialize.js'
import { partAt } from './tracker.js'

/** Returns one template per menu path, and one per action that a menu offers to insert. */
export function templatesOf(begin: Progress): Move[] {
  return within(begin, begin)
}

function within(at: Progress, begin: Progress): Move[] {
  // Questions after a chance event aren't known yet.
  if (at.known.chance || !at.isMenu) return [named(at, begin)]
  const { optional, offers } = at.decision
  const level = at.known.entries.length
  const paths = [...at.ways()].flatMap((branch) =>
    branch.known.entries.length > level ? within(branch, begin) : [named(branch, begin)],
  )
  const nothing: Choice = []
  const declined = optional ? [named(at.answer(nothing), begin)] : []
  if (at.isWindow) return [...paths, ...declined]
  const { stages } = partAt(at.known.parts, 0)
  const inserted = offers.map(({ id, timing }) => {
    const move = named(at, begin)
    const compound = inserting({ actionId: id, params: {} }, timing, stages[timing])
    return { ...move, ...linkCompounds([...compoundsOf(move), compound]) }
  })
  return [...paths, ...declined, ...inserted]
}

/** Returns the move, with `via` if an earlier path leads to the same name. */
function named(at: Progress, begin: Progress): Move {
  const move = moveOf(at)
  const path = at.known.entries.map(({ id }) => id)
  const first = firstPath(begin, move)
  if (first === undefined || first.join('\n') === path.join('\n')) return move
  return { ...move, via: path.slice(0, -1) }
}

/** Returns the first menu path that matches the name, class and freedom of a move. */
function firstPath(at: Progress, move: Move): readonly string[] | undefined {
  const { entries } = at.known
  const context = entries.at(-1)?.context
  const fits =
    at.name() === move.actionId &&
    (move.actionClass === undefined || move.actionClass === context?.actionClass) &&
    (move.freeOperation === undefined || move.freeOperation === context?.free)
  if (fits) return entries.map(({ id }) => id)
  if (at.over || !at.isMenu) return undefined
  for (const branch of at.ways()) {
    const found = branch.known.entries.length > entries.length ? firstPath(branch, move) : undefined
    if (found !== undefined) return found
  }
  return undefined
}
