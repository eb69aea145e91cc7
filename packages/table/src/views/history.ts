/** The history of a table, in pages. */
import { eventsVisibleTo } from '@ludoforge/play'
import { type History, MAX_HISTORY_PAGE, Refusal } from '../protocol/index.js'
import { type Viewers, snapshotsFor, updateFor, type ViewContext } from './updates.js'
import { type Entry, type GameStart, type Position, replayEntries, startOf } from '../record/index.js'

const YIELD_EVERY = 10 // updates

/** A range of entries. */
export interface HistoryRange {
  readonly from: number
  readonly to: number
}

/**
 * Returns a page of history. `base` is a known position at or before `from`, and `earlier` has those that undos go back to
 * (see `replayEntries`). It yields to the event loop in between.
 */
export async function historyOf(
  context: ViewContext,
  gameStart: GameStart,
  entries: readonly Entry[],
  { from, to }: HistoryRange,
  viewers: Viewers,
  base?: Position,
  earlier?: ReadonlyMap<number, Position>,
): Promise<History> {
  const { game } = context
  const last = entries.at(-1)?.number ?? base?.number ?? 0
  if (from > to || to > last)
    throw new Refusal('bad-message', `There is no history from ${from} to ${to}. The last entry is ${last}.`)
  let start = base ?? startOf(game, gameStart).position
  const until = Math.min(to, from + MAX_HISTORY_PAGE)
  const happenings: History['happenings'] = []
  // One replay from `base`: an undo in the page may go back before its first entry.
  for (const transition of replayEntries(game, gameStart, entries, start, until, earlier)) {
    if (transition.entry.number <= from) {
      start = transition.after
      continue
    }
    happenings.push(updateFor(context, transition, viewers))
    if (happenings.length % YIELD_EVERY === 0) await yieldToEventLoop()
  }
  const opening = from === 0 ? startOf(game, gameStart).events : []
  return {
    from,
    shown: snapshotsFor(context, start, viewers),
    opening: viewers.map((viewer) => ({
      eye: viewer,
      events: eventsVisibleTo(opening, viewer),
    })),
    happenings,
  }
}

function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0)
  })
}
