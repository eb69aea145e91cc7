/** Since you were here: what counts of what happened, under the titles and actions it belongs to. */
import { type Game, knownTo } from '@ludoforge/kernel'
import type { News } from '../protocol/index.js'
import { type Viewers, grouped } from './updates.js'
import {
  activeDecisions,
  type Entry,
  type GameStart,
  type Position,
  replayEntries,
  startOf,
} from '../record/index.js'

/** `from` is a position not after `since`, if one is at hand. */
export function newsOf(
  game: Game,
  beginning: GameStart,
  entries: readonly Entry[],
  since: number,
  eyes: Viewers,
  from?: Position,
): News {
  const line = new Set(activeDecisions(entries).map(({ number }) => number))
  const opening = since === 0 ? startOf(game, beginning).events : []
  const moments = [...replayEntries(game, beginning, entries, from)]
  const counted = moments.filter(({ entry: { number } }) => number > since && line.has(number))
  const events = [...opening, ...counted.flatMap((moment) => moment.events)]
  return {
    since,
    number: entries.at(-1)?.number ?? 0,
    told: eyes.map((eye) => ({ eye, items: grouped(game, knownTo(events, eye)) })),
  }
}
