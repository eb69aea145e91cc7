/** The plots of an evaluation. */
import type { CourseSummary, Evaluation, OptionSummary } from '@ludoforge/sim/evaluate'
import { curvePlot } from './curve-plot.js'
import { count, decimal, percent, range } from './figures.js'
import { histogramPlot } from './histogram-plot.js'
import { intervalPlot } from './interval-plot.js'
import { capital, shortName } from './findings.js'

const TOO_WIDE = 0.2 // an interval of 20 points says little
const wholePercent = (share: number): string => `${Math.round(100 * share)} %`

const aboutOf = ({ statistics, seed }: Evaluation): string =>
  `${count(statistics.completed)} games, seed ${seed} · bars: 95 % intervals`

/** The share of games that each seat wins. */
export function winsPlot(of: Evaluation): string {
  const { seats, title } = of
  return intervalPlot({
    title: `${title}: who wins`,
    about: aboutOf(of),
    finding: `${seats.map(({ name, won }) => `${name} ${percent(won.value)}`).join(', ')}.`,
    axis: 'games won, also shared',
    low: 0,
    high: 1,
    show: wholePercent,
    tooWide: TOO_WIDE,
    ...(seats.length < 2 ? {} : { mark: { at: 1 / seats.length, label: 'equal share' } }),
    groups: [
      {
        label: '',
        rows: seats.map(({ name, agent, won }, colour) => ({
          label: `${name} (${agent})`,
          interval: won,
          figures: `${percent(won.value)} ${range(won, percent)}`,
          colour,
        })),
      },
    ],
  })
}

/** The length of games in turns, or in decisions if all have the same number of turns. */
export function lengthPlot({ turns, decisions, title, statistics, seed }: Evaluation): string {
  const [axis, { p50, max, bins }] = turns.bins.length > 1 ? ['turns', turns] : ['decisions', decisions]
  return histogramPlot({
    title: `${title}: length`,
    about: `${count(statistics.completed)} games, seed ${seed}`,
    finding: `Half of the games take at most ${p50} ${axis}, the longest ${max}.`,
    axis,
    bins,
  })
}

/** The worth of each seat over the game. */
export function curvesPlot({ title, seats }: Evaluation, { curves, curveGames }: CourseSummary): string {
  const name = (id: string) => seats.find(({ seat }) => seat === id)?.name ?? id
  const last = curves.map(({ seat, points }) => `${name(seat)} ${decimal(points.at(-1)?.median ?? 0)}`)
  return curvePlot({
    title: `${title}: score over time`,
    about: `median of ${count(curveGames)} games · band: the middle half of the games`,
    finding: `Median worth at the end: ${last.join(', ')}.`,
    xAxis: 'share of the game played',
    yAxis: 'worth',
    showX: wholePercent,
    showY: (value) => decimal(value, 2),
    spread: 'band',
    curves: curves.map(({ seat, points }) => ({
      name: name(seat),
      points: points.map(({ at, low, median, high }) => ({ x: at, y: median, low, high })),
    })),
  })
}

const MAX_OPTIONS = 20

/** How often each option is taken where it is possible. */
export function optionsPlot(of: Evaluation, options: readonly OptionSummary[], what: string): string {
  const shown = options.filter(({ all }) => all.possible > 0).slice(0, MAX_OPTIONS)
  const [first] = shown
  return intervalPlot({
    title: `${of.title}: ${what.toLowerCase()} taken`,
    about: `${aboutOf(of)}${options.length > shown.length ? ` · the ${shown.length} most frequent` : ''}`,
    finding: first === undefined ? '' : `${capital(first.name)} is taken most often.`,
    axis: 'taken, of the decisions where it is possible',
    low: 0,
    high: 1,
    show: wholePercent,
    tooWide: TOO_WIDE,
    groups: [
      {
        label: '',
        rows: shown.map(({ name, all }) => ({
          label: shortName(name),
          interval: all.rate,
          figures: `${percent(all.rate.value)}, ${count(all.taken)} times`,
          colour: 0,
        })),
      },
    ],
  })
}
