/** What happened before: page by page, and how far it may be taken back. */
import { type Game, knownTo } from '@ludoforge/kernel'
import { type History, MOST_HISTORY, Refusal, type UndoHorizon } from '../protocol/index.js'
import { type Viewers, snapshotsFor, updateFor, type ViewContext } from './updates.js'
import {
  activeDecisions,
  type Entry,
  type GameStart,
  type Position,
  positionAt,
  replayEntries,
  startOf,
  type Transition,
} from '../record/index.js'

const PORTION = 10 // entries

/** Which entries are wanted. */
export interface HistoryRange {
  readonly from: number
  readonly to: number
}

/** `base` is a position not after `from`, if one is at hand. It takes a while: others have their turn in between. */
export async function historyOf(
  telling: ViewContext,
  beginning: GameStart,
  entries: readonly Entry[],
  { from, to }: HistoryRange,
  eyes: Viewers,
  base?: Position,
): Promise<History> {
  const { game } = telling
  const last = entries.at(-1)?.number ?? 0
  if (from > to || to > last)
    throw new Refusal('bad-message', `There is no history from ${from} to ${to}: the last entry is ${last}.`)
  const start = positionAt(game, beginning, entries, from, base)
  const until = Math.min(to, from + MOST_HISTORY)
  const happenings: History['happenings'] = []
  for (const moment of replayEntries(game, beginning, entries, start, until)) {
    happenings.push(updateFor(telling, moment, eyes))
    if (happenings.length % PORTION === 0) await pause()
  }
  const opening = from === 0 ? startOf(game, beginning).events : []
  return {
    from,
    shown: snapshotsFor(telling, start, eyes),
    opening: eyes.map((eye) => ({
      eye,
      events: knownTo(opening, eye) as History['opening'][number]['events'],
    })),
    happenings,
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0)
  })
}

/** The number of the first decision that can be one of those that are free to take back; undefined: there is none. */
export function freeSince(
  entries: readonly Entry[],
  mine: readonly string[],
  question: number,
): number | undefined {
  const line = activeDecisions(entries)
  const other = line.findLastIndex(({ number, seat }) => !mine.includes(seat) && number <= question)
  return line[other + 1]?.number
}

/**
 * How far one can take back: `mine` are one's seats, `question` the number of what is asked now, `base` a position before
 * `freeSince`, if one is at hand.
 */
export function undoHorizon(
  game: Game,
  beginning: GameStart,
  entries: readonly Entry[],
  mine: readonly string[],
  question: number,
  base?: Position,
): UndoHorizon {
  const line = activeDecisions(entries)
  const ask = line.find(({ seat }) => mine.includes(seat))?.number ?? null
  const since = freeSince(entries, mine, question)
  if (since === undefined) return { free: null, ask }
  const usable = base !== undefined && base.number < since ? base : undefined
  const moments = new Map<number, Transition>()
  for (const moment of replayEntries(game, beginning, entries, usable))
    moments.set(moment.entry.number, moment)
  let free: number | null = null
  let alone = true // nobody else has decided since, and nothing was rolled or shown
  let open = true // all of it answers what is still asked
  for (const { number, seat } of line.filter((entry) => entry.number >= since).toReversed()) {
    const moment = moments.get(number)
    if (moment === undefined) break
    const { horizon, before, after } = moment
    alone &&= horizon !== undefined && mine.includes(horizon.seat) && !horizon.rolled && !horizon.revealed
    open &&= before.question === question && after.question === question
    if (!alone && !open) break
    if (mine.includes(seat)) free = number
  }
  return { free, ask }
}
