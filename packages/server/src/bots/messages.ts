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

export type TaskDone =
  | { readonly id: number; readonly choice: Choice }
  | { readonly id: number; readonly problem: string }
