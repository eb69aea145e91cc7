/** News since a person's last visit: events of active decisions, grouped under their titles and actions. */
import type { Game } from '@ludoforge/kernel'
import { eventsVisibleTo } from '@ludoforge/play'
import type { News } from '../protocol/index.js'
import { activeDecisions, type GameStart, startOf, type Transition } from '../record/index.js'
import { groupEvents, type Viewers } from './updates.js'

/** Returns the news of `transitions`, those after entry `since` up to `number`. */
export function newsOf(
  game: Game,
  start: GameStart,
  transitions: readonly Transition[],
  [since, number]: readonly [number, number],
  viewers: Viewers,
): News {
  const active = new Set(activeDecisions(transitions.map(({ entry }) => entry)).map((entry) => entry.number))
  const opening = since === 0 ? startOf(game, start).events : []
  const activeTransitions = transitions.filter(({ entry }) => active.has(entry.number))
  const events = [...opening, ...activeTransitions.flatMap((transition) => transition.events)]
  return {
    since,
    number,
    told: viewers.map((viewer) => ({
      eye: viewer,
      items: groupEvents(game, eventsVisibleTo(events, viewer)),
    })),
  }
}
