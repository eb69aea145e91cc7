/**
 * How games end, as far as a position tells: by the lead that a seat has now, and by what it has more of each feature
 * than its best rival. That is what agents look at who add promise to worth; so the weight of a feature is its
 * coefficient in units of that of the lead.
 */
import { at } from './linear.js'
import { errorOf, type Fit, predict, ratioWithError, regress, type Row } from './regression.js'
import type { Position, SampledGame } from './sample.js'

/** What is foretold: the lead at the end, or who wins. */
export type Target = 'margin' | 'win'

/** What a model is made of. */
export interface Shape {
  readonly target: Target
  readonly seats: number
  readonly features: number
  /** A weight for each seat, or one for all. */
  readonly bySeat: boolean
}

export interface Model {
  readonly shape: Shape
  readonly fit: Fit
}

/** A number and its standard error. */
export interface Measured {
  readonly value: number
  readonly error: number
}

const LEAD = 0 // the column of the lead; then come a constant for each seat, and the features
export const SIGNIFICANCE_SE = 2 // standard errors
const RIDGE = 20 // observations: a feature that hardly ever changes gets no wild weight

export function fitModel(shape: Shape, games: readonly SampledGame[]): Model {
  const { target, seats } = shape
  const width = widthOf(shape)
  const ridge = Array.from({ length: width }, (_, i) => (i <= seats ? 0 : RIDGE))
  return { shape, fit: regress(target === 'margin' ? 'linear' : 'logistic', rowsOf(shape, games), ridge) }
}

/** How much of what differs in the ends of these games the model foretells, from 0 (nothing) to 1. */
export function rSquared(model: Model, games: readonly SampledGame[]): number {
  const rows = rowsOf(model.shape, games)
  const mean = rows.reduce((sum, { y }) => sum + y, 0) / rows.length
  const all = rows.reduce((sum, { y }) => sum + (y - mean) ** 2, 0)
  const missed = misses(model, games).reduce((sum, miss) => sum + miss, 0)
  return all === 0 ? 0 : 1 - missed / all
}

/** Whether a model foretells the ends of these games better than another, more surely than luck would have it. */
export function isBetter(model: Model, other: Model, games: readonly SampledGame[]): boolean {
  const theirs = misses(other, games)
  const gains = misses(model, games).map((miss, i) => at(theirs, i) - miss)
  const mean = gains.reduce((sum, gain) => sum + gain, 0) / gains.length
  const variance = gains.reduce((sum, gain) => sum + (gain - mean) ** 2, 0) / Math.max(1, gains.length - 1)
  return mean > SIGNIFICANCE_SE * Math.sqrt(variance / gains.length)
}

/** By how much it is wrong in each game, squared and summed over positions and seats. */
function misses({ shape, fit }: Model, games: readonly SampledGame[]): number[] {
  return games.map((game) =>
    rowsOf(shape, [game]).reduce(
      (sum, { x, y }) => sum + (y - predict(fit.kind, fit.coefficients, x)) ** 2,
      0,
    ),
  )
}

/** The weight of a feature for a seat, in units of worth. */
export function weightOf({ shape, fit }: Model, seat: number, feature: number): Measured {
  return ratioWithError(fit, columnOf(shape, seat, feature), LEAD)
}

/** What a lead of one is at the end of the game: less than one, if things still change. */
export function leadOf({ fit }: Model): Measured {
  return { value: at(fit.coefficients, LEAD), error: errorOf(fit, LEAD) }
}

/** In how many of the positions the seat with the most worth, and promise by these weights, wins the game. */
export function leaderWinRate(
  games: readonly SampledGame[],
  weights: (seat: number, feature: number) => number,
): number {
  let [hits, all] = [0, 0]
  for (const { positions, won } of games)
    for (const { worths, features } of positions) {
      const sums = worths.map((worth, seat) =>
        (features[seat] ?? []).reduce((sum, value, feature) => sum + value * weights(seat, feature), worth),
      )
      const best = Math.max(...sums)
      const leaders = sums.flatMap((sum, seat) => (sum === best ? [won[seat] ?? 0] : []))
      hits += leaders.reduce((sum, share) => sum + share, 0) / leaders.length
      all += 1
    }
  return all === 0 ? 0 : hits / all
}

function widthOf({ seats, features, bySeat }: Shape): number {
  return 1 + seats + features * (bySeat ? seats : 1)
}

function columnOf({ seats, features, bySeat }: Shape, seat: number, feature: number): number {
  return 1 + seats + feature + (bySeat ? seat * features : 0)
}

function rowsOf(shape: Shape, games: readonly SampledGame[]): Row[] {
  return games.flatMap(({ game, positions, worths, won }) =>
    positions.flatMap((position) =>
      worths.map((_, seat) => ({
        x: columnsOf(shape, position, seat),
        y: shape.target === 'win' ? (won[seat] ?? 0) : leadIn(worths, seat).lead,
        cluster: game,
      })),
    ),
  )
}

function columnsOf(shape: Shape, { worths, features }: Position, seat: number): Float64Array {
  const x = new Float64Array(widthOf(shape))
  const { lead, rival } = leadIn(worths, seat)
  x[LEAD] = lead
  x[1 + seat] = 1
  for (let feature = 0; feature < shape.features; feature += 1) {
    const [own, other] = [columnOf(shape, seat, feature), columnOf(shape, rival, feature)]
    x[own] = at(x, own) + (features[seat]?.[feature] ?? 0)
    if (rival >= 0) x[other] = at(x, other) - (features[rival]?.[feature] ?? 0)
  }
  return x
}

/** Its worth less that of its best rival; alone it has none. */
function leadIn(worths: readonly number[], seat: number): { readonly lead: number; readonly rival: number } {
  let rival = -1
  worths.forEach((worth, other) => {
    if (other !== seat && (rival < 0 || worth > at(worths, rival))) rival = other
  })
  return { lead: at(worths, seat) - (rival < 0 ? 0 : at(worths, rival)), rival }
}
