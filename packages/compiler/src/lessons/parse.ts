/**
 * Parses `lesson` blocks: a title at the margin, then entries.
 *
 *   Title of the lesson                                   # rule number, rule number
 *     given …, you are SEAT                               as in an example, with statements below
 *     teaches TERM, TERM
 *     let NAME = EXPRESSION
 *     dice … / when … / then …                            as in an example
 *     say "TEXT" [, pointing at THING, THING]
 *     you find SET
 *     you choose ANSWER [or ANSWER]
 *     you reach CONDITION [in N answers | in this turn] [, skipping QUESTION, …] [, only]
 *       by ANSWER; ANSWER; nothing more
 *       also ANSWER "TEXT"
 *       mistake ANSWER "TEXT" / mistake illegal ANSWER "TEXT" / mistake if CONDITION "TEXT" [by …]
 *       else "TEXT"
 *       hint "TEXT"
 *     if CONDITION                                        with entries below
 *     close "TEXT"
 */
import type { Reporter } from '../diagnostics/index.js'
import {
  type Given,
  parseAction,
  parseDice,
  parseExpectation,
  parseGiven,
  type Pick,
  parsePicks,
  statementsOf,
  type Step,
  titledParts,
} from '../examples/parse.js'
import type { Block } from '../folder/index.js'
import { Cursor, ParseError } from '../parser/cursor.js'
import { parseExpr, textNode } from '../parser/expressions.js'
import type { ExprNode, TextNode, Word } from '../parser/index.js'
import type { Token } from '../parser/lexer.js'
import { isPunctuation } from '../parser/lines.js'
import { catchParseErrors } from '../parser/statements.js'
import type { Span } from '../source/index.js'
import { type ConditionNode, parseLessonCondition } from './conditions.js'
import { type Entry, LESSON_HEADS, readEntries } from './lines.js'

export interface LessonNode {
  readonly title: string
  readonly rules: readonly string[]
  readonly span: Span
  readonly file: string
  readonly given: Readonly<Given>
  readonly teaches: readonly Word[]
  readonly steps: readonly LessonStepNode[]
}

/** A text, as written. */
export interface WrittenText {
  readonly parts: TextNode
  readonly text: string
  readonly span: Span
}

export type LessonStepNode =
  | {
      readonly node: 'say'
      readonly text: WrittenText
      readonly pointing: readonly PointerNode[]
      readonly span: Span
    }
  | { readonly node: 'close'; readonly text: WrittenText; readonly span: Span }
  | { readonly node: 'let'; readonly name: Word; readonly value: ExprNode; readonly span: Span }
  | { readonly node: 'step'; readonly step: Step; readonly span: Span }
  | {
      readonly node: 'if'
      readonly condition: ConditionNode
      readonly steps: readonly LessonStepNode[]
      readonly span: Span
    }
  | TaskNode

/** A thing after `pointing at`: `the question`, or words. */
export interface PointerNode {
  readonly question: boolean
  readonly tokens: readonly Token[]
  readonly span: Span
}

/** An answer as written. `more`: `nothing more`. */
export interface AnswerNode {
  readonly picks: readonly Pick[]
  readonly more: boolean
  readonly span: Span
}

/** What the coach replies, and the ways to a goal, as written. */
interface Replies {
  readonly also: readonly { readonly answer: AnswerNode; readonly text: WrittenText }[]
  readonly mistakes: readonly {
    readonly answer: AnswerNode
    readonly text: WrittenText
    readonly illegal: boolean
  }[]
  readonly failures: readonly {
    readonly condition: ConditionNode
    readonly text: WrittenText
    readonly by: readonly AnswerNode[] | undefined
    readonly span: Span
  }[]
  readonly otherwise: WrittenText | undefined
  readonly hints: readonly WrittenText[]
  readonly ways: readonly (readonly AnswerNode[])[]
}

/** A task, as written. */
export type TaskNode = Replies & { readonly node: 'task'; readonly span: Span } & (
    | { readonly task: 'find'; readonly set: ExprNode }
    | { readonly task: 'choose'; readonly answers: readonly AnswerNode[] }
    | ({ readonly task: 'reach' } & Goal)
  )

