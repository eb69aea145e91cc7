import { choiceOfPicks, makeAgent } from '@ludoforge/agents'
import { preview } from '@ludoforge/play'
import { expect, it } from 'vitest'
import { fireInTheLake } from './support/game.js'

it('what an answer would do is told: the deck that nobody sees decides little', async () => {
  const game = await fireInTheLake()
  const agent = makeAgent('random', 3)
  let state = game.start({ seed: 5 })
  const untold: string[] = []
  let asked = 0
  for (let n = 0; n < 150; n += 1) {
    const decision = game.decision(state)
    if (decision === undefined) break
    const [option] = decision.kind === 'one' ? decision.options : []
    if (option !== undefined) {
      asked += 1
      const { until, events } = preview(game, state, option.id)
      if (until === 'hidden' && events.length === 1) untold.push(`${decision.prompt}: ${option.label}`)
    }
    const seat = game.def.seats.findIndex(({ id }) => id === decision.seat)
    state = game.decide(state, choiceOfPicks(decision, agent.choose(game, state, seat)))
  }
  expect(asked).toBeGreaterThan(50)
  expect(untold).toEqual([])
})
