import { makeAgent } from '@ludoforge/agents'
import { linkGame } from '@ludoforge/kernel'
import { afterAll, describe, expect, it } from 'vitest'
import { gameOf } from './support/games.js'
import { ThreadSearchWorkers } from '@ludoforge/sim'

const game = await gameOf('outposts')
const helpers = new ThreadSearchWorkers(game, 2)
afterAll(() => helpers.end())

describe('search threads', () => {
  it('return the same result as one thread', async () => {
    for (const seed of [1, 2]) {
      const state = game.start({ seed })
      const seat = game.ask(state)?.seat ?? 0
      const alone = [...makeAgent('search:40x3', seed).choose(game, state, seat)]
      expect(await makeAgent('search:40x3', seed).think?.(game, state, seat, { helpers })).toEqual(alone)
    }
  })

  it('stop at once, report progress, and continue with the next search', async () => {
    const state = game.start({ seed: 3 })
    const seat = game.ask(state)?.seat ?? 0
    const agent = makeAgent('search:3600sx2', 1) // an hour, if it did not stop
    let told = 0
    const progress = (spent: number): void => void (told = spent)
    const picks = await agent.think?.(game, state, seat, { helpers, progress, stopped: () => told > 0 })
    expect(picks).toBeDefined()
    expect(await makeAgent('search:20x2', 1).think?.(game, state, seat, { helpers })).toBeDefined()
  })

  it('report errors', async () => {
    const { worth: _, ...def } = (await gameOf('tic-tac-toe')).def // without it a search is divided
    const other = linkGame(def)
    const state = other.start()
    await expect(makeAgent('search:20x2', 1).think?.(other, state, 0, { helpers })).rejects.toThrow(
      'These search workers belong to another game.',
    )
  })
})
