/** Evaluates expressions in a state, as far as a viewer may know the value. */
import { type Expr, type Game, itemOf, type State, type TypeName } from '@ludoforge/kernel'
import { type SpecializedRules, specializedRules } from './specialized-rules.js'
import { linkExpr, showValue } from './workbench.js'

/** An expression and the type of its value. */
export interface Expression {
  readonly expr: Expr
  readonly type: TypeName
}

type Plain = string | number | boolean

/** A value by name. */
export type Evaluated = Plain | readonly Plain[]

/** A linked expression. */
export interface LinkedValue {
  /** Returns why the value is hidden from a viewer in this state, or undefined if it isn't. */
  refusal(state: State, seat: string | null): string | undefined
  /** Returns the value by name. The seat is the actor; default: the actor of the state. */
  of(state: State, seat?: string | null): Evaluated
}

/** Links an expression, so that viewers can evaluate it as far as they may know the value. */
export function linkValue(game: Game, { expr, type }: Expression): LinkedValue {
  const evaluate = linkExpr(game, expr, type)
  const refusals = new WeakMap<SpecializedRules, Map<string, string | undefined>>() // depend on the rules only
  return {
    refusal(state, seat) {
      const acting = game.deciding(state).some((i) => game.def.seats[i]?.id === seat)
      const rules = specializedRules(game, state)
      const key = JSON.stringify([seat, acting])
      const found = refusals.get(rules) ?? new Map<string, string | undefined>()
      refusals.set(rules, found)
      if (!found.has(key)) found.set(key, rules.hiddenReason(expr, { seat, acting }))
      return found.get(key)
    },
    of(state, seat) {
      const plain = (of: TypeName, value: number): Plain => {
        if (of === 'number') return value
        return of === 'flag' ? value !== 0 : showValue(game, state, of, value)
      }
      const value = evaluate(state, seat ?? undefined)
      return typeof value === 'number' ? plain(type, value) : value.map((v) => plain(itemOf(type), v))
    },
  }
}
