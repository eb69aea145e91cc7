/**
 * Measures search against external programs, each written for one game. Each opening is played from both seats. Prints the
 * score with its 95 % interval, and the processor time of search for a turn.
 *
 *   npm run bench:search -- --help
 */
import { parseArgs } from 'node:util'
import { closeAgents, loadAgents } from '@ludoforge/agents/node'
import { loadGame } from '@ludoforge/compiler'
import { clusteredWilsonInterval } from '../../packages/sim/src/tournament/intervals.js'
import { MATCHES, playOpening } from './match.js'

const HELP = `npm run bench:search -- [GAME…] [--agent search:1s] [--openings 15] [--from 1]

Plays an agent against a plain program for each game (${MATCHES.map(({ game }) => game).join(', ')}).
  --agent      the agent to measure (default: search:1s)
  --openings   random openings; each is two games (default: 15)
  --from       the seed of the first opening (default: 1)`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    agent: { type: 'string', default: 'search:1s' },
    openings: { type: 'string', default: '15' },
    from: { type: 'string', default: '1' },
    help: { type: 'boolean', default: false },
  },
})

const percent = (share: number | null) => `${(100 * (share ?? 0)).toFixed(1)} %`

async function measure(match: (typeof MATCHES)[number]): Promise<void> {
  const game = await loadGame(new URL(`../../games/${match.game}`, import.meta.url).pathname)
  await loadAgents([match.against])
  const points: number[] = []
  const groups = Array.from({ length: Number(values.openings) }, (_, i) => {
    const both = playOpening(game, match, values.agent, Number(values.from) + i)
    points.push(...both)
    process.stderr.write(both.map((point) => ({ 1: '+', 0.5: '=', 0: '-' })[point] ?? '?').join(''))
    return { hits: both.reduce((sum, one) => sum + one, 0), trials: both.length }
  })
  process.stderr.write('\n')
  const { value, low, high } = clusteredWilsonInterval(groups)
  const count = (of: number) => points.filter((one) => one === of).length
  console.log(
    `${match.game}: ${values.agent}, ${points.length} games, ${count(1)} won, ${count(0.5)} drawn, ${count(0)} lost;`,
    `score ${percent(value)} (${percent(low)} to ${percent(high)}), goal ${percent(match.goal)}`,
  )
}

if (values.help) console.log(HELP)
else {
  const chosen = MATCHES.filter(({ game }) => positionals.length === 0 || positionals.includes(game))
  if (chosen.length === 0)
    throw new Error(`No such match. Choose from ${MATCHES.map(({ game }) => game).join(', ')}.`)
  for (const match of chosen) await measure(match)
  await closeAgents()
}
