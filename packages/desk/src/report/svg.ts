/** Parts of SVG plots. Plots follow the reader's light or dark theme and need no browser to make. */

/** A palette for colour-blind readers, after Okabe and Ito. */
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#8a6d00', '#56b4e9', '#7a3e9d', '#808890']

/** The dashes of lines, so that they differ by more than colour. */
const DASHES = ['', '7 4', '2 3', '9 3 2 3', '12 4', '4 2', '1 4', '6 2 1 2']

/** The colour of the series with this number. */
export function colourOf(i: number): string {
  return COLOURS[i % COLOURS.length] ?? '#808890'
}

/** The dashes of the series with this number, as an attribute. */
export function dashOf(i: number): string {
  const dash = DASHES[i % DASHES.length] ?? ''
  return dash === '' ? '' : ` stroke-dasharray="${dash}"`
}

/** A text at a position. */
export function text(x: number, y: number, content: string, attributes = ''): string {
  return `<text x="${tenths(x)}" y="${tenths(y)}" ${attributes}>${escapeXml(content)}</text>`
}

/** A straight line. */
export function line(x1: number, y1: number, x2: number, y2: number, attributes: string): string {
  return `<line x1="${tenths(x1)}" y1="${tenths(y1)}" x2="${tenths(x2)}" y2="${tenths(y2)}" ${attributes}/>`
}

/** Escapes a text for SVG and HTML. */
export function escapeXml(content: string): string {
  return content
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** Rounds a coordinate. */
export function tenths(value: number): number {
  return Math.round(value * 10) / 10
}

/** The approximate width of a text. */
export function textWidth(content: string): number {
  return content.length * 7
}

/** Round numbers from `low` to `high`, about `wanted` of them, for an axis. */
export function ticks(low: number, high: number, wanted = 6): number[] {
  if (!(high > low)) return [low]
  const rough = (high - low) / wanted
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? rough
  const first = Math.ceil(low / step - 1e-9)
  const last = Math.floor(high / step + 1e-9)
  return Array.from({ length: last - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)))
}

/** The styles of plots. */
export const plotStyle = `<style>
  .plot text { font: 13px system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif; fill: #1f2933 }
  .plot .title { font-size: 18px; font-weight: 600 }
  .plot .about, .plot .axis { fill: #5b6672; font-size: 12px }
  .plot .group { font-weight: 600 }
  .plot .figure { font-variant-numeric: tabular-nums }
  .plot .back { fill: #ffffff }
  .plot .band { fill: #f6f7f9 }
  .plot .grid { stroke: #d3d7dc }
  .plot .mark { stroke: #6b7280 }
  @media (prefers-color-scheme: dark) {
    .plot text { fill: #e6e9ed }
    .plot .about, .plot .axis { fill: #a7b0ba }
    .plot .back { fill: #16191d }
    .plot .band { fill: #1e2227 }
    .plot .grid { stroke: #3a4149 }
    .plot .mark { stroke: #98a2ad }
  }
  .plot .light-ink { fill: #ffffff; font-weight: 600 }
  .plot .dark-ink { fill: #000000; font-weight: 600 }
</style>`

/** A whole plot. `finding` says in words what it shows, for readers who don't see it. */
export interface Plot {
  readonly title: string
  readonly about: string
  readonly finding: string
  readonly width: number
  readonly height: number
  readonly parts: readonly string[]
}

/** Writes a plot with its title. The parts begin below `TOP`. */
export function svgOf({ title, about, finding, width, height, parts }: Plot): string {
  const [w, h] = [tenths(Math.max(width, textWidth(title) * 1.4 + 40)), tenths(height)]
  return `<svg xmlns="http://www.w3.org/2000/svg" class="plot" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}" role="img" aria-label="${escapeXml(`${title}. ${finding}`)}">
<title>${escapeXml(title)}</title>
<desc>${escapeXml(finding)}</desc>
${plotStyle}
<rect class="back" width="100%" height="100%"/>
${text(20, 30, title, 'class="title"')}
${text(20, 50, about, 'class="about"')}
${parts.join('\n')}
</svg>
`
}

/** The height of a plot's title. */
export const TOP = 92
