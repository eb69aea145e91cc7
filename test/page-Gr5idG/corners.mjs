// corners.mjs
import { makeAgent } from '@ludoforge/agents'

/** Takes a corner if there is one, else anything. */
export default function corners({ seed }) {
  const otherwise = makeAgent('random', seed)
  return {
    name: 'corners',
    choose(game, state, seat) {
      const { options } = game.decision(state, game.def.seats[seat].id)
      const at = options.findIndex(({ id }) => ['a1', 'a8', 'h1', 'h8'].includes(id))
      return at < 0 ? otherwise.choose(game, state, seat) : [at]
    },
  }
}
