import type { Timing } from '@ludoforge/kernel'

/**
 * The explanation why something is not offered, for the seat that decides: each failed clause, with its location in the
 * rulebook. It reveals nothing that this seat may not know.
 */
export interface Explanation {
  readonly offered: boolean
  readonly option: string // the id of the named option: an action can be named by its title, a space by its name
  readonly timing?: Timing // of an offer: when it would be performed
  readonly unknown?: true // the name is unknown: neither an answer to this question nor an action
  readonly summary: string // one or two sentences for people
  readonly failed: readonly Reason[] // the clauses that fail, all of them
}

/** A reason: what is the case, and therefore in the way. */
export interface Reason {
  readonly text: string // a clause for people: "no Red piece is in Hill"
  readonly code?: string // the failed condition as the rules write it
  readonly of?: string // of several candidates: the nearest ones, which fail it
  readonly rule?: string
  readonly place?: string
  /** One of these would be enough; each fails for its own reasons. */
  readonly anyOf?: readonly Reason[]
  /** The failed parts of the clause. */
  readonly allOf?: readonly Reason[]
  /** The clause searches for something ("some space where …"): what is the case with all of them. */
  readonly noneWith?: readonly Reason[]
}
