/** Metadata of procedures: the shape of their frames, for the machine and for saves. */
import type { Slot } from '../layout/state.js'

/** The size of a frame's header: the routine, the resume point, the caller's frame. Its locals follow. */
export const FRAME = 3

/** The routine number of the frame below a block of the workbench. The machine stops when it reaches it. */
export const ROOT = -1

/** What a frame waits for at a resume point: a question, or a call. */
export type Resume = Ask | Call

interface Suspended {
  /** The number of locals that are bound before it. Later ones are bound again before the rules read them. */
  readonly bound: number
}

/** A question that a frame waits for. */
interface Ask extends Suspended {
  readonly kind: 'ask'
  readonly question: number
}

/** A call from a resume point, and the state to restore after it. Slots are locals of the frame. */
export interface Call extends Suspended {
  readonly kind: 'call'
  readonly callee: number // -1: an action known only in play
  readonly cause: number
  readonly titled: boolean // a procedure with a title
  readonly secretly: boolean // it is inside a secretly chosen alternative
  readonly performs: boolean // an action: the performer's context is saved between the two frames
  readonly timing?: number // of an offer
  readonly actor?: number // of the outermost `as` around the call
}

/** The values that a local may have, for checking saves. `loop` counts within another local's list. */
export interface Local {
  readonly type: string
  readonly sure?: boolean // never none
  readonly secret?: boolean // it can depend on hidden information
  readonly loop?: { readonly list: number; readonly end: number } // the locals with the list and its end
  readonly below?: number // of a number: from 0 to less than this
}

export interface Routine {
  readonly index: number
  readonly name: string
  readonly rule: string | undefined
  readonly place: number
  readonly asks: boolean
  readonly locals: Local[]
  readonly template: Slot[]
  readonly params: readonly string[]
  readonly gives: string | undefined // the type of its result
  readonly resumes: Map<number, Resume>
  readonly series: readonly SeriesLocals[]
}

/** The locals of a question that is asked in a series, by number: answers given ahead. */
export interface SeriesLocals {
  readonly items: number // the options chosen for the rounds that follow
  /** Whether it declines after them, then what was answered for all rounds: the question, the seat, the value, and so on. */
  readonly standing: number
}

/** The locals of a simultaneous choice, by number. */
export interface SimultaneousLocals {
  readonly seats: number // all of them
  readonly pending: number // the seats that have not answered
  readonly answers: number // the answer of the game's first seat; those of the others follow
}
