/** The results of a sweep: how a game plays with several values of a number. */
import type { Evaluation } from '@ludoforge/sim/evaluate'
import { curvePlot } from './curve-plot.js'
import { count, decimal, percent, range } from './figures.js'

/** The varied number. */
export interface SweptNumber {
  readonly name: string
  /** The value in the rules as they are. */
  readonly now: number
}

/** A value of the varied number, and how the game plays with it. */
export interface Swept {
  readonly value: number
  readonly result: Evaluation
}

/** The results as a table; the first row is its head. */
export function sweepRows({ name, now }: SweptNumber, results: readonly Swept[]): string[][] {
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
export function sweepPlot({ name }: SweptNumber, results: readonly Swept[]): string {
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
