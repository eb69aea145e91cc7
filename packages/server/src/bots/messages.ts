/** Between the server and the threads in which bots think. */
import type { BotAnswer, Hint } from '@ludoforge/table'
import type { Choice, GameDef, SavedState } from '@ludoforge/kernel'

/** An answer that was given at a table. */
export interface GivenAnswer {
  readonly seat: string
  readonly choice: Choice
}

export interface Task {
  readonly id: number
  readonly fingerprint: string
  readonly def?: GameDef // the first time
  readonly seat: string
  readonly agent: string
  readonly seed: string
  /** What is wanted: an answer that is to be given, or what it would be, and why. */
  readonly wants: 'answer' | 'hint'
  /** Where the game stands; without it, as it stood at the kept table, and then all that was said `since`. */
  readonly position?: SavedState
  readonly since?: readonly GivenAnswer[]
  /** The bots of this table are kept under this number. */
  readonly table?: number
}

export type ToThread =
  | { readonly task: Task }
  /** The task is to be answered with what was found by now. */
  | { readonly stop: number }
  /** Bots of this table are let go; with what was said since, if the game is over now. */
  | { readonly forget: number; readonly since?: readonly GivenAnswer[] }

/** How long it took, as the thread knows it: the server may be busy with other things. */
export type TaskDone = { readonly id: number; readonly ms: number } & (
  | { readonly answer: BotAnswer }
  | { readonly hint: Hint }
  | { readonly problem: string }
)

export type FromThread =
  /** The thread has started: from here on a bot's time counts. */
  | { readonly ready: true }
  /** How much of its budget a bot has spent. */
  | { readonly id: number; readonly spent: number }
  | TaskDone
