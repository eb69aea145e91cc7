import { CompileError, InvalidGameFolder, renderDiagnostics } from '@ludoforge/compiler'
import { LudoError, printable } from '@ludoforge/kernel'
import { BadTrace, ReplayMismatch } from '@ludoforge/play'
import { RunError } from '@ludoforge/sim'
import { CommanderError } from 'commander'
import type { Terminal } from './terminal/terminal.js'
import { EXIT, Failure, systemErrorText, UsageError } from './usage.js'

/** Prints errors that users can act on as one message. Any other error is a bug and is printed with its stack. */
export function reportError(error: unknown, terminal: Terminal): number {
  const { paint } = terminal
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage
  if (error instanceof CompileError) {
    terminal.err(renderDiagnostics(error.diagnostics, error.sources, { colour: paint.isColorSupported }))
    return EXIT.failed
  }
  // A message may quote a file's text or a folder's name, so control characters are escaped.
  const print = (label: string, text: string): void => terminal.err(`${paint.red(label)}: ${printable(text)}`)
  if (error instanceof UsageError) {
    print('error', error.message)
    return EXIT.usage
  }
  const known = [Failure, InvalidGameFolder, BadTrace, ReplayMismatch, LudoError, RunError].some(
    (type) => error instanceof type,
  )
  if (known && error instanceof Error) print('error', error.message)
  else if (isSystemError(error)) print('error', `${systemErrorText(error)}.`)
  else print('This is a bug in ludoforge', error instanceof Error ? (error.stack ?? '') : String(error))
  return EXIT.failed
}

/** An error of the operating system, such as a file that can't be read: for the user to fix, not a bug. */
function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && 'syscall' in error
}
