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
  readonly summary: string
  readonly failed: readonly Reason[] // the clauses that fail, all of them
}

/** A reason: a clause of the rules that fails. */
export interface Reason {
  readonly clause: string // in the words of the rulebook
  readonly of?: string // of several candidates: the nearest ones, which fail it
  readonly needs?: boolean // the clause is a condition that fails; otherwise it is a full sentence
  readonly now?: string // the current value: "it is 0"
  readonly rule?: string
  readonly place?: string
  /** The alternatives of the clause. One would be enough; each fails for its own reasons. */
  readonly anyOf?: readonly Reason[]
  /** The failed parts of the clause. */
  readonly allOf?: readonly Reason[]
  /** The clause searches for something ("some space where …"): the conditions that nothing satisfies. */
  readonly noneWith?: readonly Reason[]
}
