import { ROW_KINDS, type RowKind } from '@ludoforge/sim'
import type { Command } from 'commander'
import { UsageError } from '../../usage.js'

/** Where a queue is. */
export interface QueueOptions {
  readonly queue?: string | true
  readonly database?: string
}

/** How games are played: here or on many machines, and with which data set. */
export interface QueueRunOptions extends QueueOptions {
  readonly jobs?: string
  readonly out?: string
  readonly rows: string
  readonly resume: boolean
  readonly progress?: string
}

const DATABASE =
  'with a queue on Redis: the Postgres that keeps the runs (or DATABASE_URL in the environment)'

export function withQueue(command: Command): Command {
  return command
    .option('--queue <url>', 'postgres://… or redis://… (default: DATABASE_URL in the environment)')
    .option('--database <url>', DATABASE)
}

export function withQueueRunOptions(command: Command): Command {
  return command
    .option('-o, --out <file>', 'write a data set to a file that ends in .jsonl or .parquet')
    .option('--rows <what>', 'of the data set: a row for each of the decisions or games', 'decisions')
    .option(
      '--queue [url]',
      'leave the playing to workers: postgres://… or redis://… (default: DATABASE_URL)',
    )
    .option('--database <url>', DATABASE)
    .option('--resume', 'with --queue: go on with the same run where it was', false)
    .option('--progress <how>', 'json: how far it is, as JSON lines on standard error')
}

export function readRows(given: string): RowKind {
  const kind = ROW_KINDS.find((one) => one === given)
  if (kind === undefined) throw new UsageError(`--rows is ${ROW_KINDS.join(' or ')}, not "${given}".`)
  return kind
}
