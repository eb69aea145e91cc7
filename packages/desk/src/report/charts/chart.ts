/** Charts of balance: one question each, with its finding in words, its data, and an SVG in any size. */
import { colourOf, escapeXml, plotStyle, tenths, text } from '../svg.js'

/** A chart. Its parts begin at y = 0. */
export interface Chart {
  /** For files: `who-wins`. */
  readonly id: string
  readonly title: string
  readonly about: string
  /** What it shows, in words. */
  readonly finding: string
  readonly size: ChartSize
  readonly parts: readonly string[]
  /** The same as a table; the first row is its head. */
  readonly rows: readonly (readonly string[])[]
  /** The figures, as JSON. */
  readonly data: unknown
}

/** The size of a chart in CSS pixels. */
export interface ChartSize {
  readonly width: number
  readonly height: number
}

/** The colours of a game. */
export interface ChartColours {
  /** By the number of a seat among those that take part. */
  readonly seat: (i: number) => string
  /** Of games with several winners. */
  readonly shared: string
  /** Of games without a winner. */
  readonly nobody: string
  /** Of what belongs to no seat. */
  readonly plain: string
}

/** Colours for colour-blind readers. */
export const DEFAULT_COLOURS: ChartColours = {
  seat: colourOf,
  shared: '#7d5a86',
  nobody: '#808890',
  plain: '#8d7a5f',
}

const HEADING = 62

/** Writes a chart as SVG. With a heading and its own styles it is a picture of its own; without, a part of a page. */
export function chartSvg(chart: Chart, { heading }: { readonly heading: boolean }): string {
  const { title, about, finding, size, parts } = chart
  const [w, h] = [tenths(size.width), tenths(size.height + (heading ? HEADING + 16 : 0))]
  const label = escapeXml(`${title}. ${finding}`)
  const open = `<svg xmlns="http://www.w3.org/2000/svg" class="plot" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}" role="img" aria-label="${label}">`
  if (!heading) return `${open}\n${parts.join('\n')}\n</svg>\n`
  return `${open}
<title>${escapeXml(title)}</title>
<desc>${escapeXml(finding)}</desc>
${plotStyle}
<rect class="back" width="100%" height="100%"/>
${text(12, 26, title, 'class="title"')}
${text(12, 46, about, 'class="about"')}
<g transform="translate(0 ${HEADING})">
${parts.join('\n')}
</g>
</svg>
`
}

/** The data of a chart, as JSON. */
export function chartJson({ title, about, finding, data }: Chart): string {
  return `${JSON.stringify({ title, about, finding, data }, null, 2)}\n`
}

/** A rectangle. */
export function bar(x: number, y: number, width: number, height: number, attributes: string): string {
  return `<rect x="${tenths(x)}" y="${tenths(y)}" width="${tenths(Math.max(0, width))}" height="${tenths(Math.max(0, height))}" ${attributes}/>`
}

/** The mark of a series: circle, square, diamond, triangle. Marks differ by shape as well as by colour. */
export function mark(i: number, x: number, y: number, colour: string, size = 4.5): string {
  const shape = (points: readonly (readonly [number, number])[]) =>
    `<polygon points="${points.map(([dx, dy]) => `${tenths(x + dx * size)},${tenths(y + dy * size)}`).join(' ')}" fill="${colour}"/>`
  switch (i % 4) {
    case 0:
      return `<circle cx="${tenths(x)}" cy="${tenths(y)}" r="${size}" fill="${colour}"/>`
    case 1:
      return bar(x - size, y - size, 2 * size, 2 * size, `fill="${colour}"`)
    case 2:
      return shape([
        [0, -1.4],
        [1.4, 0],
        [0, 1.4],
        [-1.4, 0],
      ])
    default:
      return shape([
        [0, -1.2],
        [1.3, 1],
        [-1.3, 1],
      ])
  }
}

/** The class of texts on a colour: light or dark, whichever is easier to read. */
export function inkOn(colour: string): string {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return channel <= 0.03928 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  const luminance = 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (b ?? 0)
  return luminance > 0.179 ? 'dark-ink' : 'light-ink'
}
