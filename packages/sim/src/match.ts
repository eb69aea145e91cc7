import { type Agent, makeAgent, optionsOfAgents } from '@ludoforge/agents'
import {
  type Constant,
  withoutUndefined,
  type Game,
  type Question,
  Rng,
  type StartOptions,
  type State,
} from '@ludoforge/kernel'
import { type Seed, seedOfAgent } from './seeds.js'

/** Plays one game from start to end, for simulations, tournaments and learning. */

/** The setup of a game. Plain data. */
export interface MatchSetup {
  readonly scenario?: string
  readonly options?: Readonly<Record<string, Constant>>
  readonly maxDecisions: number
  /** The percentage of decisions made at random, for variety (default: 0). */
  readonly stray?: number
}

/** The callbacks of a game in progress. */
export interface MatchObserver {
  started(state: State): void
  /** Called before each decision. The question is valid until the next call to the game. */
  asked(question: Question, state: State, decisions: number): void
  /** Called after the agent of this seat has chosen, before its answer is given. */
  chose?(state: State, seat: number, picks: readonly number[]): void
  /** Called after the answer was given, with the time the agent took. */
  decided(seat: number, ms: number): void
}

/** Combines observers into one that calls all of them. */
export function combineObservers(observers: readonly MatchObserver[]): MatchObserver {
  const [only, ...others] = observers
  if (only !== undefined && others.length === 0) return only
  return {
    started(state) {
      for (const observer of observers) observer.started(state)
    },
    asked(question, state, decisions) {
      for (const observer of observers) observer.asked(question, state, decisions)
    },
    chose(state, seat, picks) {
      for (const observer of observers) observer.chose?.(state, seat, picks)
    },
    decided(seat, ms) {
      for (const observer of observers) observer.decided(seat, ms)
    },
  }
}

/** The error that ended a game. */
export interface Failure {
  readonly decision: number // the number of decisions before it
  readonly message: string
  readonly place: string | null // file:line of the rule
}

/** A played game: its last state, or the error that ended it. */
export type PlayedMatch =
  | { readonly state: State; readonly decisions: number; readonly failure?: undefined }
  | { readonly failure: Failure }

/** The player of a seat: a built-in or loaded agent by its spec, or an `Agent` object. */
export type Player = string | Agent

/** Plays the game of this seed with an agent for each seat, in seat order. Returns errors instead of throwing them. */
export function playMatch(
  game: Game,
  setup: MatchSetup,
  agents: readonly Player[],
  seed: Seed,
  observer: MatchObserver,
): PlayedMatch {
  const progress = { decisions: 0 }
  let match: Match | undefined
  try {
    match = openMatch(game, setup, agents, seed)
    observer.started(match.state)
    const ended = playOut(game, match, setup.maxDecisions, observer, progress)
    const { decisions } = progress
    for (const agent of match.agents) agent.end?.(game, match.state)
    if (ended) return { state: match.state, decisions }
    const place = game.decision(match.state)?.place ?? null
    const message = `The game did not end within ${setup.maxDecisions} decisions.`
    return { failure: { decision: decisions, message, place } }
  } catch (error) {
    abandon(game, match?.agents ?? [])
    return { failure: failureOf(error, progress.decisions) }
  }
}

/** Ends the agents of a failed game. Further errors are ignored, because the first one is reported. */
function abandon(game: Game, agents: readonly Agent[]): void {
  for (const agent of agents) {
    try {
      agent.end?.(game)
    } catch {
      // The game has failed already.
    }
  }
}

interface Match {
  readonly state: State
  readonly agents: readonly Agent[]
}

/** Makes the agents and starts the game. */
function openMatch(game: Game, setup: MatchSetup, players: readonly Player[], seed: Seed): Match {
  const { stray = 0 } = setup
  const agents = game.def.seats.map(({ id }, i) => {
    const agentSeed = seedOfAgent(seed, id)
    const player = players[i] ?? 'random'
    const agent = typeof player === 'string' ? makeAgent(player, agentSeed) : player
    return stray === 0 ? agent : withRandomDecisions(agent, stray, agentSeed)
  })
  return { state: game.start(startOptionsOf(game, setup, players, seed)), agents }
}

/** Returns the start options of a game. Its game options can depend on the agents (`optionsOfAgents`). */
export function startOptionsOf(
  game: Pick<Game, 'def'>,
  { scenario, options }: MatchSetup,
  players: readonly Player[],
  seed: Seed,
): StartOptions {
  const specs = players.map((player) => (typeof player === 'string' ? player : ''))
  return { seed, options: optionsOfAgents(game, specs, options), ...withoutUndefined({ scenario }) }
}

/** Wraps an agent so that it makes this percentage of its decisions at random. */
function withRandomDecisions(agent: Agent, percent: number, seed: string): Agent {
  const random = makeAgent('random', `${seed}/stray`)
  const rng = new Rng(`${seed}/when`)
  return {
    name: agent.name,
    choose: (game, state, seat) => (rng.below(100) < percent ? random : agent).choose(game, state, seat),
    end: (game, state) => agent.end?.(game, state),
  }
}

/** Plays until the game is over. Returns false if it exceeds `maxDecisions`. */
function playOut(
  game: Game,
  { state, agents }: Match,
  maxDecisions: number,
  observer: MatchObserver,
  progress: { decisions: number },
): boolean {
  for (;;) {
    const question = game.ask(state)
    if (question === undefined) return true
    if (progress.decisions >= maxDecisions) return false
    const { seat } = question
    observer.asked(question, state, progress.decisions)
    const agent = agents[seat]
    if (agent === undefined) throw new Error(`Seat ${seat} has no agent.`)
    const before = performance.now()
    const picks = agent.choose(game, state, seat)
    const ms = performance.now() - before
    for (let other = 0; other < agents.length; other += 1)
      if (other !== seat) agents[other]?.watch?.(game, state, other, seat, picks)
    observer.chose?.(state, seat, picks)
    game.answer(state, picks, seat)
    progress.decisions += 1
    observer.decided(seat, ms)
  }
}

export function failureOf(error: unknown, decision: number): Failure {
  const message = error instanceof Error ? error.message : String(error)
  return { decision, message, place: placeOf(error) }
}

/** Returns the source location of an error in the rules, or `null`. */
function placeOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('where' in error)) return null
  const { where } = error
  if (typeof where !== 'object' || where === null || !('place' in where)) return null
  return typeof where.place === 'string' ? where.place : null
}
