/** What is known about a procedure besides its code: the shape of its frames, for pushing and for saves. */
import type { Slot } from '../layout/state.js'

/** A frame: the routine, where it goes on, the caller's frame; then its locals. */
export const FRAME = 3

/** What may stand on top of a frame that stopped at a point. */
export type Resume = { readonly kind: 'ask'; readonly question: number } | Call

/** What was called from a point, and what must be given back when it is done; slots are locals of the frame. */
export interface Call {
  readonly kind: 'call'
  readonly callee: number // -1: an action known only in play
  readonly cause: number
  readonly titled: boolean // a procedure with a title
  readonly secretly: boolean // it stands in a way that was chosen secretly
  readonly performs: boolean // an action: between the two frames the performer's context waits
  readonly timing?: number // of an offer
  readonly actor?: number // of the outermost `as` around the call
}

/** What a local may hold. `loop` counts within another local's list. */
export interface Local {
  readonly type: string
  readonly sure?: boolean // never none
  readonly secret?: boolean // it can depend on something that not everybody knows
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
}

/** The locals of a choice that several seats make at once, by number. */
export interface SimultaneousLocals {
  readonly seats: number // all of them
  readonly pending: number // those that have not answered
  readonly answers: number // of the first seat of the game; those of the others follow
}
