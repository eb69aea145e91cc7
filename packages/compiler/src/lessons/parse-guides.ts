/**
 * Parses `guide` blocks: a title at the margin, then lines. Without a `given`, its moments belong to all guides.
 *
 *   Title
 *     given …, you are SEAT
 *     others play by POLICY
 *     cards begin with PROCEDURE
 *     shows N of ACTION, ACTION in N cards
 *     you act on card N
 *     look back after PROCEDURE
 *     warn if CONDITION
 *       say "TEXT"
 *     let NAME = EXPRESSION
 *     at QUESTION / once CONDITION / after ACTION, ACTION [, weight N]
 *       teaches TERM, TERM
 *       say "TEXT" [, pointing at THING, THING]
 */
import type { Reporter } from '../diagnostics/index.js'
import { type Given, parseGiven, statementsOf, titledParts } from '../examples/parse.js'
import type { Block } from '../folder/index.js'
import { Cursor, ParseError } from '../parser/cursor.js'
import { parseExpr } from '../parser/expressions.js'
import type { ExprNode, Word } from '../parser/index.js'
import type { Token } from '../parser/lexer.js'
import { catchParseErrors } from '../parser/statements.js'
import type { Span } from '../source/index.js'
import { type ConditionNode, parseLessonCondition } from './conditions.js'
import { type Entry, readEntries } from './lines.js'
import {
  commaParts,
  parseQuestion,
  parseSay,
  type PointerNode,
  type QuestionNode,
  wordOf,
  type WrittenText,
} from './parse.js'

export interface GuideNode {
  readonly title: string
  readonly span: Span
  readonly given: Readonly<Given> | undefined // absent: its moments belong to all guides
  readonly policy: Word | undefined
  readonly card: Word | undefined
  readonly shows: Shows | undefined
  readonly acts: { readonly card: number; readonly span: Span } | undefined
  readonly lets: readonly { readonly name: Word; readonly value: ExprNode }[]
  readonly lookBack: readonly Word[]
  readonly warnings: readonly WarningNode[]
  readonly moments: readonly MomentNode[]
}

/** What the test of a guide expects to happen in its game. */
interface Shows {
  readonly least: number
  readonly actions: readonly Word[]
  readonly cards: number
  readonly span: Span
}

export interface WarningNode {
  readonly span: Span
  readonly condition: ConditionNode
  readonly text: WrittenText
}

export interface MomentNode {
  readonly span: Span
  readonly occasion:
    | { readonly is: 'question'; readonly question: QuestionNode }
    | { readonly is: 'condition'; readonly condition: ConditionNode }
    | { readonly is: 'action'; readonly actions: readonly Word[] }
  readonly weight: number
  readonly teaches: readonly Word[]
  readonly text: WrittenText
  readonly pointing: readonly PointerNode[]
}

/** The words that start the lines of a guide. */
export const GUIDE_HEADS: readonly string[] =
  'given others cards shows you let look warn at once after teaches say'.split(' ')
const OCCASIONS = new Set(['at', 'once', 'after'])
const WITH_LINES = new Set([...OCCASIONS, 'warn'])

export function parseGuides(block: Block, reporter: Reporter): GuideNode[] {
  return titledParts(block, reporter, 'guide').map(({ title, span, text, start }) => {
    const parser = new GuideParser(reporter)
    parser.read(readEntries(text, start, reporter, GUIDE_HEADS))
    return { title, span, ...parser.parts }
  })
}

type Parts = { -readonly [Key in keyof Omit<GuideNode, 'title' | 'span'>]: GuideNode[Key] }

class GuideParser {
  readonly parts: Parts = {
    given: undefined,
    policy: undefined,
    card: undefined,
    shows: undefined,
    acts: undefined,
    lets: [],
    lookBack: [],
    warnings: [],
    moments: [],
  }

  constructor(private readonly reporter: Reporter) {}

