/**
 * The regression model: predicts the outcome of a game from a side's lead now and its surplus of each feature over its
 * best rival. The worth and the features of a side are the means of its seats. A side without a rival leads by its worth,
 * which grows in the course of a game, so the turn is a covariate there.
 * Agents add promise to worth the same way, so the weight of a feature is its coefficient divided by that of the lead.
 */
import { at } from './linear.js'
import { standardErrorOf, type Fit, predict, ratioWithError, regress, type Row } from './regression.js'
import type { Position, SampledGame, Sides } from './sample.js'

/** What is predicted: the lead at the end, or the winner. */
export type Target = 'margin' | 'win'

/** The structure of a model. */
export interface Shape {
  readonly target: Target
  readonly seats: number
  readonly sides: Sides
  readonly features: number
  /** Whether each seat has its own weights. */
  readonly bySeat: boolean
}

export interface Model {
  readonly shape: Shape
  readonly fit: Fit
}

/** An estimate and its standard error. */
export interface Measured {
  readonly value: number
  readonly error: number
}

const LEAD = 0 // the column of the lead; an intercept per side and the features follow
export const SIGNIFICANCE_SE = 2 // standard errors
const HUNDRED = 100 // turns: the unit of the covariate
const RIDGE = 20 // observations; regularizes features that hardly ever change

export function fitModel(shape: Shape, games: readonly SampledGame[]): Model {
  const { target } = shape
  const ridge = Array.from({ length: widthOf(shape) }, (_, i) => (i < firstFeature(shape) ? 0 : RIDGE))
  return { shape, fit: regress(target === 'margin' ? 'linear' : 'logistic', rowsOf(shape, games), ridge) }
}

/** Returns the coefficient of determination (R²) of the model on these games. */
export function rSquared(model: Model, games: readonly SampledGame[]): number {
  const rows = rowsOf(model.shape, games)
  const mean = rows.reduce((sum, { y }) => sum + y, 0) / rows.length
  const total = rows.reduce((sum, { y }) => sum + (y - mean) ** 2, 0)
  const residual = squaredErrors(model, games).reduce((sum, error) => sum + error, 0)
  return total === 0 ? 0 : 1 - residual / total
}

/** Whether a model predicts these games significantly better than another (paired differences by game). */
export function isBetter(model: Model, other: Model, games: readonly SampledGame[]): boolean {
  const otherErrors = squaredErrors(other, games)
  const gains = squaredErrors(model, games).map((error, i) => at(otherErrors, i) - error)
  const mean = gains.reduce((sum, gain) => sum + gain, 0) / gains.length
  const variance = gains.reduce((sum, gain) => sum + (gain - mean) ** 2, 0) / Math.max(1, gains.length - 1)
  return mean > SIGNIFICANCE_SE * Math.sqrt(variance / gains.length)
}

/** Returns the squared error of each game, summed over positions and sides. */
function squaredErrors({ shape, fit }: Model, games: readonly SampledGame[]): number[] {
  return games.map((game) =>
    rowsOf(shape, [game]).reduce(
      (sum, { x, y }) => sum + (y - predict(fit.kind, fit.coefficients, x)) ** 2,
      0,
    ),
  )
}

/** Returns the weight of a feature for a seat, in units of worth. */
export function weightOf({ shape, fit }: Model, seat: number, feature: number): Measured {
  return ratioWithError(fit, columnOf(shape, seat, feature), LEAD)
}

/** Returns the coefficient of the lead: how much of a lead now remains at the end. */
export function leadCoefficient({ fit }: Model): Measured {
  return { value: at(fit.coefficients, LEAD), error: standardErrorOf(fit, LEAD) }
}

/** Returns how often the leader wins: the side with the most worth plus promise by these weights. */
export function leaderWinRate(
  sides: Sides,
  games: readonly SampledGame[],
  weights: (seat: number, feature: number) => number,
): number {
  let [hits, all] = [0, 0]
  for (const { positions, won } of games)
    for (const { worths, features } of positions) {
      const sums = worths.map((worth, seat) =>
        (features[seat] ?? []).reduce((sum, value, feature) => sum + value * weights(seat, feature), worth),
      )
      const totals = sides.map((side) => meanOf(side, sums))
      const best = Math.max(...totals)
      const leaders = totals.flatMap((sum, side) => (sum === best ? [won[side] ?? 0] : []))
      hits += leaders.reduce((sum, share) => sum + share, 0) / leaders.length
      all += 1
    }
  return all === 0 ? 0 : hits / all
}

function meanOf(side: readonly number[], values: readonly number[]): number {
  return side.reduce((sum, place) => sum + at(values, place), 0) / side.length
}

/** Returns the first column of the features: after the lead, the intercepts, and without rivals the turn and its square. */
function firstFeature({ sides }: Shape): number {
  return 1 + sides.length + (sides.length === 1 ? 2 : 0)
}

function widthOf(shape: Shape): number {
  const { seats, features, bySeat } = shape
  return firstFeature(shape) + features * (bySeat ? seats : 1)
}

function columnOf(shape: Shape, seat: number, feature: number): number {
  return firstFeature(shape) + feature + (shape.bySeat ? seat * shape.features : 0)
}

function rowsOf(shape: Shape, games: readonly SampledGame[]): Row[] {
  return games.flatMap(({ game, positions, worths, won }) =>
    positions.flatMap((position) =>
      shape.sides.map((_, side) => ({
        x: columnsOf(shape, position, side),
        y: shape.target === 'win' ? (won[side] ?? 0) : leadIn(shape.sides, worths, side).lead,
        cluster: game,
      })),
    ),
  )
}

function columnsOf(shape: Shape, { turn, worths, features }: Position, side: number): Float64Array {
  const x = new Float64Array(widthOf(shape))
  const { lead, rival } = leadIn(shape.sides, worths, side)
  x[LEAD] = lead
  x[1 + side] = 1
  if (shape.sides.length === 1) x.set([turn / HUNDRED, (turn / HUNDRED) ** 2], 2)
  const add = (places: readonly number[], sign: number): void => {
    for (const place of places)
      for (let feature = 0; feature < shape.features; feature += 1) {
        const column = columnOf(shape, place, feature)
        x[column] = at(x, column) + (sign * (features[place]?.[feature] ?? 0)) / places.length
      }
  }
  add(shape.sides[side] ?? [], 1)
  add(shape.sides[rival] ?? [], -1)
  return x
}

/** Returns a side's worth less that of its best rival, and the rival (-1 if there is none). */
function leadIn(
  sides: Sides,
  worths: readonly number[],
  side: number,
): { readonly lead: number; readonly rival: number } {
  const all = sides.map((places) => meanOf(places, worths))
  let rival = -1
  all.forEach((worth, other) => {
    if (other !== side && (rival < 0 || worth > at(all, rival))) rival = other
  })
  return { lead: at(all, side) - (rival < 0 ? 0 : at(all, rival)), rival }
}
