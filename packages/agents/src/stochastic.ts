import type { Game } from '@ludoforge/kernel'

const cache = new WeakMap<Game, boolean>()

/** Returns whether dice, shuffles, hidden information or simultaneous choices call for several determinizations. */
export function needsSampling(game: Game): boolean {
  const found = cache.get(game)
  if (found !== undefined) return found
  const { zones, variables, procedures } = game.def
  const answer =
    zones.some(({ visible }) => visible !== 'all') ||
    variables.some(({ hidden }) => hidden !== undefined) ||
    /"(?:rollRandom|shuffle|secret|chooseAtOnce)":/.test(JSON.stringify(procedures))
  cache.set(game, answer)
  return answer
}
