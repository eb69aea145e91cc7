/**
 * Effects of a GameDef: what rules do. A block is a list of effects; a name that an effect binds is
 * known to the effects after it in the same block and in the blocks inside them.
 */
import type { Expr, TypeName } from './expr.js'

/** Where an effect was written: an index into GameDef.sources. Never part of its meaning. */
export interface Sourced {
  readonly src?: number
}

/** Prompts and messages: plain text with values in it. */
export type Text = readonly (string | { readonly show: Expr; readonly type: TypeName })[]

export type Effect = Sourced &
  (
    | { readonly let: { readonly bind: string; readonly type: TypeName; readonly value: Expr } }
    | { readonly assign: { readonly bind: string; readonly value: Expr } } // a new value for a bound name
    | { readonly if: { readonly when: Expr; readonly then: Block; readonly else?: Block } }
    | { readonly block: Block }
    | { readonly forEach: ForEach }
    | { readonly repeat: { readonly limit: Expr; readonly while?: Expr; readonly effects: Block } }
    | { readonly leave: 'loop' | 'procedure' }
    | { readonly chooseOne: ChooseOne }
    | { readonly chooseN: ChooseN }
    | { readonly alternatives: Alternatives }
    | { readonly setVar: VarTarget & { readonly value: Expr } }
    /**
     * Leaving the bounds is an error in the rules. A track stops at its ends unless it is `exact`; a variable
     * of an enumeration always does.
     */
    | { readonly addVar: VarTarget & { readonly delta: Expr; readonly exact?: true } }
    | { readonly setMarker: { readonly marker: string; readonly space: Expr; readonly state: Expr } }
    /** Stops at the last level, or at the bound of a number. */
    | { readonly shiftMarker: { readonly marker: string; readonly space: Expr; readonly delta: Expr } }
    | {
        readonly moveToken: { readonly token: Expr; readonly to: Expr; readonly position?: 'top' | 'bottom' }
      }
    | { readonly moveTokens: MoveTokens }
    | { readonly setTokenProp: { readonly token: Expr; readonly prop: string; readonly value: Expr } }
    | { readonly rollRandom: { readonly bind: string; readonly min: Expr; readonly max: Expr } }
    | { readonly shuffle: { readonly zone: Expr } }
    | { readonly reveal: { readonly tokens: Expr; readonly to?: Expr } } // to: list of seats; default all
    | { readonly call: { readonly procedure: string; readonly args: readonly Expr[] } }
    | { readonly perform: Perform }
    | { readonly window: { readonly name: string; readonly timing: 'before' | 'during' | 'after' } }
    | { readonly as: { readonly player: Expr; readonly effects: Block } }
    | { readonly say: { readonly text: Text; readonly to?: Expr } }
    | { readonly endGame: EndGame }
  )

export type Block = readonly Effect[]

export interface ForEach {
  readonly bind: string
  readonly type: TypeName // of one item
  readonly over: Expr
  readonly limit?: Expr
  readonly effects: Block
  readonly countBind?: string // after the loop: how many rounds were run
}

interface Choosing {
  readonly bind: string
  readonly type: TypeName // of one option
  readonly options: Expr
  readonly player?: Expr // default: the actor
  readonly prompt?: Text
  readonly secret?: true // other seats learn that a choice was made, not which
}

export interface ChooseOne extends Choosing {
  readonly optional?: Expr // a condition: may be declined, then the name is bound to none
}

/** The name is bound to the list of what was chosen, in the order in which it was named. */
export interface ChooseN extends Choosing {
  readonly min: Expr
  readonly max: Expr
  /** Cost of one option (bound to `costBind`); the sum stays within `budget`. */
  readonly costBind?: string
  readonly cost?: Expr
  readonly budget?: Expr
}

/** A choice between named ways to go on; one whose `when` is false is not offered. */
export interface Alternatives {
  readonly player?: Expr
  readonly prompt?: Text
  readonly secret?: true
  readonly options: readonly {
    readonly id: string
    readonly label?: Text
    readonly when?: Expr
    readonly src?: number // where the condition was written
    readonly effects: Block
  }[]
}

export type VarTarget =
  | { readonly scope: 'global'; readonly var: string }
  | { readonly scope: 'pvar'; readonly var: string; readonly player: Expr }
  | { readonly scope: 'zone'; readonly var: string; readonly zone: Expr }

export interface MoveTokens {
  readonly tokens: Expr // list token
  readonly to?: Expr // a zone; default: each token's own supply
  readonly limit?: Expr
  readonly fresh?: true // properties return to their start values (always so on the way to the supply)
  readonly position?: 'top' | 'bottom' // in a card zone; default top
}

/** Carry out an action as a seat. Without `class` and `within` those of the action in progress are dropped. */
export interface Perform {
  readonly action: Expr
  readonly args?: readonly Expr[]
  readonly by?: Expr
  readonly free?: Expr
  readonly class?: Expr // enum:action-class
  readonly within?: Expr // list zone: the only zones it may use
}

export type EndGame =
  | { readonly kind: 'win'; readonly seats: Expr; readonly reason?: Text } // a seat or a list of seats
  | { readonly kind: 'draw'; readonly reason?: Text }
  /** All seats (or `over`) by score, highest first; equal scores by `tie`, then shared rank. */
  | {
      readonly kind: 'rank'
      readonly bind: string
      readonly over?: Expr
      readonly score: Expr
      readonly tie?: Expr
      readonly reason?: Text
    }
