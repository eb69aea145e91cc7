/**
 * Plays many games of Before the Ice and prints what its README reports: results by seat and by place in the first order,
 * visits of every place, and how often each person is hired and wins.
 *
 *     npx tsx --conditions=source games/test/before-the-ice/balance.ts --players 3 --games 1000 --agents policy
 */
import { parseArgs } from 'node:util'
import { loadGame } from '@ludoforge/compiler'
import { playGame } from '@ludoforge/sim'
import { gameFolder } from '../../index.js'

const { values } = parseArgs({
  options: {
    players: { type: 'string', default: '3' },
    games: { type: 'string', default: '1000' },
    agents: { type: 'string', default: 'policy' },
    seed: { type: 'string', default: '1' },
  },
})
const players = Number(values.players)
const games = Number(values.games)
const firstSeed = Number(values.seed)

interface Tally {
  hired: number
  wins: number
  lead: number
}

const game = await loadGame(gameFolder('before-the-ice'))
const seats = game.def.seats.slice(0, players).map((seat) => seat.id)
const places = new Set(game.def.zones.map((zone) => zone.id))
const people = new Map<string, Tally>()
const visits = new Map<string, number>()
const wins = new Map<string, number>()
const sources = new Map<string, number>()
const winnerSources = new Map<string, number>()
const total = { decisions: 0, score: 0, winning: 0, margin: 0, ties: 0 }
const PARTS = {
  contracts: (seat: string) => `sum(cards in delivered of ${seat}, it.reward)`,
  jetties: (seat: string) => `3 * count(jetties of ${seat} in map)`,
  points: (seat: string) => `${seat}.points`,
  coins: (seat: string) => `${seat}.coins / 3`,
  score: (seat: string) => `score(${seat})`,
}

function add(map: Map<string, number>, key: string, amount: number): void {
  map.set(key, (map.get(key) ?? 0) + amount)
}

function numberOf(state: Parameters<typeof game.evaluate>[0], expression: string): number {
  return Number(game.evaluate(state, expression))
}

/** Returns the agents by seat: those that were named, turned by the number of the game so that each plays every seat. */
function agentsOf(round: number): string[] {
  const named = values.agents.split(',')
  return seats.map((_, seat) => named[(seat + round) % named.length] ?? 'policy')
}

const agentWins = new Map<string, number>()
for (let round = 0; round < games; round += 1) {
  const agents = agentsOf(round)
  const { outcome, state } = playGame({
    game,
    agents,
    seed: firstSeed + round,
    options: { players },
    onDecision: (_state, _seat, choice) => {
      total.decisions += 1
      if (typeof choice === 'string' && places.has(choice)) add(visits, choice, 1)
    },
  })
  const scores = seats.map((seat) => numberOf(state, PARTS.score(seat)))
  const mean = scores.reduce((sum, score) => sum + score, 0) / players
  const best = scores.toSorted((one, other) => other - one)
  total.score += mean
  total.winning += best[0] ?? 0
  total.margin += (best[0] ?? 0) - (best[1] ?? 0)
  if (outcome.winners.length > 1) total.ties += 1
  for (const [at, seat] of seats.entries()) {
    const share = outcome.winners.includes(seat) ? 1 / outcome.winners.length : 0
    add(wins, seat, share)
    add(agentWins, agents[at] ?? '', share)
    const score = scores[at] ?? 0
    const points = numberOf(state, PARTS.points(seat))
    const coins = numberOf(state, PARTS.coins(seat))
    const contracts = numberOf(state, PARTS.contracts(seat))
    const jetties = numberOf(state, PARTS.jetties(seat))
    const parts = {
      contracts,
      jetties,
      gifts: points - contracts - jetties,
      coins,
      people: score - points - coins,
    }
    for (const [part, amount] of Object.entries(parts)) {
      add(sources, part, amount)
      add(winnerSources, part, amount * share)
    }
    for (const { id } of game.def.tokens) {
      if (numberOf(state, `count(${id} in household of ${seat})`) === 0) continue
      const tally = people.get(id) ?? { hired: 0, wins: 0, lead: 0 }
      people.set(id, { hired: tally.hired + 1, wins: tally.wins + share, lead: tally.lead + score - mean })
    }
  }
}

const perSeat = games * players
const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)} %`
console.log(`${games} games, ${players} players, ${values.agents}`)
console.log(
  `decisions ${(total.decisions / games).toFixed(0)}, score ${(total.score / games).toFixed(1)}, winner ${(total.winning / games).toFixed(1)}, margin ${(total.margin / games).toFixed(1)}, shared ${total.ties}`,
)
for (const seat of seats)
  console.log(
    `  ${seat.padEnd(16)} wins ${percent(wins.get(seat) ?? 0, games)}, ${(((wins.get(seat) ?? 0) * players) / games).toFixed(2)} of its share`,
  )
if (agentWins.size > 1)
  for (const [agent, won] of agentWins) console.log(`  ${agent.padEnd(16)} wins ${percent(won, games)}`)
console.log('points of a seat, and of a winner, by source')
for (const [part, amount] of sources)
  console.log(
    `  ${part.padEnd(16)} ${(amount / perSeat).toFixed(1).padStart(6)} ${((winnerSources.get(part) ?? 0) / games).toFixed(1).padStart(6)}`,
  )
console.log('answers that name a place, for each seat and game')
for (const [space, count] of [...visits].toSorted((one, other) => other[1] - one[1]))
  console.log(`  ${space.padEnd(16)} ${(count / perSeat).toFixed(2)}`)
console.log('people: how often hired, wins against the share of a seat, points more than the table')
for (const [id, { hired, wins: won, lead }] of [...people].toSorted(
  (one, other) => other[1].wins / other[1].hired - one[1].wins / one[1].hired,
))
  console.log(
    `  ${id.padEnd(16)} ${percent(hired, games).padStart(7)}  ${((won * players) / hired).toFixed(2)}  ${(lead / hired).toFixed(1).padStart(5)}`,
  )
