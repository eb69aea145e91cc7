import type { GameDef } from '@ludoforge/kernel'
import { defaultAgent } from '@ludoforge/agents'
import {
  type Evaluation,
  evaluationSeries,
  type GameScore,
  type TournamentResult,
  tournamentSeries,
} from '@ludoforge/sim'
import type { LoadedGame } from '@ludoforge/compiler'
import { type BotOptions, loadNamed, readNames } from '../agents.js'
import { findGame, load, lookOf } from '../games.js'
import { gameScore } from '@ludoforge/desk/balance'
import { evaluationReport, findings, reportPage, skillAgents } from '@ludoforge/desk/report'
import { reportLines } from '../report/lines.js'
import { readAgents, readCount, readOptions, readScenario, readSeed } from '../settings.js'
import type { Terminal } from '../terminal/terminal.js'
import { EXIT, UsageError } from '../usage.js'
import { write } from './compile.js'
import { playHere } from './runs/play.js'
import { errorLines, exitCodeOf, rerunCommand, singleGame } from './sim.js'

/** The settings of played games, shared by `evaluate`, `compare` and `sweep`. */
export interface BalanceOptions extends BotOptions {
  readonly games: string
  readonly agents?: string
  readonly scenario?: string
  readonly seed: string
  readonly jobs?: string
  readonly option: readonly string[]
  readonly maxDecisions: string
  readonly progress?: string
  readonly json: boolean
}

export interface EvaluateOptions extends BalanceOptions {
  readonly report?: string
  readonly skill?: string | true
  readonly skillGames: string
}

/** The most games of an evaluation: it keeps a record of each. */
const MAX_GAMES = 100_000

/** Plays games, measures them, and prints a report. */
export async function evaluate(name: string, options: EvaluateOptions, terminal: Terminal): Promise<number> {
  await loadNamed([options.agents, typeof options.skill === 'string' ? options.skill : undefined], options)
  const found = findGame(name)
  const game = await load(found)
  const score = gameScore(game, lookOf(found, game, 'words').look)
  const series = seriesFor(game, options, {}, score)
  const { result, interrupted } = await playHere({ series }, playing(options), terminal)
  const skill =
    options.skill === undefined || interrupted !== undefined
      ? undefined
      : await playSkill(game, options, terminal)
  if (options.report !== undefined || !options.json) {
    const report = evaluationReport(result, game.def.scenarios.length > 1, skill)
    if (options.report !== undefined) write(options.report, reportPage(report))
    if (!options.json) {
      const lines = reportLines(report, terminal.paint)
      terminal.out([...lines, ...failedLines(name, game.def, result, options, terminal)].join('\n'))
      if (options.report !== undefined) terminal.out(`\nThe report with plots is in ${options.report}.`)
    }
  }
  if (options.json) {
    const texts = findings(result, skill)
    const whole = { ...result, ...(skill === undefined ? {} : { skill }), findings: texts }
    terminal.out(JSON.stringify(whole, null, 2))
  }
  if (interrupted === undefined) return exitCodeOf(result.statistics)
  terminal.err(interrupted)
  return EXIT.interrupted
}

/** The series of games that these options describe. `changed`: game options that the command sets. `score`: for curves. */
export function seriesFor(
  game: Pick<LoadedGame, 'def'>,
  options: BalanceOptions,
  changed: Readonly<Record<string, number>> = {},
  score?: GameScore,
) {
  const { def } = game
  return evaluationSeries({
    game,
    games: readCount('--games', options.games, 1, MAX_GAMES),
    seed: readSeed(options.seed),
    agents: agentsFor(def, options.agents),
    options: { ...readOptions(def, options.option), ...changed },
    maxDecisions: readCount('--max-decisions', options.maxDecisions, 1),
    ...scenarioFor(def, options),
    ...(score === undefined ? {} : { score }),
  })
}

/** Without `--agents`, every seat plays its default agent. */
function agentsFor(def: GameDef, given: string | undefined): string[] {
  return given === undefined ? def.seats.map(({ id }) => defaultAgent({ def }, id)) : readAgents(def, given)
}

const scenarioFor = (def: GameDef, { scenario }: BalanceOptions) =>
  def.scenarios.length === 0 && scenario === undefined ? {} : { scenario: readScenario(def, scenario) }

/** The options of the pool. */
export function playing({ jobs, progress }: BalanceOptions) {
  return {
    rows: 'games',
    ...(jobs === undefined ? {} : { jobs }),
    ...(progress === undefined ? {} : { progress }),
  }
}

/** A small tournament of agents of different strength. */
async function playSkill(
  game: LoadedGame,
  options: EvaluateOptions,
  terminal: Terminal,
): Promise<TournamentResult> {
  const { def } = game
  const agents = typeof options.skill === 'string' ? readNames(options.skill) : skillAgents(def)
  if (new Set(agents).size < 2) throw new UsageError('--skill needs at least two different agents.')
  const series = tournamentSeries({
    game,
    agents,
    games: readCount('--skill-games', options.skillGames, 1, 10_000),
    seed: readSeed(options.seed),
    options: readOptions(def, options.option),
    maxDecisions: readCount('--max-decisions', options.maxDecisions, 1),
    ...scenarioFor(def, options),
  })
  return (await playHere({ series }, playing(options), terminal)).result
}

function failedLines(
  name: string,
  def: GameDef,
  { statistics }: Evaluation,
  options: EvaluateOptions,
  { paint, command }: Terminal,
): string[] {
  const agents = agentsFor(def, options.agents).join(',')
  return errorLines(
    statistics.errors,
    ({ seed }) => `${rerunCommand(name, options, command)} ${singleGame(seed, agents)}`,
    paint,
  )
}
