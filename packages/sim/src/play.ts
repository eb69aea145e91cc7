import { defined } from '@ludoforge/kernel'
import { type Agent, makeAgent, optionsOfAgents } from '@ludoforge/agents'
import type { Constant, Game, State } from '@ludoforge/kernel'
import { ActionCounter } from './actions.js'
import { checkState } from './check.js'
import { type Seed, seedOfAgent, seedOfGame } from './seeds.js'
import { addCount, addScore, type SimError, type Tally } from './tally.js'

/** What is played, the same in every worker. Plain data. */
export interface SimPlan {
  readonly seed: Seed
  readonly scenario?: string
  readonly options?: Readonly<Record<string, Constant>>
  /** The agent of each seat, in seat order. */
  readonly agents: readonly string[]
  readonly maxDecisions: number
  readonly check: boolean
}

/** Plays games `from` to `to` - 1 of a plan and adds them to the tally. */
export function playGames(game: Game, plan: SimPlan, from: number, to: number, tally: Tally): void {
  const hasActions = game.def.procedures.some(({ kind }) => kind === 'action')
  const counter = hasActions ? new ActionCounter(game.def) : undefined
  for (let index = from; index < to; index += 1) playGame(game, plan, index, tally, counter)
  counter?.addTo(tally.actions)
}

function playGame(
  game: Game,
  plan: SimPlan,
  index: number,
  tally: Tally,
  counter: ActionCounter | undefined,
): void {
  const seed = seedOfGame(plan.seed, index)
  const seats = game.def.seats.map(({ id }) => id)
  const agents = seats.map((seat, i) => makeAgent(plan.agents[i] ?? 'random', seedOfAgent(seed, seat)))
  tally.games += 1
  const progress = { decisions: 0 }
  try {
    const state = game.start({ seed, ...startOf(game, plan) })
    counter?.listen(state)
    const ended = playOut(game, state, agents, plan, tally, progress)
    if (!ended) {
      const place = game.decision(state)?.place ?? null
      const message = `The game did not end within ${plan.maxDecisions} decisions.`
      tally.errors.push({ game: index, seed, decision: progress.decisions, message, place })
      return
    }
    addOutcome(game, state, tally)
    addCount(tally.lengths, progress.decisions)
    tally.completed += 1
  } catch (error) {
    tally.errors.push(simError(error, index, seed, progress.decisions))
  }
}

/** How games of the plan begin: what is set by hand goes before what follows from who plays. */
function startOf(game: Game, { scenario, options, agents }: SimPlan) {
  const all = { ...optionsOfAgents(game, agents), ...options }
  return defined({ scenario, options: all })
}

/** Decides until the game is over, or too long: then it gives false. */
function playOut(
  game: Game,
  state: State,
  agents: readonly Agent[],
  plan: SimPlan,
  tally: Tally,
  progress: { decisions: number },
): boolean {
  let before = performance.now()
  for (;;) {
    const ask = game.ask(state)
    if (ask === undefined) return true
    if (progress.decisions >= plan.maxDecisions) return false
    const options = ask.kind === 'number' ? ask.max - ask.min + 1 : ask.values.length
    tally.options += options
    if (options > tally.mostOptions) tally.mostOptions = options
    if (plan.check) checkState(game, state, progress.decisions)
    const { seat } = ask
    const agent = agents[seat]
    if (agent === undefined) throw new Error(`Nobody sits on seat ${seat}.`)
    game.answer(state, agent.choose(game, state, seat), seat)
    progress.decisions += 1
    tally.decisions += 1
    const now = performance.now()
    if (now - before > tally.slowestMs) tally.slowestMs = now - before
    before = now
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
  for (const seat of outcome.winners) addCount(tally.wins, seat)
}

function simError(error: unknown, game: number, seed: Seed, decision: number): SimError {
  const message = error instanceof Error ? error.message : String(error)
  return { game, seed, decision, message, place: placeOf(error) }
}

/** Errors of the rules know where they happened. */
function placeOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('where' in error)) return null
  const { where } = error
  if (typeof where !== 'object' || where === null || !('place' in where)) return null
  return typeof where.place === 'string' ? where.place : null
}
