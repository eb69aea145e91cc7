/** The tables of runs, in a schema of their own beside those of the server. Times are milliseconds, what has parts is JSON text. */
import type { Kysely } from 'kysely'

export const SCHEMA = 'ludoforge_runs'

/** The GameDefs of all runs, by what they say. */
interface GamesRow {
  digest: string
  def: string
}

interface RunsRow {
  id: string
  game: string
  fingerprint: string // of the rules
  digest: string // of the whole GameDef
  work: string // what the games are played for: seed, agents, scenario, options
  games: number
  version: string // of the code that plays it
  node: string
  command: string
  state: string
  problem: string | null
  out: string | null // the data set
  written: string | null // how far it is written
  seconds: number
  created: number
  changed: number
}

/** Games `first` to `past` - 1 of a run, and what they came to. */
interface RangesRow {
  run_id: string
  first: number
  past: number
  result: string | null
  rows: Buffer | null
  ms: number | null
  worker: string | null
}

/** The versions that workers had. */
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
