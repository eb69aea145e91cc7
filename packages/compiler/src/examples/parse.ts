/**
 * The `example` blocks: a title at the margin, then steps.
 *
 *   Title of the example                                  # rule number
 *     given [an empty board | the scenario NAME], seed 7, option NAME = VALUE or [VALUE, …], SEAT to act
 *       statements of the rules notation
 *     dice 4, 2
 *     when SEAT does ACTION[(args)] [, free] [, as CLASS] [, within SPACES]
 *      and SEAT chooses this, that
 *      and do procedure(...)
 *     then EXPRESSION
 *      and SEAT is asked NAME / SEAT is not asked / nothing is asked
 *      and SEAT had to choose this, that      (there was one answer: nobody was asked)
 *      and offered this / not offered that / cannot choose this, that
 *      and SEAT is offered this / SEAT is not offered that / SEAT cannot choose this, that
 *      and told "TEXT" / not told "TEXT"      (by `say`, or as the title of a procedure)
 *      and SEAT has won / nobody has won / the game is over / the game goes on
 */
import { defined } from '@ludoforge/kernel'
import type { Reporter } from '../diagnostics/index.js'
import type { Block } from '../folder/index.js'
import type { ExprNode, StatementNode, Word } from '../notation/index.js'
import { buildTree, parseBlock, readLines } from '../notation/index.js'
import { Cursor, ParseFault } from '../notation/cursor.js'
import { parseExpr } from '../notation/expressions.js'
import { reporting } from '../notation/statements.js'
import type { SourceLine, Token } from '../notation/tokens.js'
import type { Span } from '../source/index.js'

export interface Example {
  readonly title: string
  readonly rule?: string
  readonly span: Span
  readonly given: Given
  readonly steps: readonly Step[]
}

interface Given {
  readonly empty: boolean
  readonly scenario?: string
  readonly seed?: number
  readonly options: readonly { readonly name: string; readonly value: OptionValue; readonly span: Span }[]
  readonly actor?: Word
  readonly setup: readonly StatementNode[]
  readonly span: Span
}

type OptionValue = string | number | readonly (string | number)[]

export type Step = { readonly span: Span; readonly text: string } & (
  | { readonly step: 'do'; readonly seat?: Word; readonly statements: readonly StatementNode[] }
  | { readonly step: 'dice'; readonly values: readonly number[] }
  | { readonly step: 'choose'; readonly seat?: Word; readonly picks: readonly Pick[] }
  | { readonly step: 'expect'; readonly expr: ExprNode }
  | { readonly step: 'asked'; readonly seat: Word; readonly name?: string; readonly wanted: boolean }
  | { readonly step: 'idle' }
  | { readonly step: 'forced'; readonly seat: Word; readonly picks: readonly Pick[] }
  /** Without a seat: of the one that is asked, or the first of them. */
  | {
      readonly step: 'offered'
      readonly seat?: Word
      readonly wanted: boolean
      readonly picks: readonly Pick[]
    }
  | { readonly step: 'refused'; readonly seat?: Word; readonly picks: readonly Pick[] }
  | { readonly step: 'told'; readonly wanted: boolean; readonly told: string; readonly at: Span }
  | { readonly step: 'outcome'; readonly winner?: Word; readonly over: boolean }
)

/** One thing named in an answer: its text, and how many of it. */
export interface Pick {
  readonly text: string
  readonly count?: number
  readonly tokens: readonly Token[]
  readonly span: Span
}

