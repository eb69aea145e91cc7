import { withoutUndefined, type Game, type GameDef } from '@ludoforge/kernel'
import type { MatchSetup } from '../match.js'
import type { BatchTask } from '../messages.js'
import { type Seed, seedOfGame } from '../seeds.js'
import type { Series } from '../series.js'
import { agentsOf, type TournamentBatch, activeSeats, type TournamentPlan } from './play.js'
import { indexesOf, placesOf } from './places.js'
import type { PairwiseWin } from './ratings.js'
import { beatsOf, resultOf, type TournamentResult } from './result.js'
import { type SchedulePlan, type Schedule, scheduleOf } from './schedule.js'

/** The settings of a tournament. */
export interface TournamentRequest extends Partial<MatchSetup> {
  readonly game: Game
  /** The agents to measure. */
  readonly agents: readonly string[]
  /** The agent of all other seats. Without it, the measured agents play each other in every mix. */
  readonly against?: string
  /** With `against`: the seats of the measured agents (default: all that take part). */
  readonly seats?: readonly string[]
  /** How often each agent plays each seat (default: 100). */
  readonly games?: number
  readonly seed?: Seed
}

/** Creates the series of a tournament, before any game is played. */
export function tournamentSeries(request: TournamentRequest): TournamentSeries {
  return new TournamentSeries(request.game, planOf(request))
}

export class TournamentSeries implements Series<TournamentBatch, TournamentResult> {
  readonly work: { readonly tournament: TournamentPlan }
  readonly games: number
  readonly #schedule: Schedule
  readonly #sum: TournamentBatch

  constructor(
    readonly game: Pick<Game, 'def' | 'fingerprint'>,
    plan: TournamentPlan,
  ) {
    this.work = { tournament: plan }
    this.#schedule = scheduleOf(plan.pairing)
    this.games = this.#schedule.games
    const thinking = plan.agents.map(() => ({ decisions: 0, ms: 0, slowestMs: 0 }))
    this.#sum = { records: [], errors: [], thinking }
  }

  get def(): GameDef {
    return this.game.def
  }

  get done(): number {
    return this.#sum.records.length + this.#sum.errors.length
  }

  get errors(): number {
    return this.#sum.errors.length
  }

  add(played: TournamentBatch): void {
    addPlayed(this.#sum, played)
  }

  lose({ from, to }: BatchTask, message: string): void {
    const plan = this.work.tournament
    for (let index = from; index < to; index += 1) {
      const lineup = this.#schedule.lineup(index)
      const seed = seedOfGame(plan.seed, lineup.round)
      const agents = agentsOf(this.game, plan, lineup)
      this.#sum.errors.push({ game: index, seed, agents, decision: 0, message, place: null })
    }
  }

  summary(seconds: number): TournamentResult {
    const { def, fingerprint } = this.game
    const { agents, pairing, scenario, places } = this.work.tournament
    const of = { game: def.id, fingerprint, ...withoutUndefined({ scenario }) }
    return resultOf({ of, agents, places, pairing, played: this.#sum, seconds })
  }

  /** Returns who was placed before whom in the games so far, in the order of the schedule. */
  pairwiseWins(): PairwiseWin[] {
    const records = this.#sum.records.toSorted((a, b) => a.game - b.game)
    const teams = this.work.tournament.places.map(({ team }) => team)
    return beatsOf(records, this.#schedule, teams)
  }

  pack(played: TournamentBatch): unknown {
    return played
  }

  unpack(data: unknown): TournamentBatch {
    return data as TournamentBatch
  }
}

function planOf(request: TournamentRequest): TournamentPlan {
  const { game, against, scenario, options } = request
  const { seed = 1, games: rounds = 100, maxDecisions = 100_000 } = request
  const setup = { maxDecisions, ...withoutUndefined({ scenario, options }) }
  const places = placesOf(game.def, activeSeats(game, setup, seed), against !== undefined)
  const agents = [...new Set(against === undefined ? request.agents : [...request.agents, against])]
  const pairing: SchedulePlan = {
    agents: agents.length,
    places: places.length,
    rounds,
    seed,
    measured: [...new Set(request.agents)].map((agent) => agents.indexOf(agent)),
    ...(against === undefined ? {} : { against: agents.indexOf(against) }),
    ...(request.seats === undefined ? {} : { taking: indexesOf(places, game.def, request.seats) }),
  }
  return { ...setup, seed, agents, pairing, places }
}

function addPlayed(sum: TournamentBatch, { records, errors, thinking }: TournamentBatch): void {
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
