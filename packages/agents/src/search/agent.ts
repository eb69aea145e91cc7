import { type Game, type PolicyReason, Rng, type State } from '@ludoforge/kernel'
import { determinize, privateHandHash, hasSecretsOnStack, policyNames } from '@ludoforge/play'
import type { Agent, SearchTaskResult, SearchWorkers, PlannedAnswer, ThinkOptions } from '../agent.js'
import { choiceOfPicks } from '../choice.js'
import { drawAnswer } from '../random.js'
import { SubsetSampler } from '../subset-sampler.js'
import { type PortableAnswer, picksOf } from './answers.js'
import { AlphaBeta, type Result } from './alpha-beta.js'
import { BeliefSampler } from './beliefs.js'
import { type Budget, shareOf, BudgetMeter } from './budget.js'
import { PrivateHandSearch } from './private-hand-search.js'
import {
  runUntilDone,
  type SingleSearch,
  RootParallelSearch,
  createSearch,
  type SearchResult,
  searchResultOf,
  runSearchTask,
} from './root-parallel.js'
import { expectedScore } from './evaluator.js'
import { hasPrivate } from './has-private.js'
import { OpponentModel } from './opponent-model.js'
import { StrategyModel, Policies, RandomProposer } from './proposer.js'
import { TurnSearch } from './search.js'
import { suitsAlphaBeta } from './suits-alpha-beta.js'
import { TranspositionTable } from './transposition-table.js'

const REPLAN_SHARE = 0.5 // of the budget, if a turn doesn't go as planned

/** The planned rest of a turn after its first answer, with the view the seat expects before each answer. */
interface Plan {
  readonly game: Game
  readonly seat: number
  readonly steps: { readonly view: string; readonly answer: PortableAnswer }[]
  readonly world: State // the determinization before the first of them
  given: number // the number of steps given so far
}

/**
 * Plans whole turns by search on determinizations. The game decides the method: `PrivateHandSearch` where seats have
 * private hands, alpha-beta where `suitsAlphaBeta` holds, else `TurnSearch` (UCT), root-parallel if the budget has
 * parts. It follows its plan while each view is the one it expected. While secret answers are on the stack it answers
 * at random.
 */
export class SearchAgent implements Agent {
  readonly name = 'search'
  readonly #rng: Rng
  readonly #random = new RandomProposer()
  readonly #picks: number[] = []
  #plan: Plan | null = null
  #transpositions: { readonly game: Game; readonly table: TranspositionTable } | null = null
  #why: readonly PolicyReason[] = []
  readonly #opponents = new OpponentModel()

  constructor(
    seed: number | string,
    private readonly budget: Budget,
  ) {
    this.#rng = new Rng(seed)
  }

  choose(game: Game, state: State, seat: number): readonly number[] {
    const search = this.#begin(game, state, seat, 1)
    if (search === null) return this.#picks
    if (!(search instanceof RootParallelSearch)) {
      while (!search.done) search.step()
      return this.#finish(game, state, seat, searchResultOf(search))
    }
    for (let parts = search.next(); parts.length > 0; parts = search.next())
      search.take(
        parts.map((part) => {
          const task = createSearch(game, state, part)
          while (!task.done) task.step()
          return task.found()
        }),
      )
    return this.#finish(game, state, seat, search.verdict)
  }

  async think(game: Game, state: State, seat: number, thinking: ThinkOptions): Promise<readonly number[]> {
    const { helpers, stopped, progress } = thinking
    const search = this.#begin(game, state, seat, helpers?.size ?? 1)
    if (search === null) return this.#picks
    if (!(search instanceof RootParallelSearch)) {
      await runUntilDone(search, thinking)
      return this.#finish(game, state, seat, searchResultOf(search))
    }
    for (let parts = search.next(); parts.length > 0 && !stops(search, stopped); parts = search.next()) {
      const { spent, share } = search
      const taskOptions: ThinkOptions = {
        ...(stopped === undefined ? {} : { stopped }),
        progress: (done) => progress?.(spent + share * done),
      }
      search.take(await (helpers ?? SEQUENTIAL).work(game, state, parts, taskOptions))
    }
    return this.#finish(game, state, seat, search.verdict)
  }

  watch(game: Game, state: State, seat: number, other: number, picks: readonly number[]): void {
    // With one policy and nothing hidden there is only one strategy, so nothing to infer.
    if (hasPrivate(game, state) || policyNames(game.def, game.def.seats[other]?.id ?? '').length > 1)
      this.#opponents.watch(game, state, seat, other, picks)
  }

  why(): readonly PolicyReason[] {
    return this.#why
  }

