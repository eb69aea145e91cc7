/** Bots that stay alive at a table. */
import { hintFor, TableBots } from '@ludoforge/table'
import type { Choice, State } from '@ludoforge/kernel'
import { describe, expect, it } from 'vitest'
import { gameOf } from '../../../test/support/games.js'

const seatOf = (game: Awaited<ReturnType<typeof gameOf>>, state: State): string =>
  game.def.seats[game.deciding(state)[0] ?? -1]?.id ?? ''

describe('a live bot', () => {
  it('follows its plan without thinking again', async () => {
    const game = await gameOf('outposts')
    let state = game.start({ seed: 'kept' })
    const seat = seatOf(game, state)
    const asked = { seat, agent: 'search:120', seed: 'kept' }
    const hint = await hintFor(game, state, asked)
    expect(hint.plan.length).toBeGreaterThan(0)
    const minds = new TableBots(game)
    let thoughts = 0
    const thinking = { progress: () => (thoughts += 1) }
    expect((await minds.answer(state, asked, thinking)).choice).toEqual(hint.choice)
    expect(thoughts).toBeGreaterThan(0)
    thoughts = 0
    let choice: Choice = hint.choice
    for (const planned of hint.plan) {
      minds.watch(state, seat, choice)
      state = game.decide(state, choice, seat)
      ;({ choice } = await minds.answer(state, asked, thinking))
      expect(choice).toEqual(planned.choice)
    }
    expect(thoughts).toBe(0)
    const anew = await new TableBots(game).answer(state, asked, thinking)
    expect(anew.choice).toBeDefined()
    expect(thoughts).toBeGreaterThan(0)
  })

  it('is replaced when the agent of the seat changes', async () => {
    const game = await gameOf('tic-tac-toe')
    const state = game.start({ seed: 1 })
    const seat = seatOf(game, state)
    const minds = new TableBots(game)
    const random = await minds.answer(state, { seat, agent: 'random', seed: '4' })
    const greedy = await minds.answer(state, { seat, agent: 'greedy', seed: '4' })
    expect(await new TableBots(game).answer(state, { seat, agent: 'greedy', seed: '4' })).toEqual(greedy)
    expect(await new TableBots(game).answer(state, { seat, agent: 'random', seed: '4' })).toEqual(random)
  })

  it('is needed for agents with a memory only', () => {
    expect(
      ['normal', 'search:40', 'random', 'greedy', 'policy', 'nobody'].filter((spec) =>
        TableBots.remembers(spec),
      ),
    ).toEqual(['normal', 'search:40'])
  })
})
