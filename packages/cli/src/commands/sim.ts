import type { GameDef } from '@ludoforge/kernel'
import type { Summary } from '@ludoforge/runs'
import { type SimError, simulation, type Statistics } from '@ludoforge/sim'
import { type BotOptions, botOptionsOf, loadNamed } from '../agents.js'
import { findGame, load } from '../games.js'
import { count } from '@ludoforge/desk/report'
import { shellQuote } from '../terminal/shell-quote.js'
import type { QueueRunOptions } from './runs/options.js'
import { playOrQueue } from './runs/play.js'
import { readAgents, readCount, readOptions, readScenario, readSeed } from '../settings.js'
import type { Paint, Terminal } from '../terminal/terminal.js'
import { EXIT } from '../usage.js'
import { MAX_DECISIONS } from './program-parts.js'

export interface SimOptions extends QueueRunOptions, BotOptions {
  readonly games: string
  readonly scenario?: string
  readonly seed: string
  readonly agents: string
  readonly option: readonly string[]
  readonly maxDecisions: string
  readonly check: boolean
  readonly actions: boolean
  readonly json: boolean
}

/** Plays many games on all cores, or on a queue, and prints their statistics. */
export async function sim(
  name: string,
  options: SimOptions,
  version: string,
  terminal: Terminal,
): Promise<number> {
  await loadNamed([options.agents], options)
  const { def, fingerprint } = await load(findGame(name))
  const series = simulation({
    game: { def },
    games: readCount('--games', options.games, 1),
    seed: readSeed(options.seed),
    agents: readAgents(def, options.agents),
    options: readOptions(def, options.option),
    maxDecisions: readCount('--max-decisions', options.maxDecisions, 1),
    check: options.check,
    ...(def.scenarios.length === 0 && options.scenario === undefined
      ? {}
      : { scenario: readScenario(def, options.scenario) }),
  })
  const { games, seed, agents, check } = options
  const all = `--games ${games} --seed ${shellQuote(seed)} --agents ${shellQuote(agents)}${check ? ' --check' : ''}`
  const command = `${rerunCommand(name, options)} ${all}`
  const own = (summary: Summary): Statistics | undefined => ('sim' in summary ? summary.sim : undefined)
  const { result, interrupted } = await playOrQueue(
    { series, fingerprint, command, own },
    options,
    version,
    terminal,
  )
  if (options.json) terminal.out(JSON.stringify(result, null, 2))
  else {
    const again = (ofGame: number | string) =>
      `${rerunCommand(name, options, terminal.command)} ${singleGame(ofGame, agents)}`
    const tables = options.actions ? actionLines(result, def, terminal.paint) : []
    const lines = statisticsLines(result, def, name, again, terminal.paint)
    terminal.out([...tables, ...lines].join('\n'))
  }
  if (interrupted === undefined) return exitCodeOf(result)
  terminal.err(interrupted)
  return EXIT.interrupted
}

export function exitCodeOf({ errors }: { readonly errors: readonly unknown[] }): number {
  return errors.length === 0 ? EXIT.ok : EXIT.failed
}

type Setting = Pick<SimOptions, 'scenario' | 'option' | 'maxDecisions' | 'bot' | 'botTime'>

/** The command that plays games in the same setting again. */
export function rerunCommand(name: string, options: Setting, call = 'ludoforge'): string {
  const { scenario, option, maxDecisions } = options
  return [
    `${call} sim ${shellQuote(name)}`,
    ...(scenario === undefined ? [] : [`--scenario ${shellQuote(scenario)}`]),
    ...option.map((pair) => `--option ${shellQuote(pair)}`),
    ...(maxDecisions === MAX_DECISIONS ? [] : [`--max-decisions ${maxDecisions}`]),
    ...botOptionsOf(options),
  ].join(' ')
}

/** The options that restrict it to one game. */
export function singleGame(seed: number | string, agents: string): string {
  return `--games 1 --seed ${shellQuote(String(seed))} --agents ${shellQuote(agents)}`
}

const MAX_ERRORS = 10

