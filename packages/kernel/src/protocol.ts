/**
 * The protocol between a game and whoever plays it: a person, a bot, a simulation, a server.
 * *What is to be decided, by whom, from what* -> *this*. Nothing else changes a state.
 */
import type { Constant, GameDef, Timing, TypeName } from './def/index.js'
import type { Outcome } from './layout/outcome.js'
import type { State } from './layout/state.js'

export type { Outcome } from './layout/outcome.js'

/** How a game begins. */
export interface StartOptions {
  readonly scenario?: string // default: the first
  readonly seed?: number | string
  /** Values by name. A list is given as a list of names; tokens are named by their types, each time another one. */
  readonly options?: Readonly<Record<string, Constant>>
  /** Put the scenario's set-up and the game's own aside: an empty board, nothing running. For examples. */
  readonly empty?: boolean
}

/**
 * One question. `one`: name one option. `many`: name between `min` and `max` options, an option at most
 * `count` times, the sum of `cost` within `budget`. `number`: name a whole number from `min` to `max`.
 * Or take one of the `offers` instead: that action is carried out, then the question is asked again.
 *
 * A question that has only one legal answer is not asked: the machine answers it, and the `chose` event says
 * so (`forced`). Everybody may know that: secret questions, and those whose answers can depend on something that not
 * everybody knows, are always asked, even if there is one answer or none, so that others cannot tell how many there were.
 */
export interface Decision {
  readonly seat: string
  readonly kind: 'one' | 'many' | 'number'
  readonly prompt: string
  readonly name: string // what the rule calls it: the name that is bound, or `choice`
  readonly type: TypeName // of one option
  readonly rule?: string // "3.2.4"
  readonly action?: string // the action in progress
  readonly place?: string // file:line of the rule
  readonly min: number
  readonly max: number
  readonly budget?: number
  readonly optional: boolean // `one` only: may be answered with an empty list
  /** What the question is about: the space, piece, seat or action that a client can point at. */
  readonly subject?: Subject
  readonly options: readonly Option[] // empty for `number`
  readonly offers: readonly Offer[]
  readonly secret: boolean // the others learn that it was answered, not how; or not before all have answered
  readonly atOnce?: true // others are asked at the same time: `View.deciding` names those still to answer
}

/** What a question is about. */
export interface Subject {
  readonly type: 'zone' | 'token' | 'seat' | 'action'
  readonly id: string
  readonly label: string
}

/** An action that may be inserted here, and when that is, seen from the action in progress. */
export interface Offer {
  readonly id: string // of the action
  readonly label: string
  readonly window: string
  readonly timing: Timing
}

/** One of those that can be chosen. */
export interface Option {
  /** Stable name: a space, a seat, a label; pieces as `type@zone` or `type+value@zone` ("soldier+tired@hill"). */
  readonly id: string
  readonly label: string // for people
  readonly count: number // how many identical ones stand behind it
  readonly cost?: number
}

/**
 * An answer. `one`: an option's id (or an empty list to decline). `many`: a list of ids; an id may be
 * repeated, or written `3 id` for three of it. `number`: the number. An offer is taken with `{ offer: id }`.
 */
export type Choice = string | number | readonly string[] | { readonly offer: string }

/**
 * What happened, for logs, animations, statistics and boards that are kept by them (`applyEvents`). Who may
 * not know all of it is told an event of its own: the same without what is hidden.
 *
 * `began` and `ended` (actions), `entered` and `left` (procedures with a title) are nested: what lies between
 * belongs to it. What is under way when a game ends is ended after `over`.
 */
export type StepEvent = Told &
  (
    | {
        readonly type: 'chose'
        readonly seat: string
        readonly name: string
        readonly choice: Choice
        readonly label?: string // of one way to go on among several: what it is called
        readonly forced?: true // there was no other answer: nobody was asked
        readonly atOnce?: true // one of several that are told together, when the last of them was made
        readonly why?: readonly PolicyReason[] // of a policy's answer, if whoever asked it tells
      }
    /** One of several seats that are asked at once has answered; how is told when all have. */
    | { readonly type: 'answered'; readonly seat: string; readonly name: string }
    | {
        readonly type: 'began' | 'ended'
        readonly action: string
        readonly seat: string
        readonly free: boolean
        readonly class?: string
        readonly timing?: Timing
      }
    /** The title is as it was at that moment; what is left is what was entered last. */
    | { readonly type: 'entered'; readonly procedure: string; readonly title: string }
    | { readonly type: 'left'; readonly procedure: string }
    /** So many tokens one after the other. Who sees neither zone is told `piece` or `card`. */
    | {
        readonly type: 'moved'
        readonly what: string // the kind: "troops+active", "leader+shaded", the type of a card that has one side
        readonly became?: string // the kind it arrives as, if that is another
        readonly from: string
        readonly into: string
        readonly count: number
        readonly index?: number // of a card that did not lie on top: how many lay above it
        readonly bottom?: true // of a card: it goes under the others
      }
    /** Who does not see it is told `piece` or `card`, and nothing else. */
    | {
        readonly type: 'flipped'
        readonly what: string // the kind before
        readonly became: string // and after
        readonly at: string
        readonly prop: string
        readonly value: string
        readonly index?: number // of a card that does not lie on top: how many lie above it
      }
    | {
        readonly type: 'set'
        readonly variable: string
        readonly of?: string
        readonly from: Constant
        readonly value: Constant
      }
    | {
        readonly type: 'rolled'
        readonly name: string
        readonly value: number
        readonly min: number
        readonly max: number
      }
    /** `order`: the cards from top to bottom, for those who see them. */
    | { readonly type: 'shuffled'; readonly zone: string; readonly order?: readonly string[] }
    | { readonly type: 'revealed'; readonly what: readonly string[]; readonly at: string }
    | { readonly type: 'said'; readonly text: string }
    | { readonly type: 'over'; readonly outcome: Outcome }
  )

