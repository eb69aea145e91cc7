import type { Failure } from '@ludoforge/agents/lines'
import { LineError } from '@ludoforge/agents/lines'
import { CompileError } from '@ludoforge/compiler'
import { LudoError } from '@ludoforge/kernel'

/** What the engine refuses, beside what the kernel does: the code is for programs, the sentence for people. */
export type RefusalCode =
  | 'unknown-ask'
  | 'unknown-tell'
  | 'unknown-field'
  | 'bad-field'
  | 'unknown-game'
  | 'unknown-seat'
  | 'unknown-agent'
  | 'bad-agent' // an agent that could not decide
  | 'hidden' // the program sees the game through the eyes of a seat
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

/** The answer to what went wrong. What nobody foresaw is a bug: it is answered, too, and told. */
export function failureOf(id: number | null, error: unknown, tell: (bug: string) => void): Failure {
  if (error instanceof LineError)
    return { id: error.id ?? id, error: { code: error.code, message: error.message } }
  if (error instanceof Refusal || error instanceof LudoError)
    return { id, error: { code: error.code, message: error.message } }
  if (error instanceof CompileError) {
    const code = error.diagnostics.some((one) => one.code === 'hidden') ? 'hidden' : 'mistake'
    return { id, error: { code, message: error.message } }
  }
  const message = error instanceof Error ? error.message : String(error)
  tell(`This is a bug in ludoforge: ${error instanceof Error ? (error.stack ?? message) : message}`)
  return { id, error: { code: 'bug', message } }
}
