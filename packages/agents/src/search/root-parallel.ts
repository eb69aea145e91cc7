/**
 * A search in parts that can be carried out side by side: each searches by itself, then the best of all are compared by
 * each on positions of its own. How many parts there are is said beforehand, so that the same answer comes out of them
 * wherever they are carried out.
 */
import { type Game, Rng, type State } from '@ludoforge/kernel'
import type { Finding, SearchTaskResult, SearchTask, ThinkOptions } from '../agent.js'
import { AlphaBeta, type Result } from './alpha-beta.js'
import { type PortableAnswer, keyOf } from './answers.js'
import { type Budget, partOf, BudgetMeter } from './budget.js'
import type { PrivateHandSearch } from './private-hand-search.js'
import { Policies } from './proposer.js'
import { TurnSearch } from './search.js'

/** Of the budget: in the first each part searches by itself, in the second the best of all are compared. */
const SHARES = [0.8, 0.2] as const
const COMPARED = 8

/** A search that isn't divided. */
export type OneSearch = TurnSearch | PrivateHandSearch | AlphaBeta

/** What a search came to. */
export interface SearchResult {
  readonly answers: readonly PortableAnswer[]
  readonly tried: number
  readonly mean: number // from -1, lost, to 1, won
  /** Of alpha-beta: how many answers ahead it looked, and the result if that is proven. */
  readonly ahead?: { readonly answers: number; readonly proven: Result | null }
}

/** What a search in one part came to. */
export function verdictOf(search: OneSearch): SearchResult {
  const answers = search.best?.answers ?? []
  if (search instanceof TurnSearch)
    return { answers, tried: search.root.edges.length, mean: search.best?.mean ?? 0 }
  const { tried, mean } = search
  if (search instanceof AlphaBeta)
    return { answers, tried, mean, ahead: { answers: search.depth, proven: search.proven } }
  return { answers, tried, mean }
}

/** One search in parts: it says what is to be done next, is told what was found, and knows the best turn. */
export class RootParallelSearch {
  readonly #turns = new Map<string, Finding>()
  #phase = 0
  #settled: readonly PortableAnswer[] | null = null

  /** `room`: how many parts are carried out at a time; it counts where the budget is a time. */
  constructor(
    private readonly seat: number,
    private readonly seed: number,
    private readonly budget: Budget,
    private readonly room: number,
    private readonly others: readonly number[],
  ) {}

  /** How much of the budget is spent before the parts that are next. */
  get spent(): number {
    return this.#phase === 0 ? 0 : this.#phase === 1 ? SHARES[0] : 1
  }

  /** The share of the parts that are next. */
  get share(): number {
    return SHARES[this.#phase] ?? 0
  }

  /** What is to be done next; none: it has come to an end. */
  next(): readonly SearchTask[] {
    if (this.#phase >= SHARES.length || this.#settled !== null) return []
    // Turns of one answer are few, and each part has tried all of them: there all go on.
    const single = [...this.#turns.values()].every((turn) => turn.answers.length === 1)
    const among = this.#phase === 0 || single ? null : this.#best(COMPARED)
    if (among?.length === 1) return []
    const { parts = 1 } = this.budget
    const budget = partOf(this.budget, this.share, Math.min(1, this.room / parts))
    return Array.from({ length: parts }, (_, i) => ({
      seat: this.seat,
      seed: `${this.seed} ${this.#phase} ${i}`,
      budget,
      among,
      others: this.others,
    }))
  }

  take(found: readonly SearchTaskResult[]): void {
    for (const { turns, settled } of found) {
      if (settled) this.#settled ??= turns[0]?.answers ?? null
      for (const turn of turns) {
        const key = keyOf(turn.answers)
        this.#turns.set(key, joined(this.#turns.get(key), turn))
      }
    }
    this.#phase += 1
  }

  get answers(): readonly PortableAnswer[] {
    return this.#settled ?? this.#best(1)[0] ?? []
  }

  /** The best turn, among how many, and what it came to on average. */
  get verdict(): SearchResult {
    const { answers } = this
    const known = this.#turns.get(keyOf(answers))
    return { answers, tried: this.#turns.size, mean: known === undefined ? 0 : known.sum / known.visits }
  }

  /** Who was tried seldom was given up, or has only been found. */
  #best(count: number): (readonly PortableAnswer[])[] {
    const all = [...this.#turns.values()]
    const most = Math.max(0, ...all.map(({ visits }) => visits))
    return all
      .filter(({ visits, proven }) => count > 1 || proven || 2 * visits >= most)
      .sort((a, b) => b.sum / b.visits - a.sum / a.visits)
      .slice(0, count)
      .map(({ answers }) => answers)
  }
}

/** What two parts have found of a turn. What one has proven, the other need not have seen. */
function joined(one: Finding | undefined, other: Finding): Finding {
  if (one === undefined || (other.proven && !one.proven)) return other
  if (one.proven && !other.proven) return one
  return { ...one, visits: one.visits + other.visits, sum: one.sum + other.sum }
}

/** The search that a part means. */
export function searchOf(
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

/** Carries out a part; others can run meanwhile. */
export async function runSearchTask(
  game: Game,
  state: State,
  part: SearchTask,
  thinking: ThinkOptions,
): Promise<SearchTaskResult> {
  const search = searchOf(game, state, part)
  await runUntilDone(search, thinking)
  return search.found()
}

const SLICE = 12 // milliseconds, then whoever waits beside it has a chance

/** Searches until the budget is spent, or as soon as it has something when it is stopped. */
export async function runUntilDone(search: OneSearch, { stopped, progress }: ThinkOptions): Promise<void> {
  while (!search.done && !(search.best !== undefined && stopped?.() === true)) {
    const until = performance.now() + SLICE
    do search.step()
    while (!search.done && performance.now() < until)
    progress?.(search.spent)
    await new Promise((resolve) => setTimeout(resolve, 0))
  }
}
