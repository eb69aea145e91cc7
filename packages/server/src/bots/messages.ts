/** Between the server and the threads in which bots think. */
import type { Choice, GameDef, SavedState } from '@ludoforge/kernel'

export interface Task {
  readonly id: number
  readonly fingerprint: string
  readonly def?: GameDef // the first time
  readonly position: SavedState
  readonly seat: string
  readonly agent: string
  readonly seed: string
}

/** The thread has started: from here on a bot's time counts. */
export interface Ready {
  readonly ready: true
}

/** How long it took, as the thread knows it: the server may be busy with other things. */
export type TaskDone =
  | { readonly id: number; readonly ms: number; readonly choice: Choice }
  | { readonly id: number; readonly ms: number; readonly problem: string }
