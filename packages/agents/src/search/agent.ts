import { type Game, type PolicyReason, Rng, type State } from '@ludoforge/kernel'
import { determinize, privateHandHash, hasSecretsOnStack, policyNames } from '@ludoforge/play'
import type { Agent, SearchTaskResult, SearchWorkers, PlannedAnswer, ThinkOptions } from '../agent.js'
import { choiceOfPicks } from '../choice.js'
import { drawAnswer } from '../random.js'
import { SubsetSampler } from '../selector.js'
import { type PortableAnswer, picksOf } from './answers.js'
import { AlphaBeta, type Result } from './alpha-beta.js'
import { BeliefSampler } from './beliefs.js'
import { type Budget, partOf, BudgetMeter } from './budget.js'
import { PrivateHandSearch } from './private-hand-search.js'
import {
  runUntilDone,
  type OneSearch,
  RootParallelSearch,
  searchOf,
  type SearchResult,
  verdictOf,
  runSearchTask,
} from './root-parallel.js'
import { NON_TERMINAL_BOUND } from './evaluator.js'
import { OpponentModel } from './opponent-model.js'
import { StrategyModel, Policies, RandomProposer } from './proposer.js'
import { TurnSearch } from './search.js'
import { suitsAlphaBeta } from './suits-alpha-beta.js'
import { TranspositionTable } from './transpositions.js'

const AGAIN = 0.5 // of a budget, where a turn does not go on as it was planned

/** The rest of a turn, as it was planned after its first answer, and what the seat is to see before each of the others. */
interface Plan {
  readonly game: Game
  readonly seat: number
  readonly steps: { readonly view: string; readonly answer: PortableAnswer }[]
  readonly world: State // as it is imagined to be before the first of them
  given: number // how many of them are
}

/**
 * Plans whole turns: imagines positions that agree with what its seat sees, tries turns on them, improves the best,
 * and compares those that are left by what the others can do about them. It follows its plan as long as what it
 * sees is what it foresaw. While a rule keeps secret answers it guesses.
 */
