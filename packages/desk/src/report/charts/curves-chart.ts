import type { Evaluation, ScoreCurves } from '@ludoforge/sim/evaluate'
import { capital } from '../findings.js'
import { count, decimal } from '../figures.js'
import { dashOf, line, tenths, text, textWidth, ticks } from '../svg.js'
import { type Chart, type ChartColours, type ChartSize, mark } from './chart.js'

const LEFT = 34
const FOOT = 24
const HEAD = 8
const APART = 16 // between the names at the right

/** The score of each seat, turn by turn. */
export function curvesChart(
  { seats }: Pick<Evaluation, 'seats'>,
  { name: measured, isWorth, games, seats: curves }: ScoreCurves,
  colours: ChartColours,
  size: ChartSize,
  /** Other curves that this chart is compared with: its axes fit both. */
  beside?: ScoreCurves,
): Chart {
  const name = (id: string) => seats.find(({ seat }) => seat === id)?.name ?? id
  const ends = curves.map(({ seat, points }) => `${name(seat)} ${decimal(points.at(-1)?.mean ?? 0)}`)
  const right = Math.max(0, ...ends.map(textWidth)) + 10
  const all = [...curves, ...(beside?.seats ?? [])].flatMap(({ points }) => points)
  const last = Math.max(1, ...all.map(({ turn }) => turn))
  const [low, high] = [
    Math.min(0, ...all.map((point) => point.low)),
    Math.max(1, ...all.map((point) => point.high)),
  ]
  const bottom = size.height - FOOT
  const width = size.width - LEFT - right
  const x = (turn: number) => tenths(LEFT + (turn / last) * width)
  const y = (score: number) => tenths(bottom - ((score - low) / (high - low)) * (bottom - HEAD))
  const places = spread(
    curves.map(({ points }) => y(points.at(-1)?.mean ?? 0)),
    bottom,
  )
  const parts = [
    ...ticks(low, high, 5).flatMap((tick) => [
      line(LEFT, y(tick), LEFT + width, y(tick), 'class="grid"'),
      text(LEFT - 6, y(tick) + 4, decimal(tick, 2), 'class="axis" text-anchor="end"'),
    ]),
    ...turnTicks(last, width).map((turn) =>
      text(x(turn), bottom + 18, count(turn), 'class="axis" text-anchor="middle"'),
    ),
    ...curves.flatMap(({ points }, i) => {
      const colour = colours.seat(i)
      const band = [
        ...points.map((point) => `${x(point.turn)},${y(point.high)}`),
        ...points.toReversed().map((point) => `${x(point.turn)},${y(point.low)}`),
      ].join(' ')
      const path = points.map((point) => `${x(point.turn)},${y(point.mean)}`).join(' ')
      return [
        `<polygon points="${band}" fill="${colour}" fill-opacity="0.16"/>`,
        `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2.2"${dashOf(i)}/>`,
        mark(i, x(points.at(-1)?.turn ?? 0), y(points.at(-1)?.mean ?? 0), colour, 4),
        text(LEFT + width + 8, (places[i] ?? 0) + 4, ends[i] ?? '', 'class="group"'),
      ]
    }),
  ]
  return {
    id: 'score-over-time',
    title: `${capital(measured)}, turn by turn`,
    about: `${isWorth ? 'The estimate of the bots: mean' : 'Mean'} of ${count(games)} games; the band holds 80 %.`,
    finding: `Mean ${measured} after ${count(curves[0]?.points.at(-1)?.turn ?? 0)} turns: ${ends.join(', ')}.`,
    size,
    parts,
    rows: [
      ['after turn', ...curves.flatMap(({ seat }) => [`${name(seat)}: mean`, '80 % of games'])],
      ...(curves[0]?.points ?? []).map(({ turn }, i) => [
        count(turn),
        ...curves.flatMap(({ points }) => {
          const point = points[i]
          return point === undefined
            ? []
            : [decimal(point.mean, 2), `${decimal(point.low, 2)} to ${decimal(point.high, 2)}`]
        }),
      ]),
    ],
    data: { score: measured, games, seats: curves },
  }
}

const TICK_WIDTH = 56

/** Whole turns at equal distances, as many as there is room for. */
function turnTicks(last: number, width: number): number[] {
  const step = Math.ceil(ticks(0, last, Math.max(1, Math.floor(width / TICK_WIDTH)))[1] ?? last)
  return Array.from({ length: Math.floor(last / step) + 1 }, (_, i) => i * step)
}

/** Moves labels apart that would overlap, and up if they would leave the chart. */
function spread(places: readonly number[], bottom: number): number[] {
  const order = places.map((place, i) => ({ place, i })).toSorted((a, b) => a.place - b.place)
  const moved: number[] = []
  let last = Number.NEGATIVE_INFINITY
  for (const { place, i } of order) {
    last = Math.max(place, last + APART)
    moved[i] = last
  }
  const over = Math.max(0, last - bottom)
  return moved.map((place) => place - over)
}
