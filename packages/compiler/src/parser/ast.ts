/** The abstract syntax tree of the rules notation. Names aren't resolved yet. */
import type { Timing } from '@ludoforge/kernel'
import { type NonEmpty, onlyItem, type Span } from '../source/index.js'

type Opt<T> = T | undefined
type Node<K extends string, F> = Readonly<{ node: K } & F>
/** The source line of a node, and the rule number in the comment after it. */
type Written = Readonly<{ span: Span; text: string; rule?: Opt<string> }>

export type Word = Readonly<{ text: string; span: Span }>

/** A quoted text: plain parts and the values in braces. */
export type TextNode = readonly (string | ExprNode | CountedNode)[]

/** A number with the noun that it counts: `{n: more space}`. Without `many`, the plural is made by rule. */
export type CountedNode = { readonly span: Span } & Node<
  'counted',
  { value: ExprNode; one: string; many: Opt<string> }
>

/** A sentence for people, as written: one form or two. */
export type SayingNode = Readonly<{ text: TextNode; span: Span }>

export type ExprNode = { readonly span: Span } & (
  | Node<'number', { value: number }>
  | Node<'text', { value: string }>
  /** One or more words: a name, or a phrase such as "active troops". */
  | Node<'words', { words: NonEmpty<Word> }>
  /** `doing`: the content of the brackets of `legal`, whose only argument is the action; `as`: a name for the item. */
  | Node<'call', { name: Word; doing?: PerformanceNode; as?: Opt<Word> } & ArgumentNodes>
  | Node<'dot', { object: ExprNode; name: Word }>
  /** `words of object`: a variable, attribute, zone or pieces of something. */
  | Node<'of', { words: NonEmpty<Word>; object: ExprNode }>
  /** `neighbor`, `ray` or `line` of a space of a board, toward a direction. */
  | Node<'toward', { what: Word; object: ExprNode; direction: ExprNode }>
  | Node<'binary', { op: BinaryOp; left: ExprNode; right: ExprNode }>
  | Node<'and' | 'or', { parts: readonly ExprNode[] }>
  | Node<'not', { part: ExprNode }>
  | Node<'in', { negated: boolean; left: ExprNode; right: ExprNode }>
  | Node<'is', { negated: boolean; left: ExprNode; alternatives: readonly ExprNode[] }>
  | Node<'if', { when: ExprNode; then: ExprNode; else: ExprNode }>
  /** A value in the position after a procedure. */
  | Node<'after', { value: ExprNode; procedure: Word; given: ArgumentNodes }>
  | Node<'where', { list: ExprNode; as?: Opt<Word>; cond: ExprNode }>
  | Node<'range', { from: ExprNode; to: ExprNode }>
  | Node<'list', { items: readonly ExprNode[] }>
  /** What a thing has that isn't one of those with a value: 0, false, none or an empty list, as for `like`. */
  | Node<'absent', { like: ExprNode }>
  | Node<'reach', { from: ExprNode; entering: Opt<ExprNode>; through: Opt<ExprNode>; steps: Opt<ExprNode> }>
)

/** Returns the word of a node of one word, and `undefined` for any other node. */
export const singleWord = (node: ExprNode): Word | undefined =>
  node.node === 'words' ? onlyItem(node.words) : undefined

/** Positional arguments, then named ones. */
export type ArgumentNodes = Readonly<{
  args: readonly ExprNode[]
  named?: readonly Readonly<{ name: Word; value: ExprNode }>[]
}>

/** An action with its clauses, as `perform` executes it and `legal` tests it. */
export type PerformanceNode = Readonly<{
  /** A call such as `raid(mill)` is an action with arguments, or a function that returns an action. */
  action: ExprNode
  /** A separate argument list, after an expression that isn't a call. */
  given?: Opt<ArgumentNodes>
  by?: ExprNode
  free: boolean
  class?: ExprNode
  within?: ExprNode
}>

/** A name with an optional type. Without one, the name itself determines the type. */
export type TypedName = Readonly<{ name: Word; type?: Opt<Word>; list: boolean }>

export type BinaryOp = '+' | '-' | '*' | '/' | '%' | '=' | '!=' | '<' | '<=' | '>' | '>='

