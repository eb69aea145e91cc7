/** What the parser reads: the notation as written, names not yet resolved. */
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
  | { readonly node: 'call'; readonly name: Word; readonly args: readonly ExprNode[] }
  | { readonly node: 'dot'; readonly object: ExprNode; readonly name: Word }
  /** `words of object`: a variable, attribute, zone or pieces of something. */
  | { readonly node: 'of'; readonly words: readonly Word[]; readonly object: ExprNode }
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
  | { readonly node: 'choose'; readonly choose: ChooseNode }
  | { readonly node: 'choose-each'; readonly choose: ChooseEachNode; readonly body: readonly StatementNode[] }
  | {
      readonly node: 'alternatives'
      readonly by?: ExprNode
      readonly prompt?: string
      readonly secret: boolean
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
  | { readonly node: 'flip'; readonly count?: ExprNode; readonly what: ExprNode; readonly to: Word }
  | { readonly node: 'roll'; readonly name: Word; readonly range: ExprNode }
  | { readonly node: 'shuffle'; readonly zone: ExprNode }
  | { readonly node: 'reveal'; readonly what: ExprNode; readonly to?: ExprNode }
  | { readonly node: 'do'; readonly name: Word; readonly args: readonly ExprNode[] }
  | {
      readonly node: 'perform'
      readonly action: ExprNode
      readonly args: readonly ExprNode[]
      readonly by?: ExprNode
      readonly free: boolean
      readonly class?: ExprNode
      readonly within?: ExprNode
    }
  | { readonly node: 'window'; readonly name: Word; readonly timing: 'before' | 'during' | 'after' }
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

/** One by one: each is asked for when the one before has been dealt with. */
export interface ChooseEachNode {
  readonly name: Word
  readonly from: ExprNode
  readonly min?: ExprNode
  readonly max?: ExprNode
  readonly into?: Word
  readonly by?: ExprNode
  readonly prompt?: string
  readonly secret: boolean
}

export interface ChooseNode {
  readonly name: Word
  /** Absent: exactly one, bound as an item. Otherwise a list is bound. */
  readonly amount?: { readonly min: ExprNode | number; readonly max: ExprNode | 'all' }
  readonly from: ExprNode
  readonly by?: ExprNode
  readonly cost?: ExprNode
  readonly budget?: ExprNode
  readonly prompt?: string
  readonly secret: boolean
  readonly or?: 'none' | 'stop'
}

export interface OptionNode {
  readonly id: Word
  readonly label?: string
  readonly when?: ExprNode
  readonly body: readonly StatementNode[]
  readonly span: Span
}

export interface ParameterNode {
  readonly name: Word
  readonly type?: Word // a type word; absent: the name is one
  readonly list: boolean
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
      readonly form: 'procedure' | 'action'
      readonly keyword: string // operation, activity, event, ... : becomes a tag
      readonly name: Word
      readonly title?: string
      readonly titleSpan?: Span // of a procedure: where its title, with values in it, is written
      readonly params: readonly ParameterNode[]
      readonly by: readonly Word[]
      readonly class?: Word
      readonly tags: readonly Word[]
      readonly requires: readonly ExprNode[]
      readonly body: readonly StatementNode[]
    }
  | { readonly node: 'setup'; readonly scenario?: Word; readonly body: readonly StatementNode[] }
)
