/** The tables of runs, in a schema of their own beside those of the server. Times are milliseconds, what has parts is JSON text. */
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

/** `open`: it is carried out, or was until whoever did it died. */
export type RunState = 'open' | 'paused' | 'done'

/** The GameDefs of all runs, by what they say. */
interface GamesRow {
  digest: string
  def: JsonText<GameDef>
}

interface RunsRow {
  id: string
  game: string
  fingerprint: string // of the rules
  digest: string // of the whole GameDef
  work: JsonText<Work> // what the games are played for: seed, agents, scenario, options
  games: number
  version: string // of the code that plays it
  node: string
  command: string
  state: RunState
  problem: string | null
  out: JsonText<Out> | null // the data set
  written: JsonText<Checkpoint> | null // how far it is written
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
