/** Search against the external programs of `npm run bench:search`, with a small budget of iterations. */
import { closeAgents, loadAgents } from '@ludoforge/agents/node'
import { afterAll, expect, it } from 'vitest'
import { MATCHES, playOpening } from '../bench/search/match.js'
import { gameOf } from './support/games.js'
import { isThorough } from './support/effort.js'

/** The agent, and the seed of the opening. */
const AGENTS: Readonly<Record<string, readonly [string, number]>> = {
  'connect-four': ['search:400', 1],
  reversi: ['search:200', 2],
  chess: ['search:60', 1],
  backgammon: ['search:40', 1],
}

afterAll(() => closeAgents())

const QUICK = ['connect-four', 'backgammon']

it.each(MATCHES.filter(({ game }) => isThorough || QUICK.includes(game)))(
  'search beats a plain program at $game from both seats',
  async (match) => {
    const game = await gameOf(match.game)
    await loadAgents([match.against])
    const [spec, seed] = AGENTS[match.game] ?? ['', 0]
    expect(playOpening(game, match, spec, seed)).toEqual([1, 1])
  },
)
