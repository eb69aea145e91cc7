/**
 * Effects of a GameDef: what rules do. A block is a list of effects; a name that an effect binds is
 * known to the effects after it in the same block and in the blocks inside them.
 */
import type { Expr, Performance, TypeName } from './expr.js'

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
    | { readonly give: Expr } // leaves the procedure, with a result of the type that it gives
    | { readonly chooseOne: ChooseOne }
    | { readonly chooseN: ChooseN }
    | { readonly alternatives: Alternatives }
    | { readonly chooseAtOnce: ChooseAtOnce }
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
    | { readonly call: Call }
    | { readonly perform: Perform }
    /** Asks for one of the actions that the window offers, or none; asks nobody if there are none. */
    | { readonly window: { readonly name: string; readonly timing: Timing } }
    | { readonly as: { readonly player: Expr; readonly effects: Block } }
    | { readonly say: { readonly text: Text; readonly to?: Expr } }
    | { readonly endGame: EndGame }
  )

export type Block = readonly Effect[]

/** When an action that a window offers is carried out, seen from the action around it. */
export type Timing = 'before' | 'during' | 'after'

/**
 * Actions that a window offers beside the options of a question. One that is taken is carried out with its own
 * questions, then this question is asked again. While `before` holds, that is the timing.
 */
export interface Offering {
  readonly window: string
  readonly timing: Timing
  readonly before?: Expr
}

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
  readonly about?: Expr // a zone, token, seat or action: what the question is about
  readonly offering?: Offering
  readonly secret?: true // other seats learn that a choice was made, not which
  readonly orAll?: true // where fewer can be chosen than must be, all of them are; of one: none
}

export interface ChooseOne extends Choosing {
  readonly optional?: Expr // a condition: may be declined, then the name is bound to none
}

/** The name is bound to the list of what was chosen, in the order in which it was named. */
export interface ChooseN extends Choosing {
  readonly min: Expr
  readonly max?: Expr // default: as many as there are
  /** Cost of one option (bound to `costBind`); the sum stays within `budget`. */
  readonly costBind?: string
  readonly cost?: Expr
  readonly budget?: Expr
}

/** A choice between named ways to go on; one whose `when` is false is not offered. */
export interface Alternatives {
  readonly player?: Expr
  readonly prompt?: Text
  readonly about?: Expr
  readonly offering?: Offering
  readonly secret?: true
  readonly options: readonly {
    readonly id: string
    readonly label?: Text
    readonly when?: Expr
    readonly src?: number // where the condition was written
    readonly effects: Block
  }[]
}

/** What each of several seats is asked at once; without a `player`. */
export type AtOnceQuestion =
  | { readonly chooseOne: ChooseOne }
  | { readonly chooseN: ChooseN }
  | { readonly alternatives: Alternatives }

/**
 * All seats of a list are asked at the same time, and none learns what another answers. When the last has
 * answered, `effects` (after those of the alternative taken) are carried out for each of them, in the order
 * of the list, with its answer bound. `secret`: the others do not even learn then what was chosen.
 */
export interface ChooseAtOnce {
  readonly seat: string // the name of the seat, for the question and the effects
  readonly seats: Expr // list seat
  readonly ask: AtOnceQuestion
  readonly effects: Block
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

export interface Call {
  readonly procedure: string
  readonly args: readonly Expr[]
  readonly into?: Result
}

/** Carry out an action, if everything it requires holds; otherwise nothing is done, and nothing given. */
export interface Perform extends Performance {
  readonly into?: Result
}

/** A name for what was given. If nothing of this type was: the empty list, none, 0 or false. */
export interface Result {
  readonly bind: string
  readonly type: TypeName
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