/** The name of a lesson's file in its course: `02-title`. Returns `undefined` outside of a folder `lessons`. */
export const courseName = (file: string): string | undefined => /(?:^|\/)lessons\/(.+)\.md$/.exec(file)?.[1]

export function parseLessons(block: Block, reporter: Reporter): LessonNode[] {
  return titledParts(block, reporter, 'lesson').map(({ title, comment, span, text, start }) => {
    const rules = comment.match(/\d+(?:\.\d+)+(?:#\d+)?/g) ?? []
    const entries = readEntries(text, start, reporter)
    const parser = new LessonParser(span, reporter)
    const steps = parser.steps(entries)
    return { title, rules, span, file: block.file, given: parser.given, teaches: parser.teaches, steps }
  })
}

class LessonParser {
  given: Given
  teaches: Word[] = []
  #begun = false
  #mode = ''

  constructor(
    title: Span,
    private readonly reporter: Reporter,
  ) {
    this.given = { empty: false, options: [], setup: [], span: title }
  }

  /** Parses entries of one level. Deeper ones belong to the `you` or `if` above them. */
  steps(entries: readonly Entry[]): LessonStepNode[] {
    const steps: LessonStepNode[] = []
    for (let i = 0; i < entries.length; i++) {
      const entry = entries[i]
      if (entry === undefined) break
      const head = entry.tokens[0].text
      const below: Entry[] = []
      if (head === 'you' || head === 'if')
        for (
          let next = entries[i + 1];
          next !== undefined && next.indent > entry.indent;
          next = entries[++i + 1]
        )
          below.push(next)
      const step = catchParseErrors(this.reporter, () => this.#step(entry, below))
      this.#begun = true
      if (step !== undefined) steps.push(step)
    }
    return steps
  }

  #step(entry: Entry, below: readonly Entry[]): LessonStepNode | undefined {
    const { tokens, span, statements } = entry
    const head = tokens[0].text
    const c = new Cursor(tokens, span)
    c.next()
    if (head !== 'and') this.#mode = head
    switch (head) {
      case 'given':
        if (this.#begun)
          throw new ParseError(span, 'A `given` comes first, and only once.', 'Move it to the top.')
        this.given = parseGiven(c, span, statementsOf(statements, this.reporter))
        if (this.given.you === undefined)
          throw new ParseError(span, 'This lesson has no learner.', 'Add `you are SEAT` to `given`.')
        return undefined
      case 'teaches':
        this.teaches = [...this.teaches, ...commaParts(tokens.slice(1)).map(wordOf)]
        return undefined
      case 'let': {
        const name = c.newName('a name')
        const value = c.after('=', 'after the name', parseExpr)
        c.end()
        return { node: 'let', name, value, span }
      }
      case 'say':
        return { node: 'say', ...parseSay(c, tokens), span }
      case 'close': {
        const text = needText(c)
        c.end()
        return { node: 'close', text, span }
      }
      case 'if':
        return {
          node: 'if',
          condition: parseLessonCondition(tokens.slice(1), span),
          steps: this.steps(below),
          span,
        }
      case 'you':
        return this.#task(c, entry, below)
      case 'dice':
      case 'when':
      case 'then':
      case 'and':
        return { node: 'step', step: this.#played(c, entry), span }
      default:
        throw new ParseError(
          span,
          LESSON_HEADS.includes(head)
            ? `\`${head}\` belongs below a \`you\` line.`
            : `No line of a lesson starts with \`${head}\`.`,
          LESSON_HEADS.includes(head)
            ? 'Indent it deeper than its `you` line.'
            : `Lines start with: ${LESSON_HEADS.join(', ')}.`,
        )
    }
  }

  /** `dice`, `when` and `then`, as in examples. */
  #played(c: Cursor, { tokens, span, text, statements, indent, rule }: Entry): Step {
    if (this.#mode === 'dice') return { ...parseDice(c), span, text }
    if (this.#mode === 'then') return { ...parseExpectation(c), span, text }
    if (this.#mode !== 'when') throw new ParseError(span, '`and` goes on with a `when` or a `then`.')
    const rest = { indent, rule, span, text, tokens: tokens.slice(1) }
    return { ...parseAction(c, rest, statements, this.reporter), span, text }
  }

  #task(c: Cursor, { tokens, span }: Entry, below: readonly Entry[]): TaskNode {
    const replies = this.#replies(below)
    const node = { node: 'task', span, ...replies } as const
    const isReach = c.at('reach')
    if (!isReach && replies.ways.length > 0)
      throw new ParseError(span, 'A `by` belongs below `you reach`.', 'Write the answer after `you choose`.')
    if (c.take('find')) {
      const set = parseExpr(c)
      c.end()
      if (replies.also.length > 0)
        throw new ParseError(
          span,
          'An `also` belongs below `you choose` or `you reach`.',
          'Extend the set instead.',
        )
      return { ...node, task: 'find', set }
    }
    if (c.take('choose')) {
      const answers: AnswerNode[] = []
      do answers.push(answerOf(c, ['or']))
      while (c.take('or'))
      c.end()
      return { ...node, task: 'choose', answers }
    }
    if (!c.take('reach'))
      throw new ParseError(c.here, `Expected find, choose or reach after \`you\`, found ${c.found()}.`)
    if (replies.ways.length === 0)
      throw new ParseError(span, 'This goal has no way to it.', 'Write `by ANSWER; ANSWER` below it.')
    for (const { by, span: at } of replies.failures)
      if (by === undefined)
        throw new ParseError(at, 'No way makes this condition true.', 'Write `by ANSWER; ANSWER` below it.')
    return { ...node, task: 'reach', ...goalOf(tokens.slice(2), span) }
  }

  #replies(below: readonly Entry[]): Replies {
    const also: { answer: AnswerNode; text: WrittenText }[] = []
    const mistakes: { answer: AnswerNode; text: WrittenText; illegal: boolean }[] = []
    const failures: TaskNode['failures'][number][] = []
    const hints: WrittenText[] = []
    const ways: (readonly AnswerNode[])[] = []
    let otherwise: WrittenText | undefined
    below.forEach((entry, i) => {
      catchParseErrors(this.reporter, () => {
        const { tokens, span } = entry
        const head = tokens[0].text
        const above = below[i - 1]
        const c = new Cursor(tokens, span)
        c.next()
        if (head === 'by') {
          const way = wayOf(c)
          const last = failures.at(-1)
          if (above?.tokens[0].text === 'mistake' && entry.indent > above.indent && last?.span === above.span)
            failures[failures.length - 1] = { ...last, by: way }
          else ways.push(way)
        } else if (head === 'also') {
          const { answer, text } = answerAndText(tokens.slice(1), span)
          also.push({ answer, text })
        } else if (head === 'mistake' && c.at('if')) {
          const at = textIndex(tokens, span)
          const condition = parseLessonCondition(tokens.slice(2, at), span)
          const rest = new Cursor(tokens.slice(at), span)
          const text = needText(rest)
          const by = rest.take('by') ? wayOf(rest) : undefined
          rest.end()
          failures.push({ condition, text, by, span })
        } else if (head === 'mistake') {
          const illegal = c.at('illegal')
          mistakes.push({ ...answerAndText(tokens.slice(illegal ? 2 : 1), span), illegal })
        } else if (head === 'else') {
          otherwise = needText(c)
          c.end()
        } else if (head === 'hint') {
          hints.push(needText(c))
          c.end()
        } else
          throw new ParseError(
            span,
            `\`${head}\` can't be below a \`you\` line.`,
            'Allowed here: by, also, mistake, else, hint.',
          )
      })
    })
    return { also, mistakes, failures, hints, ways, otherwise }
  }
}

/** `"TEXT" [, pointing at THING, THING]` */
export function parseSay(
  c: Cursor,
  tokens: readonly Token[],
): { readonly text: WrittenText; readonly pointing: readonly PointerNode[] } {
  const text = needText(c)
  c.take(',')
  const pointing = c.take('pointing') ? pointersOf(c, tokens) : []
  if (pointing.length === 0) c.end()
  return { text, pointing }
}

function needText(c: Cursor): WrittenText {
  const token = c.text()
  if (token === undefined) throw c.wanted('a text in quotes')
  return { parts: textNode(token.parts ?? []), text: token.text, span: token.span }
}

/** The index of the text in a line. */
function textIndex(tokens: readonly Token[], span: Span): number {
  const at = tokens.findIndex(({ kind }) => kind === 'text')
  if (at < 0) throw new ParseError(span, 'This line has no text.', 'Add what the coach says, in quotes.')
  return at
}

function answerAndText(tokens: readonly Token[], span: Span): { answer: AnswerNode; text: WrittenText } {
  const at = textIndex(tokens, span)
  const answer = answerOf(new Cursor(tokens.slice(0, at), span), [])
  const rest = new Cursor(tokens.slice(at), span)
  const text = needText(rest)
  rest.end()
  return { answer, text }
}

function answerOf(c: Cursor, ends: readonly string[]): AnswerNode {
  const span = c.here
  if (c.take('nothing', 'more')) return { picks: [], more: true, span }
  return { picks: parsePicks(c, ends), more: false, span }
}

/** `ANSWER; ANSWER; …` */
function wayOf(c: Cursor): readonly AnswerNode[] {
  const way: AnswerNode[] = []
  do way.push(answerOf(c, [';']))
  while (c.take(';'))
  c.end()
  return way
}

/** Splits tokens at commas outside of brackets. */
export function commaParts(tokens: readonly Token[]): Token[][] {
  const parts: Token[][] = [[]]
  let depth = 0
  for (const token of tokens) {
    if (isPunctuation(token, '(') || isPunctuation(token, '[')) depth += 1
    else if (isPunctuation(token, ')') || isPunctuation(token, ']')) depth -= 1
    if (depth === 0 && isPunctuation(token, ',')) parts.push([])
    else parts.at(-1)?.push(token)
  }
  return parts.filter((part) => part.length > 0)
}

export function wordOf(tokens: readonly Token[]): Word {
  const [first] = tokens
  if (first === undefined) throw new Error('a part has tokens.')
  return { text: tokens.map(({ text }) => text).join(' '), span: first.span }
}

/** After the word `pointing`. */
function pointersOf(c: Cursor, tokens: readonly Token[]): PointerNode[] {
  c.expect('at', 'after `pointing`')
  const rest: Token[] = []
  while (!c.done) rest.push(c.next())
  if (rest.length === 0)
    throw new ParseError(tokens.at(-1)?.span ?? c.here, 'Expected something to point at.')
  return commaParts(rest).map((part) => {
    const { text, span } = wordOf(part)
    return { question: text === 'the question', tokens: part, span }
  })
}

/** The name of a question, as written. */
export interface QuestionNode {
  readonly procedure: Word
  readonly name: Word | undefined
}

/** `PROCEDURE[.NAME]` */
export function parseQuestion(c: Cursor): QuestionNode {
  const procedure = c.name('a question, as after `at` in a policy')
  const name = c.take('.') ? c.name('the name of the answer') : undefined
  c.end()
  return { procedure, name }
}

interface Goal {
  readonly goal: ConditionNode
  readonly answers: number | undefined
  readonly skipping: readonly QuestionNode[]
  readonly only: boolean
}

/** `CONDITION [in N answers | in this turn] [, skipping …] [, only]` */
function goalOf(tokens: readonly Token[], span: Span): Goal {
  const isWord = (at: number, text: string): boolean =>
    tokens[at]?.kind !== 'text' && tokens[at]?.text === text
  let end = tokens.length
  let only = false
  if (isWord(end - 1, 'only') && isWord(end - 2, ',')) {
    only = true
    end -= 2
  }
  let skipping: Goal['skipping'] = []
  const skip = tokens.findIndex((_, i) => isWord(i, ',') && isWord(i + 1, 'skipping'))
  if (skip >= 0) {
    skipping = commaParts(tokens.slice(skip + 2, end)).map((part) => parseQuestion(new Cursor(part, span)))
    end = skip
  }
  let answers: number | undefined
  const number = tokens[end - 2]
  if (
    isWord(end - 3, 'in') &&
    (isWord(end - 1, 'answers') || isWord(end - 1, 'answer')) &&
    number?.kind === 'number'
  ) {
    answers = Number(number.text)
    end -= 3
  } else if (isWord(end - 3, 'in') && isWord(end - 2, 'this') && isWord(end - 1, 'turn')) end -= 3
  return { goal: parseLessonCondition(tokens.slice(0, end), span), answers, skipping, only }
}
