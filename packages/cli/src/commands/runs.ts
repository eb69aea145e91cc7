import { type Run, type RunListItem, Runs, type Summary, codeVersion } from '@ludoforge/runs'
import type { GameDef } from '@ludoforge/kernel'
import type { QueueOptions } from './runs/options.js'
import { readQueueUrl } from './runs/queue-url.js'
import { followRun } from './runs/queue-run.js'
import type { Terminal } from '../terminal/terminal.js'
import { tournamentLines } from './tournament/table.js'
import { EXIT, UsageError } from '../usage.js'
import { actionLines, rerunCommand, exitCodeOf, singleGame, statisticsLines } from './sim.js'

export interface RunsOptions extends QueueOptions {
  readonly actions: boolean
  readonly json: boolean
  readonly progress?: string
}

const SUBCOMMANDS = ['list', 'show', 'resume', 'delete']

/** Lists the runs of a queue, shows one with its results, resumes it or deletes it. */
export async function runs(
  what: string,
  id: string | undefined,
  options: RunsOptions,
  version: string,
  terminal: Terminal,
): Promise<number> {
  if (!SUBCOMMANDS.includes(what))
    throw new UsageError(`runs takes ${SUBCOMMANDS.join(', ')}, not "${what}".`)
  const all = await Runs.open(readQueueUrl(options), (problem) => terminal.err(problem))
  try {
    if (what === 'list') return list(await all.list(), options, terminal)
    if (id === undefined) throw new UsageError(`Name the run: ludoforge runs ${what} ID`)
    if (what === 'delete') {
      await all.delete(id)
      terminal.out(`Run ${id} is deleted.`)
      return EXIT.ok
    }
    const run = await all.find(id)
    const def = await all.store.definition(run.digest)
    if (what === 'show') return show(run, await all.summary(id), def, options, terminal)
    const own = codeVersion(version)
    if (run.version !== own)
      terminal.err(
        `The run is of version ${run.version}, but this is ${own}. Only workers of version ${run.version} play it.`,
      )
    const { summary, interrupted } = await followRun(all, id, options.progress, terminal)
    const code = print(run, summary, def, options, terminal)
    if (interrupted === undefined) return code
    terminal.err(interrupted)
    return EXIT.interrupted
  } finally {
    await all.close()
  }
}

function list(all: readonly RunListItem[], { json }: RunsOptions, terminal: Terminal): number {
  if (json) {
    terminal.out(JSON.stringify(all, null, 2))
    return EXIT.ok
  }
  if (all.length === 0) terminal.out('There are no runs.')
  for (const run of all) {
    const done = `${run.done} of ${run.games} games`
    const problem = run.problem === null ? '' : `  ${run.problem}`
    const when = new Date(run.created).toISOString().slice(0, 16).replace('T', ' ')
    terminal.out(`${run.id}  ${when}  ${stateOf(run).padEnd(11)}  ${done}  ${run.command}${problem}`)
  }
  return EXIT.ok
}

function stateOf({ state, held }: RunListItem): string {
  if (state !== 'open') return state
  return held ? 'running' : 'interrupted'
}

/** Prints the settings of a run and its results so far. */
function show(run: Run, summary: Summary, def: GameDef, options: RunsOptions, terminal: Terminal): number {
  if (options.json) {
    terminal.out(JSON.stringify({ ...run, summary: plain(summary), def }, null, 2))
    return EXIT.ok
  }
  const row = (label: string, text: string): void => terminal.out(`  ${label.padEnd(20)}${text}`)
  terminal.out(terminal.paint.bold(`Run ${run.id}`))
  row('state', run.problem === null ? run.state : `${run.state}: ${run.problem}`)
  row('command', run.command)
  row('version', `${run.version}, Node ${run.node}`)
  row('rules', run.fingerprint)
  if (run.out !== undefined) row('data set', `${run.out.file}, a row for each of the ${run.out.rows}`)
  return print(run, summary, def, options, terminal)
}

const plain = (summary: Summary) => ('sim' in summary ? summary.sim : summary.tournament)

function print(
  run: Run,
  summary: Summary,
  def: GameDef,
  { json, actions }: RunsOptions,
  terminal: Terminal,
): number {
  const { work, game: name } = run
  if (json) terminal.out(JSON.stringify(plain(summary), null, 2))
  else if ('sim' in summary && 'sim' in work) {
    const again = (seed: number | string) =>
      `${rerunCommand(name, settingOf(work.sim), terminal.command)} ${singleGame(seed, work.sim.agents.join(','))}`
    const tables = actions ? actionLines(summary.sim, def, terminal.paint) : []
    const lines = statisticsLines(summary.sim, def, name, again, terminal.paint)
    terminal.out([...tables, ...lines].join('\n'))
  } else if ('tournament' in summary && 'tournament' in work) {
    const { scenario } = work.tournament
    const title = def.scenarios.length < 2 ? def.title : `${def.title}, ${scenario}`
    const again = rerunCommand(name, settingOf(work.tournament), terminal.command)
    terminal.out(tournamentLines(summary.tournament, title, again, terminal.paint).join('\n'))
  }
  return exitCodeOf(plain(summary))
}

/** The settings of a run as command-line options. */
function settingOf(plan: {
  readonly scenario?: string
  readonly options?: Readonly<Record<string, unknown>>
  readonly maxDecisions: number
}) {
  const { scenario, options = {}, maxDecisions } = plan
  const option = Object.entries(options).map(([id, value]) => `${id}=${String(value)}`)
  return {
    option,
    bot: [],
    maxDecisions: String(maxDecisions),
    ...(scenario === undefined ? {} : { scenario }),
  }
}
