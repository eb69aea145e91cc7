/** What the rules compute for the scene of a game: scores, who holds a space. Each eye is told what it may know. */
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

/** Where nothing is computed beside views. */
export const NO_VALUES: Values = { values: [], seats: {}, spaces: {} }

/** In the order of the scene; of each seat and of each space. */
export interface ValueTexts {
  readonly values: readonly string[]
  readonly seats: Readonly<Record<string, readonly string[]>>
  readonly spaces: Readonly<Record<string, readonly string[]>>
}

/** The expressions that a scene wants to be told, as texts. */
export function valueTexts(
  { seats, zones }: Pick<GameDef, 'seats' | 'zones'>,
  { values, seatValues, spaceValues }: Pick<Scene, 'values' | 'seatValues' | 'spaceValues'>,
): ValueTexts {
  const each = (ids: readonly string[], looks: Scene['values']): Record<string, string[]> =>
    looks.length === 0
      ? {}
      : Object.fromEntries(ids.map((id) => [id, looks.map(({ expression }) => textOf(expression, id))]))
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

/** Every text once: a module has to be written with them. */
export function expressionsOf(
  def: Pick<GameDef, 'seats' | 'zones'>,
  looks: Pick<Scene, 'values' | 'seatValues' | 'spaceValues'>,
): string[] {
  const { values, seats, spaces } = valueTexts(def, looks)
  return [...new Set([values, ...Object.values(seats), ...Object.values(spaces)].flat())]
}

/** `score` is short for `score({it})`. */
export function textOf(expression: string, id: string): string {
  return expression.includes('{it}') ? expression.replaceAll('{it}', id) : `${expression}(${id})`
}

/** The value of one of these texts for an eye (null: an onlooker); undefined: there is none, or none for it. */
export type Evaluate = (state: State, text: string, eye: string | null) => Evaluated | undefined

/** All that an eye may know of what is to be computed. */
export type ComputeValues = (state: State, eye: string | null) => Values

/**
 * What is asked of one position is kept as long as the position is. A look must never end a game: what would take for
 * ever is not asked again, and `endless` is told so.
 */
export function memoizedValues(
  texts: ValueTexts,
  evaluate: Evaluate,
  endless: (text: string, why: Error) => void = () => {},
): ComputeValues {
  const known = new WeakMap<State, Map<string | null, Values>>()
  const given = new Set<string>()
  const bounded: Evaluate = (state, text, eye) => {
    if (given.has(text)) return undefined
    try {
      return evaluate(state, text, eye)
    } catch (error) {
      if (!(error instanceof LudoError) || error.code !== 'runaway-rule') throw error
      given.add(text)
      endless(text, error)
      return undefined
    }
  }
  return (state, eye) => {
    let eyes = known.get(state)
    if (eyes === undefined) known.set(state, (eyes = new Map()))
    let values = eyes.get(eye)
    if (values === undefined) eyes.set(eye, (values = reckoned(texts, bounded, state, eye)))
    return values
  }
}

function reckoned(texts: ValueTexts, evaluate: Evaluate, state: State, eye: string | null): Values {
  const all = (asked: readonly string[]): Constant[] =>
    asked.map((text) => evaluate(state, text, eye) ?? null)
  const each = (asked: ValueTexts['seats']): Record<string, Constant[]> =>
    Object.fromEntries(Object.entries(asked).map(([id, some]) => [id, all(some)]))
  return { values: all(texts.values), seats: each(texts.seats), spaces: each(texts.spaces) }
}

/** Expressions by their text, linked when they are first asked for. */
export function makeEvaluator(game: Game, expressions: Readonly<Record<string, Expression>>): Evaluate {
  const linked = new Map<string, ReturnType<typeof linkValue>>()
  return (state, text, eye) => {
    const expression = Object.hasOwn(expressions, text) ? expressions[text] : undefined
    if (expression === undefined) return undefined
    const value = linked.get(text) ?? linkValue(game, expression)
    linked.set(text, value)
    return value.refusal(state, eye) === undefined ? valueOrUndefined(() => value.of(state, eye)) : undefined
  }
}

/** An expression can have no value now, as the card of an empty pile has no name, or none that one may know. */
export function valueOrUndefined<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if (error instanceof IllegalChoice || error instanceof RuleError) return undefined
    throw error
  }
}

/**
 * Values at a moment that no host has computed any for: what is no more than a variable is read from the view, all
 * else is as it was.
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
      Object.entries(before.seats).map(([seat, known]) => [
        seat,
        seatValues.map(({ expression }, i) => {
          const variable = expression.replace(/^\{it\}\./, '')
          return seats[seat]?.[variable] ?? known[i] ?? null
        }),
      ]),
    ),
  }
}

/** Whether a seat is in play: a game for up to ten shows only those that take part. */
export function isInPlay(inPlay: number | null | undefined, { values }: Values, seat: string): boolean {
  const seats = inPlay === undefined || inPlay === null ? null : (values[inPlay] ?? null)
  return !Array.isArray(seats) || seats.includes(seat)
}

/** Whether two eyes, or one at two times, are told the same. */
export function sameValues(a: Values, b: Values): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}
