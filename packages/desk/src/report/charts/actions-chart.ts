import type { Evaluation, OptionSummary } from '@ludoforge/sim/evaluate'
import { count, percent, range, wholePercent } from '../figures.js'
import { capital, shortName } from '../findings.js'
import { escapeXml, line, text } from '../svg.js'
import { bar, type Chart, type ChartColours, type ChartSize, mark } from './chart.js'
import { isTooWide, whisker } from './wins-chart.js'

/** The caution below win shares. */
export const NO_CAUSE = "A win rate doesn't show a cause: who leads can also choose differently."

const LABEL = 108
const HEAD = 24
const FOOT = 22
const GAP = 26 // between the two halves
const MAX_ROWS = 24 // bars, so that each can be read

/** For each action (or card, or option) and seat: how often it was possible and taken, and how often its taker won. */
export function actionsChart(
  of: Evaluation,
  options: readonly OptionSummary[],
  title: string,
  colours: ChartColours,
  size: ChartSize,
): Chart {
  const { seats } = of
  const possible = options.filter(({ all }) => all.possible > 0)
  const bottom = size.height - FOOT
  const room = Math.min(MAX_ROWS, (bottom - HEAD) / LEAST_ROW)
  const shown = possible.slice(0, fittingOptions(possible, room))
  const most = Math.max(
    1,
    ...shown.flatMap((option) => Object.values(option.seats).map((use) => use.possible)),
  )
  const half = (size.width - LABEL - GAP - 28) / 2
  const won = LABEL + half + GAP
  const rows = shown.reduce((sum, option) => sum + rowsOf(option), 0)
  const height = Math.min(16, (bottom - HEAD - shown.length * LEAST_GAP) / Math.max(1, rows))
  const gap = (bottom - HEAD - rows * height) / Math.max(1, shown.length)
  const x = (share: number) => won + share * half
  const [first] = shown
  const parts = [
    text(LABEL, 12, 'possible, taken', 'class="axis"'),
    text(won + half, 12, 'won when taken', 'class="axis" text-anchor="end"'),
    ...[0, 0.5, 1].flatMap((tick) => [
      line(
        x(tick),
        HEAD - 4,
        x(tick),
        bottom,
        `class="${tick === 0.5 ? 'mark' : 'grid'}" stroke-dasharray="2 4"`,
      ),
      text(x(tick), bottom + 16, wholePercent(tick), 'class="axis" text-anchor="middle"'),
    ]),
    ...shown.flatMap((option, i) => {
      const before = shown.slice(0, i).reduce((sum, one) => sum + rowsOf(one), 0)
      const top = HEAD + before * height + i * gap
      const own = seats.filter(({ seat }) => option.seats[seat] !== undefined)
      return [
        text(
          LABEL - 10,
          top + (height * own.length) / 2 + 5,
          clipped(option.name),
          'class="group" text-anchor="end"',
        ),
        ...seats.flatMap(({ seat, name }, s) => {
          const use = option.seats[seat]
          if (use === undefined) return []
          const y = top + own.findIndex((one) => one.seat === seat) * height
          const colour = colours.seat(s)
          const end = LABEL + (use.taken / most) * half
          const { low, high, value } = use.won
          const rowTitle = `${name}: ${option.name} possible ${count(use.possible)} times, taken ${count(use.taken)} times; won ${percent(value)} ${range(use.won, percent)} of games when taken`
          return [
            `<g><title>${escapeXml(rowTitle)}</title>`,
            bar(
              LABEL,
              y + 1,
              (use.possible / most) * half,
              height - 3,
              `fill="${colour}" fill-opacity="0.22"`,
            ),
            bar(LABEL, y + 1, end - LABEL, height - 3, `fill="${colour}"`),
            ...(height >= 12 ? [text(end + 4, y + height - 4, wholePercent(use.rate.value))] : []),
            ...(use.games === 0 || low === null || high === null
              ? []
              : isTooWide(use.won)
                ? [bar(x(low), y + 3, x(high) - x(low), height - 7, `fill="${colour}" fill-opacity="0.4"`)]
                : [
                    ...whisker(x(low), x(high), y + height / 2, colour),
                    mark(s, x(value), y + height / 2, colour, 4),
                  ]),
            '</g>',
          ]
        }),
      ]
    }),
  ]
  return {
    id: title.toLowerCase(),
    title,
    about:
      shown.length < possible.length
        ? `The ${shown.length} most frequent of ${count(possible.length)}.`
        : 'Decisions, and the share of games won.',
    finding:
      first === undefined
        ? 'Nothing was possible.'
        : `${capital(first.name)} is taken most often, in ${wholePercent(first.all.rate.value)} of the decisions where it is possible. ${NO_CAUSE}`,
    size,
    parts,
    rows: [
      ['', 'seat', 'possible', 'taken', 'of possible', 'won when taken', ''],
      ...possible.flatMap((option) =>
        seats.flatMap(({ seat, name }) => {
          const use = option.seats[seat]
          if (use === undefined) return []
          const { possible: could, taken, rate, games, won: share } = use
          return [
            [
              shortName(option.name),
              name,
              count(could),
              count(taken),
              percent(rate.value),
              ...(games === 0 ? [] : [percent(share.value), range(share, percent)]),
            ],
          ]
        }),
      ),
    ],
    data: possible,
  }
}

const LEAST_ROW = 15
const LEAST_GAP = 6

/** The seats that could ever choose an option: a bar each. */
const rowsOf = (option: OptionSummary): number => Object.keys(option.seats).length

/** The number of options that fit into this many rows; at least one. */
function fittingOptions(options: readonly OptionSummary[], room: number): number {
  let rows = 0
  const tooMany = options.findIndex((option) => (rows += rowsOf(option)) > room)
  return tooMany < 0 ? options.length : Math.max(1, tooMany)
}

const MAX_LABEL = 15

const clipped = (name: string): string =>
  capital(name.length > MAX_LABEL ? `${name.slice(0, MAX_LABEL - 1)}…` : name)
