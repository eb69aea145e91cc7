import type { Evaluation, Interval } from '@ludoforge/sim/evaluate'
import { count, percent, range, wholePercent } from '../figures.js'
import { escapeXml, line, tenths, text, textWidth } from '../svg.js'
import { bar, type Chart, type ChartColours, type ChartSize, inkOn } from './chart.js'

/** The games of one lineup of players. */
export interface WinsRow {
  readonly label: string
  readonly evaluation: Evaluation
  /** The chosen players, or the rules now. */
  readonly isMain: boolean
}

/** A part of a bar: who wins. */
interface Part {
  readonly name: string
  readonly share: Interval
  readonly colour: string
}

/** An interval wider than 20 points says little. */
const TOO_WIDE = 0.2

/** Whether an interval is so wide that its value would mislead. */
export const isTooWide = ({ low, high }: Interval): boolean =>
  low !== null && high !== null && high - low > TOO_WIDE

const LEFT = 92
const HEAD = 26

/**
 * Who wins: a bar for each lineup of players, and the intervals of its ends below it. `waiting`: players without games,
 * whose places are kept.
 */
export function winsChart(
  rows: readonly WinsRow[],
  colours: ChartColours,
  size: ChartSize,
  waiting: readonly string[] = [],
): Chart {
  const [first] = rows
  const main = rows.find(({ isMain }) => isMain) ?? first
  const width = size.width - LEFT - 14
  const x = (share: number) => LEFT + Math.min(1, Math.max(0, share)) * width
  const step = (size.height - HEAD) / Math.max(1, rows.length + waiting.length)
  const height = Math.min(30, step * 0.55)
  const legend = first === undefined ? [] : partsOf(first.evaluation, colours)
  const parts = [
    ...legendParts(legend, width),
    line(x(0.5), HEAD - 4, x(0.5), size.height, 'class="mark" stroke-dasharray="2 4"'),
    ...rows.flatMap(({ label, evaluation, isMain }, i) => {
      const top = HEAD + i * step
      return [
        text(LEFT - 10, top + height / 2, label, `class="${isMain ? 'group' : 'axis'}" text-anchor="end"`),
        text(
          LEFT - 10,
          top + height / 2 + 14,
          count(evaluation.statistics.completed),
          'class="axis" text-anchor="end"',
        ),
        ...barParts(partsOf(evaluation, colours), top, height, x),
      ]
    }),
    ...waiting.flatMap((label, i) => {
      const y = HEAD + (rows.length + i) * step + height / 2 + 5
      return [
        text(LEFT - 10, y, label, 'class="axis" text-anchor="end"'),
        text(LEFT + 4, y, 'no games yet', 'class="axis"'),
      ]
    }),
  ]
  return {
    id: 'who-wins',
    title: 'Who wins',
    about: 'Share of games, by player. Whiskers: 95 % intervals.',
    finding: main === undefined ? '' : `${sharesText(partsOf(main.evaluation, colours))} (${main.label}).`,
    size,
    parts,
    rows: [
      ['players', 'games', ...legend.flatMap(({ name }) => [name, ''])],
      ...rows.map(({ label, evaluation }) => [
        label,
        count(evaluation.statistics.completed),
        ...partsOf(evaluation, colours).flatMap(({ share }) => [percent(share.value), range(share, percent)]),
      ]),
    ],
    data: rows.map(({ label, evaluation }) => ({
      players: label,
      agents: evaluation.seats.map(({ agent }) => agent),
      games: evaluation.statistics.completed,
      shares: partsOf(evaluation, colours).map(({ name, share }) => ({ name, ...share })),
    })),
  }
}

/** The outcomes of games as parts of a whole. With two seats, what they share is between them. */
function partsOf({ seats, shared, draws, lost }: Evaluation, colours: ChartColours): Part[] {
  const alone = seats.map(({ name, alone: share }, i) => ({
    name: seats.length === 1 ? name : `${name} alone`,
    share,
    colour: colours.seat(i),
  }))
  const others = [
    { name: 'shared', share: shared, colour: colours.shared },
    { name: 'drawn', share: draws, colour: colours.nobody },
    { name: 'lost by all', share: lost, colour: colours.nobody },
  ].filter(({ name, share }) => share.value > 0 || (name === 'shared' && seats.length === 2))
  const [left, right] = alone
  return alone.length === 2 && left !== undefined && right !== undefined
    ? [left, ...others, right]
    : [...alone, ...others]
}

const sharesText = (parts: readonly Part[]): string =>
  parts.map(({ name, share }) => `${name} ${wholePercent(share.value)}`).join(', ')

const SIGN = 16 // the coloured square before a name

/** The names of the parts, spread over the width of the bars. Where they don't fit, without `alone`, else none. */
function legendParts(parts: readonly Part[], width: number): string[] {
  const whole = parts.map(({ name }) => name)
  const fitting = [whole, whole.map((name) => name.replace(/ alone$/, ''))].find(
    (names) => widthOf(names) <= width,
  )
  if (fitting === undefined) return []
  const gap = (width - widthOf(fitting)) / Math.max(1, parts.length - 1)
  let x = LEFT
  return fitting.map((name, i) => {
    const at = x
    x += SIGN + textWidth(name) + gap
    return `<text x="${tenths(at)}" y="12"><tspan fill="${parts[i]?.colour ?? ''}">■</tspan> ${escapeXml(name)}</text>`
  })
}

const widthOf = (names: readonly string[]): number =>
  names.reduce((sum, name) => sum + SIGN + textWidth(name), 0)

function barParts(
  parts: readonly Part[],
  top: number,
  height: number,
  x: (share: number) => number,
): string[] {
  let start = 0
  return parts.flatMap(({ name, share, colour }, i) => {
    const from = start
    start += share.value
    const [left, right] = [x(from), x(start)]
    const shown = wholePercent(share.value)
    const isLast = i === parts.length - 1 && parts.length > 1
    const low = isLast ? 1 - (share.high ?? share.value) : from + (share.low ?? share.value)
    const high = isLast ? 1 - (share.low ?? share.value) : from + (share.high ?? share.value)
    const below = top + height + 5
    const wide = isTooWide(share)
    return [
      `<g><title>${escapeXml(`${name}: ${percent(share.value)} ${range(share, percent)}`)}</title>`,
      bar(left, top, Math.max(0, right - left - 1), height, `fill="${colour}" rx="2"`),
      ...(!wide && right - left > shown.length * 7.5
        ? [
            text(
              (left + right) / 2,
              top + height / 2 + 5,
              shown,
              `class="${inkOn(colour)}" text-anchor="middle"`,
            ),
          ]
        : []),
      ...(share.low === null || share.high === null
        ? []
        : wide
          ? [bar(x(low), below, x(high) - x(low), 6, `fill="${colour}" fill-opacity="0.4"`)]
          : whisker(x(low), x(high), below + 3, colour)),
      '</g>',
    ]
  })
}

/** An interval with its ends. */
export function whisker(low: number, high: number, y: number, colour: string): string[] {
  return [
    `<g stroke="${colour}" stroke-width="1.6">`,
    line(low, y, high, y, ''),
    line(low, y - 3.5, low, y + 3.5, ''),
    line(high, y - 3.5, high, y + 3.5, ''),
    '</g>',
  ]
}
