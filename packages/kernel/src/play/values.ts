/** Expressions asked of a state by their value, as a seat may know it. */
import { type Expr, itemOf, type TypeName } from '../def/index.js'
import type { State } from '../layout/state.js'
import type { Game } from '../protocol.js'
import { unseen } from '../sight/sight.js'
import { linkExpr, show } from './workbench.js'

export interface Expression {
  readonly expr: Expr
  readonly type: TypeName
}

export type Evaluated = string | number | boolean | readonly string[]

export interface LinkedValue {
  /** Why a seat (null: an onlooker) may not ask it in this state; undefined if it may. */
  refusal(state: State, seat: string | null): string | undefined
  /** By name. The seat is the actor; without one it is the actor of the state. */
  of(state: State, seat?: string | null): Evaluated
}

export function linkValue(game: Game, { expr, type }: Expression): LinkedValue {
  const ask = linkExpr(game, expr, type)
  return {
    refusal(state, seat) {
      const acting = game.deciding(state).some((i) => game.def.seats[i]?.id === seat)
      return unseen(game.def, expr, { seat, acting })
    },
    of(state, seat) {
      const value = ask(state, seat ?? undefined)
      if (typeof value !== 'number') return value.map((v) => show(game, state, itemOf(type), v))
      if (type === 'number') return value
      return type === 'flag' ? value !== 0 : show(game, state, type, value)
    },
  }
}
