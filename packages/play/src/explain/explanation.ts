import type { Timing } from '@ludoforge/kernel'

/**
 * Why something is not offered, for the seat that is asked: each clause that failed, with its place in the
 * rulebook. It tells nothing that this seat may not know.
 */
export interface Explanation {
  readonly offered: boolean
  readonly option: string // the id that was meant: an action may be named by its title, a space by its name
  readonly timing?: Timing // it is one of the offers beside the question, and when it would be done
  readonly unknown?: true // the name means nothing here: neither an answer to this question nor an action
  readonly summary: string
  readonly failed: readonly Reason[] // all of it stands in the way
}

/** Why something is not possible: a clause of the rules that does not hold. */
export interface Reason {
  readonly clause: string // in the words of the rulebook
  readonly of?: string // what does not meet it, of several that were looked at: the one that comes nearest
  readonly needs?: boolean // it is a condition that does not hold; otherwise it says itself what is wrong
  readonly now?: string // what the condition finds instead: "it is 0"
  readonly rule?: string
  readonly place?: string
  /** The clause names alternatives. One of them would be enough; each of them fails, for its own reasons. */
  readonly anyOf?: readonly Reason[]
  /** What fails of a clause that has several parts. */
  readonly allOf?: readonly Reason[]
  /** The clause looks for something ("some space where …"): what nothing there satisfies. */
  readonly noneWith?: readonly Reason[]
}
