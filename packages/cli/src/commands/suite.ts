import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { LoadedGame } from '@ludoforge/compiler'
import {
  playSeries,
  storedMatch,
  type SuiteGame,
  suitePairs,
  type SuitePlan,
  tournamentSeries,
} from '@ludoforge/sim'
import { type BotOptions, checkAgent, loadNamed } from '../agents.js'
import { findGame, load } from '../games.js'
import { readCount } from '../settings.js'
import type { Terminal } from '../terminal/terminal.js'
import { EXIT, UsageError } from '../usage.js'
import { progressBar } from './runs/progress.js'
import { measureMemory, probe } from './suite/memory.js'
import { machineIn, readPlan, readResults, type SuiteResults, writeResults } from './suite/results.js'
import { suiteLines, suitePage } from './suite/tables.js'

export interface SuiteOptions extends BotOptions {
  readonly agent: readonly string[]
  readonly plan?: string
  readonly results: string
  readonly only?: string
  readonly games?: string
  readonly quick: boolean
  readonly jobs?: string
  readonly memory: boolean
  readonly page?: string
  readonly json: boolean
  readonly probe?: string // measures the memory of an agent; the command starts itself with it
  readonly scenario?: string
}

const QUICK_DEALS = 2
const MARK = '## Results'

/** Plays the matches of the suite that have no result yet, and prints the tables. */
export async function suite(options: SuiteOptions, version: string, terminal: Terminal): Promise<number> {
  if (options.probe !== undefined) {
    terminal.out(String(await probe(options.probe, options.agent[0] ?? 'random', options.scenario)))
    return EXIT.ok
  }
  const plan = planFor(readPlan(options.plan), options)
  const results = readResults(options.results)
  if (options.page !== undefined) {
    writePage(options.page, plan, results)
    return EXIT.ok
  }
  await loadNamed([...options.agent], options)
  for (const agent of options.agent) checkAgent(agent)
  const finished = await playAll({ plan, results, options, version, terminal })
  const shown = { ...results, matches: results.matches.filter((match) => isPlanned(plan, match)) }
  if (options.json) terminal.out(JSON.stringify(shown, null, 2))
  else terminal.out(suiteLines(plan, shown).join('\n'))
  if (finished) return shown.matches.some(({ errors }) => errors > 0) ? EXIT.failed : EXIT.ok
  terminal.err(`Interrupted. The same command resumes after the last match in ${options.results}.`)
  return EXIT.interrupted
}

/** The plan with the wishes of the user: fewer games, or other numbers of deals. */
function planFor(plan: SuitePlan, { only, games, quick }: SuiteOptions): SuitePlan {
  const deals =
    games === undefined ? (quick ? QUICK_DEALS : undefined) : readCount('--games', games, 1, 10_000)
  const wanted = only?.split(',')
  const unknown = wanted?.find((name) => !plan.games.some(({ game }) => game === name))
  if (unknown !== undefined)
    throw new UsageError(
      `The suite has no game "${unknown}". It has ${plan.games.map(({ game }) => game).join(', ')}.`,
    )
  return {
    ...plan,
    games: plan.games
      .filter(({ game }) => wanted?.includes(game) ?? true)
      .map((one) => ({ ...one, deals: deals ?? one.deals })),
  }
}

interface Run {
  readonly plan: SuitePlan
  readonly results: SuiteResults
  readonly options: SuiteOptions
  readonly version: string
  readonly terminal: Terminal
}

/** Plays what is missing, and stores each match. Returns false if it was interrupted. */
async function playAll(run: Run): Promise<boolean> {
  const { plan, results, options, terminal } = run
  const stop = new AbortController()
  const silence = terminal.onInterrupt(() => stop.abort())
  let machine: number | undefined
  try {
    for (const entry of plan.games) {
      const game = await load(findGame(entry.game))
      for (const pair of suitePairs(entry, options.agent)) {
        if (stop.signal.aborted) return false
        if (results.matches.some((match) => isMatch(match, plan, entry, pair, game.fingerprint))) continue
        machine ??= machineIn(results)
        await playPair(run, entry, game, pair, machine, stop.signal)
      }
      await measureAll(run, entry)
    }
    return !stop.signal.aborted
  } finally {
    silence()
    terminal.status('')
  }
}

async function playPair(
  { plan, results, options, version, terminal }: Run,
  entry: SuiteGame,
  game: LoadedGame,
  pair: readonly [string, string],
  machine: number,
  signal: AbortSignal,
): Promise<void> {
  const { scenario, deals } = entry
  const series = tournamentSeries({
    game,
    agents: pair,
    games: deals,
    seed: plan.seed,
    ...(scenario === undefined ? {} : { scenario }),
  })
  const jobs = options.jobs === undefined ? undefined : readCount('--jobs', options.jobs, 1, 1024)
  const title = `${entry.game}, ${pair.join(' and ')}`
  const result = await playSeries(series, {
    jobs,
    signal,
    onProgress: (progress) => terminal.status(`${title}: ${progressBar(progress)}`),
  })
  if (signal.aborted) return
  const same = (match: SuiteResults['matches'][number]): boolean =>
    match.game === entry.game && match.deals === deals && match.agents.every((agent) => pair.includes(agent))
  const old = results.matches.findIndex(same)
  if (old >= 0) results.matches.splice(old, 1) // of other rules
  const match = storedMatch({ ...result, game: entry.game }, series.pairwiseWins(), pair)
  results.matches.push({ ...match, machine, version })
  writeResults(options.results, results)
}

/** Measures the memory of agents that have no figure in this game yet. */
async function measureAll({ results, options, terminal }: Run, entry: SuiteGame): Promise<void> {
  if (!options.memory) return
  for (const agent of new Set([...entry.agents, ...options.agent])) {
    if (results.memory.some((use) => use.agent === agent && use.game === entry.game)) continue
    terminal.status(`${entry.game}, the memory of ${agent}`)
    const mb = await measureMemory(entry.game, agent, entry.scenario)
    results.memory.push({ agent, game: entry.game, mb })
    writeResults(options.results, results)
  }
}

function isMatch(
  match: SuiteResults['matches'][number],
  { seed }: SuitePlan,
  { game, deals }: SuiteGame,
  pair: readonly [string, string],
  fingerprint: string,
): boolean {
  return (
    match.game === game &&
    match.fingerprint === fingerprint &&
    match.deals === deals &&
    match.seed === seed &&
    match.agents.every((agent) => pair.includes(agent))
  )
}

function isPlanned({ games, seed }: SuitePlan, match: SuiteResults['matches'][number]): boolean {
  return games.some(({ game, deals }) => game === match.game && deals === match.deals && seed === match.seed)
}

/** Writes the results behind the introduction of the page, which people write. */
function writePage(file: string, plan: SuitePlan, results: SuiteResults): void {
  if (!existsSync(file))
    throw new UsageError(`There is no page ${file}. Write its introduction first, with "${MARK}".`)
  const [intro = '', rest] = readFileSync(file, 'utf8').split(`${MARK}\n`)
  if (rest === undefined)
    throw new UsageError(`${file} has no heading "${MARK}", which the results go below.`)
  const planned = { ...results, matches: results.matches.filter((match) => isPlanned(plan, match)) }
  writeFileSync(file, suitePage(plan, planned, `${intro}${MARK}`))
}
