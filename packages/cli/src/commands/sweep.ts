import { compareEvaluations } from '@ludoforge/sim'
import { loadNamed } from '../agents.js'
import { findGame } from '../games.js'
import { count, differenceText, seatNames, sweepPlot, sweepRows } from '@ludoforge/desk/report'
import { table } from '../report/table.js'
import type { Terminal } from '../terminal/terminal.js'
import { EXIT, UsageError } from '../usage.js'
import { write } from './compile.js'
import { type BalanceOptions, playing, seriesFor } from './evaluate.js'
import { playHere } from './runs/play.js'
import { sweepName, sweepPlace } from './sweep/variations.js'

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
        ...table(sweepRows(swept, results), 1, terminal.paint),
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
