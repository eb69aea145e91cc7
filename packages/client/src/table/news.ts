/** Since you were here: what counts of what happened, under the titles and actions it belongs to. */
import { type Game, knownTo } from '@ludoforge/kernel'
import type { News } from '../protocol/index.js'
import { type Entry, lineOf } from './entries.js'
import { type Eyes, grouped } from './tell.js'
import { type Beginning, beginningOf, type Position, walk } from './walk.js'

/** `from` is a position not after `since`, if one is at hand. */
export function newsOf(
  game: Game,
  beginning: Beginning,
  entries: readonly Entry[],
  since: number,
  eyes: Eyes,
  from?: Position,
): News {
  const line = new Set(lineOf(entries).map(({ number }) => number))
  const opening = since === 0 ? beginningOf(game, beginning).events : []
  const moments = [...walk(game, beginning, entries, from)]
  const counted = moments.filter(({ entry: { number } }) => number > since && line.has(number))
  const events = [...opening, ...counted.flatMap((moment) => moment.events)]
  return {
    since,
    number: entries.at(-1)?.number ?? 0,
    told: eyes.map((eye) => ({ eye, items: grouped(game, knownTo(events, eye)) })),
  }
}
