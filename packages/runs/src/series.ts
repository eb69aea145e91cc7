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

/** Creates the series of a run, before any game is played. */
export function seriesOf(def: GameDef, { work, games, fingerprint }: Run): Series<unknown, Summary> {
  if ('sim' in work) return erased(new SimSeries(def, work.sim, games), (sim) => ({ sim }))
  if ('tournament' in work) {
    return erased(new TournamentSeries({ def, fingerprint }, work.tournament), (tournament) => ({
      tournament,
    }))
  }
  throw new RunError('Only simulations and tournaments can run on a queue.')
}

/** Wraps a series, so that callers needn't know the type of its results. */
function erased<Result, Own>(
  series: Series<Result, Own>,
  summary: (own: Own) => Summary,
): Series<unknown, Summary> {
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
    add: (result) => series.add(result as Result),
    lose: (batch, message) => series.lose(batch, message),
    summary: (seconds) => summary(series.summary(seconds)),
    pack: (result) => series.pack(result as Result),
    unpack: (data) => series.unpack(data),
  }
}
