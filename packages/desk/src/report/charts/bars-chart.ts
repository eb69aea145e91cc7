/** Histograms: how long games are, and by how much they are won. */
import type { Distribution, Evaluation, FinalMargins } from '@ludoforge/sim/evaluate'
import { count, decimal } from '../figures.js'
import { escapeXml, line, text } from '../svg.js'
import { bar, type Chart, type ChartColours, type ChartSize } from './chart.js'

type Bins = Distribution['bins']

const FOOT = 22
const HEAD = 18
const MAX_LABELS = 8
const MAX_VALUES = 12 // more bars have no figures above them

/** The length of games in decisions. */
export function lengthChart(of: Evaluation, colours: ChartColours, size: ChartSize): Chart {
  const { decisions, turns } = of
  const { bins, mean, p5, p95 } = decisions
  return {
    id: 'length',
    title: 'Length',
    about: `${decimal(mean.value, 0)} decisions; 90 % have ${p5} to ${p95}.`,
    finding:
      `Nine of ten games take ${p5} to ${p95} decisions, on average ${decimal(mean.value)}; ` +
      `half of them at most ${turns.p50} turns.`,
    size,
    parts: barParts(bins, size, () => colours.plain, String, 'decisions'),
    rows: [['decisions', 'games'], ...bins.map((bin) => [spanOf(bin), count(bin.games)])],
    data: { decisions, turns },
  }
}

/** By how much games are won. */
export function marginsChart(
  of: Evaluation,
  { signed, bins }: FinalMargins,
  colours: ChartColours,
  size: ChartSize,
): Chart {
  const [first, second] = of.seats
  const colour = ({ from, to }: Bins[number]) =>
    signed ? (to < 0 ? colours.seat(0) : from > 0 ? colours.seat(1) : colours.shared) : colours.plain
  const games = bins.reduce((sum, bin) => sum + bin.games, 0)
  const close = bins.filter(({ from, to }) => from <= 1 && to >= -1).reduce((sum, bin) => sum + bin.games, 0)
  return {
    id: 'final-margin',
    title: 'Final margin',
    about: signed
      ? `Percent of games; left: ${first?.name} ahead.`
      : 'Percent of games: the best score less the next.',
    finding: `${Math.round((100 * close) / Math.max(1, games))} % of games end within one point.`,
    size,
    parts: barParts(bins, size, colour, (from) => String(Math.abs(from)), 'points'),
    rows: [
      [signed ? `${second?.name} less ${first?.name}` : 'margin', 'games'],
      ...bins.map((bin) => [spanOf(bin), count(bin.games)]),
    ],
    data: { margin: signed ? `${second?.seat} less ${first?.seat}` : 'the best less the next', bins },
  }
}

const spanOf = ({ from, to }: Bins[number]): string => (from === to ? String(from) : `${from} to ${to}`)

/** Bars with their shares of games in percent. */
function barParts(
  bins: Bins,
  size: ChartSize,
  colour: (bin: Bins[number]) => string,
  label: (from: number) => string,
  axis: string,
): string[] {
  const games = bins.reduce((sum, bin) => sum + bin.games, 0)
  const most = Math.max(1, ...bins.map((bin) => bin.games))
  const step = (size.width - 16) / Math.max(1, bins.length)
  const bottom = size.height - FOOT
  const every = Math.ceil(bins.length / MAX_LABELS)
  return [
    line(8, bottom, size.width - 8, bottom, 'class="grid"'),
    ...bins.flatMap((bin, i) => {
      const height = (bin.games / most) * (bottom - HEAD)
      const share = (100 * bin.games) / Math.max(1, games)
      const middle = 8 + (i + 0.5) * step
      return [
        `<g><title>${escapeXml(`${spanOf(bin)} ${axis}: ${count(bin.games)} games`)}</title>`,
        bar(8 + i * step + 1, bottom - height, step - 2, height, `fill="${colour(bin)}"`),
        '</g>',
        ...(bins.length <= MAX_VALUES && share >= 0.5
          ? [text(middle, bottom - height - 5, decimal(share, 0), 'text-anchor="middle"')]
          : []),
        ...(i % every === 0
          ? [text(middle, bottom + 16, label(bin.from), 'class="axis" text-anchor="middle"')]
          : []),
      ]
    }),
  ]
}