  read(entries: readonly Entry[]): void {
    for (let i = 0; i < entries.length; i++) {
      const entry = entries[i]
      if (entry === undefined) break
      const below: Entry[] = []
      if (WITH_LINES.has(entry.tokens[0].text))
        for (
          let next = entries[i + 1];
          next !== undefined && next.indent > entry.indent;
          next = entries[++i + 1]
        )
          below.push(next)
      catchParseErrors(this.reporter, () => this.#line(entry, below))
    }
  }

  #line(entry: Entry, below: readonly Entry[]): void {
    const { tokens, span, statements } = entry
    const { parts } = this
    const c = new Cursor(tokens, span)
    const head = c.next().text
    switch (head) {
      case 'given':
        parts.given = parseGiven(c, span, statementsOf(statements, this.reporter))
        return
      case 'others':
        c.expect('play', 'after `others`')
        c.expect('by', 'after `others play`')
        parts.policy = c.name('a policy')
        return c.end()
      case 'cards':
        c.expect('begin', 'after `cards`')
        c.expect('with', 'after `cards begin`')
        parts.card = c.name('a procedure with a title')
        return c.end()
      case 'shows':
        parts.shows = showsOf(tokens, span)
        return
      case 'you': {
        c.expect('act', 'after `you`')
        c.expect('on', 'after `you act`')
        c.expect('card', 'after `you act on`')
        parts.acts = { card: numberOf(c), span }
        return c.end()
      }
      case 'look':
        c.expect('back', 'after `look`')
        c.expect('after', 'after `look back`')
        parts.lookBack = [...parts.lookBack, c.name('a procedure with a title')]
        return c.end()
      case 'warn':
        c.expect('if', 'after `warn`')
        parts.warnings = [...parts.warnings, warningOf(tokens.slice(2), span, below)]
        return
      case 'let': {
        const name = c.newName('a name')
        const value = c.after('=', 'after the name', parseExpr)
        parts.lets = [...parts.lets, { name, value }]
        return c.end()
      }
      default:
        if (!OCCASIONS.has(head))
          throw new ParseError(
            span,
            `No line of a guide starts with \`${head}\` here.`,
            `Lines start with: ${GUIDE_HEADS.join(', ')}. \`say\` and \`teaches\` are below at, once, after or warn.`,
          )
        parts.moments = [...parts.moments, momentOf(head, tokens.slice(1), span, below)]
    }
  }
}

function numberOf(c: Cursor): number {
  const token = c.next()
  if (token.kind !== 'number') throw new ParseError(token.span, 'Expected a number.')
  return Number(token.text)
}

/** `N of ACTION, ACTION in N cards` */
function showsOf(tokens: readonly Token[], span: Span): Shows {
  const end = tokens.length - 3
  const head = new Cursor(tokens.slice(1), span)
  const least = numberOf(head)
  head.expect('of', 'after the number')
  const tail = new Cursor(tokens.slice(Math.max(0, end)), span)
  tail.expect('in', 'after the actions: `in N cards`')
  const cards = numberOf(tail)
  tail.expect('cards', 'after the number')
  return { least, cards, actions: commaParts(tokens.slice(3, end)).map(wordOf), span }
}

function warningOf(tokens: readonly Token[], span: Span, below: readonly Entry[]): WarningNode {
  const [entry, ...more] = below
  const c = entry === undefined ? undefined : new Cursor(entry.tokens, entry.span)
  if (entry === undefined || c === undefined || c.next().text !== 'say' || more.length > 0)
    throw new ParseError(span, 'Below `warn if` there is one `say`.', 'Write `say "TEXT"` below it.')
  const { text, pointing } = parseSay(c, entry.tokens)
  if (pointing.length > 0) throw new ParseError(entry.span, 'A warning points at nothing.')
  return { span, condition: parseLessonCondition(tokens, span), text }
}

function momentOf(head: string, tokens: readonly Token[], span: Span, below: readonly Entry[]): MomentNode {
  const isWeighed = tokens.at(-2)?.text === 'weight' && tokens.at(-3)?.text === ','
  const written = isWeighed ? tokens.slice(0, -3) : tokens
  const weight = isWeighed ? numberOf(new Cursor(tokens.slice(-1), span)) : 0
  const teaches: Word[] = []
  let said: ReturnType<typeof parseSay> | undefined
  for (const entry of below) {
    const c = new Cursor(entry.tokens, entry.span)
    const word = c.next().text
    if (word === 'teaches') teaches.push(...commaParts(entry.tokens.slice(1)).map(wordOf))
    else if (word === 'say' && said === undefined) said = parseSay(c, entry.tokens)
    else throw new ParseError(entry.span, 'Below a moment there is one `say`, and `teaches`.')
  }
  if (said === undefined)
    throw new ParseError(span, 'The coach says nothing here.', 'Write `say "TEXT"` below it.')
  return { span, occasion: occasionOf(head, written, span), weight, teaches, ...said }
}

function occasionOf(head: string, tokens: readonly Token[], span: Span): MomentNode['occasion'] {
  if (head === 'at') return { is: 'question', question: parseQuestion(new Cursor(tokens, span)) }
  if (head === 'once') return { is: 'condition', condition: parseLessonCondition(tokens, span) }
  return { is: 'action', actions: commaParts(tokens).map(wordOf) }
}
