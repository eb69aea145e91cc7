/** The errors of the kernel. Messages are sentences that a player or an author can act on. */

export type ErrorCode =
  | 'illegal-choice'
  | 'illegal-move'
  | 'dead-end'
  | 'runaway-rule'
  | 'rule-error'
  | 'link-error'
  | 'needs-compiler'
  | 'bad-save'
  | 'version-mismatch'

/** A location in a rulebook. */
export interface SourceLocation {
  readonly owner?: string // "procedure 'sweep'"
  readonly rule?: string
  readonly place?: string // file:line
}

/** Base class of the kernel's errors: a message for people, a code for programs. */
export class LudoError extends Error {
  readonly code: ErrorCode
  constructor(code: ErrorCode, message: string) {
    super(message)
    this.code = code
    this.name = new.target.name
  }
}

/** An error inside the rules of a game, with its location in the rulebook. */
class PlacedError extends LudoError {
  readonly where: SourceLocation
  constructor(code: ErrorCode, sentence: string, where: SourceLocation) {
    super(code, placed(sentence, where))
    this.where = where
  }
}

function placed(sentence: string, where: SourceLocation): string {
  const rule = where.rule === undefined ? '' : ` (rule ${where.rule})`
  const owner = where.owner === undefined ? '' : ` In ${where.owner}${rule}.`
  const front = where.place === undefined ? '' : `${where.place}: `
  return front + sentence + owner
}

/** The answer is not legal. The state is unchanged. */
export class IllegalChoice extends LudoError {
  constructor(message: string) {
    super('illegal-choice', message)
  }
}

/** The move is not legal. The state is unchanged. */
export class IllegalMove extends LudoError {
  constructor(message: string) {
    super('illegal-move', message)
  }
}

/** The rules ask for a choice that has no legal answer: an error in the rulebook. */
export class DeadEnd extends PlacedError {
  constructor(sentence: string, where: SourceLocation) {
    super('dead-end', sentence, where)
  }
}

/** A rule does not terminate: it ran out of fuel, or calls itself too deeply. */
export class RunawayRule extends PlacedError {
  constructor(sentence: string, where: SourceLocation) {
    super('runaway-rule', sentence, where)
  }
}

/** A rule tried something impossible, such as moving a token that doesn't exist. */
export class RuleError extends PlacedError {
  constructor(sentence: string, where: SourceLocation) {
    super('rule-error', sentence, where)
  }
}

/** The GameDef is invalid: an unknown name, a node of the wrong shape. */
export class LinkError extends PlacedError {
  constructor(sentence: string, where: SourceLocation) {
    super('link-error', sentence, where)
  }
}

/** Code would have to be generated where that isn't possible: a module under a policy that forbids `eval`. */
export class CompilerUnavailable extends LudoError {
  constructor(message: string) {
    super('needs-compiler', message)
  }
}

/** The argument of `restore` is not a state of this game. */
export class BadSave extends LudoError {
  constructor(message: string) {
    super('bad-save', message)
  }
}

/** The save was made with other rules, or the module by another version of the kernel. */
export class VersionMismatch extends LudoError {
  constructor(message: string) {
    super('version-mismatch', message)
  }
}

/** An internal invariant is broken: a bug in LudoForge, not in a game. */
class BrokenInvariant extends Error {
  override readonly name = 'BrokenInvariant'
}

/** Returns a value that exists by construction. Throws an error with the broken invariant if it doesn't. */
export function present<T>(value: T | null | undefined, invariant: string): T {
  if (value === null || value === undefined) throw new BrokenInvariant(`Broken invariant: ${invariant}`)
  return value
}

/** Ends an exhaustive switch: the TypeScript compiler complains where a new kind isn't handled. */
export function unreachable(kind: never): never {
  throw new Error(`Unhandled kind: ${JSON.stringify(kind)}`)
}
