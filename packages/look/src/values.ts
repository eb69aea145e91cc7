/** Computes the values of a scene, such as scores. Each viewer gets only what it may know. */
import {
  type Constant,
  type Game,
  type GameDef,
  IllegalChoice,
  LudoError,
  RuleError,
  type State,
  type View,
} from '@ludoforge/kernel'
import { type Evaluated, type Expression, linkValue } from '@ludoforge/play'
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

/** Returns the value of an expression for a viewer, or `undefined` if there is none or the viewer may not know it. */
export type Evaluate = (state: State, text: string, viewer: string | null) => Evaluated | undefined

/** Computes all values for a viewer. */
export type ComputeValues = (state: State, viewer: string | null) => Values

/**
 * Memoizes values per state and viewer. A look must never break a game: an expression that runs out of fuel is reported to
 * `onRunaway` and never evaluated again.
 */
export function memoizedValues(
  texts: ValueExpressions,
  evaluate: Evaluate,
  onRunaway: (text: string, why: Error) => void = () => {},
): ComputeValues {
  const cache = new WeakMap<State, Map<string | null, Values>>()
  const runaway = new Set<string>()
  const bounded: Evaluate = (state, text, viewer) => {
    if (runaway.has(text)) return undefined
    try {
      return evaluate(state, text, viewer)
    } catch (error) {
      if (!(error instanceof LudoError) || error.code !== 'runaway-rule') throw error
      runaway.add(text)
      onRunaway(text, error)
      return undefined
    }
  }
  return (state, viewer) => {
    let byViewer = cache.get(state)
    if (byViewer === undefined) cache.set(state, (byViewer = new Map()))
    let values = byViewer.get(viewer)
    if (values === undefined) byViewer.set(viewer, (values = computeValues(texts, bounded, state, viewer)))
    return values
  }
}

function computeValues(
  texts: ValueExpressions,
  evaluate: Evaluate,
  state: State,
  viewer: string | null,
): Values {
  const all = (expressions: readonly string[]): Constant[] =>
    expressions.map((text) => evaluate(state, text, viewer) ?? null)
  const each = (byId: ValueExpressions['seats']): Record<string, Constant[]> =>
    Object.fromEntries(Object.entries(byId).map(([id, expressions]) => [id, all(expressions)]))
  return { values: all(texts.values), seats: each(texts.seats), spaces: each(texts.spaces) }
}

/** Evaluates expressions by their text. Each is linked on first use. */
export function makeEvaluator(game: Game, expressions: Readonly<Record<string, Expression>>): Evaluate {
  const linked = new Map<string, ReturnType<typeof linkValue>>()
  return (state, text, viewer) => {
    const expression = Object.hasOwn(expressions, text) ? expressions[text] : undefined
    if (expression === undefined) return undefined
    const value = linked.get(text) ?? linkValue(game, expression)
    linked.set(text, value)
    return value.refusal(state, viewer) === undefined
      ? valueOrUndefined(() => value.of(state, viewer))
      : undefined
  }
}

/** Returns `undefined` if the expression has no value now, such as the top card of an empty pile. */
export function valueOrUndefined<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if (error instanceof IllegalChoice || error instanceof RuleError) return undefined
    throw error
  }
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

/** Returns whether a seat is in play. A game for up to ten shows only the seats that take part. */
export function isInPlay(inPlay: number | null | undefined, { values }: Values, seat: string): boolean {
  const seats = inPlay === undefined || inPlay === null ? null : (values[inPlay] ?? null)
  return !Array.isArray(seats) || seats.includes(seat)
}

/** Returns whether two sets of values are equal. */
export function sameValues(a: Values, b: Values): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}
