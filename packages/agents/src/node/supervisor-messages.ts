/** The messages between the threads that play and the supervisor. Plain data. */
import type { Content, Line } from '../line-protocol/index.js'
import type { Rulebook } from '../schemas/index.js'

export type ToSupervisor =
  /** Registers a thread. The supervisor wakes it with this flag after each response. */
  | { readonly thread: number; readonly flag: Int32Array<SharedArrayBuffer> }
  /** Starts a program and sends `hello`. */
  | { readonly thread: number; readonly n: number; readonly key: string; readonly start: StartProgram }
  /** Writes these lines and waits for the response to the last. */
  | {
      readonly thread: number
      readonly n: number
      readonly key: string
      readonly text: string
      readonly ask: BotRequest
    }
  /** Writes these lines. */
  | { readonly thread: number; readonly key: string; readonly text: string }
  /** Ends the programs of a thread that has ended. */
  | { readonly gone: number }
  /** Ends all programs. */
  | { readonly thread: number; readonly n: number; readonly quit: true }

export interface StartProgram {
  readonly spec: string
  readonly command: readonly [string, ...string[]]
  readonly rules: Rulebook
  readonly ms: number
}

export interface BotRequest {
  readonly id: number
  readonly what: string // for error messages: "to decide …"
  readonly ms: number
}

export type FromSupervisor =
  | { readonly n: number; readonly answer: Content }
  | { readonly n: number; readonly failed: string }
  /** What the program asks while it decides. The thread writes its answer as lines. */
  | { readonly n: number; readonly query: Line }
