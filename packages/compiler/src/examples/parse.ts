/**
 * Parses `example` blocks: a title at the margin, then steps.
 *
 *   Title of the example                                  # rule number
 *     given [an empty board | the scenario NAME], seed 7, option NAME = VALUE or [VALUE, …], SEAT to act
 *       statements of the rules notation
 *     dice 4, 2
 *     when SEAT does ACTION[(args)] [, free] [, as CLASS] [, within SPACES]
 *      and SEAT chooses this, that
 *      and do procedure(...)
 *      and SEAT decides [by POLICY]           (answers one question by its policy)
 *      and SEAT plays [by POLICY]             (the same until another seat is asked, or none)
 *      and everybody plays [by POLICY]        (each seat that is asked, until one is asked that has played)
 *     then EXPRESSION
 *      and SEAT is asked NAME / SEAT is not asked / nothing is asked
 *      and SEAT had to choose this, that      (the answer was forced)
 *      and offered this / not offered that / cannot choose this, that
 *      and SEAT is offered this / SEAT is not offered that / SEAT cannot choose this, that
 *      and SEAT would choose this, that [or another] [by POLICY]   (the policy's answers before a random pick)
 *      and told "TEXT" / not told "TEXT"      (from `say`, or the title of a procedure)
 *      and SEAT has won / nobody has won / the game is over / the game goes on
 */
import type { Reporter } from '../diagnostics/index.js'
import type { Block } from '../folder/index.js'
import type { Body, ExprNode, Word } from '../parser/index.js'
import { buildTree, parseBlock, readLines } from '../parser/index.js'
import { Cursor, ParseError } from '../parser/cursor.js'
import { parseExpr } from '../parser/expressions.js'
import { isPunctuation } from '../parser/lines.js'
import { catchParseErrors } from '../parser/statements.js'
import type { SourceLine, Start, Token } from '../parser/lexer.js'
import { isNonEmpty, type NonEmpty, type Span } from '../source/index.js'

export interface Example {
  readonly title: string
  readonly rule?: string | undefined
  readonly span: Span
  readonly given: Readonly<Given>
  readonly steps: readonly Step[]
}

export interface Given {
  empty: boolean
  scenario?: string
  seed?: number
  options: readonly { readonly name: string; readonly value: OptionValue; readonly span: Span }[]
  actor?: Word
  you?: Word // in a lesson
  setup: Body
  span: Span
}

type OptionValue = string | number | readonly (string | number)[]

/** A step without a seat is about the seat that is asked, or the first of them. */
export type Step = { readonly span: Span; readonly text: string } & Readonly<
  | { step: 'do'; seat?: Word; statements: Body }
  | { step: 'dice'; values: readonly number[] }
  | { step: 'choose'; seat?: Word; picks: readonly Pick[]; ahead?: 'only' | 'throughout' | undefined }
  | { step: 'refused'; seat?: Word; picks: readonly Pick[] }
  | { step: 'decide'; seat: Word; policy?: Word | undefined; on: boolean }
  | { step: 'everybody'; policy?: Word | undefined }
  | { step: 'would'; seat: Word; policy?: Word | undefined; answers: readonly (readonly Pick[])[] }
  | { step: 'expect'; expr: ExprNode }
  | { step: 'asked'; seat: Word; name?: string | undefined; wanted: boolean }
  | { step: 'idle' }
  | { step: 'forced'; seat: Word; picks: readonly Pick[] }
  | { step: 'offered'; seat?: Word; wanted: boolean; picks: readonly Pick[] }
  | { step: 'told'; wanted: boolean; told: string; at: Span }
  | { step: 'outcome'; winner?: Word; over: boolean }
>

/** One item of an answer: its text and count. */
export interface Pick {
  readonly text: string
  readonly count?: number | undefined
  readonly tokens: readonly Token[]
  readonly span: Span
}

/** A title at the margin, and the lines below it. */
export interface Titled {
  readonly title: string
  readonly comment: string // after the `#`
  readonly span: Span
  readonly text: string // of the lines below
  readonly start: Start // of that text
}

