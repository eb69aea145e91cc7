import type { Game } from '@ludoforge/kernel'

/** What makes the rules of a game more than a search of positions: chance, and information that not all seats have. */
interface Uncertainty {
  readonly chance: boolean // dice, shuffles
  readonly hidden: boolean // hidden zones and variables, secret and simultaneous choices
}

const cache = new WeakMap<Game, Uncertainty>()

/** Returns whether the rules use chance after the set-up, and whether they hide anything. */
export function uncertaintyOf(game: Game): Uncertainty {
  const found = cache.get(game)
  if (found !== undefined) return found
  const { zones, variables, procedures } = game.def
  const rules = JSON.stringify(procedures)
  const answer = {
    chance: /"(?:rollRandom|shuffle)":/.test(rules),
    hidden:
      zones.some(({ visible }) => visible !== 'all') ||
      variables.some(({ hidden }) => hidden !== undefined) ||
      /"(?:secret|chooseAtOnce)":/.test(rules),
  }
  cache.set(game, answer)
  return answer
}

/** Returns whether dice, shuffles, hidden information or simultaneous choices call for several determinizations. */
export function needsSampling(game: Game): boolean {
  const { chance, hidden } = uncertaintyOf(game)
  return chance || hidden
}
