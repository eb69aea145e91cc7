/** Everything that can go wrong, as types. Messages are sentences that a player or an author can act on. */

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

/** Where in a rulebook something happened. */
export interface SourceLocation {
  readonly owner?: string // "procedure 'sweep'"
  readonly rule?: string
  readonly place?: string // file:line
}

/** What the kernel throws: a message for people, and a code for programs. */
export class LudoError extends Error {
  readonly code: ErrorCode
  constructor(code: ErrorCode, message: string) {
    super(message)
    this.code = code
    this.name = new.target.name
  }
}

/** An error inside the rules of a game, with its place in the rulebook. */
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

/** The answer is not one of the legal ones. The state is as it was. */
export class IllegalChoice extends LudoError {
  constructor(message: string) {
    super('illegal-choice', message)
  }
}

/** The move is not a legal one. The state is as it was. */
export class IllegalMove extends LudoError {
  constructor(message: string) {
    super('illegal-move', message)
  }
}

/** The rules ask for a choice that nobody can make: a mistake in the game's folder. */
export class DeadEnd extends PlacedError {
  constructor(sentence: string, where: SourceLocation) {
    super('dead-end', sentence, where)
  }
}

/** A rule that does not come to an end. */
export class RunawayRule extends PlacedError {
  constructor(sentence: string, where: SourceLocation) {
    super('runaway-rule', sentence, where)
  }
}

/** A rule did what cannot be done, such as moving a token that is none. */
export class RuleError extends PlacedError {
  constructor(sentence: string, where: SourceLocation) {
    super('rule-error', sentence, where)
  }
}

/** The GameDef makes no sense: an unknown name, a node of the wrong shape. */
export class LinkError extends PlacedError {
  constructor(sentence: string, where: SourceLocation) {
    super('link-error', sentence, where)
  }
}

/** Code would have to be made from text where that is not possible. */
export class CompilerUnavailable extends LudoError {
  constructor(message: string) {
    super('needs-compiler', message)
  }
}

/** What was given to `restore` is not a state of this game. */
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

/** What another part guarantees doesn't hold: a defect of ours, not of a game. */
class BrokenInvariant extends Error {
  override readonly name = 'BrokenInvariant'
}

/** Returns the value, which is there by construction. Throws an error with the sentence that doesn't hold otherwise. */
export function present<T>(value: T | null | undefined, invariant: string): T {
  if (value === null || value === undefined)
    throw new BrokenInvariant(`This should hold, but doesn't: ${invariant}`)
  return value
}

/** Ends a switch over all kinds of something: where a new kind isn't handled, the TypeScript compiler complains. */
export function unreachable(kind: never): never {
  throw new Error(`This kind is not known here: ${JSON.stringify(kind)}`)
}
