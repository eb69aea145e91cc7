import { colourOf, escapeXml, line, svgOf, tenths, text, ticks, TOP } from './svg.js'

/** The contents of a histogram. */
export interface HistogramPlot {
  readonly title: string
  readonly about: string
  readonly finding: string
  readonly axis: string
  readonly bins: readonly { readonly from: number; readonly to: number; readonly games: number }[]
}

const LEFT = 76
const CHART = 560
const HEIGHT = 180
const FOOT = 46

/** An SVG histogram of games. */
export function histogramPlot(plot: HistogramPlot): string {
  const { bins, axis } = plot
  const most = Math.max(1, ...bins.map(({ games }) => games))
  const width = CHART / Math.max(1, bins.length)
  const y = (games: number) => tenths(TOP + HEIGHT - (games / most) * HEIGHT)
  const every = Math.ceil(bins.length / 8)
  const parts = [
    ...ticks(0, most, 4).flatMap((tick) => [
      line(LEFT, y(tick), LEFT + CHART, y(tick), 'class="grid"'),
      text(LEFT - 8, y(tick) + 4, tick.toLocaleString('en-US'), 'class="axis" text-anchor="end"'),
    ]),
    ...bins.map(({ from, to, games }, i) => {
      const label = `${from === to ? from : `${from} to ${to}`} ${axis}: ${games} games`
      return `<rect x="${tenths(LEFT + i * width + 1)}" y="${y(games)}" width="${tenths(Math.max(1, width - 2))}" height="${tenths(TOP + HEIGHT - y(games))}" fill="${colourOf(0)}"><title>${escapeXml(label)}</title></rect>`
    }),
    ...bins.flatMap(({ from }, i) =>
      i % every === 0
        ? [
            text(
              LEFT + (i + 0.5) * width,
              TOP + HEIGHT + 20,
              String(from),
              'class="axis" text-anchor="middle"',
            ),
          ]
        : [],
    ),
    text(LEFT, TOP - 12, 'games', 'class="axis"'),
    text(LEFT + CHART / 2, TOP + HEIGHT + FOOT - 6, axis, 'class="axis" text-anchor="middle"'),
  ]
  return svgOf({ ...plot, width: LEFT + CHART + 30, height: TOP + HEIGHT + FOOT, parts })
}
