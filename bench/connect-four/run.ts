/**
 * Plays an agent against plain alpha-beta, each opening of four random answers once from either seat, so that two
 * deterministic players do not repeat one game. Prints the result and the score with its 95 % interval.
 *
 *   npx tsx --conditions=source bench/connect-four/run.ts search:800 6 30
 */
import { makeAgent } from '@ludoforge/agents'
import { loadGame } from '@ludoforge/compiler'
import type { Game, State } from '@ludoforge/kernel'
import { clusteredWilsonInterval } from '../../packages/sim/src/tournament/intervals.js'
import alphaBeta from './alpha-beta.mjs'

const OPENING = 4 // answers

const [spec = 'search:800', depth = '6', openings = '30'] = process.argv.slice(2)
const game = await loadGame(new URL('../../games/connect-four', import.meta.url).pathname)

function opening(seed: number): State {
  const state = game.start({ seed })
  const random = makeAgent('random', `opening ${seed}`)
  for (let i = 0; i < OPENING; i += 1) game.answer(state, random.choose(game, state, seatOf(game, state)))
  return state
}

function seatOf(of: Game, state: State): number {
  return of.ask(state)?.seat ?? 0
}

/** The points of the agent: 1, a half or 0. */
function play(state: State, mine: number, seed: number): number {
  const agent = makeAgent(spec, `${seed} ${mine}`)
  const rival = alphaBeta({ seed: 2 * seed + mine, argument: depth })
  for (let question = game.ask(state); question !== undefined; question = game.ask(state)) {
    const { seat } = question
    const { id } = game.def.seats[seat] ?? { id: '' }
    const decision = game.decision(state, id)
    if (seat === mine) game.answer(state, agent.choose(game, state, seat), seat)
    else if (decision !== undefined) {
      const choice = rival.decide({ seat: id, decision, view: game.view(state, id) })
      game.answer(state, [decision.options.findIndex((option) => option.id === choice)], seat)
    }
  }
  const outcome = game.outcome(state)
  if (outcome === undefined || outcome.kind === 'draw') return 0.5
  return outcome.winners.includes(game.def.seats[mine]?.id ?? '') ? 1 : 0
}

const points: number[] = []
const deals = Array.from({ length: Number(openings) }, (_, seed) => {
  const state = opening(seed)
  const both = [0, 1].map((mine) => play(game.fork(state), mine, seed))
  points.push(...both)
  return { hits: both.reduce((sum, one) => sum + one, 0), trials: both.length }
})
const { value, low, high } = clusteredWilsonInterval(deals)
const count = (of: number) => points.filter((one) => one === of).length
const percent = (share: number | null) => `${(100 * (share ?? 0)).toFixed(1)} %`
console.log(
  `${spec} against alpha-beta of depth ${depth}: ${points.length} games, ${count(1)} won, ${count(0.5)} drawn, ${count(0)} lost;`,
  `score ${percent(value)} (${percent(low)} to ${percent(high)})`,
)
