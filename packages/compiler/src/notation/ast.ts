/** What the parser reads: the notation as written, names not yet resolved. */
import type { Timing } from '@ludoforge/kernel'
import type { Span } from '../source/index.js'

export interface Word {
  readonly text: string
  readonly span: Span
}

export type ExprNode = { readonly span: Span } & (
  | { readonly node: 'number'; readonly value: number }
  | { readonly node: 'text'; readonly value: string }
  /** One word or several: a name, or a phrase such as "active troops". */
  | { readonly node: 'words'; readonly words: readonly Word[] }
  /** `doing`: what stands in the brackets of `legal`, whose only argument is the action. */
  | ({ readonly node: 'call'; readonly name: Word; readonly doing?: DoingNode } & ArgumentNodes)
  | { readonly node: 'dot'; readonly object: ExprNode; readonly name: Word }
  /** `words of object`: a variable, attribute, zone or pieces of something. */
  | { readonly node: 'of'; readonly words: readonly Word[]; readonly object: ExprNode }
  /** `neighbor`, `ray` or `line` of a space of a board, toward a direction. */
  | { readonly node: 'toward'; readonly what: Word; readonly object: ExprNode; readonly direction: ExprNode }
  | { readonly node: 'binary'; readonly op: BinaryOp; readonly left: ExprNode; readonly right: ExprNode }
  | { readonly node: 'and' | 'or'; readonly parts: readonly ExprNode[] }
  | { readonly node: 'not'; readonly part: ExprNode }
  | { readonly node: 'in'; readonly negated: boolean; readonly left: ExprNode; readonly right: ExprNode }
  | {
      readonly node: 'is'
      readonly negated: boolean
      readonly left: ExprNode
      readonly alternatives: readonly ExprNode[]
    }
  | { readonly node: 'if'; readonly when: ExprNode; readonly then: ExprNode; readonly else: ExprNode }
  | { readonly node: 'where'; readonly list: ExprNode; readonly as?: Word; readonly cond: ExprNode }
  | { readonly node: 'range'; readonly from: ExprNode; readonly to: ExprNode }
  | { readonly node: 'list'; readonly items: readonly ExprNode[] }
  | {
      readonly node: 'reach'
      readonly from: ExprNode
      readonly entering?: ExprNode
      readonly through?: ExprNode
      readonly steps?: ExprNode
    }
)

/** Arguments in order, then those by name. */
export interface ArgumentNodes {
  readonly args: readonly ExprNode[]
  readonly named?: readonly { readonly name: Word; readonly value: ExprNode }[]
}

/** An action, and how it is done: by `perform`, or in question by `legal`. */
export interface DoingNode {
  /** A call such as `raid(mill)` is an action with arguments, or a value that is an action. */
  readonly action: ExprNode
  /** Arguments in brackets of their own, behind an expression. */
  readonly given?: ArgumentNodes
  readonly by?: ExprNode
  readonly free: boolean
  readonly class?: ExprNode
  readonly within?: ExprNode
}

/** A name for what a procedure gives. */
export interface IntoNode {
  readonly name: Word
  readonly type?: Word // absent: it follows from the procedure, or the name is one
  readonly list: boolean
}

export type BinaryOp = '+' | '-' | '*' | '/' | '%' | '=' | '!=' | '<' | '<=' | '>' | '>='

