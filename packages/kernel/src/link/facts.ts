/**
 * What is known of generated code, noted while it is generated: the linker never has to look at its text. Whoever
 * generates a part of it notes what that part adds; `Meter.measure` returns the sum of what was noted meanwhile.
 */

/** Parts of a position that code can read; a set of them is a sum of bits. */
export const TOKENS = 1 // where tokens are, and what they are
export const VARIABLES = 2
export const ACTOR = 4
export const CONTEXT = 8 // of the action in progress, apart from who acts
export const ACTION_VARIABLES = 16 // those that a legality test shadows
const ELSEWHERE = 32 // what is no part of the position: a policy's look ahead
export const CELLS = TOKENS | VARIABLES
export const POSITION = CELLS | ACTOR | CONTEXT | ACTION_VARIABLES
export const ANYTHING = POSITION | ELSEWHERE

export interface Facts {
  /** How many nodes it was made of. Those in functions of their own are not among them. */
  readonly size: number
  /** An estimate of the work of one evaluation: a read or an operation is 1. */
  readonly cost: number
  readonly reads: number
}

/** Work of a function that was not generated yet, or that is known only in play. */
export const UNKNOWN_COST = 100
/** Work of calling a function with a loop, besides that of the loop. */
export const CALL_COST = 20
/** Work of making a list, or of looking through one that exists. */
export const LIST_COST = 20
/** Rounds of a loop over something whose length is known only in play. */
export const USUAL_ROUNDS = 8

export class Meter {
  private size = 0
  private cost = 0
  private reads = 0

  /** Notes a node. */
  node(): void {
    this.size++
    this.cost++
  }

  /** Notes work beside that of the nodes, and what it reads. */
  note(reads: number, cost = 0): void {
    this.reads |= reads
    this.cost += cost
  }

  /** What `work` generates. Whatever is noted in it counts outside, too. */
  measure<T>(work: () => T): { readonly made: T; readonly facts: Facts } {
    const { size, cost, reads } = this
    this.size = this.cost = this.reads = 0
    const made = work()
    const facts = { size: this.size, cost: this.cost, reads: this.reads }
    this.size += size
    this.cost += cost
    this.reads |= reads
    return { made, facts }
  }

  /** The same of a function of its own: its nodes do not make the code that calls it longer. */
  apart<T>(work: () => T): { readonly made: T; readonly facts: Facts } {
    const { size } = this
    const measured = this.measure(work)
    this.size = size
    return measured
  }

  /** The same of the body of a loop, which is evaluated several times. */
  repeat<T>(rounds: number, work: () => T): { readonly made: T; readonly facts: Facts } {
    const measured = this.measure(work)
    this.cost += Math.max(0, rounds - 1) * measured.facts.cost
    return measured
  }
}
