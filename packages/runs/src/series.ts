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

/** The summary of a run. */
export type Summary = { readonly sim: Statistics } | { readonly tournament: TournamentResult }

/** The series of a run. Its results come from threads or the database, so their type is hidden. */
export interface RunSeries extends Omit<Series<unknown, Summary>, 'add' | 'unpack'> {
  /** Adds a packed result. */
  addPacked(data: unknown): void
}

/** Creates the series of a run, before any game is played. */
export function seriesOf(def: GameDef, { work, games, fingerprint }: Run): RunSeries {
  if ('sim' in work) return erased(new SimSeries(def, work.sim, games), (sim) => ({ sim }))
  if ('tournament' in work) {
    return erased(new TournamentSeries({ def, fingerprint }, work.tournament), (tournament) => ({
      tournament,
    }))
  }
  throw new RunError('Only simulations and tournaments can run on a queue.')
}

/** Wraps a series, so that callers needn't know the type of its results. */
function erased<Result, Own>(series: Series<Result, Own>, summary: (own: Own) => Summary): RunSeries {
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
