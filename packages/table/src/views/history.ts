/** What happened before, page by page. */
import { eventsVisibleTo } from '@ludoforge/play'
import { type History, MAX_HISTORY_PAGE, Refusal } from '../protocol/index.js'
import { type Viewers, snapshotsFor, updateFor, type ViewContext } from './updates.js'
import {
  type Entry,
  type GameStart,
  type Position,
  positionAt,
  replayEntries,
  startOf,
} from '../record/index.js'

const PORTION = 10 // entries

/** Which entries are wanted. */
export interface HistoryRange {
  readonly from: number
  readonly to: number
}

/** `base` is a position not after `from`, if one is at hand. It takes a while: others have their turn in between. */
export async function historyOf(
  context: ViewContext,
  gameStart: GameStart,
  entries: readonly Entry[],
  { from, to }: HistoryRange,
  viewers: Viewers,
  base?: Position,
): Promise<History> {
  const { game } = context
  const last = entries.at(-1)?.number ?? base?.number ?? 0
  if (from > to || to > last)
    throw new Refusal('bad-message', `There is no history from ${from} to ${to}: the last entry is ${last}.`)
  const start = positionAt(game, gameStart, entries, from, base)
  const until = Math.min(to, from + MAX_HISTORY_PAGE)
  const happenings: History['happenings'] = []
  for (const transition of replayEntries(game, gameStart, entries, start, until)) {
    happenings.push(updateFor(context, transition, viewers))
    if (happenings.length % PORTION === 0) await pause()
  }
  const opening = from === 0 ? startOf(game, gameStart).events : []
  return {
    from,
    shown: snapshotsFor(context, start, viewers),
    opening: viewers.map((eye) => ({
      eye,
      events: eventsVisibleTo(opening, eye),
    })),
    happenings,
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0)
  })
}
