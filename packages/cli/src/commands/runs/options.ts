import { ROW_KINDS, type RowKind } from '@ludoforge/sim'
import type { Command } from 'commander'
import { UsageError } from '../../usage.js'

/** The addresses of a queue and its database. */
export interface QueueOptions {
  readonly queue?: string | true
  readonly database?: string
}

/** How a series runs: on this machine or on a queue, and with which data set. */
export interface QueueRunOptions extends QueueOptions {
  readonly jobs?: string
  readonly out?: string
  readonly rows: string
  readonly resume: boolean
  readonly progress?: string
}

const DATABASE =
  'with a queue on Redis: the Postgres database that stores the runs (or DATABASE_URL in the environment)'

export function withQueue(command: Command): Command {
  return command
    .option(
      '--queue <url>',
      'the queue: postgres://… or redis://… (default: DATABASE_URL in the environment)',
    )
    .option('--database <url>', DATABASE)
}

export function withQueueRunOptions(command: Command): Command {
  return command
    .option('-o, --out <file>', 'write a data set to this .jsonl or .parquet file')
    .option('--rows <what>', 'the rows of the data set: decisions or games', 'decisions')
    .option(
      '--queue [url]',
      'let workers play, by a queue: postgres://… or redis://… (default: DATABASE_URL in the environment)',
    )
    .option('--database <url>', DATABASE)
    .option('--resume', 'with --queue: continue the same run where it stopped', false)
    .option('--progress <how>', '"json" prints progress as JSON lines on standard error')
}

export function readRows(given: string): RowKind {
  const kind = ROW_KINDS.find((known) => known === given)
  if (kind === undefined) throw new UsageError(`--rows takes ${ROW_KINDS.join(' or ')}, not "${given}".`)
  return kind
}
