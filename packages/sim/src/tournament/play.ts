import type { Game, Outcome, Question, State } from '@ludoforge/kernel'
import {
  type Failure,
  failureOf,
  playMatch,
  type MatchSetup,
  combineObservers,
  type MatchObserver,
} from '../match.js'
import type { RowRecorder } from '../rows/record.js'
import { type Seed, seedOfGame } from '../seeds.js'
import { type Lineup, type SchedulePlan, type Schedule, scheduleOf } from './schedule.js'

/** What is played, the same in every worker. Plain data. */
export interface TournamentPlan extends MatchSetup {
  readonly seed: Seed
  readonly agents: readonly string[]
  readonly pairing: SchedulePlan
  readonly seats: readonly number[] // the seat of each place
}

/** How one game ended, for each place. */
export interface GameRecord {
  readonly game: number
  readonly won: readonly boolean[] // a shared first place counts for each
  readonly ranks: readonly number[]
  readonly drawn: boolean
  readonly margins: readonly number[] | null // own worth less that of the best rival; null: the game has no worth
}

/** A game of a tournament that could not be played to its end. */
export interface TournamentError extends Failure {
  readonly game: number
  readonly seed: Seed
  readonly agents: readonly string[] // of all seats of the game, in seat order
}

/** How long an agent thought. */
export interface Thinking {
  decisions: number
  ms: number
  slowestMs: number
}

/** What a batch of games came to. */
export interface Played {
  readonly records: GameRecord[]
  readonly errors: TournamentError[]
  readonly thinking: Thinking[] // of each agent
}

/** Who sits on a seat that takes no part: nobody asks it anything. */
const BYSTANDER = 'random'

/** Makes a function that plays games `from` to `to` - 1 of a tournament. */
export function playerOf(
  game: Game,
  plan: TournamentPlan,
  rows?: RowRecorder,
): (from: number, to: number) => Played {
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
): Played {
  const thinking = plan.agents.map(() => ({ decisions: 0, ms: 0, slowestMs: 0 }))
  const played: Played = { records: [], errors: [], thinking }
  for (let index = from; index < to; index += 1) {
    const lineup = schedule.lineup(index)
    const agents = agentsOf(game, plan, lineup)
    const seed = seedOfGame(plan.seed, lineup.round)
    const seats = game.def.seats.map((_, seat) => thinking[lineup.agents[plan.seats.indexOf(seat)] ?? -1])
    rows?.begin(index, seed, agents)
    const match = playMatch(game, plan, agents, seed, combineObservers(new Stopwatch(seats), rows))
    rows?.end(match)
    const end = match.failure === undefined ? recorded(game, plan, index, match) : match
    if (end.failure === undefined) played.records.push(end.record)
    else played.errors.push({ game: index, seed, agents, ...end.failure })
  }
  return played
}

/** The agents of all seats of the game, in seat order. */
export function agentsOf({ def }: Pick<Game, 'def'>, plan: TournamentPlan, lineup: Lineup): string[] {
  return def.seats.map((_, seat) => plan.agents[lineup.agents[plan.seats.indexOf(seat)] ?? -1] ?? BYSTANDER)
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

/** A game that was played to its end may still have a worth that fails there. */
function recorded(
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

function recordOf(game: Game, { seats }: TournamentPlan, index: number, state: State): GameRecord {
  const ids = seats.map((seat) => game.def.seats[seat]?.id ?? '')
  const outcome = game.outcome(state)
  const drawn = outcome === undefined || outcome.kind === 'draw'
  return {
    game: index,
    won: ids.map((id) => !drawn && outcome.winners.includes(id)),
    ranks: drawn ? ids.map(() => 1) : ids.map((id) => rankOf(outcome, id)),
    drawn,
    margins: marginsOf(ids.map((id) => game.worth(state, id))),
  }
}

/** Who is not named in the ranking is behind all who are. */
function rankOf({ ranking }: Outcome, id: string): number {
  return ranking.find(({ seat }) => seat === id)?.rank ?? ranking.length + 1
}

function marginsOf(worths: readonly (number | undefined)[]): number[] | null {
  const known = worths.filter((worth) => worth !== undefined)
  if (known.length < worths.length) return null
  return known.map((own, place) => {
    const rivals = known.filter((_, other) => other !== place)
    return rivals.length === 0 ? own : own - Math.max(...rivals)
  })
}

const PROBES = 4

/**
 * The seats that take part: those that are asked something when the game is played at random. A game for up to ten
 * may be set up for two.
 */
export function seatsTakingPart(game: Game, setting: MatchSetup, seed: Seed): number[] {
  const asked = new Set<number>()
  const watch: MatchObserver = {
    started: () => {},
    asked: ({ seat }: Question) => void asked.add(seat),
    decided: () => {},
  }
  // A game that fails has been played so far; the games of the tournament will tell what fails.
  for (let probe = 0; probe < PROBES && asked.size < game.def.seats.length; probe += 1)
    playMatch(game, setting, [], seedOfGame(seed, probe), watch)
  return game.def.seats.map((_, seat) => seat).filter((seat) => asked.size === 0 || asked.has(seat))
}
