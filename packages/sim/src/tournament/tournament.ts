import { defined, type Game, IllegalChoice } from '@ludoforge/kernel'
import type { Setting } from '../match.js'
import type { BatchTask } from '../messages.js'
import { playInPool, type PoolProgress } from '../pool.js'
import { type Seed, seedOfGame } from '../seeds.js'
import { agentsOf, type Played, seatsTakingPart, type TournamentPlan } from './play.js'
import { resultOf, type TournamentResult } from './result.js'
import { type Pairing, scheduleOf } from './schedule.js'

export interface TournamentRequest extends Partial<Setting> {
  readonly game: Game
  /** Agents that are measured. */
  readonly agents: readonly string[]
  /** All other seats are played by this agent; without it, by those that are measured, in every mix. */
  readonly against?: string
  /** With `against`: the seats that are measured; default: all that take part. */
  readonly seats?: readonly string[]
  /** How often each agent has each seat; default 100. */
  readonly games?: number
  readonly seed?: Seed
  readonly jobs?: number // worker threads; default: all cores
  readonly onProgress?: (progress: PoolProgress) => void
  readonly signal?: AbortSignal // ends early, with what there is
}

/** Plays agents against each other in worker threads. Apart from times, the result does not depend on `jobs`. */
export async function tournament(request: TournamentRequest): Promise<TournamentResult> {
  const { game, jobs, signal, onProgress } = request
  const { def } = game
  const plan = planOf(request)
  const schedule = scheduleOf(plan.pairing)
  const { games } = schedule
  const start = performance.now()
  const seconds = () => (performance.now() - start) / 1000
  const sum: Played = {
    records: [],
    errors: [],
    thinking: plan.agents.map(() => ({ decisions: 0, ms: 0, slowestMs: 0 })),
  }
  const told = () => {
    const done = sum.records.length + sum.errors.length
    onProgress?.({ done, games, errors: sum.errors.length, seconds: seconds() })
  }
  const add = (played: Played) => {
    addPlayed(sum, played)
    told()
  }
  const broke = ({ from, to }: BatchTask, message: string) => {
    for (let index = from; index < to; index += 1) {
      const lineup = schedule.lineup(index)
      const seed = seedOfGame(plan.seed, lineup.round)
      const agents = agentsOf(game, plan, lineup)
      sum.errors.push({ game: index, seed, agents, decision: 0, message, place: null })
    }
    told()
  }
  await playInPool({ start: { def, work: { tournament: plan } }, games, jobs, signal, add, broke })
  const { agents, pairing, scenario } = plan
  const of = { game: def.id, fingerprint: game.fingerprint, ...defined({ scenario }) }
  const seats = plan.seats.map((seat) => def.seats[seat]?.id ?? '')
  return resultOf({ of, agents, seats, pairing, played: sum, seconds: seconds() })
}

function planOf(request: TournamentRequest): TournamentPlan {
  const { game, against, scenario, options } = request
  const { seed = 1, games: rounds = 100, maxDecisions = 100_000 } = request
  const setting = { maxDecisions, ...defined({ scenario, options }) }
  const seats = seatsTakingPart(game, setting, seed)
  const agents = [...new Set(against === undefined ? request.agents : [...request.agents, against])]
  const pairing: Pairing = {
    agents: agents.length,
    places: seats.length,
    rounds,
    seed,
    heroes: [...new Set(request.agents)].map((agent) => agents.indexOf(agent)),
    ...(against === undefined ? {} : { against: agents.indexOf(against) }),
    ...(request.seats === undefined ? {} : { taking: placesOf(game, seats, request.seats) }),
  }
  return { ...setting, seed, agents, pairing, seats }
}

function placesOf({ def }: Game, seats: readonly number[], wanted: readonly string[]): number[] {
  return wanted.map((id) => {
    const place = seats.findIndex((seat) => def.seats[seat]?.id === id)
    if (place >= 0) return place
    const known = seats.map((seat) => def.seats[seat]?.id).join(', ')
    throw new IllegalChoice(`${id} is no seat that takes part. These do: ${known}.`)
  })
}

function addPlayed(sum: Played, { records, errors, thinking }: Played): void {
  for (const record of records) sum.records.push(record)
  for (const error of errors) sum.errors.push(error)
  for (const [agent, more] of thinking.entries()) {
    const own = sum.thinking[agent]
    if (own === undefined) continue
    own.decisions += more.decisions
    own.ms += more.ms
    own.slowestMs = Math.max(own.slowestMs, more.slowestMs)
  }
}
