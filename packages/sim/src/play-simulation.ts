import type { Game, Question, State } from '@ludoforge/kernel'
import { ActionCounter } from './action-counter.js'
import type { GameRecorder } from './game-recorder.js'
import { assertInvariants } from './invariants.js'
import {
  playMatch,
  type MatchSetup,
  combineObservers,
  failureOf,
  type MatchObserver,
  type PlayedMatch,
} from './match.js'
import { type Seed, seedOfGame } from './seeds.js'
import { addCount, addScore, emptyTally, type Tally } from './tally.js'

/** The plan of a simulation, the same in every worker. Plain data. */
export interface SimPlan extends MatchSetup {
  readonly seed: Seed
  /** The agent of each seat, in seat order. */
  readonly agents: readonly string[]
  readonly check: boolean
}

/** Plays games `from` to `to` - 1 of a plan and returns their tally. The recorders watch every game. */
export function playGames(
  game: Game,
  plan: SimPlan,
  from: number,
  to: number,
  recorders: readonly GameRecorder[] = [],
): Tally {
  const tally = emptyTally()
  const counter = new TallyCounter(game, plan, tally)
  const observer = combineObservers([counter, ...recorders])
  for (let index = from; index < to; index += 1) {
    const seed = seedOfGame(plan.seed, index)
    for (const recorder of recorders) recorder.begin(index, seed, plan.agents)
    const played = endRecorders(recorders, playMatch(game, plan, plan.agents, seed, observer))
    tally.games += 1
    if (played.failure !== undefined) {
      tally.errors.push({ game: index, seed, ...played.failure })
      continue
    }
    addOutcome(game, played.state, tally)
    addCount(tally.lengths, played.decisions)
    tally.completed += 1
  }
  counter.finish()
  return tally
}

/** Ends the recorders. A game whose final `worth` throws has failed. */
function endRecorders(recorders: readonly GameRecorder[], played: PlayedMatch): PlayedMatch {
  try {
    for (const recorder of recorders) recorder.end(played)
    return played
  } catch (error) {
    if (played.failure !== undefined) throw error
    return { failure: failureOf(error, played.decisions) }
  }
}

/** Adds decisions, options and actions to a tally during play. */
class TallyCounter implements MatchObserver {
  readonly #actions: ActionCounter | undefined
  #lastDecisionAt = 0

  constructor(
    private readonly game: Game,
    private readonly plan: SimPlan,
    private readonly tally: Tally,
  ) {
    const hasActions = game.def.procedures.some(({ kind }) => kind === 'action')
    this.#actions = hasActions ? new ActionCounter(game.def) : undefined
  }

  started(state: State): void {
    this.#actions?.listen(state)
    this.#lastDecisionAt = performance.now()
  }

  asked({ kind, min, max, values }: Question, state: State, decisions: number): void {
    const { tally } = this
    const options = kind === 'number' ? max - min + 1 : values.length
    tally.options += options
    if (options > tally.mostOptions) tally.mostOptions = options
    if (this.plan.check) assertInvariants(this.game, state, decisions)
  }

  decided(): void {
    const { tally } = this
    tally.decisions += 1
    const now = performance.now()
    if (now - this.#lastDecisionAt > tally.slowestMs) tally.slowestMs = now - this.#lastDecisionAt
    this.#lastDecisionAt = now
  }

  finish(): void {
    this.#actions?.addTo(this.tally.actions)
  }
}

function addOutcome(game: Game, state: State, tally: Tally): void {
  const outcome = game.outcome(state)
  for (const { seat, score } of outcome?.ranking ?? []) {
    if (score !== undefined) addScore(tally.scores, seat, { games: 1, sum: score, min: score, max: score })
  }
  if (outcome === undefined || outcome.kind === 'draw') {
    tally.draws += 1
    return
  }
  const { winners, kind } = outcome
  if (kind === 'lose') tally.lost += 1
  for (const seat of winners) addCount(tally.wins, seat)
  if (winners.length < 2) return
  tally.shared += 1
  for (const seat of winners) addCount(tally.sharedWins, seat)
}
