import {
  type Comparison,
  compareEvaluations,
  type EvaluationSeries,
  type FigureDifference,
} from '@ludoforge/sim'
import type { LoadedGame } from '@ludoforge/compiler'
import { loadNamed } from '../agents.js'
import { count, decimal, signed } from '../report/figures.js'
import { intervalPlot } from '../report/interval-plot.js'
import { type Report, reportLines, reportPage, type Section } from '../report/section.js'
import type { Terminal } from '../terminal/terminal.js'
import { EXIT, Failure } from '../usage.js'
import { write } from './compile.js'
import { loadVersion } from './compare/version.js'
import { changeText, differenceText, figureName, figuresText, type SeatNames } from './compare/words.js'
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
    aboutOf(one, same),
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

/** The names of the seats of a game. */
export function seatNames({ def }: Pick<LoadedGame, 'def'>): SeatNames {
  return (id) => def.seats.find((seat) => seat.id === id)?.name ?? id
}

function aboutOf({ work }: EvaluationSeries, same: boolean): string {
  const { agents, seed, seats } = work.evaluate
  const who = [...new Set(seats.map((seat) => agents[seat]))].join(', ')
  return `same seeds (${seed}) and agents (${who}) on both sides${same ? '; the rules are the same' : ''}`
}

const HEADLINE = 3

/** The differences as a report. */
function comparisonReport(
  { pairs, found, notFound }: Comparison,
  title: string,
  seatName: SeatNames,
  about: string,
): Report {
  const all = found.length + notFound.length
  const byChance = decimal(all / 20, 0)
  const headline = found.slice(0, HEADLINE).map((figure) => changeText(figure, seatName))
  return {
    title: `${title}: ${count(pairs)} pairs of games`,
    about,
    findings: [
      found.length === 0
        ? `No difference found in ${count(all)} figures.`
        : `${headline.map((text, i) => (i === 0 ? text : lowerFirst(text))).join('; ')}.`,
    ],
    sections: [
      ...(found.length === 0 ? [] : [foundSection(found, seatName, all, byChance)]),
      ...(notFound.length === 0
        ? []
        : [
            {
              title: 'No difference found',
              sentences: ['Each of these differences is smaller than its interval.'],
              table: {
                left: 2,
                rows: [
                  ['figure', 'before -> after'],
                  ...notFound.map((figure) => [figureName(figure, seatName), figuresText(figure)]),
                ],
              },
            },
          ]),
    ],
  }
}

function foundSection(
  found: readonly FigureDifference[],
  seatName: SeatNames,
  all: number,
  byChance: string,
): Section {
  return {
    title: 'Differences, the largest first',
    sentences: found.map((figure) => differenceText(figure, seatName)),
    plots: [effectPlot(found, seatName)],
    note: `In brackets: 95 % intervals of paired differences. Of ${count(all)} figures, about ${byChance} would differ by chance alone.`,
  }
}

const MAX_PLOTTED = 20

/** The differences in standard deviations, so that figures of all units fit in one plot. */
function effectPlot(found: readonly FigureDifference[], seatName: SeatNames): string {
  const rows = found.slice(0, MAX_PLOTTED).flatMap((figure) => {
    const { effect, difference } = figure
    if (effect === null || difference.value === 0) return []
    const scaled = (bound: number | null) => (bound === null ? null : (bound * effect) / difference.value)
    const interval = { value: effect, low: scaled(difference.low), high: scaled(difference.high) }
    return [{ label: figureName(figure, seatName), interval, figures: figuresText(figure), colour: 0 }]
  })
  const bounds = rows.flatMap(({ interval }) => [
    interval.low ?? interval.value,
    interval.high ?? interval.value,
  ])
  return intervalPlot({
    title: 'Differences',
    about: "in standard deviations between games (Cohen's d) · bars: 95 % intervals",
    finding: rows.map(({ label, figures }) => `${label}: ${figures}`).join('; '),
    axis: 'less, or more than before',
    low: Math.min(-0.1, ...bounds),
    high: Math.max(0.1, ...bounds),
    show: (value) => signed(value, 1),
    mark: { at: 0, label: 'no difference' },
    groups: [{ label: '', rows }],
  })
}

const lowerFirst = (text: string): string =>
  text.replace(/^(?:The|There|Games|Shared|Draws)\b/, (word) => word.toLowerCase())