export type Body = readonly StatementNode[]

export type StatementNode = Written &
  (
    | Node<'let', { name: Word; value: ExprNode }>
    | Node<'set', { target: ExprNode; value: ExprNode }>
    /** add, subtract and spend; `exact` for spend. */
    | Node<'add', { amount: ExprNode; target: ExprNode; sign: 1 | -1; exact: boolean }>
    | Node<'append', { item: ExprNode; target: ExprNode }>
    | Node<'shift', { target: ExprNode; by: ExprNode; toward?: ExprNode; down?: boolean }>
    /** `body`: runs once for each seat of a simultaneous choice. */
    | Node<'choose', { choose: ChooseNode; body?: Body }>
    | Node<'choose-each', { choose: ChooseEachNode; body: Body }>
    | Node<'alternatives', { asked: QuestionClausesNode; options: readonly OptionNode[] }>
    | Node<'each', { name: Word; over: ExprNode; limit: Opt<ExprNode>; body: Body }>
    | Node<
        'repeat',
        { limit: ExprNode; whilst: Opt<ExprNode>; turns: boolean; among: Opt<ExprNode>; body: Body }
      >
    | Node<'if', { arms: readonly ArmNode[]; otherwise: Body }>
    | Node<'leave', { what: 'loop' | 'procedure' }>
    | Node<'move', Moving & { to: Opt<ExprNode>; bottom?: boolean }>
    /** Brings in pieces from their supply. */
    | Node<'place', Moving & { to: ExprNode; from: Opt<ExprNode> }>
    | Node<'flip', Moving & { to: ExprNode }>
    | Node<'roll', { name: Word; range: ExprNode }>
    | Node<'shuffle', { zone: ExprNode }>
    | Node<'reveal', { what: ExprNode; to: Opt<ExprNode> }>
    | Node<'do', { name: Word; given: ArgumentNodes; into: Opt<TypedName> }>
    | Node<'perform', { doing: PerformanceNode; into: Opt<TypedName> }>
    | Node<'give', { value: ExprNode }>
    | Node<'window', { name: Word; timing: Timing }>
    | Node<'as', { seat: ExprNode; body: Body }>
    | Node<'say', { message: TextNode; to: Opt<ExprNode> }>
    | Node<'win', { seats: ExprNode; reason: Opt<TextNode> }>
    | Node<'everybody', { result: 'win' | 'lose'; score: Opt<ExprNode>; reason: Opt<TextNode> }>
    | Node<'draw', { reason: Opt<TextNode> }>
    /** `by`: the score, and those that break ties, in order. */
    | Node<'rank', { over: ExprNode; by: readonly ScoreNode[]; reason: Opt<TextNode> }>
  )

/** A score of `rank`; `least`: the lowest is the best. */
export type ScoreNode = Readonly<{ least: boolean; value: ExprNode }>

/** An `if` or `else if` with its block. */
export type ArmNode = Written & Readonly<{ when: ExprNode; body: Body }>

/** Pieces, and how many of them. */
interface Moving {
  count: Opt<ExprNode>
  what: ExprNode
}

/** The clauses any question may have: the seat, the prompt, the subject, and the window offered with it. */
export interface QuestionClausesNode {
  by?: ExprNode
  atOnce?: AtOnceNode
  prompt?: TextNode
  original?: TextNode // of a translated prompt: its first thing is the subject in every language
  secret: boolean
  about?: ExprNode
  offering?: Readonly<{ window: Word; timing: Opt<Timing> }>
}

/** `choose each`: items one by one. The next question follows after the block of the last answer has run. */
export type ChooseEachNode = Readonly<{
  name: Word
  from: ExprNode
  min: Opt<ExprNode>
  max: Opt<ExprNode>
  into: Opt<Word>
  asked: Readonly<QuestionClausesNode>
}>

/** `by each SEAT in SEATS at once`. */
export type AtOnceNode = Readonly<{ seat: Word; seats: ExprNode }>

