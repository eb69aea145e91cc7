import type { Game, Outcome, Question, State } from '@ludoforge/kernel'
import {
  type Failure,
  failureOf,
  playMatch,
  type MatchSetup,
  combineObservers,
  type MatchObserver,
} from '../match.js'
import type { RowRecorder } from '../rows/row-recorder.js'
import { type Seed, seedOfGame } from '../seeds.js'
import { type Lineup, type SchedulePlan, type Schedule, scheduleOf } from './schedule.js'

/** The plan of a tournament, the same in every worker. Plain data. */
export interface TournamentPlan extends MatchSetup {
  readonly seed: Seed
  readonly agents: readonly string[]
  readonly pairing: SchedulePlan
  readonly places: readonly Place[] // of the seats that take part
}

/** The seats that one agent plays: one seat, a team, or all of a cooperative game. */
export interface Place {
  readonly name: string
  readonly seats: readonly number[]
  readonly team: number // the same number for places that win together
}

/** The outcome of one game, for each place. */
export interface GameRecord {
  readonly game: number
  readonly won: readonly boolean[] // a shared win counts for each
  readonly ranks: readonly number[]
  readonly drawn: boolean
  readonly margins: readonly number[] | null // own worth less that of the best rival, if there is one; null if the game has no worth
}

/** A game of a tournament that failed. */
export interface TournamentError extends Failure {
  readonly game: number
  readonly seed: Seed
  readonly agents: readonly string[] // in seat order
}

/** The thinking time of an agent. */
export interface Thinking {
  decisions: number
  ms: number
  slowestMs: number
}

/** The result of a batch of games. */
export interface TournamentBatch {
  readonly records: GameRecord[]
  readonly errors: TournamentError[]
  readonly thinking: Thinking[] // by agent
}

/** The agent of a seat that takes no part, which never decides. */
const BYSTANDER = 'random'

/** Returns a function that plays games `from` to `to` - 1 of a tournament. */
export function batchPlayer(
  game: Game,
  plan: TournamentPlan,
  rows?: RowRecorder,
): (from: number, to: number) => TournamentBatch {
  const schedule = scheduleOf(plan.pairing)
  return (from, to) => playScheduled(game, plan, schedule, from, to, rows)
}

function playScheduled(
  game: Game,
  plan: TournamentPlan,
  schedule: Schedule,
  from: number,
  to: number,
  rows: RowRecorder | undefined,
): TournamentBatch {
  const thinking = plan.agents.map(() => ({ decisions: 0, ms: 0, slowestMs: 0 }))
  const played: TournamentBatch = { records: [], errors: [], thinking }
  for (let index = from; index < to; index += 1) {
    const lineup = schedule.lineup(index)
    const agents = agentsOf(game, plan, lineup)
    const seed = seedOfGame(plan.seed, lineup.round)
    const seats = game.def.seats.map((_, seat) => thinking[lineup.agents[placeOf(plan, seat)] ?? -1])
    rows?.begin(index, seed, agents)
    const match = playMatch(
      game,
      plan,
      agents,
      seed,
      combineObservers(rows === undefined ? [new Stopwatch(seats)] : [new Stopwatch(seats), rows]),
    )
    rows?.end(match)
    const ended = match.failure === undefined ? tryRecord(game, plan, index, match) : match
    if (ended.failure === undefined) played.records.push(ended.record)
    else played.errors.push({ game: index, seed, agents, ...ended.failure })
  }
  return played
}

/** Returns the agents of all seats, in seat order. */
export function agentsOf({ def }: Pick<Game, 'def'>, plan: TournamentPlan, lineup: Lineup): string[] {
  return def.seats.map((_, seat) => plan.agents[lineup.agents[placeOf(plan, seat)] ?? -1] ?? BYSTANDER)
}

/** Returns the place of a seat, or -1 if the seat takes no part. */
function placeOf({ places }: TournamentPlan, seat: number): number {
  return places.findIndex(({ seats }) => seats.includes(seat))
}

class Stopwatch implements MatchObserver {
  constructor(private readonly seats: readonly (Thinking | undefined)[]) {}

  started(): void {}
  asked(): void {}

  decided(seat: number, ms: number): void {
    const thinking = this.seats[seat]
    if (thinking === undefined) return
    thinking.decisions += 1
    thinking.ms += ms
    if (ms > thinking.slowestMs) thinking.slowestMs = ms
  }
}

/** Records a completed game, or returns the failure if its final `worth` throws. */
function tryRecord(
  game: Game,
  plan: TournamentPlan,
  index: number,
  { state, decisions }: { readonly state: State; readonly decisions: number },
) {
  try {
    return { record: recordOf(game, plan, index, state) }
  } catch (error) {
    return { failure: failureOf(error, decisions) }
  }
}

function recordOf(game: Game, { places }: TournamentPlan, index: number, state: State): GameRecord {
  const idsOf = ({ seats }: Place) => seats.map((seat) => game.def.seats[seat]?.id ?? '')
  const outcome = game.outcome(state)
  const drawn = outcome === undefined || outcome.kind === 'draw'
  return {
    game: index,
    won: places.map((place) => !drawn && idsOf(place).some((id) => outcome.winners.includes(id))),
    ranks: places.map((place) => (drawn ? 1 : Math.min(...idsOf(place).map((id) => rankOf(outcome, id))))),
    drawn,
    margins: marginsOf(
      places.map((place) => meanOf(idsOf(place).map((id) => game.worth(state, id)))),
      places,
    ),
  }
}

/** Returns the rank of a seat. A seat missing in the ranking comes last. */
function rankOf({ ranking }: Outcome, id: string): number {
  return ranking.find(({ seat }) => seat === id)?.rank ?? ranking.length + 1
}

function meanOf(worths: readonly (number | undefined)[]): number | undefined {
  const known = worths.filter((worth) => worth !== undefined)
  if (known.length < worths.length) return undefined
  return known.reduce((sum, worth) => sum + worth, 0) / known.length
}

function marginsOf(worths: readonly (number | undefined)[], places: readonly Place[]): number[] | null {
  const known = worths.filter((worth) => worth !== undefined)
  if (known.length < worths.length) return null
  return known.map((own, place) => {
    const rivals = known.filter((_, other) => places[other]?.team !== places[place]?.team)
    return rivals.length === 0 ? own : own - Math.max(...rivals)
  })
}

const PROBES = 4 // random games

/**
 * Returns the seats that take part: those that decide anything in random play. A game for up to ten players may be set up
 * for two.
 */
export function activeSeats(game: Game, setup: MatchSetup, seed: Seed): number[] {
  const asked = new Set<number>()
  const observer: MatchObserver = {
    started: () => {},
    asked: ({ seat }: Question) => void asked.add(seat),
    decided: () => {},
  }
  // Failures are ignored here: the games of the tournament report them.
  for (let probe = 0; probe < PROBES && asked.size < game.def.seats.length; probe += 1)
    playMatch(game, setup, [], seedOfGame(seed, probe), observer)
  return game.def.seats.map((_, seat) => seat).filter((seat) => asked.size === 0 || asked.has(seat))
}
