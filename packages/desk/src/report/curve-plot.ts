import { colourOf, dashOf, escapeXml, line, svgOf, tenths, text, textWidth, ticks, TOP } from './svg.js'

/** A point of a curve, with the bounds of its band or interval. */
interface CurvePoint {
  readonly x: number
  readonly y: number
  readonly low: number
  readonly high: number
}

/** The contents of a curve plot. */
export interface CurvePlot {
  readonly title: string
  readonly about: string
  readonly finding: string
  readonly xAxis: string
  readonly yAxis: string
  readonly showX: (value: number) => string
  readonly showY: (value: number) => string
  /** `band`: a shaded area. `bars`: an interval at each point. */
  readonly spread: 'band' | 'bars'
  readonly curves: readonly { readonly name: string; readonly points: readonly CurvePoint[] }[]
  /** The x values to label (default: round numbers). */
  readonly xTicks?: readonly number[]
}

const LEFT = 76
const CHART = 560
const HEIGHT = 280
const FOOT = 46

/** An SVG plot of curves with bands or intervals. */
export function curvePlot(plot: CurvePlot): string {
  const { curves, showX, showY, xAxis, yAxis } = plot
  const all = curves.flatMap(({ points }) => points)
  const [left, right] = [Math.min(...all.map(({ x }) => x)), Math.max(...all.map(({ x }) => x))]
  const lowest = Math.min(...all.map(({ low }) => low))
  const highest = Math.max(...all.map(({ high }) => high))
  const room = (highest - lowest || 1) * 0.05
  const [bottom, top] = [lowest - room, highest + room]
  const inset = plot.spread === 'bars' ? 24 : 0
  const x = (value: number) =>
    tenths(LEFT + inset + ((value - left) / (right - left || 1)) * (CHART - 2 * inset))
  const y = (value: number) => tenths(TOP + HEIGHT - ((value - bottom) / (top - bottom)) * HEIGHT)
  const parts = [
    ...ticks(bottom, top).flatMap((tick) => [
      line(LEFT, y(tick), LEFT + CHART, y(tick), 'class="grid"'),
      text(LEFT - 8, y(tick) + 4, showY(tick), 'class="axis" text-anchor="end"'),
    ]),
    ...(plot.xTicks ?? ticks(left, right)).map((tick) =>
      text(x(tick), TOP + HEIGHT + 20, showX(tick), 'class="axis" text-anchor="middle"'),
    ),
    text(LEFT, TOP - 12, yAxis, 'class="axis"'),
    text(LEFT + CHART / 2, TOP + HEIGHT + FOOT - 6, xAxis, 'class="axis" text-anchor="middle"'),
  ]
  curves.forEach(({ name, points }, i) => {
    const colour = colourOf(i)
    parts.push(`<g><title>${escapeXml(name)}</title>`)
    if (plot.spread === 'band') {
      const outline = [
        ...points.map((point) => `${x(point.x)},${y(point.high)}`),
        ...points.toReversed().map((point) => `${x(point.x)},${y(point.low)}`),
      ]
      parts.push(`<polygon points="${outline.join(' ')}" fill="${colour}" fill-opacity="0.15"/>`)
    }
    const path = points.map((point) => `${x(point.x)},${y(point.y)}`).join(' ')
    parts.push(`<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"${dashOf(i)}/>`)
    if (plot.spread === 'bars')
      for (const point of points) {
        const at = x(point.x) + (i - (curves.length - 1) / 2) * 6
        const label = `${name}, ${showX(point.x)}: ${showY(point.y)} (${showY(point.low)} to ${showY(point.high)})`
        parts.push(
          `<g stroke="${colour}" stroke-width="2"><title>${escapeXml(label)}</title>`,
          line(at, y(point.low), at, y(point.high), ''),
          `<circle cx="${tenths(at)}" cy="${y(point.y)}" r="4" fill="${colour}" stroke="none"/></g>`,
        )
      }
    parts.push('</g>')
    const at = TOP + 8 + i * 20
    parts.push(
      line(LEFT + CHART + 14, at, LEFT + CHART + 44, at, `stroke="${colour}" stroke-width="2"${dashOf(i)}`),
      text(LEFT + CHART + 50, at + 4, name),
    )
  })
  const names = Math.max(0, ...curves.map(({ name }) => textWidth(name)))
  return svgOf({ ...plot, width: LEFT + CHART + 70 + names, height: TOP + HEIGHT + FOOT, parts })
}
