/**
 * The protocol between a game and its players: people, bots, simulations, servers.
 * The game poses a decision, the player answers with a choice. Nothing else changes a state.
 */
import type { Constant, GameDef, Timing, TypeName } from './def/index.js'
import type { Outcome } from './layout/outcome.js'
import type { State } from './layout/state.js'

export type { Outcome } from './layout/outcome.js'

/** The options of a new game. */
export interface StartOptions {
  readonly scenario?: string // default: the first
  readonly seed?: number | string
  /** Values of game options by name. A list option takes a list of names. A token type repeated N times means N tokens. */
  readonly options?: Readonly<Record<string, Constant>>
  /** Skips all set-up: an empty board, nothing running. For examples. */
  readonly empty?: boolean
}

/**
 * One decision of a seat. `one`: choose one option. `many`: choose between `min` and `max` options, each at most
 * `count` times, with a total `cost` within `budget`. `number`: choose a whole number from `min` to `max`.
 * Or take one of the `offers` instead: the machine performs that action, then repeats the question.
 *
 * The machine answers a question that has only one legal answer, and marks the `chose` event as `forced`. It always
 * asks secret questions, and questions whose answers can depend on hidden information, even if there is one answer or
 * none: otherwise the others would learn how many there were.
 */
export interface Decision {
  readonly seat: string
  readonly kind: 'one' | 'many' | 'number'
  readonly prompt: string
  readonly name: string // the name that the rule binds, or `choice`
  readonly type: TypeName // of one option
  readonly rule?: string // "3.2.4"
  readonly action?: string // the action in progress
  readonly place?: string // file:line of the rule
  readonly min: number
  readonly max: number
  readonly budget?: number
  readonly optional: boolean // `one` only: may be answered with an empty list
  /**
   * `one` only: the question is asked again and again, at most this often. A list of up to this many options answers it
   * for the rounds that follow, in this order, and then declines. An option that is no longer legal when its round comes
   * ends the list: the question is asked again.
   */
  readonly series?: number
  readonly repeats?: true // such a list may name an option several times
  /** `{ throughout: … }` answers this question in all rounds of the series around it, where the answer is legal. */
  readonly throughout?: true
  /** The space, piece, seat or action that the question is about, for clients to point at. */
  readonly subject?: Subject
  readonly options: readonly Option[] // empty for `number`
  readonly offers: readonly Offer[]
  readonly secret: boolean // the others learn that it was answered, but not how, or only when all have answered
  readonly atOnce?: true // a simultaneous choice: `View.deciding` lists the seats still to answer
}

/** The subject of a question. */
export interface Subject {
  readonly type: 'zone' | 'token' | 'seat' | 'action'
  readonly id: string
  readonly label: string
}

/** An action that a window offers, and its timing relative to the action in progress. */
export interface Offer {
  readonly id: string // of the action
  readonly label: string
  readonly window: string
  readonly timing: Timing
}

/** One thing that can be chosen. */
export interface Option {
  /** Stable name: a space, a seat, a label; pieces as `type@zone` or `type+value@zone` ("soldier+tired@hill"). */
  readonly id: string
  readonly label: string // for people
  readonly count: number // how many identical tokens it stands for
  readonly cost?: number
}

/**
 * An answer by names. `one`: an option's id (or an empty list to decline). `many`: a list of ids; repeat an id, or
 * write `3 id` for three of it. `number`: the number. `{ offer: id }` takes an offer.
 * A question with `series`: an id answers this round, a list of ids this round and those that follow, and no more.
 * `{ throughout: id }` answers a question with `throughout` in every round.
 */
export type Choice =
  | string
  | number
  | readonly string[]
  | { readonly offer: string }
  | { readonly throughout: string | number }

/**
 * One thing that happened, for logs, animations, statistics and boards updated by events (`applyEvents`). A viewer
 * who may not see all of it gets a redacted event of its own.
 *
 * `began` and `ended` (actions), `entered` and `left` (procedures with a title) are brackets: they nest, and the events
 * between belong to them. Brackets that are open when the game ends are closed after `over`.
 */
