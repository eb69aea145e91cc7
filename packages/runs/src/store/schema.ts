/** The tables of runs, in their own Postgres schema. Times are milliseconds, and structured values are JSON text. */
import type { GameDef, JsonText } from '@ludoforge/kernel'
import type { RowKind, Work } from '@ludoforge/sim'
import type { Kysely } from 'kysely'
import type { Checkpoint } from '../dataset/dataset.js'

export const SCHEMA = 'ludoforge_runs'

/** A data set that a run writes. */
export interface Out {
  readonly file: string
  readonly rows: RowKind
}

/** `open`: a process executes the run, or died while it did. */
export type RunState = 'open' | 'paused' | 'done'

/** The GameDefs of all runs, by the digest of their content. */
interface GamesRow {
  digest: string
  def: JsonText<GameDef>
}

interface RunsRow {
  id: string
  game: string
  fingerprint: string // of the rules
  digest: string // of the whole GameDef
  work: JsonText<Work> // seed, agents, scenario, game options
  games: number
  version: string // of the code that plays it
  node: string
  command: string
  state: RunState
  problem: string | null
  out: JsonText<Out> | null // the data set
  written: JsonText<Checkpoint> | null // the writer's checkpoint
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