export type StatementNode = { readonly span: Span; readonly text: string; readonly rule?: string } & (
  | { readonly node: 'let'; readonly name: Word; readonly value: ExprNode }
  | { readonly node: 'set'; readonly target: ExprNode; readonly value: ExprNode }
  /** add, subtract and spend; `exact` for spend. */
  | {
      readonly node: 'add'
      readonly amount: ExprNode
      readonly target: ExprNode
      readonly sign: 1 | -1
      readonly exact: boolean
    }
  | {
      readonly node: 'shift'
      readonly target: ExprNode
      readonly by: ExprNode
      readonly toward?: ExprNode
      readonly down?: boolean
    }
  /** With a body: what is done for each of those who choose at once. */
  | { readonly node: 'choose'; readonly choose: ChooseNode; readonly body?: readonly StatementNode[] }
  | { readonly node: 'choose-each'; readonly choose: ChooseEachNode; readonly body: readonly StatementNode[] }
  | {
      readonly node: 'alternatives'
      readonly asked: AskNode
      readonly options: readonly OptionNode[]
    }
  | {
      readonly node: 'each'
      readonly name: Word
      readonly over: ExprNode
      readonly limit?: ExprNode
      readonly body: readonly StatementNode[]
    }
  | {
      readonly node: 'repeat'
      readonly limit: ExprNode
      readonly whilst?: ExprNode
      readonly turns: boolean
      readonly body: readonly StatementNode[]
    }
  | {
      readonly node: 'if'
      readonly arms: readonly { readonly when: ExprNode; readonly body: readonly StatementNode[] }[]
      readonly otherwise: readonly StatementNode[]
    }
  | { readonly node: 'leave'; readonly what: 'loop' | 'procedure' }
  | {
      readonly node: 'move'
      readonly count?: ExprNode
      readonly what: ExprNode
      readonly to?: ExprNode
      readonly bottom: boolean
      readonly from?: ExprNode
      readonly fresh: boolean
    }
  | { readonly node: 'flip'; readonly count?: ExprNode; readonly what: ExprNode; readonly to: ExprNode }
  | { readonly node: 'roll'; readonly name: Word; readonly range: ExprNode }
  | { readonly node: 'shuffle'; readonly zone: ExprNode }
  | { readonly node: 'reveal'; readonly what: ExprNode; readonly to?: ExprNode }
  | { readonly node: 'do'; readonly name: Word; readonly given: ArgumentNodes; readonly into?: IntoNode }
  | { readonly node: 'perform'; readonly doing: DoingNode; readonly into?: IntoNode }
  | { readonly node: 'give'; readonly value: ExprNode }
  | { readonly node: 'window'; readonly name: Word; readonly timing: Timing }
  | { readonly node: 'as'; readonly seat: ExprNode; readonly body: readonly StatementNode[] }
  | { readonly node: 'say'; readonly message: string; readonly to?: ExprNode }
  | { readonly node: 'win'; readonly seats: ExprNode; readonly reason?: string }
  | { readonly node: 'draw'; readonly reason?: string }
  | {
      readonly node: 'rank'
      readonly over: ExprNode
      readonly by: ExprNode
      readonly tie?: ExprNode
      readonly reason?: string
    }
)

/** What every question may say: who is asked, what is read, what it is about, what is offered beside it. */
export interface AskNode {
  readonly by?: ExprNode
  readonly atOnce?: AtOnceNode
  readonly prompt?: string
  readonly secret: boolean
  readonly about?: ExprNode
  readonly offering?: { readonly window: Word; readonly timing?: Timing }
}

/** One by one: each is asked for when the one before has been dealt with. */
export interface ChooseEachNode {
  readonly name: Word
  readonly from: ExprNode
  readonly min?: ExprNode
  readonly max?: ExprNode
  readonly into?: Word
  readonly asked: AskNode
}

/** `by each SEAT in SEATS at once`. */
export interface AtOnceNode {
  readonly seat: Word
  readonly seats: ExprNode
}

export interface ChooseNode {
  readonly name: Word
  /** Absent: exactly one, bound as an item. Otherwise a list is bound. */
  readonly amount?: {
    readonly min: ExprNode | number
    readonly max: ExprNode | 'all'
    readonly orAll?: true // where fewer than the least can be chosen, all of them
  }
  readonly from: ExprNode | readonly AlternativeNode[]
  readonly asked: AskNode
  readonly cost?: ExprNode
  readonly budget?: ExprNode
  readonly or?: { readonly what: 'none' | 'stop'; readonly when?: ExprNode; readonly span: Span }
}

/** One of the values written out in a choice: `A if COND`. */
export interface AlternativeNode {
  readonly value: ExprNode
  readonly when?: ExprNode
}

export interface OptionNode {
  readonly id: Word
  readonly label?: string
  readonly when?: ExprNode
  readonly body: readonly StatementNode[]
  readonly span: Span
}

/** `offers NAME from LIST "PROMPT"`: the actions that a window offers. */
export interface OffersNode {
  readonly name: Word
  readonly from: ExprNode
  readonly prompt?: string
  readonly span: Span
}

export interface ParameterNode {
  readonly name: Word
  readonly type?: Word // a type word; absent: the name is one
  readonly list: boolean
  readonly otherwise?: ExprNode // what it is where a call says nothing
}

export type DeclarationNode = { readonly span: Span; readonly text: string; readonly rule?: string } & (
  | {
      readonly node: 'function'
      readonly form: 'value' | 'test' | 'set'
      readonly name: Word
      readonly params: readonly ParameterNode[]
      readonly body: ExprNode
    }
  | {
      readonly node: 'procedure'
      readonly form: 'procedure' | 'action' | 'window'
      readonly keyword: string // operation, activity, event, ... : becomes a tag
      readonly name: Word
      /** `unshaded of card-68`: the word, and phrases for the types of tokens that have it. */
      readonly tied?: { readonly word: Word; readonly of: readonly (readonly Word[])[] }
      readonly title?: string
      readonly titleSpan?: Span // of a procedure: where its title, with values in it, is written
      readonly params: readonly ParameterNode[]
      readonly by: readonly Word[]
      readonly class?: Word
      readonly tags: readonly Word[]
      readonly requires: readonly ExprNode[]
      readonly offers?: OffersNode // of a window
      readonly body: readonly StatementNode[]
    }
  | { readonly node: 'setup'; readonly scenario?: Word; readonly body: readonly StatementNode[] }
)
