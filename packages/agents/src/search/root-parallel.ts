/**
 * Root parallelization in two phases: independent tasks search the same root, then all compare the best turns on their
 * own determinizations. The number of tasks is fixed, so with a budget of iterations the result doesn't depend on where
 * they run.
 */
import { type Game, Rng, type State } from '@ludoforge/kernel'
import type { TurnStatistics, SearchTaskResult, SearchTask, ThinkOptions } from '../agent.js'
import { AlphaBeta, type Result } from './alpha-beta.js'
import { type PortableAnswer, keyOf } from './answers.js'
import { type Budget, shareOf, BudgetMeter } from './budget.js'
import type { PrivateHandSearch } from './private-hand-search.js'
import { WIN_BOUND } from './evaluator.js'
import { Policies } from './proposer.js'
import { TurnSearch } from './search.js'
import { standingOf } from './tree.js'

/** The shares of the budget: for the independent searches, and for the comparison. */
const SHARES = [0.8, 0.2] as const
const COMPARED = 8 // turns in the second phase

/** A search that runs as one task. */
export type SingleSearch = TurnSearch | PrivateHandSearch | AlphaBeta

/** The result of a search. */
export interface SearchResult {
  readonly answers: readonly PortableAnswer[]
  readonly tried: number
  readonly mean: number // from -1 (lost) to 1 (won)
  /** The name of the algorithm. */
  readonly method: string
  /** The result with best play, if it is proven. */
  readonly proven: Result | null
  /** The search depth of alpha-beta, in turns. */
  readonly depth?: number
}

/** Returns the result of a search that runs as one task. */
export function searchResultOf(search: SingleSearch): SearchResult {
  const answers = search.best?.answers ?? []
  if (search instanceof TurnSearch) {
    const { best, method } = search
    const proven = search.proven === null ? null : resultOf(search.proven)
    return { answers, tried: search.root.edges.length, mean: best?.mean ?? 0, method, proven }
  }
  const { tried, mean } = search
  if (search instanceof AlphaBeta)
    return { answers, tried, mean, method: 'alpha-beta', proven: search.proven, depth: search.depth }
  return { answers, tried, mean, method: 'Monte Carlo', proven: null }
}

function resultOf(mean: number): Result {
  return mean >= WIN_BOUND ? 'won' : mean <= -WIN_BOUND ? 'lost' : 'drawn'
}

/** Returns the tasks of each phase, merges their results, and has the best turn. */
export class RootParallelSearch {
  readonly #turns = new Map<string, TurnStatistics>()
  #phase = 0
  #settled: readonly PortableAnswer[] | null = null

  /** `room` is the number of tasks that run at a time. It divides a budget of time. */
  constructor(
    private readonly seat: number,
    private readonly seed: number,
    private readonly budget: Budget,
    private readonly room: number,
    private readonly others: readonly number[],
  ) {}

  /** The share of the budget used before the next tasks. */
  get spent(): number {
    return this.#phase === 0 ? 0 : this.#phase === 1 ? SHARES[0] : 1
  }

  /** The share of the budget for the next tasks. */
  get share(): number {
    return SHARES[this.#phase] ?? 0
  }

  /** Returns the tasks of the next phase, or none if the search is done. */
  next(): readonly SearchTask[] {
    if (this.#phase >= SHARES.length || this.#settled !== null) return []
    // There are few turns of one answer, and each task has tried all of them, so all stay.
    const single = [...this.#turns.values()].every((turn) => turn.answers.length === 1)
    const among = this.#phase === 0 || single ? null : this.#best(COMPARED)
    if (among?.length === 1) return []
    const { parts = 1 } = this.budget
    const budget = shareOf(this.budget, this.share, Math.min(1, this.room / parts))
    return Array.from({ length: parts }, (_, i) => ({
      seat: this.seat,
      seed: `${this.seed} ${this.#phase} ${i}`,
      budget,
      among,
      others: this.others,
    }))
  }

  take(results: readonly SearchTaskResult[]): void {
    for (const { turns, settled } of results) {
      if (settled) this.#settled ??= turns[0]?.answers ?? null
      for (const turn of turns) {
        const key = keyOf(turn.answers)
        this.#turns.set(key, merged(this.#turns.get(key), turn))
      }
    }
    this.#phase += 1
  }

  get answers(): readonly PortableAnswer[] {
    return this.#settled ?? this.#best(1)[0] ?? []
  }

  /** The result: the best turn, the number of turns tried, and its mean value. */
  get verdict(): SearchResult {
    const { answers } = this
    const known = this.#turns.get(keyOf(answers))
    const mean = known === undefined ? 0 : known.sum / known.visits
    // Other tasks may not know all turns, so only a win is certain.
    const proven = known?.proven === true && mean >= WIN_BOUND ? 'won' : null
    return { answers, tried: this.#turns.size, mean, method: 'root-parallel search', proven }
  }

  /**
   * Returns the best turns by mean. For the single best, a turn needs half the visits of the most visited one or a
   * proof.
   */
  #best(count: number): (readonly PortableAnswer[])[] {
    const all = [...this.#turns.values()]
    const most = Math.max(0, ...all.map(({ visits }) => visits))
    return all
      .filter(({ visits, proven }) => count > 1 || proven || 2 * visits >= most)
      .sort((a, b) => standing(b) - standing(a))
      .slice(0, count)
      .map(({ answers }) => answers)
  }
}

const standing = ({ sum, visits, proven }: TurnStatistics): number => standingOf(sum / visits, proven)

/** Merges the statistics of a turn from two tasks. A proven value replaces an average. */
function merged(known: TurnStatistics | undefined, added: TurnStatistics): TurnStatistics {
  if (known === undefined || (added.proven && !known.proven)) return added
  if (known.proven && !added.proven) return known
  return { ...known, visits: known.visits + added.visits, sum: known.sum + added.sum }
}

/** Creates the search of a task. */
export function createSearch(
  game: Game,
  state: State,
  { seat, seed, budget, among, others }: SearchTask,
): TurnSearch {
  const policies = new Policies(game)
  return new TurnSearch({
    game,
    state,
    seat,
    spending: new BudgetMeter(budget),
    rng: new Rng(seed),
    proposer: policies.proposer(seat),
    outlook: policies.outlook(seat, others),
    among,
  })
}

/** Runs a search task, and yields to other work regularly. */
export async function runSearchTask(
  game: Game,
  state: State,
  part: SearchTask,
  thinking: ThinkOptions,
): Promise<SearchTaskResult> {
  const search = createSearch(game, state, part)
  await runUntilDone(search, thinking)
  return search.found()
}

const SLICE_MS = 12 // until it yields to other work

/** Runs a search until its budget is used. Once stopped, it ends as soon as it has a turn. */
export async function runUntilDone(search: SingleSearch, { stopped, progress }: ThinkOptions): Promise<void> {
  while (!search.done && !(search.best !== undefined && stopped?.() === true)) {
    const until = performance.now() + SLICE_MS
    do search.step()
    while (!search.done && performance.now() < until)
    progress?.(search.spent)
    await new Promise((resolve) => setTimeout(resolve, 0))
  }
}
