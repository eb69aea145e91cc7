/** Visibility in a game with known game options, which are public and never change. */
import {
  enumId,
  type Expr,
  type Game,
  type GameDef,
  hiddenReason,
  isEnum,
  present,
  type State,
  type Viewer,
} from '@ludoforge/kernel'
import { LinkedGame, type OptionValues, substituteOptions, specialize } from '@ludoforge/kernel/internal'

/** The rules, specialized by game options. */
export interface SpecializedRules {
  /** Returns why an expression is hidden from the viewer in such a game, or undefined if it isn't. */
  hiddenReason(expr: Expr, viewer: Viewer): string | undefined
}

const known = new WeakMap<GameDef, Map<string, SpecializedRules>>()

/** Returns the rules specialized by the options of a state. Memoized by the options. */
export function specializedRules(game: Game, state: State): SpecializedRules {
  const options = optionsIn(game, state)
  const key = JSON.stringify([...options])
  const { def } = game
  let rules = known.get(def)
  if (rules === undefined) known.set(def, (rules = new Map()))
  let found = rules.get(key)
  if (found === undefined) rules.set(key, (found = rulesWith(def, options)))
  return found
}

function rulesWith(def: GameDef, options: OptionValues): SpecializedRules {
  const special = specialize(def, options)
  return { hiddenReason: (expr, viewer) => hiddenReason(special, substituteOptions(expr, options), viewer) }
}

/** Returns the values of game options, without lists, which aren't constants. */
function optionsIn(game: Game, { d }: State): OptionValues {
  const options = new Map<string, Expr>()
  if (!(game instanceof LinkedGame)) return options
  const { names } = game.linked.machine
  for (const { id, type, cell } of names.layout.options.values()) {
    const value = present(d[cell], 'an option has its cell.')
    if (type === 'flag') options.set(id, value !== 0)
    else if (type === 'number') options.set(id, value)
    else if (value < 0)
      continue // none
    else if (type === 'seat') options.set(id, { seat: names.scalar(type, value) })
    else if (isEnum(type)) options.set(id, { value: names.scalar(type, value), of: enumId(type) })
  }
  return options
}
