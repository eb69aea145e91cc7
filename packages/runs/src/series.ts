import type { GameDef } from '@ludoforge/kernel'
import {
  RunError,
  type Series,
  SimSeries,
  type Statistics,
  type TournamentResult,
  TournamentSeries,
} from '@ludoforge/sim'
import type { Run } from './store/store.js'

/** What a run shows in the end. */
export type Summary = { readonly sim: Statistics } | { readonly tournament: TournamentResult }

/** A series of a run: its results come from threads and from the database, and nobody else needs to know them. */
export interface RunSeries extends Omit<Series<unknown, Summary>, 'add' | 'unpack'> {
  /** Adds what `pack` has returned. */
  addPacked(data: unknown): void
}

/** The games of a run, before any of them is played. */
export function seriesOf(def: GameDef, { work, games, fingerprint }: Run): RunSeries {
  if ('sim' in work) return told(new SimSeries(def, work.sim, games), (sim) => ({ sim }))
  if ('tournament' in work) {
    return told(new TournamentSeries({ def, fingerprint }, work.tournament), (tournament) => ({ tournament }))
  }
  throw new RunError('Only simulations and tournaments are spread over machines.')
}

/** The same series with another summary, for those who need not know what its results are. */
function told<Result, Own>(series: Series<Result, Own>, summary: (own: Own) => Summary): RunSeries {
  return {
    def: series.def,
    work: series.work,
    games: series.games,
    get done() {
      return series.done
    },
    get errors() {
      return series.errors
    },
    addPacked: (data) => series.add(series.unpack(data)),
    lose: (batch, message) => series.lose(batch, message),
    summary: (seconds) => summary(series.summary(seconds)),
    pack: (result) => series.pack(result as Result), // a thread that plays this series has returned it
  }
}
