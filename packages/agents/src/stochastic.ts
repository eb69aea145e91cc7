import type { Game } from '@ludoforge/kernel'

const known = new WeakMap<Game, boolean>()

/** Whether dice, shuffles or hidden things make it worth imagining a position more than once. */
export function needsSampling(game: Game): boolean {
  const found = known.get(game)
  if (found !== undefined) return found
  const { zones, variables, procedures } = game.def
  const answer =
    zones.some(({ visible }) => visible !== 'all') ||
    variables.some(({ hidden }) => hidden !== undefined) ||
    /"(?:rollRandom|shuffle|secret|chooseAtOnce)":/.test(JSON.stringify(procedures))
  known.set(game, answer)
  return answer
}
