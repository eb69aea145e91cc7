import { compareEvaluations } from '@ludoforge/sim'
import type { LoadedGame } from '@ludoforge/compiler'
import { loadNamed } from '../agents.js'
import { comparisonAbout, comparisonReport, reportPage, seatNames } from '@ludoforge/desk/report'
import { reportLines } from '../report/lines.js'
import type { Terminal } from '../terminal/terminal.js'
import { EXIT, Failure } from '../usage.js'
import { write } from './compile.js'
import { loadVersion } from './compare/version.js'
import { type BalanceOptions, playing, seriesFor } from './evaluate.js'
import { playHere } from './runs/play.js'
import { errorLines } from './sim.js'

export interface CompareOptions extends BalanceOptions {
  readonly report?: string
  readonly failOnDifference: boolean
}

/** Plays two versions of a game on the same seeds and prints the differences, the largest first. */
export async function compare(
  oldName: string,
  newName: string,
  options: CompareOptions,
  terminal: Terminal,
): Promise<number> {
  await loadNamed([options.agents], options)
  const [before, after] = [await loadVersion(oldName), await loadVersion(newName)]
  refuseOtherSeats(before, after)
  const [one, other] = [seriesFor(before, options), seriesFor(after, options)]
  for (const series of [one, other]) {
    const { interrupted } = await playHere({ series }, playing(options), terminal)
    if (interrupted === undefined) continue
    terminal.err(interrupted)
    return EXIT.interrupted
  }
  const comparison = compareEvaluations(one, other)
  const errors = [one, other].flatMap((series) => series.summary(0).statistics.errors)
  const same = before.fingerprint === after.fingerprint
  const report = comparisonReport(
    comparison,
    `${oldName} -> ${newName}`,
    seatNames(after),
    comparisonAbout(one, same),
  )
  if (options.report !== undefined) write(options.report, reportPage(report))
  if (options.json) {
    const { seed, agents } = one.work.evaluate
    const versions = { old: oldName, new: newName, sameRules: same, seed, agents }
    terminal.out(JSON.stringify({ ...versions, ...comparison, errors }, null, 2))
  } else {
    const again = ({ seed }: { readonly seed: number | string }) => `with seed ${seed}`
    terminal.out(
      [...reportLines(report, terminal.paint), ...errorLines(errors, again, terminal.paint)].join('\n'),
    )
    if (options.report !== undefined) terminal.out(`\nThe report with plots is in ${options.report}.`)
  }
  if (errors.length > 0) return EXIT.failed
  return options.failOnDifference && comparison.found.length > 0 ? EXIT.failed : EXIT.ok
}

function refuseOtherSeats(before: LoadedGame, after: LoadedGame): void {
  const seatsOf = ({ def }: LoadedGame) => def.seats.map(({ id }) => id).join(', ')
  if (seatsOf(before) !== seatsOf(after))
    throw new Failure(
      `The versions have different seats (${seatsOf(before)}; now ${seatsOf(after)}), so their games can't be paired. Evaluate each of them instead.`,
    )
}
