import type { Summary } from '@ludoforge/runs'
import { tournamentSeries, type TournamentResult } from '@ludoforge/sim'
import { type BotOptions, loadNamed } from '../agents.js'
import { findGame, load } from '../games.js'
import { shellQuote } from '../terminal/shell-quote.js'
import type { QueueRunOptions } from './runs/options.js'
import { playOrQueue } from './runs/play.js'
import { readContestants, readCount, readOptions, readScenario, readSeed } from '../settings.js'
import type { Terminal } from '../terminal/terminal.js'
import { tournamentPlot } from '@ludoforge/desk/report'
import { tournamentLines } from './tournament/table.js'
import { EXIT } from '../usage.js'
import { write } from './compile.js'
import { rerunCommand, exitCodeOf } from './sim.js'

export interface TournamentOptions extends QueueRunOptions, BotOptions {
  readonly agents: string
  readonly against?: string
  readonly seats?: string
  readonly games: string
  readonly scenario?: string
  readonly seed: string
  readonly option: readonly string[]
  readonly maxDecisions: string
  readonly plot?: string
  readonly json: boolean
}

/** Lets agents play against each other and prints scores and ratings. */
export async function tournament(
  name: string,
  options: TournamentOptions,
  version: string,
  terminal: Terminal,
): Promise<number> {
  await loadNamed([options.agents, options.against], options)
  const game = await load(findGame(name))
  const { def, fingerprint } = game
  const scenario =
    def.scenarios.length === 0 && options.scenario === undefined
      ? undefined
      : readScenario(def, options.scenario)
  const series = tournamentSeries({
    game,
    ...readContestants(def, options),
    games: readCount('--games', options.games, 1, 1e6),
    seed: readSeed(options.seed),
    options: readOptions(def, options.option),
    maxDecisions: readCount('--max-decisions', options.maxDecisions, 1),
    ...(scenario === undefined ? {} : { scenario }),
  })
  const command = commandOf(name, options)
  const own = (summary: Summary): TournamentResult | undefined =>
    'tournament' in summary ? summary.tournament : undefined
  const { result, interrupted } = await playOrQueue(
    { series, fingerprint, command, own },
    options,
    version,
    terminal,
  )
  const title = def.scenarios.length < 2 ? def.title : `${def.title}, ${scenario}`
  if (options.plot !== undefined) write(options.plot, tournamentPlot(result, title))
  if (options.json) terminal.out(JSON.stringify(result, null, 2))
  else
    terminal.out(
      tournamentLines(result, title, rerunCommand(name, options, terminal.command), terminal.paint).join(
        '\n',
      ),
    )
  if (interrupted === undefined) return exitCodeOf(result)
  terminal.err(interrupted)
  return EXIT.interrupted
}

function commandOf(name: string, options: TournamentOptions): string {
  const { agents, against, seats, games, seed } = options
  return [
    rerunCommand(name, options).replace('ludoforge sim ', 'ludoforge tournament '),
    `--games ${games} --seed ${shellQuote(seed)} --agents ${shellQuote(agents)}`,
    ...(against === undefined ? [] : [`--against ${shellQuote(against)}`]),
    ...(seats === undefined ? [] : [`--seats ${shellQuote(seats)}`]),
  ].join(' ')
}
