import type { Game } from '@ludoforge/kernel'
import { evaluationPlayer } from './evaluate/evaluator.js'
import { sampleGames } from './learn/sample.js'
import type { Work } from './messages.js'
import { playGames } from './play-simulation.js'
import type { RowRecorder } from './rows/row-recorder.js'
import { batchPlayer as tournamentPlayer } from './tournament/play.js'

/** Returns a function that plays games `from` to `to` - 1 of a series. */
export function batchPlayer(
  game: Game,
  work: Work,
  recorders: readonly RowRecorder[] = [],
): (from: number, to: number) => unknown {
  if ('sim' in work) return (from, to) => playGames(game, work.sim, from, to, recorders)
  if ('evaluate' in work) return evaluationPlayer(game, work.evaluate, recorders)
  if ('learn' in work) return (from, to) => sampleGames(game, work.learn, from, to)
  return tournamentPlayer(game, work.tournament, recorders[0])
}
