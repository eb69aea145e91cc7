import type { CourseSummary, Evaluation } from '@ludoforge/sim/evaluate'
import { decimal, percent } from '../figures.js'
import { dashOf, line, tenths, text, textWidth, ticks } from '../svg.js'
import { type Chart, type ChartColours, type ChartSize, mark, wholePercent } from './chart.js'

const LEFT = 34
const FOOT = 24
const HEAD = 8
const APART = 16 // between the names at the right

/** The score of each seat from the start to the end of the game. */
export function curvesChart(
  { seats }: Evaluation,
  { curves, curveGames }: CourseSummary,
  colours: ChartColours,
  size: ChartSize,
): Chart {
  const name = (id: string) => seats.find(({ seat }) => seat === id)?.name ?? id
  const ends = curves.map(({ seat, points }) => `${name(seat)} ${decimal(points.at(-1)?.median ?? 0)}`)
  const right = Math.max(0, ...ends.map(textWidth)) + 10
  const all = curves.flatMap(({ points }) => points)
  const [low, high] = [
    Math.min(0, ...all.map((point) => point.low)),
    Math.max(1, ...all.map((point) => point.high)),
  ]
  const bottom = size.height - FOOT
  const width = size.width - LEFT - right
  const x = (at: number) => tenths(LEFT + at * width)
  const y = (worth: number) => tenths(bottom - ((worth - low) / (high - low)) * (bottom - HEAD))
  const places = spread(curves.map(({ points }) => y(points.at(-1)?.median ?? 0)))
  const parts = [
    ...ticks(low, high, 5).flatMap((tick) => [
      line(LEFT, y(tick), LEFT + width, y(tick), 'class="grid"'),
      text(LEFT - 6, y(tick) + 4, decimal(tick, 2), 'class="axis" text-anchor="end"'),
    ]),
    ...[0, 0.25, 0.5, 0.75, 1].map((at) =>
      text(x(at), bottom + 18, wholePercent(at), 'class="axis" text-anchor="middle"'),
    ),
    ...curves.flatMap(({ seat, points }, i) => {
      const colour = colours.seat(i)
      const band = [
        ...points.map((point) => `${x(point.at)},${y(point.high)}`),
        ...points.toReversed().map((point) => `${x(point.at)},${y(point.low)}`),
      ].join(' ')
      const path = points.map((point) => `${x(point.at)},${y(point.median)}`).join(' ')
      const last = points.at(-1)
      return [
        `<polygon points="${band}" fill="${colour}" fill-opacity="0.16"/>`,
        `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2.2"${dashOf(i)}/>`,
        mark(i, x(1), y(last?.median ?? 0), colour, 4),
        text(
          LEFT + width + 8,
          (places[i] ?? 0) + 4,
          `${name(seat)} ${decimal(last?.median ?? 0)}`,
          'class="group"',
        ),
      ]
    }),
  ]
  return {
    id: 'score-over-time',
    title: 'Score over time',
    about: `Median worth of ${curveGames.toLocaleString('en-US')} games; the band holds the middle half.`,
    finding: `Median worth at the end: ${ends.join(', ')}.`,
    size,
    parts,
    rows: [
      ['played', ...curves.flatMap(({ seat }) => [`${name(seat)}: low`, 'median', 'high'])],
      ...(curves[0]?.points ?? []).map(({ at }, i) => [
        percent(at),
        ...curves.flatMap(({ points }) => {
          const point = points[i]
          return point === undefined ? [] : [point.low, point.median, point.high].map((n) => decimal(n, 2))
        }),
      ]),
    ],
    data: curves,
  }
}

/** Moves labels apart that would overlap. */
function spread(places: readonly number[]): number[] {
  const order = places.map((place, i) => ({ place, i })).toSorted((a, b) => a.place - b.place)
  const moved: number[] = []
  let last = Number.NEGATIVE_INFINITY
  for (const { place, i } of order) {
    last = Math.max(place, last + APART)
    moved[i] = last
  }
  return moved
}
