import type { Comparison, EvaluationSeries, FigureDifference } from '@ludoforge/sim/evaluate'
import { changeText, differenceText, figureName, figuresText, type SeatNames } from './difference-words.js'
import { count, decimal, signed } from './figures.js'
import { intervalPlot } from './interval-plot.js'
import type { Report, Section } from './report.js'

/** What both versions share. */
export function comparisonAbout({ work }: EvaluationSeries, same: boolean): string {
  const { agents, seed, seats } = work.evaluate
  const who = [...new Set(seats.map((seat) => agents[seat]))].join(', ')
  return `same seeds (${seed}) and agents (${who}) on both sides${same ? '; the rules are the same' : ''}`
}

const HEADLINE = 3

/** The differences as a report. */
export function comparisonReport(
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
