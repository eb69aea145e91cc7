import type { Score, TournamentResult } from '@ludoforge/sim/evaluate'
import { percent, range, signed } from './figures.js'
import { type IntervalGroup, intervalPlot } from './interval-plot.js'

/** An SVG plot of the win rate with its interval, for each agent in each seat. */
export function tournamentPlot(result: TournamentResult, title: string): string {
  const { seats, standings, deals, seed, ratings } = result
  const group = (label: string, scoreOf: (i: number) => Score | undefined): IntervalGroup => ({
    label,
    rows: standings.flatMap(({ agent }, colour) => {
      const score = scoreOf(colour)
      if (score === undefined) return []
      return [{ label: agent, interval: score.rate, figures: figuresOf(score), colour }]
    }),
  })
  return intervalPlot({
    title,
    about: [
      `${deals.toLocaleString('en-US')} deals, seed ${seed}`,
      placesText(result),
      'bars: 95 % intervals',
    ].join(' · '),
    finding: `Games won by agent and seat: ${standings.map(({ agent, all }) => `${agent} ${percent(all.rate.value)}`).join(', ')}.`,
    axis: 'games won',
    low: 0,
    high: 1,
    show: (share) => `${Math.round(100 * share)} %`,
    ...(ratings.length === 0 || seats.length < 2
      ? {}
      : { mark: { at: 1 / seats.length, label: 'equal share' } }),
    groups: [
      group('all seats', (i) => standings[i]?.all),
      ...(seats.length < 2 ? [] : seats.map((seat) => group(seat, (i) => standings[i]?.seats[seat]))),
    ],
  })
}

/** The share won, and the margin if the game has one. */
function figuresOf({ rate, margin, games }: Score): string {
  if (games === 0) return 'no games'
  const won = `${percent(rate.value)} ${range(rate, percent)}`
  return margin === null ? won : `${won}  ${signed(margin.value)} ${range(margin, signed)}`
}

/** What the places are and who plays them: "2 seats, every combination of agents". */
export function placesText({ seats, against, ratings }: TournamentResult): string {
  const isCooperative = ratings.length === 0 && seats.length > 1
  if (against !== undefined)
    return `${seats.length} seats, one at a time ${isCooperative ? 'with' : 'against'} ${against}`
  if (seats.length === 1) return 'each agent alone'
  return `${seats.length} seats, every combination of agents`
}
