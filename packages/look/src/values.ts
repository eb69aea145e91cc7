/** The values of a scene, such as scores, and their expressions. `evaluator.ts` computes them. */
import type { GameDef, View } from '@ludoforge/kernel'
import type { Scene, Values } from './scene.js'

/** No values at all. */
export const NO_VALUES: Values = { values: [], seats: {}, spaces: {} }

/** Expressions as text, in the order of the scene: global, by seat and by space. */
export interface ValueExpressions {
  readonly values: readonly string[]
  readonly seats: Readonly<Record<string, readonly string[]>>
  readonly spaces: Readonly<Record<string, readonly string[]>>
}

/** Returns the expressions of a scene as text, expanded for each seat and space. */
export function valueExpressions(
  { seats, zones }: Pick<GameDef, 'seats' | 'zones'>,
  { values, seatValues, spaceValues }: Pick<Scene, 'values' | 'seatValues' | 'spaceValues'>,
): ValueExpressions {
  const each = (ids: readonly string[], looks: Scene['values']): Record<string, string[]> =>
    looks.length === 0
      ? {}
      : Object.fromEntries(
          ids.map((id) => [id, looks.map(({ expression }) => expandExpression(expression, id))]),
        )
  const spaces = zones.filter(({ space }) => space).map(({ id }) => id)
  return {
    values: values.map(({ expression }) => expression),
    seats: each(
      seats.map(({ id }) => id),
      seatValues,
    ),
    spaces: each(spaces, spaceValues),
  }
}

/** Returns each expression once, to be compiled into a module. */
export function expressionsOf(
  def: Pick<GameDef, 'seats' | 'zones'>,
  looks: Pick<Scene, 'values' | 'seatValues' | 'spaceValues'>,
): string[] {
  const { values, seats, spaces } = valueExpressions(def, looks)
  return [...new Set([values, ...Object.values(seats), ...Object.values(spaces)].flat())]
}

/** Expands an expression for a seat or space. `score` is short for `score({it})`. */
export function expandExpression(expression: string, id: string): string {
  return expression.includes('{it}') ? expression.replaceAll('{it}', id) : `${expression}(${id})`
}

/**
 * Estimates the values of a moment inside a step, for which no host computes any. Plain variables are read from the view. The
 * rest stays as before.
 */
export function valuesAfter(
  before: Values,
  { values, seatValues }: Pick<Scene, 'values' | 'seatValues'>,
  { variables, seats }: Pick<View, 'variables' | 'seats'>,
): Values {
  return {
    ...before,
    values: values.map(({ expression }, i) => variables[expression] ?? before.values[i] ?? null),
    seats: Object.fromEntries(
      Object.entries(before.seats).map(([seat, previous]) => [
        seat,
        seatValues.map(({ expression }, i) => {
          const variable = expression.replace(/^\{it\}\./, '')
          return seats[seat]?.[variable] ?? previous[i] ?? null
        }),
      ]),
    ),
  }
}

/** Returns whether two sets of values are equal. */
export function sameValues(a: Values, b: Values): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}
