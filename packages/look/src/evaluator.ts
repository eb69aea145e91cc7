/** Computes the values of a scene. Each viewer gets only what it may know. */
import { type Constant, type Game, IllegalChoice, LudoError, RuleError, type State } from '@ludoforge/kernel'
import { type Evaluated, type Expression, linkValue } from '@ludoforge/play'
import type { Values } from './scene.js'
import type { ValueExpressions } from './values.js'

/** Evaluates the expressions of a game. */
export interface Evaluator {
  /** Returns the value of an expression for a viewer, or `undefined` if there is none or the viewer may not know it. */
  value(state: State, text: string, viewer: string | null): Evaluated | undefined
  /** Returns the seats that are present. The others have no values. */
  present(state: State): readonly string[]
}

/** Computes all values for a viewer. */
export type ComputeValues = (state: State, viewer: string | null) => Values

/**
 * Memoizes values per state and viewer. A look must never break a game: an expression that runs out of fuel is reported to
 * `onRunaway` and never evaluated again.
 */
export function memoizedValues(
  texts: ValueExpressions,
  evaluator: Evaluator,
  onRunaway: (text: string, why: Error) => void = () => {},
): ComputeValues {
  const cache = new WeakMap<State, Map<string | null, Values>>()
  const runaway = new Set<string>()
  const bounded: Evaluator['value'] = (state, text, viewer) => {
    if (runaway.has(text)) return undefined
    try {
      return evaluator.value(state, text, viewer)
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
    if (values === undefined) {
      const present = evaluator.present(state)
      byViewer.set(viewer, (values = computeValues(texts, present, bounded, state, viewer)))
    }
    return values
  }
}

function computeValues(
  texts: ValueExpressions,
  present: readonly string[],
  value: Evaluator['value'],
  state: State,
  viewer: string | null,
): Values {
  const all = (expressions: readonly string[]): Constant[] =>
    expressions.map((text) => value(state, text, viewer) ?? null)
  const each = (byId: ValueExpressions['seats']): Record<string, Constant[]> =>
    Object.fromEntries(Object.entries(byId).map(([id, expressions]) => [id, all(expressions)]))
  const seats = Object.fromEntries(Object.entries(texts.seats).filter(([id]) => present.includes(id)))
  return { values: all(texts.values), seats: each(seats), spaces: each(texts.spaces) }
}

/** Evaluates expressions by their text. Each is linked on first use. */
export function makeEvaluator(game: Game, expressions: Readonly<Record<string, Expression>>): Evaluator {
  const linked = new Map<string, ReturnType<typeof linkValue>>()
  return {
    present: (state) => game.present(state),
    value: (state, text, viewer) => {
      const expression = Object.hasOwn(expressions, text) ? expressions[text] : undefined
      if (expression === undefined) return undefined
      const value = linked.get(text) ?? linkValue(game, expression)
      linked.set(text, value)
      return value.refusal(state, viewer) === undefined
        ? valueOrUndefined(() => value.of(state, viewer))
        : undefined
    },
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
