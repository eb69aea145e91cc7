import { gameNames } from '@ludoforge/games'
import { playGames } from '@ludoforge/sim'
import { describe, expect, it } from 'vitest'
import { gameOf } from './support/games.js'

/** Statistics of games with one agent in all seats. */
async function played(name: string, agent: string, count: number, scenario?: string) {
  const game = await gameOf(name)
  const plan = { seed: 1, agents: game.def.seats.map(() => agent), maxDecisions: 20_000, check: false }
  const tally = playGames(game, scenario === undefined ? plan : { ...plan, scenario }, 0, count)
  const tied = game.def.procedures.filter(({ tags }) => tags.includes('event')).map(({ id }) => id)
  return { tally, uses: tied.map((id) => tally.actions.get(id) ?? 0) }
}

describe('explorer', () => {
  it.each(gameNames())('ends %s without an error', async (name) => {
    const { tally } = await played(name, 'explorer', 3)
    expect(tally).toMatchObject({ games: 3, completed: 3, errors: [] })
  })

  it('performs the actions of cards about twice as often as random', async () => {
    const total = async (agent: string) => {
      const { uses } = await played('fire-in-the-lake', agent, 30, 'short')
      return uses.reduce((sum, n) => sum + n, 0)
    }
    expect(await total('explorer')).toBeGreaterThan(1.5 * (await total('random')))
  })
})
