/** The tables of runs, in their own Postgres schema. Times are milliseconds, and structured values are JSON text. */
import type { Kysely } from 'kysely'

export const SCHEMA = 'ludoforge_runs'

/** The GameDefs of all runs, by the digest of their content. */
interface GamesRow {
  digest: string
  def: string
}

interface RunsRow {
  id: string
  game: string
  fingerprint: string // of the rules
  digest: string // of the whole GameDef
  work: string // the plan: seed, agents, scenario, options
  games: number
  version: string // of the code that plays it
  node: string
  command: string
  state: string
  problem: string | null
  out: string | null // the data set
  written: string | null // the checkpoint of the data set
  seconds: number
  created: number
  changed: number
}

/** A batch: games `first` to `past` - 1 of a run, and their result. */
interface RangesRow {
  run_id: string
  first: number
  past: number
  result: string | null
  rows: Buffer | null
  ms: number | null
  worker: string | null
}

/** The versions of workers, and when each was last seen. */
interface VersionsRow {
  version: string
  seen: number
}

export interface Schema {
  games: GamesRow
  runs: RunsRow
  ranges: RangesRow
  versions: VersionsRow
}

export type Db = Kysely<Schema>
