/** Messages between the server and its replay threads. */
import type { Entry, HistoryRange, RefusalCode, Viewers } from '@ludoforge/table'
import type { Outcome } from '@ludoforge/kernel'
import type { GameStart, NewFromSave } from '@ludoforge/table'

/** Work that grows with the length of a game. */
export type ReplayTask =
  | { readonly kind: 'page'; readonly table: string; readonly range: HistoryRange; readonly viewers: Viewers }
  | {
      readonly kind: 'news'
      readonly table: string
      readonly since: number
      readonly number: number
      readonly viewers: Viewers
    }
  | { readonly kind: 'save'; readonly table: string }
  | { readonly kind: 'upload'; readonly save: NewFromSave['save'] }

/** A save file, replayed and ready to be stored. */
export interface ReplayedSave {
  readonly fingerprint: string
  readonly beginning: GameStart
  readonly entries: readonly (Pick<Entry, 'number' | 'at'> & { readonly body: string })[]
  readonly snapshots: readonly { readonly number: number; readonly body: string }[]
  /** The position after the last entry. */
  readonly number: number
  readonly decisions: number
  readonly deciding: readonly string[]
  readonly outcome: Outcome | null
}

export interface ToReplayThread {
  readonly id: number
  readonly task: ReplayTask
}

/** The result of a task as JSON or as the text of a save, with the computing time. */
export type FromReplayThread =
  | { readonly ready: true }
  | ({ readonly id: number; readonly ms: number } & (
      | { readonly text: string }
      | { readonly replayed: ReplayedSave }
      | { readonly refused: RefusalCode; readonly message: string }
      | { readonly problem: string }
    ))
