/** The messages between the Balance page, its worker and the workers that play. Plain data. */
import type { GameDef } from '@ludoforge/kernel'
import type {
  BatchTask,
  Comparison,
  Evaluation,
  LineRuns,
  Seed,
  TournamentResult,
  Work,
} from '@ludoforge/sim/evaluate'
import type { Files } from '../files.js'
import type { NumberPlace } from '../report/sweep-numbers.js'

/** The games to play. */
export interface BalanceRequest {
  /** Counts requests. Answers have the same number. */
  readonly id: number
  readonly files: Files
  /** The rules to compare with, if there are any. */
  readonly before: Files | undefined
  /** The agent of each seat, in seat order. Empty: each seat plays its default agent. */
  readonly players: readonly string[]
  readonly seed: Seed
  /** The most games, or pairs of games. */
  readonly games: number
  /** Continue a slow game after the first games without asking. */
  readonly isPatient: boolean
  /** Also play with other players and a tournament, once the chosen players are done. */
  readonly withOthers: boolean
}

/** Plays the game with each value of a number. */
export interface SweepRequest {
  readonly id: number
  readonly files: Files
  readonly name: string
  readonly place: NumberPlace
  readonly values: readonly number[]
  readonly players: readonly string[]
  readonly seed: Seed
  readonly games: number
}

/** What the page requests of the balance worker. */
export type ToBalance =
  | { readonly balance: BalanceRequest }
  | { readonly sweep: SweepRequest }
  | { readonly stop: true }

/** Why a series ended, or that it is running. */
export type SeriesState = 'running' | 'precise' | 'complete' | 'asks'

/** The games of one lineup of players so far. */
export interface LineupResult {
  /** `policy`, or `policy, easy` if the seats differ. */
  readonly players: string
  readonly evaluation: Evaluation
  readonly state: SeriesState
  readonly games: number
}

/** Two versions of the rules, with the same seeds and players. */
export interface ComparedLineup {
  readonly players: string
  readonly before: Evaluation
  readonly now: Evaluation
  readonly comparison: Comparison
}

/** The results so far. */
export interface BalanceResult {
  readonly id: number
  readonly seats: readonly { readonly id: string; readonly name: string }[]
  readonly hasScenarios: boolean
  /** The agents that this game supports, from weak to strong. */
  readonly agents: readonly string[]
  readonly main: LineupResult
  readonly others: readonly LineupResult[]
  readonly skill: TournamentResult | undefined
  /** With the chosen players, then with a stronger one. Empty without other rules to compare with. */
  readonly compared: readonly ComparedLineup[]
  /** Whether the rules before are those of now. */
  readonly isSame: boolean
  readonly lines: readonly LineRuns[]
  /** The time that the games of the chosen players took, in both versions. */
  readonly seconds: number
  readonly workers: number
  readonly isDone: boolean
}

/** The evaluations of a sweep so far, one for each value. */
export interface SweepResult {
  readonly id: number
  readonly name: string
  readonly now: number
  readonly values: readonly { readonly value: number; readonly result: Evaluation }[]
  readonly isDone: boolean
}

/** What the balance worker reports. */
export type FromBalance =
  | { readonly balance: BalanceResult }
  | { readonly sweep: SweepResult }
  /** The rules don't compile, or the versions can't be compared. A sentence for the designer. */
  | { readonly failed: { readonly id: number; readonly message: string } }

/** To a worker that plays: link a game, play batches of it, forget it. `series` numbers the games that it has linked. */
export type ToPlayer =
  | { readonly start: PlayerStart }
  | { readonly task: BatchTask; readonly series: number }
  | { readonly forget: number }

interface PlayerStart {
  readonly series: number
  readonly def: GameDef
  readonly work: Work
}

export type FromPlayer =
  | { readonly done: BatchTask; readonly result: unknown; readonly ms: number }
  | { readonly problem: string }
