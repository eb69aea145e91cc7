/** The moves that can be begun: every way through the menus. */
import type { Choice } from '@ludoforge/kernel'
import { compoundsOf, linkCompounds, inserting, type Move } from './move.js'
import type { Progress } from './progress.js'
import { moveOf } from './serialize.js'

/** One template for each way, and one for each action that may be inserted beside a menu. */
export function templatesOf(begin: Progress): Move[] {
  return within(begin, begin)
}

function within(at: Progress, begin: Progress): Move[] {
  // What comes behind chance is not known yet.
  if (at.known.chance || !at.isMenu) return [named(at, begin)]
  const { optional, offers } = at.decision
  const level = at.known.entries.length
  const ways = [...at.ways()].flatMap((way) =>
    way.known.entries.length > level ? within(way, begin) : [named(way, begin)],
  )
  const nothing: Choice = []
  const declined = optional ? [named(at.answer(nothing), begin)] : []
  if (at.isWindow) return [...ways, ...declined]
  const stages = at.known.parts[0].stages
  const inserted = offers.map(({ id, timing }) => {
    const move = named(at, begin)
    const compound = inserting({ actionId: id, params: {} }, timing, stages[timing])
    return { ...move, ...linkCompounds([...compoundsOf(move), compound]) }
  })
  return [...ways, ...declined, ...inserted]
}

/** The move, and by way of which entries if an earlier way leads to the same. */
function named(at: Progress, begin: Progress): Move {
  const move = moveOf(at)
  const path = at.known.entries.map(({ id }) => id)
  const first = firstWay(begin, move)
  if (first === undefined || first.join('\n') === path.join('\n')) return move
  return { ...move, via: path.slice(0, -1) }
}

/** The first entries that a move may mean by its name, class and freedom. */
function firstWay(at: Progress, move: Move): readonly string[] | undefined {
  const { entries } = at.known
  const context = entries.at(-1)?.context
  const fits =
    at.name() === move.actionId &&
    (move.actionClass === undefined || move.actionClass === context?.actionClass) &&
    (move.freeOperation === undefined || move.freeOperation === context?.free)
  if (fits) return entries.map(({ id }) => id)
  if (at.over || !at.isMenu) return undefined
  for (const way of at.ways()) {
    const found = way.known.entries.length > entries.length ? firstWay(way, move) : undefined
    if (found !== undefined) return found
  }
  return undefined
}
