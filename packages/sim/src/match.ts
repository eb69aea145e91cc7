import { type Agent, makeAgent, optionsOfAgents } from '@ludoforge/agents'
import { type Constant, withoutUndefined, type Game, type Question, Rng, type State } from '@ludoforge/kernel'
import { type Seed, seedOfAgent } from './seeds.js'

/** One game from its start to its end, for simulations and tournaments alike. */

/** How a game is set up. Plain data. */
export interface MatchSetup {
  readonly scenario?: string
  readonly options?: Readonly<Record<string, Constant>>
  readonly maxDecisions: number
  /** Of a hundred decisions so many are taken by lot instead, for positions that vary; default: none. */
  readonly stray?: number
}

/** Who is told of a game as it is played. */
export interface MatchObserver {
  started(state: State): void
  /** The question is good until the next call of the game. */
  asked(question: Question, state: State, decisions: number): void
  /** The agent of this seat has chosen; its answer is not given yet. */
  chose?(state: State, seat: number, picks: readonly number[]): void
  /** The agent of this seat has thought so long; its answer was given. */
  decided(seat: number, ms: number): void
}

/** Both are told; each as if it were alone. */
export function combineObservers(one: MatchObserver, other: MatchObserver | undefined): MatchObserver {
  if (other === undefined) return one
  return {
    started(state) {
      one.started(state)
      other.started(state)
    },
    asked(question, state, decisions) {
      one.asked(question, state, decisions)
      other.asked(question, state, decisions)
    },
    chose(state, seat, picks) {
      one.chose?.(state, seat, picks)
      other.chose?.(state, seat, picks)
    },
    decided(seat, ms) {
      one.decided(seat, ms)
      other.decided(seat, ms)
    },
  }
}

/** What went wrong in a game. */
export interface Failure {
  readonly decision: number // how many were made before
  readonly message: string
  readonly place: string | null // file:line of the rule
}

/** A game that was played: its last state, or what went wrong. */
export type Played =
  | { readonly state: State; readonly decisions: number; readonly failure?: undefined }
  | { readonly failure: Failure }

/** Who sits on a seat: an agent by its name, or one of one's own. */
export type Player = string | Agent

/** Plays the game of this seed with an agent for each seat, in seat order. Never throws: what fails is told. */
export function playMatch(
  game: Game,
  setting: MatchSetup,
  agents: readonly Player[],
  seed: Seed,
  watch: MatchObserver,
): Played {
  const progress = { decisions: 0 }
  let match: Match | undefined
  try {
    match = openMatch(game, setting, agents, seed)
    watch.started(match.state)
    const ended = playOut(game, match, setting.maxDecisions, watch, progress)
    const { decisions } = progress
    for (const agent of match.agents) agent.end?.(game, match.state)
    if (ended) return { state: match.state, decisions }
    const place = game.decision(match.state)?.place ?? null
    const message = `The game did not end within ${setting.maxDecisions} decisions.`
    return { failure: { decision: decisions, message, place } }
  } catch (error) {
    abandon(game, match?.agents ?? [])
    return { failure: failureOf(error, progress.decisions) }
  }
}

/** The agents are told that the game is not played on. What goes wrong now adds nothing to what went wrong before. */
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

/** The one place where a game of a line-up begins: whoever sits at the table is known here. */
function openMatch(game: Game, setting: MatchSetup, players: readonly Player[], seed: Seed): Match {
  const { stray = 0 } = setting
  const agents = game.def.seats.map(({ id }, i) => {
    const own = seedOfAgent(seed, id)
    const player = players[i] ?? 'random'
    const agent = typeof player === 'string' ? makeAgent(player, own) : player
    return stray === 0 ? agent : straying(agent, stray, own)
  })
  const specs = players.map((player) => (typeof player === 'string' ? player : ''))
  const options = optionsOfAgents(game, specs, setting.options)
  return { state: game.start({ seed, options, ...withoutUndefined({ scenario: setting.scenario }) }), agents }
}

/** The same agent, but of a hundred decisions it takes so many by lot. */
function straying(agent: Agent, percent: number, seed: string): Agent {
  const random = makeAgent('random', `${seed}/stray`)
  const rng = new Rng(`${seed}/when`)
  return {
    name: agent.name,
    choose: (game, state, seat) => (rng.below(100) < percent ? random : agent).choose(game, state, seat),
    end: (game, state) => agent.end?.(game, state),
  }
}

/** Decides until the game is over, or too long: then it gives false. */
function playOut(
  game: Game,
  { state, agents }: Match,
  maxDecisions: number,
  watch: MatchObserver,
  progress: { decisions: number },
): boolean {
  for (;;) {
    const question = game.ask(state)
    if (question === undefined) return true
    if (progress.decisions >= maxDecisions) return false
    const { seat } = question
    watch.asked(question, state, progress.decisions)
    const agent = agents[seat]
    if (agent === undefined) throw new Error(`Nobody sits on seat ${seat}.`)
    const before = performance.now()
    const picks = agent.choose(game, state, seat)
    const ms = performance.now() - before
    for (let other = 0; other < agents.length; other += 1)
      if (other !== seat) agents[other]?.watch?.(game, state, other, seat, picks)
    watch.chose?.(state, seat, picks)
    game.answer(state, picks, seat)
    progress.decisions += 1
    watch.decided(seat, ms)
  }
}

export function failureOf(error: unknown, decision: number): Failure {
  const message = error instanceof Error ? error.message : String(error)
  return { decision, message, place: placeOf(error) }
}

/** Errors of the rules know where they happened. */
function placeOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('where' in error)) return null
  const { where } = error
  if (typeof where !== 'object' || where === null || !('place' in where)) return null
  return typeof where.place === 'string' ? where.place : null
}
