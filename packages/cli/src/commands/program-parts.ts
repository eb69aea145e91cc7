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

/** The default limit: a longer game is reported as an error. */
export const MAX_DECISIONS = '100000'

/** Adds the options that set up a game. */
export function withGameOptions(command: Command): Command {
  return command
    .option('-s, --scenario <name>', 'the scenario (default: the first)')
    .option('--option <name=value>', 'set a game option', collect, [])
    .option('--players <n>', 'the number of players, in a game that leaves it open')
    .hook('preAction', addPlayers)
}

/** Adds the options of a series of games. */
export function withSeriesOptions(command: Command): Command {
  return withGameOptions(command)
    .option('--seed <seed>', 'seed of the random numbers', '1')
    .option('-j, --jobs <n>', 'threads (default: all cores)')
    .option('--max-decisions <n>', 'report longer games as errors', MAX_DECISIONS)
}

/** `--players N` is short for `--option players=N`. */
function addPlayers(command: Command): void {
  const { players, option = [] } = command.opts<{ players?: string; option?: readonly string[] }>()
  if (players !== undefined) command.setOptionValue('option', [...option, `players=${players}`])
}