export class SearchAgent implements Agent {
  readonly name = 'search'
  readonly #rng: Rng
  readonly #random = new RandomProposer()
  readonly #picks: number[] = []
  #plan: Plan | null = null
  #known: { readonly game: Game; readonly table: TranspositionTable } | null = null
  #why: readonly PolicyReason[] = []
  readonly #manners = new OpponentModel()

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
      return this.#finish(game, state, seat, verdictOf(search))
    }
    for (let parts = search.next(); parts.length > 0; parts = search.next())
      search.take(
        parts.map((part) => {
          const one = searchOf(game, state, part)
          while (!one.done) one.step()
          return one.found()
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
      return this.#finish(game, state, seat, verdictOf(search))
    }
    for (let parts = search.next(); parts.length > 0 && !stops(search, stopped); parts = search.next()) {
      const { spent, share } = search
      const meanwhile: ThinkOptions = {
        ...(stopped === undefined ? {} : { stopped }),
        progress: (done) => progress?.(spent + share * done),
      }
      search.take(await (helpers ?? ALONE).work(game, state, parts, meanwhile))
    }
    return this.#finish(game, state, seat, search.verdict)
  }

  watch(game: Game, state: State, seat: number, other: number, picks: readonly number[]): void {
    // Where nothing is hidden, one policy leaves nothing to find out.
    if (hasPrivate(game, state) || policyNames(game.def, game.def.seats[other]?.id ?? '').length > 1)
      this.#manners.watch(game, state, seat, other, picks)
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

  /** Null: the answer is known, and lies in `#picks`. */
  #begin(game: Game, state: State, seat: number, room: number): OneSearch | RootParallelSearch | null {
    const question = game.ask(state, seat)
    if (question === undefined) throw new Error('This seat has nothing to choose.')
    this.#why = []
    if (hasSecretsOnStack(game, state)) {
      // Looking ahead could tell what others have chosen in secret.
      drawAnswer(question, this.#rng, new SubsetSampler(), this.#picks)
      return null
    }
    const plan = this.#plan
    const next = plan?.game === game && plan.seat === seat ? plan.steps[plan.given++] : undefined
    if (next !== undefined && next.view === viewOf(game, state, seat)) {
      const again = game.ask(state, seat)
      if (again !== undefined && picksOf(again, next.answer, this.#picks)) return null
    }
    this.#plan = null
    const policies = new Policies(game)
    const hidden = hasPrivate(game, state)
    const model = new StrategyModel(this.#rng.word(), policies, hidden, this.#manners.habits)
    const seen = this.#manners.update(model, this.#rng, hidden ? privateHandHash(game, state, seat) : null)
    const share = next === undefined ? 1 : AGAIN
    const { budget } = this
    if (hidden) {
      const beliefs = new BeliefSampler(game, state, seat, this.#rng, seen, model, this.#manners)
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
    const others = this.#manners.likeliest
    if (budget.parts !== undefined) {
      const parts = { ...partOf(budget, share, 1), parts: budget.parts }
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

  /** What earlier turns of this game have proven. */
  #tableOf(game: Game): TranspositionTable {
    if (this.#known?.game !== game) this.#known = { game, table: new TranspositionTable() }
    this.#known.table.keepProven()
    return this.#known.table
  }

  /** Takes the first answer of the best turn, and keeps the others. */
  #finish(game: Game, state: State, seat: number, verdict: SearchResult): readonly number[] {
    const { answers } = verdict
    const picks = this.#picks
    const [first, ...rest] = answers
    const question = game.ask(state, seat)
    if (question === undefined) throw new Error('This seat has nothing to choose.')
    if (first === undefined || !picksOf(question, first, picks)) {
      this.#random.propose(game, state, question, this.#rng, picks)
      return picks
    }
    if (rest.length > 0) this.#plan = this.#foresee(game, state, seat, answers)
    // Who knows how a seat thinks of its hand knows something of the hand.
    const secret = hasPrivate(game, state) ? { secret: true as const } : {}
    this.#why = [{ text: saidOf(verdict), ...secret }]
    return picks
  }

  /** What the seat will see on its way if nothing happens that it cannot know. */
  #foresee(game: Game, state: State, seat: number, answers: readonly PortableAnswer[]): Plan {
    const steps: Plan['steps'] = []
    const imagined = determinize(game, state, seat, this.#rng)
    let world = imagined
    const picks: number[] = []
    answers.every((answer, i) => {
      const question = game.ask(imagined, seat)
      if (question === undefined || !picksOf(question, answer, picks)) return false
      if (i > 0) steps.push({ view: viewOf(game, imagined, seat), answer })
      if (i === 1) world = game.fork(imagined)
      game.answer(imagined, picks, seat)
      return true
    })
    return { game, seat, steps, world, given: 0 }
  }
}

/** `the best of 23 turns that it tried: it counts on 41 %`, from lost to won. Alpha-beta is named. */
function saidOf({ tried, mean, ahead }: SearchResult): string {
  const share = Math.round(50 * (1 + Math.max(-1, Math.min(1, mean / NON_TERMINAL_BOUND))))
  const which = tried === 1 ? 'the only turn that it found' : `the best of ${tried} turns that it tried`
  if (ahead === undefined || tried === 1) return `${which}: it counts on ${share} %`
  if (ahead.proven !== null) return `the best of ${tried} turns by alpha-beta: ${PROVEN[ahead.proven]}`
  return `the best of ${tried} turns by alpha-beta, ${ahead.answers} answers ahead: it counts on ${share} %`
}

const PROVEN: Readonly<Record<Result, string>> = {
  won: 'it wins for certain',
  drawn: 'with best play it is a draw',
  lost: 'with best play it loses',
}

/** It is stopped, and has found something. */
function stops(search: RootParallelSearch, stopped: ThinkOptions['stopped']): boolean {
  return search.answers.length > 0 && stopped?.() === true
}

/** One part after the other. */
const ALONE: SearchWorkers = {
  size: 1,
  async work(game, state, parts, { stopped, progress }) {
    const found: SearchTaskResult[] = []
    for (const part of parts) {
      const meanwhile: ThinkOptions = {
        ...(stopped === undefined ? {} : { stopped }),
        progress: (done) => progress?.((found.length + done) / parts.length),
      }
      found.push(await runSearchTask(game, state, part, meanwhile))
    }
    return found
  },
}

function viewOf(game: Game, state: State, seat: number): string {
  return JSON.stringify(game.view(state, game.def.seats[seat]?.id ?? null))
}

/** Does some seat know what others do not? Then what it would do depends on it, and it is not to be averaged. */
function hasPrivate(game: Game, state: State): boolean {
  const { zones, variables } = game.def
  if (variables.some(({ hidden }) => hidden === 'owner')) return true
  if (!zones.some(({ visible }) => visible === 'owner')) return false
  const seen = game.view(state, null).zones
  return zones.some(({ id, visible }) => visible === 'owner' && (seen[id]?.size ?? 0) > 0)
}
