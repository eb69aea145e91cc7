/**
 * The regression model: predicts the outcome of a game from a seat's lead now and its surplus of each feature over its
 * best rival. Agents add promise to worth the same way, so the weight of a feature is its coefficient divided by that of
 * the lead.
 */
import { at } from './linear.js'
import { standardErrorOf, type Fit, predict, ratioWithError, regress, type Row } from './regression.js'
import type { Position, SampledGame } from './sample.js'

/** What is predicted: the lead at the end, or the winner. */
export type Target = 'margin' | 'win'

/** The structure of a model. */
export interface Shape {
  readonly target: Target
  readonly seats: number
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

const LEAD = 0 // the column of the lead; an intercept per seat and the features follow
export const SIGNIFICANCE_SE = 2 // standard errors
const RIDGE = 20 // observations; regularizes features that hardly ever change

export function fitModel(shape: Shape, games: readonly SampledGame[]): Model {
  const { target, seats } = shape
  const width = widthOf(shape)
  const ridge = Array.from({ length: width }, (_, i) => (i <= seats ? 0 : RIDGE))
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

/** Returns the squared error of each game, summed over positions and seats. */
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

/** Returns how often the leader wins: the seat with the most worth plus promise by these weights. */
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

/** Returns the seat's worth less that of its best rival, and the rival (-1 if there is none). */
function leadIn(worths: readonly number[], seat: number): { readonly lead: number; readonly rival: number } {
  let rival = -1
  worths.forEach((worth, other) => {
    if (other !== seat && (rival < 0 || worth > at(worths, rival))) rival = other
  })
  return { lead: at(worths, seat) - (rival < 0 ? 0 : at(worths, rival)), rival }
}