export function parseExamples(block: Block, reporter: Reporter): Example[] {
  const at = { file: block.file, line: block.span.line, column: 1 + (block.cut?.[0] ?? 0) }
  const examples: Example[] = []
  const texts = block.text.split('\n')
  for (let i = 0; i < texts.length; ) {
    const title = texts[i]
    if (title.trim() === '' || title.startsWith('#')) {
      i++
      continue
    }
    const start = i++
    while (i < texts.length && (texts[i].trim() === '' || /^\s/.test(texts[i]))) i++
    const span = {
      file: at.file,
      line: at.line + start,
      column: at.column,
      length: Math.max(1, title.trimEnd().length),
    }
    if (/^\s/.test(title)) {
      reporter.error('syntax', span, 'An example begins with its title at the margin.')
      continue
    }
    const [name, ...comment] = title.split('#')
    const rule = /(\d+(?:\.\d+)+(?:#\d+)?)/.exec(comment.join('#'))?.[1]
    const lines = readLines(
      texts.slice(start + 1, i).join('\n'),
      { ...at, line: at.line + start + 1 },
      reporter,
    )
    const body = parseSteps(lines, span, reporter)
    examples.push({ title: name.trim(), span, ...body, ...defined({ rule }) })
  }
  return examples
}

const STARTS = new Set(['given', 'when', 'then', 'and', 'dice'])

/** Lines that begin with a step word begin a step; deeper lines under `given` and `when` are statements. */
function parseSteps(
  written: readonly SourceLine[],
  title: Span,
  reporter: Reporter,
): { given: Given; steps: Step[] } {
  let given: Given = { empty: false, options: [], setup: [], span: title }
  let begun = false
  const steps: Step[] = []
  const lines = joinLists(written)
  let mode = 'given'
  for (let i = 0; i < lines.length; ) {
    const line = lines[i]
    const below: SourceLine[] = []
    const head = line.tokens[0].text
    let tokens = line.tokens
    let text = line.text
    for (
      i++;
      i < lines.length && !(STARTS.has(lines[i].tokens[0].text) && lines[i].indent <= line.indent + 2);
      i++
    ) {
      if (head === 'then' || (head === 'and' && mode === 'then')) {
        tokens = [...tokens, ...lines[i].tokens]
        text = `${text} ${lines[i].text}`
      } else below.push(lines[i])
    }
    reporting(reporter, () => {
      const c = new Cursor(tokens, line.span)
      if (!STARTS.has(head) || line.tokens[0].kind !== 'name')
        throw new ParseFault(line.span, `Expected given, when, then, and or dice, found \`${head}\`.`)
      c.next()
      if (head !== 'and' && head !== 'dice') mode = head
      const again = begun && head === 'given'
      begun = true
      if (again) throw new ParseFault(line.span, 'The position is given once, before everything else.')
      if (head === 'given') given = parseGiven(c, line, below, reporter)
      else if (head === 'dice') steps.push({ step: 'dice', values: parseNumbers(c), span: line.span, text })
      else if (mode === 'then') steps.push({ ...parseExpectation(c), span: line.span, text })
      else if (mode === 'when')
        steps.push({ ...parseAction(c, line, below, reporter), span: line.span, text })
      else
        given = {
          ...given,
          setup: [
            ...given.setup,
            ...statementsOf([{ ...line, tokens: line.tokens.slice(1) }, ...below], reporter),
          ],
        }
    })
  }
  return { given, steps }
}

/** A list that ends in a comma goes on in the next line. */
function joinLists(lines: readonly SourceLine[]): SourceLine[] {
  const out: SourceLine[] = []
  for (const line of lines) {
    const last = out.at(-1)
    const tail = last?.tokens.at(-1)
    const unfinished = tail?.kind === 'mark' && tail.text === ','
    if (last === undefined || !unfinished || STARTS.has(line.tokens[0].text)) out.push(line)
    else
      out[out.length - 1] = {
        ...last,
        tokens: [...last.tokens, ...line.tokens],
        text: `${last.text} ${line.text}`,
      }
  }
  return out
}

const statementsOf = (lines: readonly SourceLine[], reporter: Reporter): readonly StatementNode[] =>
  parseBlock(
    buildTree(
      lines.filter(({ tokens }) => tokens.length > 0),
      reporter,
    ),
    reporter,
  ) // an `and` may stand alone

function parseGiven(c: Cursor, line: SourceLine, below: readonly SourceLine[], reporter: Reporter): Given {
  const given: { -readonly [K in keyof Given]: Given[K] } = {
    empty: false,
    options: [],
    setup: statementsOf(below, reporter),
    span: line.span,
  }
  do {
    if (c.take('an', 'empty', 'board') || c.take('empty', 'board')) given.empty = true
    else if (c.take('the', 'start')) given.empty = false
    else if (c.take('the', 'scenario') || c.take('scenario')) given.scenario = c.name('a scenario').text
    else if (c.take('seed')) given.seed = parseNumber(c)
    else if (c.take('option')) {
      const name = c.name('an option')
      c.expect('=', 'after the option')
      const span = c.here
      given.options = [...given.options, { name: name.text, value: parseOption(c), span }]
    } else {
      const seat = c.name('a seat, or: an empty board, the scenario NAME, seed N, option NAME = VALUE')
      c.expect('to', 'act')
      c.expect('act', 'after `to`')
      given.actor = seat
    }
  } while (c.take(','))
  c.end()
  return given
}

/** A value, or a list of them in brackets. */
function parseOption(c: Cursor): OptionValue {
  const one = (): string | number => {
    const sign = c.take('-') ? -1 : 1
    const token = c.next()
    return token.kind === 'number' ? sign * Number(token.text) : token.text
  }
  if (!c.take('[')) return one()
  const items: (string | number)[] = []
  while (!c.take(']')) {
    if (items.length > 0) c.expect(',', 'between the items')
    items.push(one())
  }
  return items
}

function parseNumbers(c: Cursor): number[] {
  const numbers: number[] = []
  do numbers.push(parseNumber(c))
  while (c.take(','))
  c.end()
  return numbers
}

function parseNumber(c: Cursor): number {
  const token = c.next()
  if (token.kind !== 'number') throw new ParseFault(token.span, `Expected a number, found \`${token.text}\`.`)
  return Number(token.text)
}

type Bare<T> = T extends unknown ? Omit<T, 'span' | 'text'> : never

function parseAction(
  c: Cursor,
  line: SourceLine,
  below: readonly SourceLine[],
  reporter: Reporter,
): Bare<Step> {
  if (c.at('do') || c.at('perform')) {
    const rest = { ...line, indent: below[0]?.indent ?? line.indent, tokens: line.tokens.slice(1) }
    return { step: 'do', statements: statementsOf([rest, ...below], reporter) }
  }
  if (below.length > 0)
    throw new ParseFault(
      below[0].span,
      'This line belongs to no step.',
      'A list goes on in the next line after a comma.',
    )
  if (c.take('dice')) return { step: 'dice', values: parseNumbers(c) }
  const seat = c.name('a seat')
  if (c.take('does')) {
    const rest = {
      ...line,
      tokens: [
        { kind: 'name' as const, text: 'perform', span: line.span },
        ...line.tokens.slice(3),
        ...by(seat, line),
      ],
    }
    return { step: 'do', seat, statements: statementsOf([rest], reporter) }
  }
  if (!c.take('chooses')) c.expect('chooses', 'or `does`')
  return { step: 'choose', seat, picks: parsePicks(c) }
}

const by = (seat: Word, line: SourceLine): Token[] => [
  { kind: 'mark', text: ',', span: line.span },
  { kind: 'name', text: 'by', span: line.span },
  { kind: 'name', ...seat },
]

function parsePicks(c: Cursor): Pick[] {
  const picks: Pick[] = []
  if (c.at('nothing') || c.at('none')) {
    c.next()
    c.end()
    return picks
  }
  do {
    const tokens: Token[] = []
    while (!c.done && !c.at(',')) tokens.push(c.next())
    if (tokens.length === 0) throw new ParseFault(c.here, 'Expected something that can be chosen.')
    const counted = tokens.length > 1 && tokens[0].kind === 'number'
    const rest = counted ? tokens.slice(1) : tokens
    picks.push({
      text: rest.map((t) => t.text).join(' '),
      tokens: rest,
      span: tokens[0].span,
      ...(counted ? { count: Number(tokens[0].text) } : {}),
    })
  } while (c.take(','))
  return picks
}

function parseOffer(c: Cursor): Bare<Extract<Step, { step: 'offered' | 'refused' }>> | undefined {
  const wanted = !c.at('not')
  if (c.take('offered') || c.take('not', 'offered')) {
    if (c.at('nothing') || c.at('none'))
      throw new ParseFault(c.here, 'Expected something that can be chosen.', 'Say `cannot choose nothing`.')
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

function parseExpectation(c: Cursor): Bare<Step> {
  const step = parseSaying(c) ?? { step: 'expect', expr: parseExpr(c) }
  c.end()
  return step
}

/** What is said in words of examples; the rest are conditions. */
function parseSaying(c: Cursor): Bare<Step> | undefined {
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
    const name = c.done ? undefined : c.name('what is asked').text
    return { step: 'asked', seat, wanted: true, ...defined({ name }) }
  }
  if (c.take(seat.text, 'had', 'to', 'choose')) return { step: 'forced', seat, picks: parsePicks(c) }
  const own = c.at('is', 1) ? 2 : 1 // where `offered` and the like would begin
  if (!c.at('offered', own) && !(c.at('not', own) && c.at('offered', own + 1)) && !c.at('cannot', own))
    return undefined
  for (let n = 0; n < own; n++) c.next()
  const offer = parseOffer(c)
  return offer === undefined ? undefined : { ...offer, seat }
}
