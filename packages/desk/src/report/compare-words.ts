/** A comparison as the page shows it: a headline, and a mark for each difference. */
import type { Comparison, FigureDifference } from '@ludoforge/sim/evaluate'
import { changeText, type SeatNames, shortDifference } from './difference-words.js'
import { decimal, signed, wholePercent, wholePoints } from './figures.js'
import { escapeXml, line, tenths } from './svg.js'

/** The differences with some players. */
interface Compared {
  readonly players: string
  readonly comparison: Comparison
}

const TOLD = 3

/** The headline of a comparison, and what a stronger player makes of it. */
export function comparisonHeadline(
  own: Compared,
  stronger: Compared | undefined,
  seatName: SeatNames,
): { readonly title: string; readonly text: string } {
  const [largest, ...others] = own.comparison.found
  const told = (figures: readonly FigureDifference[]) =>
    figures.map((figure) => shortDifference(figure, seatName)).join('; ')
  const second =
    stronger === undefined
      ? ''
      : stronger.comparison.found.length === 0
        ? ` With ${stronger.players}, no difference is found.`
        : ` With ${stronger.players}: ${told(stronger.comparison.found.slice(0, TOLD))}.`
  if (largest === undefined)
    return {
      title: 'No difference found',
      text: `With ${own.players}, every figure differs by less than its interval.${second}`,
    }
  const missing =
    stronger !== undefined && !stronger.comparison.found.some((figure) => isSame(figure, largest))
  const title = changeText(largest, seatName)
  return {
    title: missing ? `${title}, but not with ${stronger.players}` : title,
    text: `With ${own.players}: ${told([largest, ...others].slice(0, TOLD))}.${second}`,
  }
}

const isSame = (a: FigureDifference, b: FigureDifference): boolean =>
  a.kind === b.kind && a.seat === b.seat && a.option?.name === b.option?.name

/** `8.0 → 6.2`. */
export function sideTexts({ before, after, share }: FigureDifference): string {
  const show = share ? wholePercent : (value: number) => decimal(value, 2)
  return `${show(before)} → ${show(after)}`
}

/** The interval of a difference: `−43 to −37 points`. */
export function differenceBounds({ difference: { low, high }, share }: FigureDifference): string {
  if (low === null || high === null) return ''
  const show = (value: number) => (share ? signed(wholePoints(value), 0) : signed(value, 2)).replace('-', '−')
  return `${show(low)} to ${show(high)}${share ? ' points' : ''}`
}

const WIDTH = 240
const HEIGHT = 40
const REACH = 2 // standard deviations

/** A difference in standard deviations: a bar with its interval, and below it the same with a stronger player. */
export function effectMark(own: FigureDifference, second: FigureDifference | undefined): string {
  const x = (effect: number) =>
    tenths(WIDTH / 2 + (Math.max(-REACH, Math.min(REACH, effect)) / REACH) * (WIDTH / 2 - 8))
  const label = [own, ...(second === undefined ? [] : [second])]
    .map(({ effect }) => (effect === null ? 'in every game' : `${signed(effect, 2)} standard deviations`))
    .join('; ')
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" class="plot" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-label="${escapeXml(label)}">`,
    line(WIDTH / 2, 0, WIDTH / 2, HEIGHT, 'class="mark"'),
    ...effectParts(own, 13, x, false),
    ...(second === undefined ? [] : effectParts(second, 30, x, true)),
    '</svg>',
  ].join('')
}

function effectParts(
  { effect, difference }: FigureDifference,
  y: number,
  x: (effect: number) => number,
  isSecond: boolean,
): string[] {
  const at = effect ?? Math.sign(difference.value) * REACH
  const scaled = (bound: number | null): number =>
    bound === null || difference.value === 0 ? at : (bound * at) / difference.value
  const [low, high] = [x(scaled(difference.low)), x(scaled(difference.high))]
  const [from, to] = [Math.min(x(0), x(at)), Math.max(x(0), x(at))]
  return [
    ...(isSecond
      ? []
      : [`<rect class="effect-bar" x="${from}" y="${y - 4}" width="${tenths(to - from)}" height="8"/>`]),
    `<g class="${isSecond ? 'effect-second' : 'effect-own'}">`,
    line(low, y, high, y, ''),
    line(low, y - 4, low, y + 4, ''),
    line(high, y - 4, high, y + 4, ''),
    isSecond
      ? `<rect x="${tenths(x(at) - 4)}" y="${y - 4}" width="8" height="8"/>`
      : `<circle cx="${x(at)}" cy="${y}" r="4.5"/>`,
    '</g>',
  ]
}
