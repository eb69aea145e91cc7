import type { Command } from 'commander'
import type { Terminal } from '../terminal/terminal.js'

/** What the program has for each command. */
export interface ProgramParts {
  /** Adds a command with its summary and further help. */
  readonly add: (name: string, summary: string, more: string) => Command
  /** How users call the program. */
  readonly call: string
  readonly done: (code: number) => void
  readonly terminal: Terminal
}

/** Collects the values of an option that may be repeated. */
export const collect = (value: string, before: readonly string[]): string[] => [...before, value]

/** `--players N` is short for `--option players=N`. */
export function addPlayers(command: Command): void {
  const { players, option = [] } = command.opts<{ players?: string; option?: readonly string[] }>()
  if (players !== undefined) command.setOptionValue('option', [...option, `players=${players}`])
}
