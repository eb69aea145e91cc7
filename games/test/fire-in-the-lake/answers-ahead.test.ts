/** A list of answers leads where the same answers lead one by one, in positions of random games. */
import { makeAgent } from '@ludoforge/agents'
import type { LoadedGame } from '@ludoforge/compiler'
import { type Choice, type Decision, Rng, type State } from '@ludoforge/kernel'
import { describe, expect, it } from 'vitest'
import { fireInTheLake, SCENARIOS } from './support/game.js'

const MAX_ANSWERS = 80

/** The first options, as few as possible. */
function first({ kind, optional, min, options }: Decision): Choice {
  if (optional) return []
  if (kind === 'number') return min
  const ids = options.flatMap(({ id, count }) => Array.from({ length: count }, () => id))
  return kind === 'one' ? (ids[0] ?? []) : ids.slice(0, min)
}

/** The beginning of a prompt, which doesn't count what was chosen. */
const topic = ({ prompt }: Decision): string => prompt.split(/[(\d]/)[0] ?? ''

/** Answers this question by items, all others by the first options, until another seat decides. */
function continued(game: LoadedGame, start: State, at: Decision, items: readonly string[]): State {
  let state = start
  let rest = items
  for (let n = 0; n < MAX_ANSWERS; n++) {
    const decision = game.decision(state)
    if (decision === undefined || decision.seat !== at.seat) return state
    const isAgain = decision.place === at.place && topic(decision) === topic(at) // not of another call
    const [next] = rest
    if (isAgain && next !== undefined && decision.options.some(({ id }) => id === next)) {
      state = game.decide(state, next)
      rest = rest.slice(1)
    } else {
      if (isAgain) rest = []
      state = game.decide(state, first(decision))
    }
  }
  return state
}

describe('answers ahead', () => {
  it.each(SCENARIOS)('lead to the same position as one by one: %s', async (scenario) => {
    const game = await fireInTheLake()
    const rng = new Rng(`lists of ${scenario}`)
    let compared = 0
    for (let seed = 1; compared < 25; seed++) {
      const agent = makeAgent('random', `player ${seed}`)
      const state = game.start({ scenario, seed })
      for (let n = 0; n < 400; n++) {
        const decision = game.decision(state)
        if (decision === undefined) break
        const { series = 0, options, seat } = decision
        if (series > 1 && options.length > 1 && rng.below(4) === 0) {
          const items = rng.shuffle(options.map(({ id }) => id)).slice(0, 1 + rng.below(Math.min(series, 4)))
          const listed = continued(game, game.decide(state, items), decision, [])
          const single = continued(game, state, decision, items)
          expect(game.view(listed, null), `${seed} ${n} ${seat} ${items.join()}`).toEqual(
            game.view(single, null),
          )
          expect(game.restore(JSON.parse(JSON.stringify(game.save(game.decide(state, items)))))).toBeDefined()
          compared += 1
        }
        const ask = game.ask(state)
        if (ask === undefined) break
        game.answer(state, agent.choose(game, state, ask.seat))
      }
    }
  })
})
