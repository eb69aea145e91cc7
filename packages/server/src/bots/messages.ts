/** Messages between the server and its bot threads. */
import type { BotAnswer, Hint } from '@ludoforge/table'
import type { Choice, GameDef, SavedState } from '@ludoforge/kernel'

/** A seat's answer at a table. */
export interface GivenAnswer {
  readonly seat: string
  readonly choice: Choice
}

export interface Task {
  readonly id: number
  readonly fingerprint: string
  readonly def?: GameDef // with the first task of these rules
  readonly seat: string
  readonly agent: string
  readonly seed: string
  /** An answer to be given, or a hint: the answer a bot would give and its reasons. */
  readonly wants: 'answer' | 'hint'
  /** The position. Without it, the thread continues from the live table and applies `since`. */
  readonly position?: SavedState
  readonly since?: readonly GivenAnswer[]
  /** The id under which the thread keeps the bots of this table. */
  readonly table?: number
}

export type ToThread =
  | { readonly task: Task }
  /** Asks the task for its best answer so far. */
  | { readonly stop: number }
  /** Drops the bots of this table. `since` is present if the game is over. */
  | { readonly forget: number; readonly since?: readonly GivenAnswer[] }

/** The result of a task. The thread measures `ms`, because the server may be busy. */
export type TaskDone = { readonly id: number; readonly ms: number } & (
  | { readonly answer: BotAnswer }
  | { readonly hint: Hint }
  | { readonly problem: string }
)

export type FromThread =
  /** The thread has started. A bot's time counts from here. */
  | { readonly ready: true }
  /** The share of its budget that a bot has spent. */
  | { readonly id: number; readonly spent: number }
  | TaskDone
