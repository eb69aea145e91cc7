/** Between the threads that play and the thread that keeps the programs. All of it is plain data. */
import type { Content } from '../line-protocol/index.js'
import type { Rules } from '../schemas/index.js'

export type ToKeeper =
  /** A thread is here: it is woken by this flag whenever something is said to it. */
  | { readonly thread: number; readonly flag: Int32Array<SharedArrayBuffer> }
  /** Start a program, and say hello to it. */
  | { readonly thread: number; readonly n: number; readonly key: string; readonly start: Start }
  /** Write these lines, and wait for the answer to the last. */
  | {
      readonly thread: number
      readonly n: number
      readonly key: string
      readonly text: string
      readonly ask: Asking
    }
  /** Write these lines. */
  | { readonly thread: number; readonly key: string; readonly text: string }
  /** The thread has ended: its programs are not needed any more. */
  | { readonly gone: number }
  /** Nobody needs any program any more. */
  | { readonly thread: number; readonly n: number; readonly quit: true }

export interface Start {
  readonly spec: string
  readonly command: readonly [string, ...string[]]
  readonly rules: Rules
  readonly ms: number
}

export interface Asking {
  readonly id: number
  readonly what: string // for messages: "to decide …"
  readonly ms: number
}

export type FromKeeper =
  | { readonly n: number; readonly answer: Content }
  | { readonly n: number; readonly failed: string }