/** The statistics as text. The most important lines come last, where the terminal keeps them in view. */
export function statisticsLines(
  result: Statistics,
  def: GameDef,
  name: string,
  again: (seed: number | string) => string,
  paint: Paint,
): string[] {
  const {
    games,
    completed,
    decisions,
    seconds,
    wins,
    sharedWins,
    shared,
    draws,
    lost,
    scores,
    decisionsPerGame,
    branching,
    errors,
  } = result
  const share = (n: number) => (completed === 0 ? '' : ` (${((100 * n) / completed).toFixed(1)} %)`)
  const also = (n: number) => (n === 0 ? '' : `, ${count(n)} of them shared`)
  const row = (label: string, text: string) => `  ${label.padEnd(20)}${text}`
  const { mean, p50, p95, max } = decisionsPerGame
  const failed = games - completed
  const actions = actionText(result, def)
  return [
    ...errorLines(errors, ({ seed }) => again(seed), paint),
    paint.bold(`${name}: ${count(games)} games in ${seconds.toFixed(1)} s`),
    row('speed', `${count(result.decisionsPerSecond)} decisions/s, ${count(result.gamesPerSecond)} games/s`),
    row('slowest decision', `${result.slowestDecisionMs.toFixed(2)} ms of ${count(decisions)}`),
    row('options/decision', `mean ${branching.mean}, max ${branching.max}`),
    row('decisions/game', `mean ${mean}, median ${p50}, 95th percentile ${p95}, longest ${max}`),
    ...(actions === '' ? [] : [row('actions', actions)]),
    row('completed', `${count(completed)}${failed === 0 ? '' : paint.red(`, ${count(failed)} failed`)}`),
    ...Object.entries(scores).map(([seat, score]) =>
      row(`score of ${seat}`, `mean ${score.mean}, from ${score.min} to ${score.max}`),
    ),
    ...(draws === 0 ? [] : [row('drawn', count(draws) + share(draws))]),
    ...(lost === 0 ? [] : [row('lost by all', count(lost) + share(lost))]),
    ...(shared === 0 ? [] : [row('shared wins', count(shared) + share(shared))]),
    ...Object.entries(wins).map(([seat, n]) =>
      row(`won by ${seat}`, count(n) + share(n) + also(sharedWins[seat] ?? 0)),
    ),
  ]
}

/** The first errors, each with the command that plays its game again. */
export function errorLines<Failed extends SimError>(
  errors: readonly Failed[],
  again: (error: Failed) => string,
  paint: Paint,
): string[] {
  const shown = errors.slice(0, MAX_ERRORS).map((error) => {
    const where = `in game ${error.game} after ${error.decision} decisions`
    return `${paint.red('error')} ${where}: ${error.message}\n      replay: ${again(error)}`
  })
  const more = errors.length - MAX_ERRORS
  return more > 0 ? [...shown, `... and ${more} more errors; --json lists them`] : shown
}

const actionsIn = (def: GameDef) => def.procedures.filter(({ kind }) => kind === 'action')

/** The number of actions, and how many of them no game started. */
function actionText({ actions }: Statistics, def: GameDef): string {
  const all = actionsIn(def)
  const never = all.filter(({ id }) => (actions[id] ?? 0) === 0).length
  return all.length === 0 ? '' : `${count(all.length)}, ${count(never)} never started (--actions lists them)`
}

/** How often each action was started, by tag. Includes actions that never were: a designer looks for them. */
export function actionLines({ actions, games }: Statistics, def: GameDef, paint: Paint): string[] {
  const all = actionsIn(def)
  const tags = [...new Set(all.map(({ tags: [tag = ''] }) => tag))]
  const width = Math.max(0, ...all.map(({ id }) => id.length)) + 2
  return tags.flatMap((wanted) => {
    const members = all
      .filter(({ tags: [tag = ''] }) => tag === wanted)
      .map(({ id }) => ({ id, n: actions[id] ?? 0 }))
      .toSorted((a, b) => b.n - a.n)
    const lines = members.map(({ id, n }) => {
      const perGame = `${(n / Math.max(1, games)).toFixed(2).padStart(9)} per game`
      return `  ${id.padEnd(width)}${count(n).padStart(9)}${n === 0 ? paint.yellow('    never') : perGame}`
    })
    return [paint.bold(`${wanted === '' ? 'actions' : wanted} started`), ...lines, '']
  })
}
