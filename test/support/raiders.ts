/** A small game with nested menus and activities before, during and after operations, for tests of moves. */
import type { Game, State } from '@ludoforge/kernel'
import { gameFrom } from './games.js'
import { entryOf } from './items.js'

const RULEBOOK = `
# Raiders

\`\`\`yaml
game: {id: raiders, title: Raiders}
seats: [red, blue]
values:
  action-class: [operation, operation-and-activity]
spaces:
  mill: {}
  ford: {}
  moor: {}
zones:
  box: {per: seat}
  deck: {holds: cards, visible: none}
  open: {holds: cards}
pieces:
  red-guards: {owner: red, type: guard, count: 9, supply: box}
  blue-guards: {owner: blue, type: guard, count: 9, supply: box}
cards: {sun: {supply: deck}, rain: {supply: deck}}
variables:
  tried: {flag: true, during: turn}
  strikes: {range: 0..2, during: turn}
seat-variables: {gold: {range: 0..50, start: 4}}
space-variables: {taxed: flag}
\`\`\`

\`\`\`rules
play
  repeat up to 8 times, seats in turn
    do take-turn
  draw

procedure take-turn
  choose "What does {actor} do?"
    option event
      choose "Which side?"
        option light
          add 2 to gold of actor
        option dark
          choose raid from [rally, attack] "Which for free?"
          perform raid, free
          add 1 to gold of actor
    option operation if legal(operate, as operation)
      perform operate, as operation
    option operation-and-activity if legal(operate, as operation-and-activity)
      perform operate, as operation-and-activity
    option hired if gold of actor >= 4 and legal(operate, as operation)
      spend 2 gold of actor
      perform operate, as operation
    option omen
      draw 1 card from deck to open
      choose omen from [rally, attack] "The omen says?"
      perform omen
    option pass
      add 1 to gold of actor

action operate tagged turn
  requires some(open-operations) or some(open-activities)
  choose what from open-operations, or none if tried and no(open-operations), offering extra before "Which operation?"
  if what != none
    perform what, as class

set open-operations = actions-tagged(operation) where legal(it)
set open-activities = actions-tagged(activity) where
  class is operation-and-activity and legal(it) and (not tried or strikes > 0 and it = strike)

window extra
  offers activity from open-activities "An activity now, or go on?"
  set tried
  perform activity, as class

operation rally                                                         # 3.1
  requires gold of actor > 0 or free
  choose 1 to (if free then 1 else gold of actor) spaces from map, offering extra before "Rally where?"
  each space in spaces
    if not free
      spend 1 gold of actor
    place 1 guard of actor in space
  window extra after

operation attack                                                        # 3.2
  requires some(map where some(guards of actor in it))
  choose space from map where some(guards of actor in it), offering extra "Attack where?"
  roll die from 1..6
  choose "Loot {die}?"
    option take
      add die to gold of actor
    option leave

activity tax                                                            # 4.1
  requires some(map where not it.taxed)
  choose space from map where not it.taxed "Tax where?"
  set space.taxed
  add 3 to gold of actor

activity strike                                                         # 4.2
  requires strikes < 2 and some(map where some(guards of actor in it))
  add 1 to strikes
  choose space from map where some(guards of actor in it) "Strike where?"
  add 1 to gold of actor
\`\`\`
`

export function raiders(change: (text: string) => string = (text) => text): Game {
  return gameFrom(change(RULEBOOK), 'raiders.md')
}

/** The same game, where a strike may be inserted into a strike. */
export const nestedRaiders = (): Game =>
  raiders((text) => text.replace(' "Strike where?"', ', offering extra "Strike where?"'))

export function goldOf(game: Game, state: State, seat: string): number {
  return Number(entryOf(game.view(state, null).seats, seat).gold)
}
