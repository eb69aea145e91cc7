import type { Choice, Decision, Game, PolicyReason, State } from '@ludoforge/kernel'
import type { PortableAnswer } from './search/answers.js'
import type { Budget } from './search/budget.js'

/** A program that decides for a seat. It sees what the seat may see and has its own random generator. */
export interface Agent {
  readonly name: string
  /**
   * Answers this seat's open question in `state`, as picks for `game.answer`. The agent owns the list and may reuse it
   * in its next call. `seat` is an index, as in `game.ask`.
   */
  choose(game: Game, state: State, seat: number): readonly number[]
  /**
   * Returns the reasons for the last choice, such as the policy lines that decided it. `state` is the state it was made
   * in, still unchanged: an agent may decide again to find its reasons.
   */
  why?(state: State): readonly PolicyReason[]
  /** Returns the answers it plans to give next, up to the first question it can't predict. */
  intends?(): readonly PlannedAnswer[]
  /**
   * Observes an answer of another seat, for agents with an opponent model. `state` is the state before the answer. The
   * agent must not use more of it than its own `seat` may see.
   */
  watch?(game: Game, state: State, seat: number, other: number, picks: readonly number[]): void
  /** The asynchronous `choose`, for slow agents. It yields to other work and can be stopped. */
  think?(game: Game, state: State, seat: number, thinking: ThinkOptions): Promise<readonly number[]>
  /** Ends a game that is over or abandoned. `state` is its last state, if known. */
  end?(game: Game, state?: State): void
}

/** An answer an agent plans to give, and the decision it expects. */
export interface PlannedAnswer {
  readonly decision: Decision
  readonly choice: Choice
}

/** How a caller waits for an agent that thinks. */
export interface ThinkOptions {
  /** Polled while the agent thinks. On `true` it answers with the best it has found so far. */
  readonly stopped?: () => boolean
  /** Called now and then with the share of the budget that is used, from 0 to 1. */
  readonly progress?: (spent: number) => void
  /** Runs the tasks of a root-parallel search. Without it they run one after the other. */
  readonly helpers?: SearchWorkers
}

/** One task of a root-parallel search. Plain data, so that another thread can run it. */
export interface SearchTask {
  readonly seat: number
  readonly seed: string
  readonly budget: Budget
  /** The turns to compare; `null` to search for turns. */
  readonly among: readonly (readonly PortableAnswer[])[] | null
  /** The index of each seat's most likely policy, from the opponent model. */
  readonly others: readonly number[]
}

/** Search statistics of one turn: its visits and the sum of their values for the seat. */
export interface TurnStatistics {
  readonly answers: readonly PortableAnswer[]
  readonly visits: number
  readonly sum: number
  readonly proven: boolean // the value is proven (MCTS-Solver), not an average
}

/** The result of a search task. Plain data. */
export interface SearchTaskResult {
  readonly turns: readonly TurnStatistics[]
  readonly settled: boolean // the first turn is proven to be the best
}

/** Runs search tasks in parallel, on threads for example. */
export interface SearchWorkers {
  /** The number of tasks that run at the same time. */
  readonly size: number
  /** Runs the tasks and returns their results in the same order. */
  work(
    game: Game,
    state: State,
    parts: readonly SearchTask[],
    thinking: ThinkOptions,
  ): Promise<readonly SearchTaskResult[]>
}
