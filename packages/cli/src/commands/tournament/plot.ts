import type { Score, TournamentResult } from '@ludoforge/sim'
import { percent, range, signed } from './table.js'

/** A palette for colour-blind readers, after Okabe and Ito. */
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#8a6d00', '#56b4e9', '#7a3e9d', '#444444']

const ROW = 22
const GAP = 16 // between seats
const TOP = 92
const FOOT = 42
const CHART = 460
const CHARACTER = 7 // approximate width of a character

/** An SVG plot of the win rate with its interval, for each agent in each seat. */
export function tournamentPlot(result: TournamentResult, title: string): string {
  const { seats, standings, deals, seed, against } = result
  const names = standings.map(({ agent }) => agent)
  const groups = [
    { label: 'all seats', score: (i: number) => standings[i]?.all },
    ...(seats.length < 2
      ? []
      : seats.map((seat) => ({ label: seat, score: (i: number) => standings[i]?.seats[seat] }))),
  ]
  const margins = standings.some(({ all }) => all.margin !== null)
  const longest = (texts: readonly string[]) => Math.max(...texts.map(({ length }) => length)) * CHARACTER
  const seatX = 20
  const agentX = seatX + longest(groups.map(({ label }) => label)) + 18
  const left = agentX + longest(names) + 16
  const rateX = left + CHART + 16
  const marginX = rateX + 170
  const width = Math.max(marginX + (margins ? 190 : 0), 20 + longest([title]) * 1.3)
  const high = groups.length * (names.length * ROW + GAP)
  const height = TOP + high + FOOT
  const x = (share: number) => round(left + share * CHART)
  const fair = 1 / Math.max(1, seats.length)

  const lines: string[] = []
  for (let tenth = 0; tenth <= 10; tenth += 1) {
    const at = x(tenth / 10)
    lines.push(
      `<line x1="${at}" y1="${TOP - 6}" x2="${at}" y2="${TOP + high - GAP + 6}" stroke="${tenth % 2 === 0 ? '#d3d7dc' : '#eceef1'}"/>`,
    )
    if (tenth % 2 === 0)
      lines.push(text(at, TOP + high - GAP + 24, `${tenth * 10} %`, 'class="axis" text-anchor="middle"'))
  }
  if (seats.length > 1) {
    const at = x(fair)
    lines.push(
      `<line x1="${at}" y1="${TOP - 6}" x2="${at}" y2="${TOP + high - GAP + 6}" stroke="#6b7280" stroke-dasharray="4 4"/>`,
      text(at, TOP - 12, 'equal share', 'class="axis" text-anchor="middle"'),
    )
  }
  groups.forEach(({ label, score }, group) => {
    const top = TOP + group * (names.length * ROW + GAP)
    if (group % 2 === 1)
      lines.unshift(
        `<rect x="10" y="${top - GAP / 2}" width="${round(width - 20)}" height="${names.length * ROW + GAP}" fill="#f6f7f9"/>`,
      )
    lines.push(text(seatX, top + ROW / 2 + 4, label, 'class="seat"'))
    names.forEach((name, i) => {
      const ofAgent = score(i)
      if (ofAgent === undefined) return
      const y = top + i * ROW + ROW / 2
      lines.push(...rowLines(ofAgent, name, colourOf(i), y, { x, agentX, rateX, marginX }))
    })
  })
  const about = [
    `${deals.toLocaleString('en-US')} deals, seed ${seed}`,
    against === undefined ? 'every combination of agents' : `one at a time against ${against}`,
    'bars: 95 % intervals',
  ].join(' · ')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${round(width)}" height="${height}" viewBox="0 0 ${round(width)} ${height}" role="img" aria-label="${escape(`${title}: games won by agent and seat`)}">
<style>
  text { font: 13px system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif; fill: #1f2933; dominant-baseline: auto }
  .title { font-size: 18px; font-weight: 600 }
  .about, .axis { fill: #5b6672; font-size: 12px }
  .seat { font-weight: 600 }
  .figure { font-variant-numeric: tabular-nums }
</style>
<rect width="100%" height="100%" fill="#ffffff"/>
${text(20, 30, title, 'class="title"')}
${text(20, 50, about, 'class="about"')}
${lines.join('\n')}
${text(left + CHART / 2, height - 12, 'games won', 'class="axis" text-anchor="middle"')}
${text(rateX, TOP - 12, 'won', 'class="axis"')}
${margins ? text(marginX, TOP - 12, 'margin', 'class="axis"') : ''}
</svg>
`
}

interface Columns {
  readonly x: (share: number) => number
  readonly agentX: number
  readonly rateX: number
  readonly marginX: number
}

function rowLines(score: Score, name: string, colour: string, y: number, at: Columns): string[] {
  const { rate, margin, games } = score
  const { x, agentX, rateX, marginX } = at
  const [low, high] = [x(rate.low ?? 0), x(rate.high ?? 1)]
  const tooltip = `${name}: ${percent(rate.value)} ${range(rate, percent)} of ${games} games`
  const figures = games === 0 ? 'no games' : `${percent(rate.value)} ${range(rate, percent)}`
  return [
    text(agentX, y + 4, name, `fill="${colour}" style="fill:${colour}"`),
    ...(games === 0
      ? []
      : [
          `<g stroke="${colour}" stroke-width="2"><title>${escape(tooltip)}</title>`,
          `<line x1="${low}" y1="${y}" x2="${high}" y2="${y}"/>`,
          `<line x1="${low}" y1="${y - 5}" x2="${low}" y2="${y + 5}"/>`,
          `<line x1="${high}" y1="${y - 5}" x2="${high}" y2="${y + 5}"/>`,
          `<circle cx="${x(rate.value)}" cy="${y}" r="5" fill="${colour}" stroke="#ffffff" stroke-width="1.5"/></g>`,
        ]),
    text(rateX, y + 4, figures, 'class="figure"'),
    ...(margin === null || games === 0
      ? []
      : [text(marginX, y + 4, `${signed(margin.value)} ${range(margin, signed)}`, 'class="figure"')]),
  ]
}

function colourOf(i: number): string {
  return COLOURS[i % COLOURS.length] ?? '#444444'
}

function text(x: number, y: number, content: string, attributes: string): string {
  return `<text x="${round(x)}" y="${round(y)}" ${attributes}>${escape(content)}</text>`
}

function escape(content: string): string {
  return content
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
