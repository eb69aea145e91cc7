import type { Interval } from '@ludoforge/sim/evaluate'
import { colourOf, escapeXml, line, svgOf, tenths, text, textWidth, ticks, TOP } from './svg.js'

/** A row of an interval plot: a dot with its interval. */
interface IntervalRow {
  readonly label: string
  readonly interval: Interval
  /** The figures at the end of the row. */
  readonly figures: string
  /** The number of its colour. */
  readonly colour: number
}

/** Rows with a label, such as a seat. */
export interface IntervalGroup {
  readonly label: string
  readonly rows: readonly IntervalRow[]
}

/** The contents of an interval plot. */
export interface IntervalPlot {
  readonly title: string
  readonly about: string
  readonly finding: string
  readonly axis: string
  /** The ends of the axis. */
  readonly low: number
  readonly high: number
  readonly show: (value: number) => string
  /** A dashed line, such as an equal share. */
  readonly mark?: { readonly at: number; readonly label: string }
  /** An interval wider than this is drawn without a dot: there are too few games. */
  readonly tooWide?: number
  readonly groups: readonly IntervalGroup[]
}

const ROW = 22
const GAP = 16 // between groups
const FOOT = 42
const CHART = 460

/** An SVG plot of values with their intervals, one below the other. */
export function intervalPlot(plot: IntervalPlot): string {
  const { groups, low, high, show, mark, axis } = plot
  const rows = groups.flatMap((group) => group.rows)
  const widest = (texts: readonly string[]) => Math.max(0, ...texts.map(textWidth))
  const labels = widest(groups.map(({ label }) => label))
  const labelX = labels === 0 ? 20 : 20 + labels + 18
  const left = labelX + widest(rows.map(({ label }) => label)) + 16
  const figuresX = left + CHART + 16
  const width = figuresX + widest(rows.map(({ figures }) => figures)) + 20
  const bottom = TOP + groups.reduce((sum, group) => sum + group.rows.length * ROW + GAP, 0) - GAP
  const clamped = (value: number) => Math.min(high, Math.max(low, value))
  const x = (value: number) => tenths(left + ((clamped(value) - low) / (high - low || 1)) * CHART)
  const parts = ticks(low, high).flatMap((tick) => [
    line(x(tick), TOP - 6, x(tick), bottom + 6, 'class="grid"'),
    text(x(tick), bottom + 24, show(tick), 'class="axis" text-anchor="middle"'),
  ])
  if (mark !== undefined)
    parts.push(
      line(x(mark.at), TOP - 6, x(mark.at), bottom + 6, 'class="mark" stroke-dasharray="4 4"'),
      text(x(mark.at), TOP - 12, mark.label, 'class="axis" text-anchor="middle"'),
    )
  let top = TOP
  groups.forEach(({ label, rows: own }, group) => {
    const height = own.length * ROW + GAP
    if (group % 2 === 1)
      parts.unshift(
        `<rect class="band" x="10" y="${top - GAP / 2}" width="${tenths(width - 20)}" height="${height}"/>`,
      )
    if (label !== '') parts.push(text(20, top + ROW / 2 + 4, label, 'class="group"'))
    own.forEach((row, i) => {
      const y = top + i * ROW + ROW / 2
      parts.push(text(labelX, y + 4, row.label), ...rowParts(row, y, x, plot))
      parts.push(text(figuresX, y + 4, row.figures, 'class="figure"'))
    })
    top += height
  })
  parts.push(text(left + CHART / 2, bottom + FOOT, axis, 'class="axis" text-anchor="middle"'))
  return svgOf({ ...plot, width, height: bottom + FOOT + 14, parts })
}

function rowParts(row: IntervalRow, y: number, x: (value: number) => number, plot: IntervalPlot): string[] {
  const { interval, label, figures } = row
  const { value } = interval
  const [low, high] = [interval.low ?? value, interval.high ?? value]
  const colour = colourOf(row.colour)
  const title = `<title>${escapeXml(`${label}: ${figures}`)}</title>`
  if (plot.tooWide !== undefined && high - low > plot.tooWide)
    return [
      `<g>${title}<rect x="${x(low)}" y="${y - 5}" width="${tenths(x(high) - x(low))}" height="10" fill="${colour}" fill-opacity="0.35"/></g>`,
    ]
  return [
    `<g stroke="${colour}" stroke-width="2">${title}`,
    line(x(low), y, x(high), y, ''),
    line(x(low), y - 5, x(low), y + 5, ''),
    line(x(high), y - 5, x(high), y + 5, ''),
    `<circle cx="${x(value)}" cy="${y}" r="5" fill="${colour}" stroke="none"/></g>`,
  ]
}
