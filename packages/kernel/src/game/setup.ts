/** The public settings that a game was started with. */
import type { Constant } from '../def/index.js'
import { IllegalChoice } from '../errors.js'
import { plainValue } from '../run/event-recorder.js'
import type { Game } from '../protocol.js'
import type { State } from '../layout/state.js'
import { LinkedGame } from './game.js'

/** The scenario and the game options of a game. */
export interface GameSetup {
  readonly scenario?: string
  readonly options: Readonly<Record<string, Constant>>
}

/** Returns the scenario and the game options. Leaves lists of tokens out: they may reveal the order of hidden cards. */
export function setupOf(game: Game, state: State): GameSetup {
  if (!(game instanceof LinkedGame))
    throw new IllegalChoice('setupOf needs a game made by linkGame, loadGame or loadModule.')
  const { names } = game.linked.machine
  const { layout } = names
  const options: Record<string, Constant> = {}
  for (const { id, type, cell } of layout.options.values())
    options[id] = plainValue(names, type, state.d[cell])
  for (const { id, item, index } of layout.lists.values())
    if (item !== 'token') options[id] = state.lists[index].map((value) => plainValue(names, item, value))
  const scenario = game.def.scenarios[state.d[layout.scenario]]?.id
  return scenario === undefined ? { options } : { scenario, options }
}