/** A line of a policy that had a say in an answer: it narrowed the options, or settled how many are taken. */
export interface PolicyReason {
  readonly text: string // the line as it is written
  readonly title?: string // of the section in which it stands
  readonly rule?: string // "8.5.2"
  readonly place?: string // file:line
  /** It goes by something that not everybody knows: whoever is told it learns something. */
  readonly secret?: true
}

/** Who is told, and why it happened. */
interface Told {
  /** The seats that may know, and null for an onlooker. Absent: everybody. */
  readonly to?: readonly (string | null)[]
  /**
   * The rule and the line (file:line) of the statement that caused it. Where that line would tell a secret, it
   * is that of the statement around it that decided, or of the question that was answered.
   */
  readonly rule?: string
  readonly place?: string
}

/**
 * What one answer did. `horizon` says what cannot be taken back without regret: who decided, whether something
 * was rolled or shuffled, and whether anybody may have learnt something that was hidden (by an event, or by
 * what is offered next). A seat may freely undo its answers back to the last step that another seat decided, or
 * in which something was rolled or revealed.
 */
export interface Step {
  readonly state: State
  readonly events: readonly StepEvent[]
  readonly horizon: Horizon
}

/** How far back undoing a step would go: who decided, and whether anything was learned. */
export interface Horizon {
  readonly seat: string
  readonly rolled: boolean
  readonly revealed: boolean
}

/** What one seat (or, with no seat, an onlooker) may see. Hidden tokens are counted, never named. */
export interface View {
  readonly seat: string | null
  readonly deciding: readonly string[] // whose decision it is; several, if they are asked at once
  readonly decision?: Decision // only if it is this seat's
  readonly outcome?: Outcome
  readonly variables: Readonly<Record<string, Constant>>
  readonly seats: Readonly<Record<string, Readonly<Record<string, Constant>>>>
  readonly zones: Readonly<Record<string, ZoneView>>
}

/** What can be seen of a zone. */
export interface ZoneView {
  readonly size: number
  /** Pieces by kind ("troops+active": 3), or cards from top to bottom; absent if hidden from this seat. */
  readonly pieces?: Readonly<Record<string, number>>
  readonly cards?: readonly string[]
  readonly markers: Readonly<Record<string, Constant>>
}

/** A game that is linked, and all that can be asked of it. */
export interface Game {
  readonly def: GameDef
  /** Changes whenever the rules change: a save names the rules it was made with. */
  readonly fingerprint: string
  start(options?: StartOptions): State
  /** As `start`, and tells what happened since the board was set up. */
  begin(options?: StartOptions): Pick<Step, 'state' | 'events'>
  /**
   * What is to be decided, or undefined when the game is over. With a seat: what this seat is to decide, or
   * undefined if it is not asked. Where several seats are asked at once, each has its own question, and
   * without a seat it is that of the first in the order of the list that has not answered.
   */
  decision(state: State, seat?: string): Decision | undefined
  /**
   * The state after this answer. Throws IllegalChoice and changes nothing if it is not a legal one, or not
   * for this seat to give. Of several seats that are asked at once each answers once, in any order: the
   * order makes no difference to the state that the last answer leads to.
   */
  decide(state: State, choice: Choice, seat?: string): State
  /** As `decide`, and tells what happened. */
  step(state: State, choice: Choice, seat?: string): Step
  outcome(state: State): Outcome | undefined
  view(state: State, seat: string | null): View
  /** 16 hexadecimal digits. */
  hash(state: State): string
  fork(state: State): State
  save(state: State): SavedState
  restore(saved: unknown): State
  /** How good the position is for the seat, by the game's own `worth`; undefined if it declares none. */
  worth(state: State, seat: string): number | undefined
  /** The worth of every seat, by number, into a list of one's own; false if the game declares none. */
  worths(state: State, into: number[]): boolean
  /**
   * The same for what a position promises each seat beyond its worth: its `promise`, and its features by their
   * weights. In units of worth, and parts of one.
   */
  promises(state: State, into: number[]): boolean
  /** The features that the game declares, in their order, as they are for a seat; not weighed. A flag is 0 or 1. */
  features(state: State, seat: number, into: number[]): void

  /**
   * The fast lane, for programs that own their state: `ask` gives the question as integers (valid until
   * the next call), `answer` changes the state in place. Same machine, same rules, no names: a seat is its
   * number.
   */
  ask(state: State, seat?: number): Question | undefined
  answer(state: State, picks: readonly number[], seat?: number): void
  /** The numbers of the seats that are to answer, in the order in which `ask` serves them. */
  deciding(state: State): readonly number[]
}

/**
 * What is to be decided as integers: the same as a `Decision`, without its names. Picks are indexes into `values`
 * (`many`: repeated up to `counts`), or the number itself.
 * The only pick -1 - i takes the offer i: the action `offers[i]`. A question of the kind `number` has no offers.
 */
export interface Question {
  site: number // the place in the rules that asks: the same number whenever it asks, in every state of the game
  seat: number
  kind: 'one' | 'many' | 'number'
  values: readonly number[]
  counts: readonly number[] | null // null: one of each
  costs: readonly number[] | null
  min: number
  max: number
  budget: number
  optional: boolean
  offers: readonly number[]
}

/** Plain JSON. */
export interface SavedState {
  readonly format: 'ludoforge-state/3'
  readonly game: string
  readonly fingerprint: string
  readonly hash: string
  readonly data: readonly number[]
  readonly stack: readonly (number | readonly number[])[]
  readonly registers: readonly (number | readonly number[])[]
  readonly outcome: Outcome | null
}