export type ChooseNode = Readonly<{
  name: Word
  /** Absent: exactly one, bound as an item. Otherwise a list is bound. */
  amount: Opt<
    Readonly<{
      min: ExprNode | number
      max: ExprNode | 'all'
      orAll?: true // `or all`: takes all of them if there are fewer than the minimum
    }>
  >
  from: ExprNode | NonEmpty<AlternativeNode>
  asked: Readonly<QuestionClausesNode>
  spent: Opt<Readonly<{ cost: ExprNode; budget: ExprNode }>>
  or: Opt<Readonly<{ what: 'none' | 'stop'; when: Opt<ExprNode>; span: Span }>>
}>

/** One of the values written out in a choice: `A if COND`. */
export type AlternativeNode = Readonly<{ value: ExprNode; when: Opt<ExprNode> }>

export type OptionNode = Readonly<{
  id: Word
  label: Opt<TextNode>
  when: Opt<ExprNode>
  says?: Opt<SayingNode> // of its condition
  body: Body
  span: Span
}>

/** `requires COND ["SENTENCE"]` */
export type RequirementNode = Readonly<{ when: ExprNode; says: Opt<SayingNode> }>

/** `offers NAME from LIST "PROMPT"`: the actions that a window offers. */
export type OffersNode = Readonly<{ name: Word; from: ExprNode; prompt: Opt<TextNode> }>

/** `otherwise`: the default value, for calls without this argument. */
export type ParameterNode = TypedName & Readonly<{ otherwise: Opt<ExprNode> }>

export type DeclarationNode = Written &
  (
    | Node<
        'function',
        {
          form: 'value' | 'test' | 'set'
          name: Word
          params: readonly ParameterNode[]
          /** Of a value of things: its word, and a phrase for each kind of thing that has it. */
          tied?: Opt<TokenActionNode>
          says?: Opt<SayingNode>
          body: ExprNode
        }
      >
    | Node<
        'procedure',
        {
          form: 'procedure' | 'action' | 'window'
          keyword: string // operation, activity, event, ... : becomes a tag
          name: Word
          tied?: Opt<TokenActionNode>
          title?: Opt<string | TextNode> // plain text for an action
          params: readonly ParameterNode[]
          by: readonly Word[]
          class?: Opt<Word>
          tags: readonly Word[]
          verb?: Opt<string> // of an action: its title in the third person
          requires: readonly RequirementNode[]
          offers?: Opt<OffersNode> // of a window
          announced?: boolean // `whenever` can follow it
          follows?: Extract<DeclarationNode, { node: 'procedure' }> // of a `whenever`: the announced rule
          body: Body
        }
      >
    /** Rules that follow an announced procedure or action: `whenever NAME, each NAME in LIST if COND`. */
    | Node<
        'whenever',
        {
          announced: Word
          each: Opt<Readonly<{ name: Word; over: ExprNode }>>
          when: Opt<ExprNode>
          body: Body
        }
      >
    | Node<'setup', { scenario: Opt<Word>; body: Body }>
    | Node<
        'policy',
        {
          name: Word
          seats: readonly Word[]
          title: Opt<string>
          option: Opt<Word>
          otherwise: Opt<Word>
          entries: readonly EntryNode[]
        }
      >
  )

/** How a policy answers some questions. */
export type EntryNode = Written &
  Readonly<{
    at: readonly QuestionNode[]
    when: Opt<ExprNode>
    lines: readonly LineNode[]
    broken: boolean // some lines had errors and are missing here
  }>

/** `PROCEDURE.NAME`: the question for NAME, or the menu that has this option. */
export type QuestionNode = Readonly<{ procedure: Word; name: Opt<Word> }>

export type LineNode = Written &
  Readonly<{
    do: 'prefer' | 'avoid' | 'only' | 'first' | 'otherwise' | 'stop' | 'take' | 'finally'
    /** For `take`: an amount or an action. */
    test: Opt<ExprNode>
    extreme: Opt<'most' | 'least'>
    ranks: readonly Readonly<{ by: 'most' | 'least'; value: ExprNode }>[]
    when: Opt<ExprNode>
    says?: Opt<SayingNode>
  }>

/** `unshaded of card-68`: the word, and a phrase for each type of token that has the action or value. */
export type TokenActionNode = Readonly<{ word: Word; of: readonly NonEmpty<Word>[] }>