/** Splits a block at its titles. `what` is in it: "example". */
export function titledParts(block: Block, reporter: Reporter, what: string): Titled[] {
  const at = { file: block.file, line: block.span.line, column: 1 + (block.cut?.[0] ?? 0) }
  const parts: Titled[] = []
  const texts = block.text.split('\n')
  let i = 0
  for (let title = texts[i]; title !== undefined; title = texts[i]) {
    if (title.trim() === '' || title.startsWith('#')) {
      i++
      continue
    }
    const start = i++
    const isBelow = (text: string): boolean => text.trim() === '' || /^\s/.test(text)
    while (isBelow(texts[i] ?? 'the end')) i++
    const span = { ...at, line: at.line + start, length: Math.max(1, title.trimEnd().length) }
    if (/^\s/.test(title)) {
      const hint = 'Write the title at the margin, without indentation.'
      reporter.error('syntax', span, `This ${what} has no title.`, hint)
      continue
    }
    const [name = '', ...comment] = title.split('#')
    const text = texts.slice(start + 1, i).join('\n')
    const below = { ...at, line: at.line + start + 1 }
    parts.push({ title: name.trim(), comment: comment.join('#'), span, text, start: below })
  }
  return parts
}

export function parseExamples(block: Block, reporter: Reporter): Example[] {
  return titledParts(block, reporter, 'example').map(({ title, comment, span, text, start }) => {
    const rule = /(\d+(?:\.\d+)+(?:#\d+)?)/.exec(comment)?.[1]
    return { title, span, rule, ...parseSteps(readLines(text, start, reporter), span, reporter) }
  })
}

/** The words that start the steps of an example. */
export const EXAMPLE_HEADS: readonly string[] = ['given', 'when', 'then', 'and', 'dice']

/** A line that starts with a step word starts a step. Deeper lines under `given` and `when` are statements. */
function parseSteps(
  written: readonly SourceLine[],
  title: Span,
  reporter: Reporter,
): Omit<Example, 'title' | 'span' | 'rule'> {
  let given: Given = { empty: false, options: [], setup: [], span: title }
  let begun = false
  const steps: Step[] = []
  const lines = joinLists(written)
  let mode = 'given'
  for (const [first, ...deeper] of groupSteps(lines)) {
    const { span } = first
    const head = first.tokens[0].text
    const isExpectation = head === 'then' || (head === 'and' && mode === 'then')
    const line = isExpectation ? deeper.reduce(joinLines, first) : first
    const below = isExpectation ? [] : deeper
    catchParseErrors(reporter, () => {
      const { tokens, text } = line
      const c = new Cursor(tokens, span)
      if (!isStart(line))
        throw new ParseError(span, `Expected given, when, then, and or dice, found \`${head}\`.`)
      c.next()
      if (head !== 'and' && head !== 'dice') mode = head
      const again = begun && head === 'given'
      begun = true
      if (again)
        throw new ParseError(
          span,
          'This example has a second `given`.',
          'Put everything into one `given`, before all other steps.',
        )
      const rest = { ...line, tokens: tokens.slice(1) }
      if (head === 'given') {
        given = parseGiven(c, span, statementsOf(below, reporter))
        if (given.you !== undefined)
          throw new ParseError(given.you.span, 'Only a lesson has a learner.', 'Write `SEAT to act`.')
      } else if (head === 'dice') steps.push({ ...parseDice(c), span, text })
      else if (mode === 'then') steps.push({ ...parseExpectation(c), span, text })
      else if (mode === 'when') steps.push({ ...parseAction(c, rest, below, reporter), span, text })
      else given.setup = [...given.setup, ...statementsOf([rest, ...below], reporter)]
    })
  }
  return { given, steps }
}

/** Groups lines into steps: each ends before the next start that isn't indented deeper. */
function groupSteps(lines: readonly SourceLine[]): NonEmpty<SourceLine>[] {
  const all: [SourceLine, ...SourceLine[]][] = []
  for (const line of lines) {
    const last = all.at(-1)
    if (last === undefined || (isStart(line) && line.indent <= last[0].indent + 2)) all.push([line])
    else last.push(line)
  }
  return all
}

const isStart = ({ tokens: [first] }: SourceLine): boolean =>
  first.kind === 'name' && EXAMPLE_HEADS.includes(first.text)

export const joinLines = (line: SourceLine, more: SourceLine): SourceLine => ({
  ...line,
  tokens: [...line.tokens, ...more.tokens],
  text: `${line.text} ${more.text}`,
})

/** Joins a line that ends in a comma with the next one. */
function joinLists(lines: readonly SourceLine[]): SourceLine[] {
  const out: SourceLine[] = []
  for (const line of lines) {
    const last = out.at(-1)
    const tail = last?.tokens.at(-1)
    if (last === undefined || tail === undefined || !isPunctuation(tail, ',') || isStart(line)) out.push(line)
    else out[out.length - 1] = joinLines(last, line)
  }
  return out
}

/** The rest of a line after its first words. */
export interface Rest extends Omit<SourceLine, 'tokens'> {
  readonly tokens: Token[]
}

/** Parses statements. Skips a line with only `and`. */
export function statementsOf(lines: readonly Rest[], reporter: Reporter): Body {
  const written = lines.flatMap((line) => {
    const { tokens } = line
    return isNonEmpty(tokens) ? [{ ...line, tokens }] : []
  })
  return parseBlock(buildTree(written, reporter), reporter)
}

export function parseGiven(c: Cursor, span: Span, setup: Body): Given {
  const given: Given = { empty: false, options: [], setup, span }
  do {
    if (c.take('an', 'empty', 'board') || c.take('empty', 'board')) given.empty = true
    else if (c.take('the', 'start')) given.empty = false
    else if (c.take('the', 'scenario') || c.take('scenario')) given.scenario = c.name('a scenario').text
    else if (c.take('seed')) given.seed = parseNumber(c)
    else if (c.take('you', 'are')) given.you = c.name('a seat')
    else if (c.peek()?.kind === 'number' && (c.at('players', 1) || c.at('player', 1))) {
      const { text, span: at } = c.next()
      c.next()
      given.options = [...given.options, { name: 'players', span: at, value: Number(text) }]
    } else if (c.take('option')) {
      const name = c.name('an option').text
      c.expect('=', 'after the option')
      given.options = [...given.options, { name, span: c.here, value: parseOption(c) }]
    } else {
      given.actor = c.name('a seat, or: an empty board, the scenario NAME, seed N, option NAME = VALUE')
      c.expect('to', 'act')
      c.expect('act', 'after `to`')
    }
  } while (c.take(','))
  c.end()
  return given
}

/** A value, or a list of values in brackets. */
function parseOption(c: Cursor): OptionValue {
  const item = (): string | number => {
    const sign = c.take('-') ? -1 : 1
    const token = c.next()
    return token.kind === 'number' ? sign * Number(token.text) : token.text
  }
  if (!c.take('[')) return item()
  const items: (string | number)[] = []
  while (!c.take(']')) {
    if (items.length > 0) c.expect(',', 'between the items')
    items.push(item())
  }
  return items
}

export function parseDice(c: Cursor): Bare<Step> {
  const values: number[] = []
  do values.push(parseNumber(c))
  while (c.take(','))
  c.end()
  return { step: 'dice', values }
}

function parseNumber(c: Cursor): number {
  if (c.peek()?.kind !== 'number') throw c.wanted('a number')
  return Number(c.next().text)
}

type Bare<T> = T extends unknown ? Omit<T, 'span' | 'text'> : never

export function parseAction(
  c: Cursor,
  line: Rest,
  below: readonly SourceLine[],
  reporter: Reporter,
): Bare<Step> {
  if (c.at('do') || c.at('perform')) {
    const first = { ...line, indent: below[0]?.indent ?? line.indent }
    return { step: 'do', statements: statementsOf([first, ...below], reporter) }
  }
  const hint = 'To continue a list, end the line above with a comma.'
  const [stray] = below
  if (stray !== undefined) throw new ParseError(stray.span, "This line isn't part of a step.", hint)
  if (c.take('dice')) return parseDice(c)
  if (c.take('everybody')) {
    c.expect('plays', 'after `everybody`')
    const policy = c.maybe('by', () => c.name('a policy'))
    c.end()
    return { step: 'everybody', policy }
  }
  const seat = c.name('a seat')
  const on = c.at('plays')
  if (c.take('decides') || c.take('plays')) {
    const policy = c.maybe('by', () => c.name('a policy'))
    c.end()
    return { step: 'decide', seat, policy, on }
  }
  if (!c.take('does')) {
    c.expect('chooses', 'or `does`, `decides`, `plays`')
    const only = c.take('only')
    const picks = parsePicks(c, ['throughout'])
    const ahead = only ? 'only' : c.take('throughout') ? 'throughout' : undefined
    if (!c.done) c.end()
    return { step: 'choose', seat, picks, ahead }
  }
  const word = (kind: Token['kind'], text: string): Token => ({ kind, text, span: line.span })
  const by = [word('mark', ','), word('name', 'by'), { kind: 'name' as const, ...seat }]
  const tokens = [word('name', 'perform'), ...line.tokens.slice(2), ...by]
  return { step: 'do', seat, statements: statementsOf([{ ...line, tokens }], reporter) }
}

/** Parses an answer up to the end, or up to one of these words. */
export function parsePicks(c: Cursor, ends: readonly string[] = []): Pick[] {
  const picks: Pick[] = []
  const ended = (): boolean => c.done || ends.some((word) => c.at(word))
  if (c.take('nothing') || c.take('none')) {
    if (!ended()) c.end()
    return picks
  }
  do {
    const tokens: Token[] = []
    let depth = 0 // of brackets: commas inside them don't separate picks
    while (!c.done && (depth > 0 || !(ended() || c.at(',')))) {
      const token = c.next()
      tokens.push(token)
      if (isPunctuation(token, '(') || isPunctuation(token, '[')) depth++
      else if (isPunctuation(token, ')') || isPunctuation(token, ']')) depth--
    }
    const [first, ...others] = tokens
    if (first === undefined) throw new ParseError(c.here, 'Expected an option.')
    const counted = others.length > 0 && first.kind === 'number'
    const named = counted ? others : tokens
    const count = counted ? Number(first.text) : undefined
    picks.push({ text: named.map((t) => t.text).join(' '), tokens: named, span: first.span, count })
  } while (c.take(','))
  return picks
}

function parseOffer(c: Cursor): Bare<Extract<Step, { step: 'offered' | 'refused' }>> | undefined {
  const wanted = !c.at('not')
  if (c.take('offered') || c.take('not', 'offered')) {
    if (c.at('nothing') || c.at('none'))
      throw new ParseError(c.here, 'Expected an option, found `nothing`.', 'Write `cannot choose nothing`.')
    return { step: 'offered', wanted, picks: parsePicks(c) }
  }
  if (c.take('cannot', 'choose')) return { step: 'refused', picks: parsePicks(c) }
  return undefined
}

function parseTold(c: Cursor, wanted: boolean): Bare<Step> {
  const text = c.text()
  if (text === undefined) throw c.wanted('a text in quotes after `told`')
  return { step: 'told', wanted, told: text.text, at: text.span }
}

export function parseExpectation(c: Cursor): Bare<Step> {
  const step = parseWordedExpectation(c) ?? { step: 'expect', expr: parseExpr(c) }
  c.end()
  return step
}

/** An expectation in the words of examples. All others are conditions. */
export function parseWordedExpectation(c: Cursor): Bare<Step> | undefined {
  if (c.take('nothing', 'is', 'asked')) return { step: 'idle' }
  const offer = parseOffer(c)
  if (offer !== undefined) return offer
  if (c.take('told')) return parseTold(c, true)
  if (c.take('not', 'told')) return parseTold(c, false)
  if (c.take('the', 'game', 'is', 'over')) return { step: 'outcome', over: true }
  if (c.take('the', 'game', 'goes', 'on')) return { step: 'outcome', over: false }
  return c.peek()?.kind === 'name' ? parseOfSeat(c) : undefined
}

function parseOfSeat(c: Cursor): Bare<Step> | undefined {
  const seat: Word = { text: c.peek()?.text ?? '', span: c.here }
  if (c.take(seat.text, 'has', 'won')) return { step: 'outcome', over: true, winner: seat }
  if (c.take(seat.text, 'is', 'not', 'asked')) return { step: 'asked', seat, wanted: false }
  if (c.take(seat.text, 'is', 'asked')) {
    c.take('for')
    return { step: 'asked', seat, wanted: true, name: c.done ? undefined : c.name('what is asked').text }
  }
  if (c.take(seat.text, 'had', 'to', 'choose')) return { step: 'forced', seat, picks: parsePicks(c) }
  if (c.take(seat.text, 'would', 'choose')) {
    const answers: Pick[][] = []
    do answers.push(parsePicks(c, ['or', 'by']))
    while (c.take('or'))
    return { step: 'would', seat, answers, policy: c.maybe('by', () => c.name('a policy')) }
  }
  const own = c.at('is', 1) ? 2 : 1 // the index of `offered`, `not offered` or `cannot`
  if (!c.at('offered', own) && !(c.at('not', own) && c.at('offered', own + 1)) && !c.at('cannot', own))
    return undefined
  for (let n = 0; n < own; n++) c.next()
  const offer = parseOffer(c)
  return offer === undefined ? undefined : { ...offer, seat }
}