  intends(): readonly PlannedAnswer[] {
    if (this.#plan === null) return []
    const { game, seat, steps, world, given } = this.#plan
    const state = game.fork(world)
    const picks: number[] = []
    const intentions: PlannedAnswer[] = []
    for (const { answer } of steps) {
      const decision = game.decision(state, game.def.seats[seat]?.id)
      const question = game.ask(state, seat)
      if (decision === undefined || question === undefined || !picksOf(question, answer, picks)) break
      intentions.push({ decision, choice: choiceOfPicks(decision, picks) })
      game.answer(state, picks, seat)
    }
    return intentions.slice(given)
  }

  /**
   * Returns the search for the decision, or `null` if `#picks` already has the answer. `room` is the number of tasks
   * at a time.
   */
  #begin(game: Game, state: State, seat: number, room: number): SingleSearch | RootParallelSearch | null {
    const question = game.ask(state, seat)
    if (question === undefined) throw new Error('This seat has no decision to make.')
    this.#why = []
    if (hasSecretsOnStack(game, state)) {
      // Looking ahead could reveal the others' secret answers.
      drawAnswer(question, this.#rng, new SubsetSampler(), this.#picks)
      return null
    }
    const plan = this.#plan
    const next = plan?.game === game && plan.seat === seat ? plan.steps[plan.given++] : undefined
    if (next !== undefined && next.view === viewOf(game, state, seat)) {
      const asked = game.ask(state, seat)
      if (asked !== undefined && picksOf(asked, next.answer, this.#picks)) return null
    }
    this.#plan = null
    const policies = new Policies(game)
    const hidden = hasPrivate(game, state)
    const model = new StrategyModel(this.#rng.word(), policies, hidden, this.#opponents.frequencies)
    const observations = this.#opponents.update(
      model,
      this.#rng,
      hidden ? privateHandHash(game, state, seat) : null,
    )
    const share = next === undefined ? 1 : REPLAN_SHARE
    const { budget } = this
    if (hidden) {
      const beliefs = new BeliefSampler(game, state, seat, this.#rng, observations, model, this.#opponents)
      return new PrivateHandSearch({
        game,
        seat,
        spending: new BudgetMeter(budget, share),
        rng: this.#rng,
        model,
        beliefs,
      })
    }
    if (suitsAlphaBeta(game, state)) {
      const spending = new BudgetMeter(budget, share)
      return new AlphaBeta({ game, state, seat, spending, rng: this.#rng, table: this.#tableOf(game) })
    }
    const others = this.#opponents.likeliest
    if (budget.parts !== undefined) {
      const parts = { ...shareOf(budget, share, 1), parts: budget.parts }
      return new RootParallelSearch(seat, this.#rng.word(), parts, room, others)
    }
    return new TurnSearch({
      game,
      state,
      seat,
      spending: new BudgetMeter(budget, share),
      rng: this.#rng,
      proposer: policies.proposer(seat),
      outlook: policies.outlook(seat, others),
    })
  }

  /** Returns the table with the proven entries of earlier turns of this game. */
  #tableOf(game: Game): TranspositionTable {
    if (this.#transpositions?.game !== game) this.#transpositions = { game, table: new TranspositionTable() }
    this.#transpositions.table.keepProven()
    return this.#transpositions.table
  }

  /** Gives the first answer of the best turn and plans the others. */
  #finish(game: Game, state: State, seat: number, verdict: SearchResult): readonly number[] {
    const { answers } = verdict
    const picks = this.#picks
    const [first, ...rest] = answers
    const question = game.ask(state, seat)
    if (question === undefined) throw new Error('This seat has no decision to make.')
    if (first === undefined || !picksOf(question, first, picks)) {
      this.#random.propose(game, state, question, this.#rng, picks)
      return picks
    }
    if (rest.length > 0) this.#plan = this.#planRest(game, state, seat, answers)
    // The expected value of a turn would reveal something about the seat's hand.
    const secret = hasPrivate(game, state) ? { secret: true as const } : {}
    this.#why = [{ text: summaryOf(verdict), ...secret }]
    return picks
  }

  /** Predicts what the seat will see during the turn, by playing it on one determinization. */
  #planRest(game: Game, state: State, seat: number, answers: readonly PortableAnswer[]): Plan {
    const steps: Plan['steps'] = []
    const played = determinize(game, state, seat, this.#rng)
    let world = played
    const picks: number[] = []
    answers.every((answer, i) => {
      const question = game.ask(played, seat)
      if (question === undefined || !picksOf(question, answer, picks)) return false
      if (i > 0) steps.push({ view: viewOf(game, played, seat), answer })
      if (i === 1) world = game.fork(played)
      game.answer(played, picks, seat)
      return true
    })
    return { game, seat, steps, world, given: 0 }
  }
}

/** Describes the result: `it did best of 23 turns, by UCT (expected score 41 %)`, from 0 % (lost) to 100 % (won). */
function summaryOf({ tried, mean, method, proven, depth }: SearchResult): string {
  const best = tried === 1 ? 'no other turn was found' : `it did best of ${tried} turns, by ${method}`
  if (proven !== null) return `${best}: ${PROVEN[proven]}`
  const score = `(expected score ${Math.round(expectedScore(mean))} %)`
  return depth === undefined || tried === 1
    ? `${best} ${score}`
    : `${best}, looking ${depth} turns ahead ${score}`
}

const PROVEN: Readonly<Record<Result, string>> = {
  won: 'it wins for certain',
  drawn: 'with best play it is a draw',
  lost: 'with best play it loses',
}

/** Whether the search should stop and has found a turn. */
function stops(search: RootParallelSearch, stopped: ThinkOptions['stopped']): boolean {
  return search.answers.length > 0 && stopped?.() === true
}

/** Runs tasks one after the other, in this thread. */
const SEQUENTIAL: SearchWorkers = {
  size: 1,
  async work(game, state, parts, { stopped, progress }) {
    const results: SearchTaskResult[] = []
    for (const part of parts) {
      const taskOptions: ThinkOptions = {
        ...(stopped === undefined ? {} : { stopped }),
        progress: (done) => progress?.((results.length + done) / parts.length),
      }
      results.push(await runSearchTask(game, state, part, taskOptions))
    }
    return results
  },
}

function viewOf(game: Game, state: State, seat: number): string {
  return JSON.stringify(game.view(state, game.def.seats[seat]?.id ?? null))
}
