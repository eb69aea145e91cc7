import type { Choice, Decision, Game, PolicyReason, State } from '@ludoforge/kernel'
import type { PortableAnswer } from './search/answers.js'
import type { Budget } from './search/budget.js'

/** A program that decides. It sees what its seat may see and draws from a generator of its own. */
export interface Agent {
  readonly name: string
  /**
   * Answers the question of this seat that waits in `state`, as picks for `game.answer`. The list is the
   * agent's own and good until its next call. The seat is given by its number, as `game.ask` gives it.
   */
  choose(game: Game, state: State, seat: number): readonly number[]
  /** Why it chose as it did the last time, if it can tell: the lines of the rulebook that decided. */
  why?(): readonly PolicyReason[]
  /** What it means to answer after that, as far as it foresees what it will be asked. */
  intends?(): readonly PlannedAnswer[]
  /**
   * Told of an answer that another seat gives: `state` is the position before it. Agents that go by what others do
   * want it; it is only for them to see as far as `seat`, their own, may see it.
   */
  watch?(game: Game, state: State, seat: number, other: number, picks: readonly number[]): void
  /** The same as `choose` for one that may take long: others can run meanwhile, and it can be stopped. */
  think?(game: Game, state: State, seat: number, thinking: ThinkOptions): Promise<readonly number[]>
  /** The game is over, or is not played on; `state` is where it stands, if that is known. */
  end?(game: Game, state?: State): void
}

/** An answer that an agent has in mind, and the question that it expects. */
export interface PlannedAnswer {
  readonly decision: Decision
  readonly choice: Choice
}

/** How somebody waits for an agent that thinks. */
export interface ThinkOptions {
  /** Asked now and then: true, and it answers with the best that it has found. */
  readonly stopped?: () => boolean
  /** Told now and then how much of its budget is spent, from 0 to 1. */
  readonly progress?: (spent: number) => void
  /** Who thinks along with an agent that thinks in parts; without them it thinks of one after the other. */
  readonly helpers?: SearchWorkers
}

/** A part of a search that can be carried out elsewhere; plain data. */
export interface SearchTask {
  readonly seat: number
  readonly seed: string
  readonly budget: Budget
  /** Turns to be compared; null: any are looked for. */
  readonly among: readonly (readonly PortableAnswer[])[] | null
  /** The policies that the seats seem to play by, by their numbers. */
  readonly others: readonly number[]
}

/** A turn, how often it was tried, and what that came to for the seat, all in all. */
export interface Finding {
  readonly answers: readonly PortableAnswer[]
  readonly visits: number
  readonly sum: number
  readonly proven: boolean // it comes to that whatever others do
}

/** What a part has found; plain data. */
export interface SearchTaskResult {
  readonly turns: readonly Finding[]
  readonly settled: boolean // the first of them is known to be the best
}

/** Threads, or whatever else carries out parts of a search. */
export interface SearchWorkers {
  /** How many parts they carry out at a time. */
  readonly size: number
  /** Carries out the parts; gives what they found, in their order. */
  work(
    game: Game,
    state: State,
    parts: readonly SearchTask[],
    thinking: ThinkOptions,
  ): Promise<readonly SearchTaskResult[]>
}
