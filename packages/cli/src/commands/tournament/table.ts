import type { Interval, Score, TournamentResult } from '@ludoforge/sim'
import { errorLines, singleGame } from '../sim.js'
import type { Paint } from '../../terminal/terminal.js'

/** The result of a tournament as text tables. */
export function tournamentLines(
  result: TournamentResult,
  title: string,
  again: string,
  paint: Paint,
): string[] {
  const { seats, standings, errors, games, deals, seconds, against } = result
  const who = against === undefined ? 'every combination of agents' : `one at a time against ${against}`
  const failed = errors.length === 0 ? '' : paint.red(`, ${count(errors.length)} failed`)
  return [
    paint.bold(`${title}: ${count(games)} games in ${seconds.toFixed(1)} s${failed}`),
    `${count(deals)} deals, ${seats.length} seats, ${who}; 95 % intervals in brackets`,
    '',
    ...scoreTable(result, paint),
    '',
    ...differenceTable(result, paint),
    ...agentTable(result, paint),
    ...(standings.length > 1 || against !== undefined
      ? ['', 'The average rating is 0. An agent rated 400 higher places better in 10 of 11 games.']
      : []),
    ...errorLines(errors, ({ seed, agents }) => `${again} ${singleGame(seed, agents.join(','))}`, paint),
  ]
}

/** Rows for each agent: all seats together, then each seat. */
function scoreTable({ seats, standings }: TournamentResult, paint: Paint): string[] {
  const draws = standings.some(({ all }) => all.drawn > 0)
  const shares = standings.some(({ all }) => all.shared > 0)
  const margins = standings.some(({ all }) => all.margin !== null)
  const row = (agent: string, seat: string, score: Score): string[] => [
    agent,
    seat,
    count(score.games),
    percent(score.rate.value),
    range(score.rate, percent),
    ...(shares ? [percent(score.shared / Math.max(1, score.games))] : []),
    ...(draws ? [percent(score.drawn / Math.max(1, score.games))] : []),
    ...(draws || shares ? [percent(score.score.value), range(score.score, percent)] : []),
    ...(margins && score.margin !== null ? [signed(score.margin.value), range(score.margin, signed)] : []),
  ]
  const head = [
    'agent',
    'seat',
    'games',
    'won',
    '',
    ...(shares ? ['shared'] : []),
    ...(draws ? ['drawn'] : []),
    ...(draws || shares ? ['score', ''] : []),
    ...(margins ? ['margin', ''] : []),
  ]
  const rows = standings.flatMap(({ agent, all, seats: scores }) => [
    row(agent, 'all', all),
    ...(seats.length < 2
      ? []
      : seats.flatMap((seat) => {
          const score = scores[seat]
          return score === undefined ? [] : [row('', seat, score)]
        })),
  ])
  return table([head, ...rows], 2, paint)
}

const MAX_DIFFERENCES = 15

/** Paired differences between agents, over the same deals. */
function differenceTable({ differences }: TournamentResult, paint: Paint): string[] {
  if (differences.length === 0) return []
  const margins = differences.some(({ margin }) => margin !== null)
  const head = ['difference', 'score', '', ...(margins ? ['margin', ''] : [])]
  const rows = differences
    .slice(0, MAX_DIFFERENCES)
    .map(({ agent, less, score, margin }) => [
      `${agent} less ${less}`,
      signedPercent(score.value),
      range(score, signedPercent),
      ...(margin === null ? [] : [signed(margin.value), range(margin, signed)]),
    ])
  return [...table([head, ...rows], 1, paint), '']
}

function signedPercent(share: number): string {
  return `${signed(100 * share)} %`
}

function agentTable({ ratings, thinking, errors, agents }: TournamentResult, paint: Paint): string[] {
  const rated = agents.length > 1
  const failed = (name: string) => errors.filter((error) => error.agents.includes(name)).length
  const head = ['agent', ...(rated ? ['rating', ''] : []), 'decisions', 'ms each', 'slowest ms']
  const rows = ratings.map((rating) => {
    const thought = thinking.find(({ agent }) => agent === rating.agent)
    return [
      rating.agent,
      ...(rated ? [signed(rating.value, 0), range(rating, (value) => signed(value, 0))] : []),
      count(thought?.decisions ?? 0),
      (thought?.msPerDecision ?? 0).toFixed(3),
      (thought?.slowestMs ?? 0).toFixed(1),
      ...(errors.length === 0 ? [] : [count(failed(rating.agent))]),
    ]
  })
  return table([[...head, ...(errors.length === 0 ? [] : ['failed games'])], ...rows], 1, paint)
}

/** Aligns columns. The first `left` columns are aligned left, the others right. */
export function table(rows: readonly (readonly string[])[], left: number, paint: Paint): string[] {
  const [head = []] = rows
  const widths = head.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)))
  return rows.map((row, i) => {
    const cells = widths.map((width, column) => {
      const text = row[column] ?? ''
      return column < left ? text.padEnd(width) : text.padStart(width)
    })
    const line = `  ${cells.join('  ')}`.trimEnd()
    if (i === 0) return paint.dim(line)
    return row[0] === '' ? line : paint.bold(line)
  })
}

export function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}

export function signed(value: number, digits = 1): string {
  const text = Math.abs(value).toFixed(digits)
  if (Number(text) === 0) return text
  return value < 0 ? `-${text}` : `+${text}`
}

export function range({ low, high }: Interval, show: (value: number) => string): string {
  if (low === null || high === null) return ''
  return `(${show(low).replace(' %', '')} to ${show(high)})`
}

export function count(n: number): string {
  return n.toLocaleString('en-US')
}
