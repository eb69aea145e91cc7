/** With what a game was begun, as everybody at the table may know it. */
import type { Constant } from '../def/index.js'
import { IllegalChoice } from '../errors.js'
import { plainValue } from '../run/event-recorder.js'
import type { Game } from '../protocol.js'
import type { State } from '../layout/state.js'
import { LinkedGame } from './game.js'

/** The scenario and the options that a game was begun with. */
export interface GameSetup {
  readonly scenario?: string
  readonly options: Readonly<Record<string, Constant>>
}

/** The scenario and the options. A list of tokens is left out: it may say how hidden cards lie. */
export function setupOf(game: Game, state: State): GameSetup {
  if (!(game instanceof LinkedGame))
    throw new IllegalChoice('The setting is known of games made by linkGame.')
  const { names } = game.linked.machine
  const { layout } = names
  const options: Record<string, Constant> = {}
  for (const { id, type, cell } of layout.options.values())
    options[id] = plainValue(names, type, state.d[cell])
  for (const { id, item, index } of layout.lists.values())
    if (item !== 'token') options[id] = state.lists[index].map((one) => plainValue(names, item, one))
  const scenario = game.def.scenarios[state.d[layout.scenario]]?.id
  return scenario === undefined ? { options } : { scenario, options }
}
