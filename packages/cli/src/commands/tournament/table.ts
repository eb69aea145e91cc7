import type { Score, TournamentResult } from '@ludoforge/sim'
import { count, percent, placesText, range, signed, signedPercent } from '@ludoforge/desk/report'
import { table } from '../../report/table.js'
import { errorLines, singleGame } from '../sim.js'
import type { Paint } from '../../terminal/terminal.js'

/** The result of a tournament as text tables. */
export function tournamentLines(
  result: TournamentResult,
  title: string,
  again: string,
  paint: Paint,
): string[] {
  const { standings, errors, games, deals, seconds, against, ratings } = result
  const failed = errors.length === 0 ? '' : paint.red(`, ${count(errors.length)} failed`)
  return [
    paint.bold(`${title}: ${count(games)} games in ${seconds.toFixed(1)} s${failed}`),
    `${count(deals)} deals, ${placesText(result)}; 95 % intervals in brackets`,
    '',
    ...scoreTable(result, paint),
    '',
    ...differenceTable(result, paint),
    ...agentTable(result, paint),
    ...(ratings.length > 0 && (standings.length > 1 || against !== undefined)
      ? ['', 'The average rating is 0. An agent rated 400 higher places better in 10 of 11 games.']
      : []),
    ...errorLines(errors, ({ seed, agents }) => `${again} ${singleGame(seed, agents.join(','))}`, paint),
  ]
}

/** Rows for each agent: all seats together, then each seat. */
function scoreTable({ seats, standings, ratings }: TournamentResult, paint: Paint): string[] {
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
    ...(margins ? [marginTitle(ratings), ''] : []),
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

/** Without rivals there is nobody to be ahead of. */
function marginTitle(ratings: TournamentResult['ratings']): string {
  return ratings.length > 0 ? 'margin' : 'worth'
}

const MAX_DIFFERENCES = 15

/** Paired differences between agents, over the same deals. */
function differenceTable({ differences, ratings }: TournamentResult, paint: Paint): string[] {
  if (differences.length === 0) return []
  const margins = differences.some(({ margin }) => margin !== null)
  const head = ['difference', 'score', '', ...(margins ? [marginTitle(ratings), ''] : [])]
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

function agentTable({ ratings, thinking, errors, agents }: TournamentResult, paint: Paint): string[] {
  const rated = agents.length > 1 && ratings.length > 0
  const failed = (name: string) => errors.filter((error) => error.agents.includes(name)).length
  const head = ['agent', ...(rated ? ['rating', ''] : []), 'decisions', 'ms each', 'slowest ms']
  const order = rated ? ratings.map(({ agent }) => agent) : agents
  const rows = order.map((name) => {
    const rating = ratings.find(({ agent }) => agent === name)
    const thought = thinking.find(({ agent }) => agent === name)
    return [
      name,
      ...(rated && rating !== undefined
        ? [signed(rating.value, 0), range(rating, (value) => signed(value, 0))]
        : []),
      count(thought?.decisions ?? 0),
      (thought?.msPerDecision ?? 0).toFixed(3),
      (thought?.slowestMs ?? 0).toFixed(1),
      ...(errors.length === 0 ? [] : [count(failed(name))]),
    ]
  })
  return table([[...head, ...(errors.length === 0 ? [] : ['failed games'])], ...rows], 1, paint)
}
