/** The tables of the suite, for the terminal and as a page of the docs. */
import { type GameTable, gameTable, overallTable, type SuitePlan, type SuiteRow } from '@ludoforge/sim'
import type { Machine, SuiteResults } from './results.js'

/** A rating with its interval: "+120 (60 to 190)". */
function ratingText({ rating: { value, low, high } }: SuiteRow): string {
  const signed = (number: number): string => (number > 0 ? `+${number}` : String(number))
  return low === null || high === null
    ? signed(value)
    : `${signed(value)} (${signed(low)} to ${signed(high)})`
}

const HEAD = ['agent', 'rating', 'games', 'points', 'ms per decision', 'memory, MB']

function cellsOf(row: SuiteRow, memory: number | undefined): string[] {
  const { agent, games, score, msPerDecision } = row
  return [
    agent,
    ratingText(row),
    String(games),
    `${(100 * score).toFixed(1)} %`,
    String(msPerDecision),
    memory === undefined ? '–' : String(memory),
  ]
}

/** The tables of all games with results, in the order of the plan. */
function gameTables({ games }: SuitePlan, { matches }: SuiteResults): GameTable[] {
  return games.map(({ game }) => gameTable(matches, game)).filter(({ rows }) => rows.length > 0)
}

function memoryOf({ memory }: SuiteResults, agent: string, game?: string): number | undefined {
  const own = memory.filter((use) => use.agent === agent && (game === undefined || use.game === game))
  return own.length === 0 ? undefined : Math.max(...own.map(({ mb }) => mb))
}

/** The tables as lines for the terminal. */
export function suiteLines(plan: SuitePlan, results: SuiteResults): string[] {
  const table = (title: string, rows: readonly SuiteRow[], game?: string): string[] => {
    const cells = [HEAD, ...rows.map((row) => cellsOf(row, memoryOf(results, row.agent, game)))]
    const widths = HEAD.map((_, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0)))
    const lines = cells.map((line) =>
      line.map((text, i) => (i < 2 ? text.padEnd(widths[i] ?? 0) : text.padStart(widths[i] ?? 0))).join('  '),
    )
    return [title, ...lines.map((line) => `  ${line.trimEnd()}`), '']
  }
  return [
    ...gameTables(plan, results).flatMap(({ game, rows, errors }) =>
      table(errors === 0 ? game : `${game} (${errors} failed games)`, rows, game),
    ),
    ...table('All games', overallTable(results.matches)),
    'Ratings with 95 % intervals. The average of a table is 0; 400 points are odds of ten to one.',
  ]
}

/** The page of the docs. */
export function suitePage(plan: SuitePlan, results: SuiteResults, intro: string): string {
  const table = (rows: readonly SuiteRow[], game?: string): string[] => [
    `| ${HEAD.join(' | ')} |`,
    `|${HEAD.map((_, i) => (i < 2 ? '---' : '--:')).join('|')}|`,
    ...rows.map((row) => {
      const [agent = '', ...rest] = cellsOf(row, memoryOf(results, row.agent, game))
      return `| \`${agent}\` | ${rest.join(' | ')} |`
    }),
  ]
  const matches = results.matches.length
  const games = results.matches.reduce((sum, match) => sum + match.games, 0)
  const versions = [...new Set(results.matches.map(({ version }) => version))].toSorted().join(', ')
  const lines = [
    intro.trimEnd(),
    '',
    `Below are ${games} games of ${matches} matches, played with LudoForge ${versions}.`,
    '',
    ...machineLines(results.machines),
    '',
    '### All games',
    '',
    ...table(overallTable(results.matches)),
    ...gameTables(plan, results).flatMap(({ game, seats, rows, errors }) => [
      '',
      `### ${capitalised(game)}`,
      '',
      `${seats.length} seats, ${dealsOf(plan, game)} deals for each match.${errors === 0 ? '' : ` ${errors} games failed.`}`,
      '',
      ...table(rows, game),
    ]),
  ]
  return `${lines.join('\n')}\n`
}

/** The machines, each once, with the range of their load. */
function machineLines(machines: readonly Machine[]): string[] {
  const nameOf = ({ cores, model, node }: Machine): string => `${cores} cores, ${model}, Node ${node}`
  return [...new Set(machines.map(nameOf))].map((name) => {
    const loads = machines.filter((machine) => nameOf(machine) === name).map(({ load }) => load)
    const [least, most] = [Math.min(...loads), Math.max(...loads)]
    return `- ${name}; load when a run began: ${least === most ? least : `${least} to ${most}`}`
  })
}

const dealsOf = ({ games }: SuitePlan, name: string): number =>
  games.find(({ game }) => game === name)?.deals ?? 0

function capitalised(id: string): string {
  const words = id.replaceAll('-', ' ')
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}
