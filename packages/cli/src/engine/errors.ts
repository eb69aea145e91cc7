import type { Failure } from '@ludoforge/agents/lines'
import { LineError } from '@ludoforge/agents/lines'
import { CompileError } from '@ludoforge/compiler'
import { LudoError } from '@ludoforge/kernel'

/** The engine's own error codes, in addition to the kernel's. The code is for programs, the message for people. */
export type RefusalCode =
  | 'unknown-ask'
  | 'unknown-tell'
  | 'unknown-field'
  | 'bad-field'
  | 'bad-frame'
  | 'unknown-game'
  | 'unknown-batch'
  | 'unknown-seat'
  | 'unknown-agent'
  | 'bad-agent' // an agent failed to decide
  | 'hidden' // the program may only know what its seats know
  | 'illegal-choice' // an action of a frame
  | 'too-many-games'
  | 'too-much-memory'
  | 'other-protocol'

export class Refusal extends Error {
  override readonly name = 'Refusal'
  constructor(
    readonly code: RefusalCode,
    message: string,
  ) {
    super(message)
  }
}

/** The answer to a failed request. An unexpected error is a bug: it is answered as well, and reported. */
export function errorAnswer(id: number | null, error: unknown, report: (bug: string) => void): Failure {
  if (error instanceof LineError)
    return { id: error.id ?? id, error: { code: error.code, message: error.message } }
  if (error instanceof Refusal || error instanceof LudoError)
    return { id, error: { code: error.code, message: error.message } }
  if (error instanceof CompileError) {
    const code = error.diagnostics.some((diagnostic) => diagnostic.code === 'hidden') ? 'hidden' : 'mistake'
    return { id, error: { code, message: error.message } }
  }
  const message = error instanceof Error ? error.message : String(error)
  report(`This is a bug in ludoforge: ${error instanceof Error ? (error.stack ?? message) : message}`)
  return { id, error: { code: 'bug', message } }
}
