import type { TournamentResult } from '@ludoforge/sim/evaluate'
import { count, range, signed } from '../figures.js'
import { skillFinding } from '../findings.js'
import { line, text, ticks } from '../svg.js'
import { bar, type Chart, type ChartColours, type ChartSize, mark } from './chart.js'
import { whisker } from './wins-chart.js'

const LEFT = 84
const FOOT = 24
const HEAD = 10
const TOO_WIDE = 400 // a rating that may be anything within a factor of ten

/** How much skill counts: the ratings of players from strong to weak. */
export function skillChart(result: TournamentResult, colours: ChartColours, size: ChartSize): Chart {
  const { ratings, games } = result
  const bounds = ratings.flatMap(({ value, low, high }) => [low ?? value, value, high ?? value])
  const reach = Math.max(100, ...bounds.map(Math.abs)) * 1.1
  const width = size.width - LEFT - 24
  const x = (value: number) => LEFT + ((value + reach) / (2 * reach)) * width
  const bottom = size.height - FOOT
  const step = (bottom - HEAD) / Math.max(1, ratings.length)
  const show = (value: number) => signed(value, 0)
  return {
    id: 'skill',
    title: 'How much skill counts',
    about: `Elo of ${count(games)} games, all pairs and seats.`,
    finding: skillFinding(result),
    size,
    parts: [
      ...ticks(-reach, reach, 4).flatMap((tick) => [
        line(x(tick), 0, x(tick), bottom, 'class="grid"'),
        text(x(tick), bottom + 18, show(tick), 'class="axis" text-anchor="middle"'),
      ]),
      ...ratings.flatMap(({ agent, value, low, high }, i) => {
        const y = HEAD + (i + 0.5) * step + 4
        const wide = low === null || high === null || high - low > TOO_WIDE
        return [
          text(LEFT - 10, y + 4, agent, 'text-anchor="end"'),
          ...(wide
            ? [
                bar(
                  x(low ?? -reach),
                  y - 4,
                  x(high ?? reach) - x(low ?? -reach),
                  8,
                  `fill="${colours.plain}" fill-opacity="0.4"`,
                ),
              ]
            : [
                ...whisker(x(low), x(high), y, colours.plain),
                mark(0, x(value), y, colours.plain),
                text(x(value), y - 9, show(value), 'class="group" text-anchor="middle"'),
              ]),
        ]
      }),
    ],
    rows: [
      ['player', 'rating', ''],
      ...ratings.map((rating) => [rating.agent, show(rating.value), range(rating, show)]),
    ],
    data: ratings,
  }
}
