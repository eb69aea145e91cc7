/** Differences between two versions of a game, in words. */
import type { Game } from '@ludoforge/kernel'
import type { FigureDifference } from '@ludoforge/sim/evaluate'
import { decimal, percent, signed, signedPercent, wholePercent, wholePoints } from './figures.js'
import { capital } from './findings.js'

/** Returns the name of a seat. */
export type SeatNames = (id: string) => string

/** The names of the seats of a game. */
export function seatNames({ def }: Pick<Game, 'def'>): SeatNames {
  return (id) => def.seats.find((seat) => seat.id === id)?.name ?? id
}

/** The sentence of a figure: what changed, before and after, and the interval of the difference. */
export function differenceText(figure: FigureDifference, seatName: SeatNames): string {
  return `${changeText(figure, seatName)}: ${figuresText(figure)}`
}

/** `47.0 % -> 51.0 % (+2.0 to +6.0 %)`. */
export function figuresText({ before, after, difference, share }: FigureDifference): string {
  const show = share ? percent : (value: number) => decimal(value, 2)
  const { low, high } = difference
  const bound = share ? signedPercent : (value: number) => signed(value, 2)
  const bounds = low === null || high === null ? '' : ` (${bound(low).replace(' %', '')} to ${bound(high)})`
  return `${show(before)} -> ${show(after)}${bounds}`
}

/** A difference in a line: `Shared wins 60 → 20 % (−43 to −37)`. */
export function shortDifference(figure: FigureDifference, seatName: SeatNames): string {
  const { before, after, difference, share } = figure
  const digits = share ? 0 : Math.max(Math.abs(before), Math.abs(after)) < 100 ? 1 : 0
  const scaled = (value: number) => (share ? wholePoints(value) : value)
  const show = (value: number) => decimal(scaled(value), digits)
  const bound = (value: number) => signed(scaled(value), digits).replace('-', '−')
  const { low, high } = difference
  const bounds = low === null || high === null ? '' : ` (${bound(low)} to ${bound(high)})`
  return `${capital(shortName(figure, seatName))} ${show(before)} → ${show(after)}${share ? ' %' : ''}${bounds}`
}

/** The name of a figure where there is little room. */
function shortName(figure: FigureDifference, seatName: SeatNames): string {
  const { kind, seat, option } = figure
  switch (kind) {
    case 'won':
      return `${seatName(seat ?? '')} wins`
    case 'shared':
      return 'shared wins'
    case 'draws':
      return 'draws'
    case 'taken':
      return optionName(option)
    case 'decided':
      return 'decided after'
    default:
      return figureName(figure, seatName)
  }
}

/** What a figure measures. */
export function figureName({ kind, seat, option }: FigureDifference, seatName: SeatNames): string {
  const of = seat === undefined ? '' : seatName(seat)
  switch (kind) {
    case 'won':
      return `games won by ${of}`
    case 'score':
      return `score of ${of}`
    case 'taken':
      return `${optionName(option)} taken per game`
    case 'shared':
      return 'games with several winners'
    case 'draws':
      return 'drawn games'
    case 'lost':
      return 'games lost by all'
    case 'branching':
      return 'options per decision'
    case 'lead-changes':
      return 'lead changes per game'
    case 'decided':
      return 'share of the game until it is decided'
    default:
      return kind
  }
}

/** What changed, as a clause: `Muster is taken 12 % less`. */
export function changeText(figure: FigureDifference, seatName: SeatNames): string {
  const { kind, seat, option, before, after, difference } = figure
  const of = seat === undefined ? '' : seatName(seat)
  const more = difference.value > 0
  const size = decimal(Math.abs(difference.value))
  switch (kind) {
    case 'won':
      return `${of} wins ${more ? 'more' : 'less'} often`
    case 'score':
      return `The score of ${of} is ${size} ${more ? 'higher' : 'lower'}`
    case 'shared':
      return `Shared wins are ${more ? 'more frequent' : 'rarer'}`
    case 'draws':
      return `Draws are ${more ? 'more frequent' : 'rarer'}`
    case 'lost':
      return `Games that everybody loses are ${more ? 'more frequent' : 'rarer'}`
    case 'decisions':
    case 'turns':
      return `Games are ${size} ${size === '1' ? kind.slice(0, -1) : kind} ${more ? 'longer' : 'shorter'}`
    case 'branching':
      return `There are ${more ? 'more' : 'fewer'} options for each decision`
    case 'lead-changes':
      return `The lead changes ${more ? 'more' : 'less'} often`
    case 'drama':
      return `There is ${more ? 'more' : 'less'} drama`
    case 'decided':
      return `Games are decided ${more ? 'later' : 'earlier'}`
    case 'taken':
      if (before === 0) return `${optionName(option)} is taken, which it never was before`
      if (after === 0) return `${optionName(option)} is never taken any more`
      return `${optionName(option)} is taken ${wholePercent(Math.abs(after / before - 1))} ${more ? 'more' : 'less'}`
  }
}

function optionName(option: FigureDifference['option']): string {
  if (option === undefined) return ''
  const name = capital(option.name)
  return option.question === undefined ? name : `${name} (${option.question})`
}