export type StepEvent = Told &
  (
    | {
        readonly type: 'chose'
        readonly seat: string
        readonly name: string
        readonly choice: Choice
        readonly label?: string // of an alternative (`or`): its text
        readonly forced?: true // the only legal answer: the machine gave it
        readonly atOnce?: true // of a simultaneous choice: all its answers are revealed together, after the last
        readonly why?: readonly PolicyReason[] // the reasons of a policy's answer, if the caller attaches them
      }
    /** A seat has answered a simultaneous choice; the answers are revealed when all have answered. */
    | { readonly type: 'answered'; readonly seat: string; readonly name: string }
    | {
        readonly type: 'began' | 'ended'
        readonly action: string
        readonly seat: string
        readonly free: boolean
        readonly class?: string
        readonly timing?: Timing
      }
    /** The title as of that moment. `left` closes the innermost `entered`. */
    | { readonly type: 'entered'; readonly procedure: string; readonly title: string }
    | { readonly type: 'left'; readonly procedure: string }
    /** `count` tokens, one after the other. A viewer who sees neither zone gets `piece` or `card` as `what`. */
    | {
        readonly type: 'moved'
        readonly what: string // the kind: "troops+active", "leader+shaded", the type of a card that has one side
        readonly became?: string // the kind it arrives as, if that differs
        readonly from: string
        readonly into: string
        readonly count: number
        readonly index?: number // of a card that wasn't on top: how many were above it
        readonly bottom?: true // of a card: it goes to the bottom
      }
    /** A viewer who doesn't see the token gets `piece` or `card`, and nothing else. */
    | {
        readonly type: 'flipped'
        readonly what: string // the kind before
        readonly became: string // and after
        readonly at: string
        readonly prop: string
        readonly value: string
        readonly index?: number // of a card that isn't on top: how many are above it
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
    /** `order`: the cards from top to bottom, for viewers who see them. */
    | { readonly type: 'shuffled'; readonly zone: string; readonly order?: readonly string[] }
    | { readonly type: 'revealed'; readonly what: readonly string[]; readonly at: string }
    | { readonly type: 'said'; readonly text: string }
    | { readonly type: 'over'; readonly outcome: Outcome }
  )

/** A reason of a bot's answer: it holds, and it decided. The parts of one policy line are reasons of their own. */
export interface PolicyReason {
  readonly text: string // in plain words, as part of a sentence: "most Population (2; next Hue, 1)"
  readonly code?: string // the policy line as it is written
  readonly title?: string // of its section
  readonly rule?: string // "8.5.2"
  readonly place?: string // file:line
  /** It depends on hidden information: showing it would leak that. */
  readonly secret?: true
  readonly decided?: DecidingPart
}

/** How a part of a policy line narrowed the options of a pick. Options are named by their ids. */
export interface DecidingPart {
  /** `test`: also of a `most` or `least` of a condition. `option`: the line names it. `stop`: the line declines. `chance`: the policy drew from what all lines left. */
  readonly part: 'test' | 'option' | 'rank' | 'amount' | 'stop' | 'chance'
  readonly rank?: number // the number of the `most` or `least` in its line
  readonly picks: number // how many picks it decided; the rest is about the first of them
  readonly pick: number
  readonly before: number // options open before it
  readonly after: number // and after it
  readonly chosen?: string
  readonly dropped?: string // the best of those that it dropped
  readonly value?: number // of the chosen one
  readonly next?: number // of the dropped one
}

/** Who may see an event, and the rule that caused it. */
interface Told {
  /** The viewers who may see it: seats, and null for a spectator. Absent: everybody. */
  readonly to?: readonly (string | null)[]
  /**
   * The rule and the line (file:line) of the statement that caused it. If that line would leak a secret, it is the line
   * of the enclosing statement that branched, or of the answered question.
   */
  readonly rule?: string
  readonly place?: string
}

/**
 * The result of one answer. A seat may freely undo its answers back to the last step that another seat decided, or
 * in which something was rolled or revealed: `horizon` records that. Information can be revealed by an event or by
 * the options of the next question.
 */
export interface Step {
  readonly state: State
  readonly events: readonly StepEvent[]
  readonly horizon: Horizon
}

/** Whether a step can be undone freely: who decided, and whether anything was rolled or revealed. */
export interface Horizon {
  readonly seat: string
  readonly rolled: boolean
  readonly revealed: boolean
}

/** What one viewer may see: a seat, or a spectator (null). Hidden tokens are counted, never named. */
export interface View {
  readonly seat: string | null
  readonly deciding: readonly string[] // the seats to decide; several in a simultaneous choice
  readonly decision?: Decision // only if it is this seat's
  readonly outcome?: Outcome
  readonly variables: Readonly<Record<string, Constant>>
  readonly seats: Readonly<Record<string, Readonly<Record<string, Constant>>>>
  readonly zones: Readonly<Record<string, ZoneView>>
}

/** The visible part of a zone. */
export interface ZoneView {
  readonly size: number
  /** Pieces by kind ("troops+active": 3), or cards from top to bottom; absent if hidden from this seat. */
  readonly pieces?: Readonly<Record<string, number>>
  readonly cards?: readonly string[]
  readonly markers: Readonly<Record<string, Constant>>
}

/** A linked game, ready to play. */
export interface Game {
  readonly def: GameDef
  /** Changes whenever the rules change; a save stores the fingerprint of its rules. */
  readonly fingerprint: string
  start(options?: StartOptions): State
  /** Like `start`, and also returns the events since the set-up. */
  begin(options?: StartOptions): Pick<Step, 'state' | 'events'>
  /**
   * Returns the open decision, or undefined when the game is over. With a seat: the decision of this seat, or undefined
   * if it has none. In a simultaneous choice each seat has its own decision; without a seat this is the decision of the
   * first seat in list order that has not answered.
   */
  decision(state: State, seat?: string): Decision | undefined
  /**
   * Returns the state after this answer. Throws IllegalChoice and changes nothing if the answer is not legal, or not
   * this seat's to give. In a simultaneous choice each seat answers once, in any order: the order doesn't affect the
   * state after the last answer.
   */
  decide(state: State, choice: Choice, seat?: string): State
  /** Like `decide`, and also returns the events and the horizon. */
  step(state: State, choice: Choice, seat?: string): Step
  outcome(state: State): Outcome | undefined
  view(state: State, seat: string | null): View
  /** Returns the Zobrist hash of the state: 16 hexadecimal digits. */
  hash(state: State): string
  fork(state: State): State
  save(state: State): SavedState
  restore(saved: unknown): State
  /** Returns the game's `worth` of the position for a seat; undefined if the game declares none. */
  worth(state: State, seat: string): number | undefined
  /** Writes the worth of every seat into `into`, by seat number. Returns false if the game declares none. */
  worths(state: State, into: number[]): boolean
  /**
   * The same for the evaluation beyond worth: `promise` plus the weighted features. In units of worth, as fractions.
   */
  promises(state: State, into: number[]): boolean
  /** Writes the game's features for a seat into `into`, in declared order and unweighted. A flag is 0 or 1. */
  features(state: State, seat: number, into: number[]): void

  /**
   * The fast lane, for programs that own their state: `ask` returns the question as integers (valid until the next
   * call), `answer` changes the state in place. Same machine, same rules, no names: a seat is its number.
   */
  ask(state: State, seat?: number): Question | undefined
  answer(state: State, picks: readonly number[], seat?: number): void
  /** Returns the numbers of the seats that must answer, in the order in which `ask` serves them. */
  deciding(state: State): readonly number[]
  /** Returns the ids of the seats that are present, in order. */
  present(state: State): readonly string[]
}

/**
 * A `Decision` as integers, without names. Picks are indexes into `values` (`many`: each repeated up to `counts`), or
 * the number itself. The single pick -1 - i takes the offer i: the action `offers[i]`. A `number` question has no offers.
 * Several picks and then -1 answer a series; a pick and then -2 is an answer throughout.
 */
export interface Question {
  site: number // identifies the statement that asks: the same number in every state of the game
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
  series: number // 0: not asked in a series
  repeats: boolean
  throughout: boolean
}

/** A state as plain JSON. */
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
