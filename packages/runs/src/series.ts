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

/** The games of a run, before any of them is played. */
export function seriesOf(def: GameDef, { work, games, fingerprint }: Run): Series<unknown, Summary> {
  if ('sim' in work) return told(new SimSeries(def, work.sim, games), (sim) => ({ sim }))
  if ('tournament' in work) {
    return told(new TournamentSeries({ def, fingerprint }, work.tournament), (tournament) => ({ tournament }))
  }
  throw new RunError('Only simulations and tournaments are spread over machines.')
}

/** The same series with another summary, for those who need not know what its results are. */
function told<Result, Own>(
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
