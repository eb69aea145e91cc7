/** Since you were here: what counts of what happened, under the titles and actions it belongs to. */
import type { Game } from '@ludoforge/kernel'
import { eventsVisibleTo } from '@ludoforge/play'
import type { News } from '../protocol/index.js'
import { activeDecisions, type GameStart, startOf, type Transition } from '../record/index.js'
import { groupEvents, type Viewers } from './updates.js'

/** `transitions` are those after the entry `since`, up to `number`. */
export function newsOf(
  game: Game,
  start: GameStart,
  transitions: readonly Transition[],
  [since, number]: readonly [number, number],
  viewers: Viewers,
): News {
  const line = new Set(activeDecisions(transitions.map(({ entry }) => entry)).map((entry) => entry.number))
  const opening = since === 0 ? startOf(game, start).events : []
  const counted = transitions.filter(({ entry }) => line.has(entry.number))
  const events = [...opening, ...counted.flatMap((transition) => transition.events)]
  return {
    since,
    number,
    told: viewers.map((eye) => ({ eye, items: groupEvents(game, eventsVisibleTo(events, eye)) })),
  }
}
