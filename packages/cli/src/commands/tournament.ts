import { type PoolProgress, tournament as playTournament } from '@ludoforge/sim'
import { findGame, load } from '../games.js'
import { readContestants, readCount, readOptions, readScenario, readSeed } from '../settings.js'
import type { Terminal } from '../terminal.js'
import { tournamentPlot } from '../tournament/plot.js'
import { tournamentLines } from '../tournament/table.js'
import { EXIT } from '../usage.js'
import { write } from './compile.js'
import { againOf, progressBar } from './sim.js'

export interface TournamentOptions {
  readonly agents: string
  readonly against?: string
  readonly seats?: string
  readonly games: string
  readonly scenario?: string
  readonly seed: string
  readonly jobs?: string
  readonly option: readonly string[]
  readonly maxDecisions: string
  readonly plot?: string
  readonly json: boolean
}

/** Lets agents play against each other and prints who is how strong. */
export async function tournament(
  name: string,
  options: TournamentOptions,
  terminal: Terminal,
): Promise<number> {
  const game = await load(findGame(name))
  const { def } = game
  const stop = new AbortController()
  const scenario =
    def.scenarios.length === 0 && options.scenario === undefined
      ? undefined
      : readScenario(def, options.scenario)
  const request = {
    game,
    ...readContestants(def, options),
    games: readCount('--games', options.games, 1, 1e6),
    seed: readSeed(options.seed),
    options: readOptions(def, options.option),
    maxDecisions: readCount('--max-decisions', options.maxDecisions, 1),
    signal: stop.signal,
    onProgress: (progress: PoolProgress) => terminal.status(progressBar(progress)),
    ...(options.jobs === undefined ? {} : { jobs: readCount('--jobs', options.jobs, 1, 1024) }),
    ...(scenario === undefined ? {} : { scenario }),
  }
  const silence = terminal.onInterrupt(() => stop.abort())
  const result = await playTournament(request)
  silence()
  terminal.status('')
  const title = def.scenarios.length < 2 ? def.title : `${def.title}, ${scenario}`
  if (options.plot !== undefined) write(options.plot, tournamentPlot(result, title))
  if (options.json) terminal.out(JSON.stringify(result, null, 2))
  else terminal.out(tournamentLines(result, title, againOf(name, options), terminal.paint).join('\n'))
  if (stop.signal.aborted) {
    terminal.err(`Interrupted: ${result.games} games were played.`)
    return EXIT.interrupted
  }
  return result.errors.length === 0 ? EXIT.ok : EXIT.failed
}
