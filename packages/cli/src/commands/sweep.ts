import { compareEvaluations, type Evaluation } from '@ludoforge/sim'
import { loadNamed } from '../agents.js'
import { findGame } from '../games.js'
import { curvePlot } from '../report/curve-plot.js'
import { count, decimal, percent, range, table } from '../report/figures.js'
import type { Terminal } from '../terminal/terminal.js'
import { EXIT, UsageError } from '../usage.js'
import { seatNames } from './compare.js'
import { differenceText } from './compare/words.js'
import { write } from './compile.js'
import { type BalanceOptions, playing, seriesFor } from './evaluate.js'
import { playHere } from './runs/play.js'
import { type Sweep, sweepName, sweepPlace } from './sweep/variations.js'

export interface SweepOptions extends BalanceOptions {
  readonly value?: string
  readonly at?: string
  readonly plot?: string
}

/** Plays a game with several values of a number, on the same seeds, and prints how the results change. */
export async function sweep(name: string, options: SweepOptions, terminal: Terminal): Promise<number> {
  if ((options.value === undefined) === (options.at === undefined))
    throw new UsageError('Name the number to vary: --value NAME=0..3, or --at FILE:LINE=0..3.')
  await loadNamed([options.agents], options)
  const found = findGame(name)
  const swept =
    options.value === undefined
      ? await sweepPlace(found, options.at ?? '')
      : await sweepName(found, options.value)
  const played = []
  for (const { value, game, options: changed } of swept.variations) {
    const series = seriesFor(game, options, changed)
    const { result, interrupted } = await playHere({ series }, playing(options), terminal)
    if (interrupted !== undefined) {
      terminal.err(interrupted)
      return EXIT.interrupted
    }
    played.push({ value, series, result })
  }
  const [first, last] = [played[0], played.at(-1)]
  const results = played.map(({ value, result }) => ({ value, result }))
  if (first === undefined || last === undefined) throw new Error('A sweep has values.')
  const comparison = compareEvaluations(first.series, last.series)
  if (options.plot !== undefined) write(options.plot, sweepPlot(swept, results))
  if (options.json)
    terminal.out(JSON.stringify({ name: swept.name, now: swept.now, values: results, comparison }, null, 2))
  else {
    const seatName = seatNames(first.series)
    const changes = comparison.found
      .slice(0, MAX_CHANGES)
      .map((figure) => `  ${differenceText(figure, seatName)}`)
    terminal.out(
      [
        terminal.paint.bold(`${first.result.title}: ${swept.name} from ${first.value} to ${last.value}`),
        `${count(first.result.statistics.games)} games for each value, on the same seeds; 95 % intervals in brackets`,
        '',
        ...table(rowsOf(swept, results), 1, terminal.paint),
        '',
        comparison.found.length === 0
          ? `No difference found between ${first.value} and ${last.value}.`
          : `From ${first.value} to ${last.value}:`,
        ...changes,
      ].join('\n'),
    )
    if (options.plot !== undefined) terminal.out(`\nThe plot is in ${options.plot}.`)
  }
  return results.every(({ result }) => result.statistics.errors.length === 0) ? EXIT.ok : EXIT.failed
}

const MAX_CHANGES = 5

interface Swept {
  readonly value: number
  readonly result: Evaluation
}

function rowsOf({ name, now }: Sweep, results: readonly Swept[]): string[][] {
  const [first] = results
  const seats = first?.result.seats ?? []
  const shared = results.some(({ result }) => result.shared.value > 0)
  const draws = results.some(({ result }) => result.draws.value > 0)
  const failed = results.some(({ result }) => result.statistics.errors.length > 0)
  const course = results.every(({ result }) => result.course !== null) && seats.length > 1
  return [
    [
      name,
      ...seats.flatMap((seat) => [`won by ${seat.name}`, '']),
      ...(shared ? ['shared'] : []),
      ...(draws ? ['drawn'] : []),
      'turns',
      'decisions',
      ...(course ? ['lead changes', 'decided after'] : []),
      ...(failed ? ['failed games'] : []),
    ],
    ...results.map(({ value, result }) => [
      value === now ? `${value} (now)` : String(value),
      ...result.seats.flatMap(({ won }) => [percent(won.value), range(won, percent)]),
      ...(shared ? [percent(result.shared.value)] : []),
      ...(draws ? [percent(result.draws.value)] : []),
      decimal(result.turns.mean.value),
      decimal(result.decisions.mean.value),
      ...(course
        ? [decimal(result.course?.leadChanges.value ?? 0, 2), percent(result.course?.decidedAt.value ?? 0)]
        : []),
      ...(failed ? [count(result.statistics.games - result.statistics.completed)] : []),
    ]),
  ]
}

/** The share of games that each seat wins, for each value. */
function sweepPlot({ name }: Sweep, results: readonly Swept[]): string {
  const [first] = results
  const last = results.at(-1)
  const won = ({ value, result }: Swept) =>
    `${value}: ${result.seats.map((seat) => `${seat.name} ${percent(seat.won.value)}`).join(', ')}`
  return curvePlot({
    title: `${first?.result.title ?? ''}: ${name}`,
    about: `${count(first?.result.statistics.games ?? 0)} games for each value, seed ${first?.result.seed} · bars: 95 % intervals`,
    finding: [first, last].flatMap((one) => (one === undefined ? [] : [won(one)])).join('; '),
    xAxis: name,
    yAxis: 'games won, also shared',
    showX: String,
    showY: (share) => `${Math.round(100 * share)} %`,
    spread: 'bars',
    xTicks: results.map(({ value }) => value),
    curves: (first?.result.seats ?? []).map(({ seat, name: seatName }) => ({
      name: seatName,
      points: results.flatMap(({ value, result }) => {
        const interval = result.seats.find((one) => one.seat === seat)?.won
        if (interval === undefined) return []
        return [{ x: value, y: interval.value, low: interval.low ?? 0, high: interval.high ?? 1 }]
      }),
    })),
  })
}
