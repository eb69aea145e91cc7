/** The statement that asks: `choose ...`, with its amount and its clauses. */
import type { Timing } from '@ludoforge/kernel'
import type {
  AlternativeNode,
  AskNode,
  AtOnceNode,
  ChooseEachNode,
  ChooseNode,
  ExprNode,
  Word,
} from './ast.js'
import { type Cursor, ParseFault } from './cursor.js'
import { isStopWord, parseExpr, parseOf, parseOr, parsePostfixNumber } from './expressions.js'

export type AskClauses = { -readonly [K in keyof AskNode]: AskNode[K] }

/** After the word `choose`. */
export function parseChoose(c: Cursor): ChooseNode {
  const amount = parseAmount(c)
  const name = c.name('a name for what is chosen')
  const from = c.take(':') ? parseAlternativeValues(c) : parseSource(c)
  const clauses = parseClauses(c)
  return { name, from, ...clauses, ...(amount === undefined ? {} : { amount }) }
}

/** After `choose each`: `NAME from LIST [, at least N] [, up to N] [, into NAME]` with a block for each. */
export function parseChooseEach(c: Cursor): ChooseEachNode {
  const name = c.name('a name for what is chosen')
  const from = parseSource(c)
  const start = c.here
  const asked: AskClauses = { secret: false }
  let min: ExprNode | undefined
  let max: ExprNode | undefined
  let into: Word | undefined
  while (!c.done) {
    c.take(',')
    if (parseAskClause(c, asked)) continue
    if (c.take('at', 'least')) min = parseOr(c)
    else if (c.take('up', 'to')) max = parseOr(c)
    else if (c.take('into')) into = c.name('a name for all that were chosen')
    else
      throw new ParseFault(
        c.here,
        `Did not expect ${c.found()} here.`,
        'Known here: at least N, up to N, into NAME, by SEAT, offering WINDOW, about THING, secretly, and a prompt in quotes.',
      )
  }
  if (asked.atOnce !== undefined)
    throw new ParseFault(
      start,
      '`choose each` asks one seat for one thing after the other, never several seats at once.',
      'Let each of them choose several, as in `choose up to 3 things from LIST, by each seat in SEATS at once`.',
    )
  return {
    name,
    from,
    asked,
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    ...(into === undefined ? {} : { into }),
  }
}

function parseSource(c: Cursor): ExprNode {
  c.take(',')
  c.expect('from', 'and what to choose from')
  return parseExpr(c)
}

/** `A [if COND] | B [if COND]` */
function parseAlternativeValues(c: Cursor): AlternativeNode[] {
  const items: AlternativeNode[] = []
  do {
    const value = parseOf(c)
    items.push({ value, ...(c.take('if') ? { when: parseOr(c) } : {}) })
  } while (c.take('|'))
  return items
}

function parseAmount(c: Cursor): ChooseNode['amount'] {
  const alone = c.at('1') && !c.at('to', 1) // one item, not a list of one
  const amount = parseNumbers(c)
  const here = c.here
  if (amount === undefined || !c.take('or', 'all')) return alone ? undefined : amount
  if (amount.min === 0)
    throw new ParseFault(here, 'There is no least number here that could be too many.', 'Leave out `or all`.')
  return { ...amount, orAll: true }
}

function parseNumbers(c: Cursor): ChooseNode['amount'] {
  if (c.take('up', 'to')) return { min: 0, max: parsePostfixNumber(c) }
  if (c.take('at', 'least')) return { min: parsePostfixNumber(c), max: 'all' }
  if (c.take('any', 'number', 'of') || c.take('any')) return { min: 0, max: 'all' }
  if (c.take('exactly')) {
    const exact = parsePostfixNumber(c)
    return { min: exact, max: exact }
  }
  if (c.at('to', 1)) {
    const min = parsePostfixNumber(c)
    c.next()
    return { min, max: parsePostfixNumber(c) }
  }
  if (c.at('(')) {
    const min = parsePostfixNumber(c)
    return { min, max: c.take('to') ? parsePostfixNumber(c) : min }
  }
  if (c.peek()?.kind !== 'number' && !(c.at('or', 1) && c.at('all', 2))) return undefined
  const number = parsePostfixNumber(c)
  return { min: number, max: number }
}

function parseClauses(c: Cursor): Omit<ChooseNode, 'name' | 'from' | 'amount'> {
  const asked: AskClauses = { secret: false }
  let cost: ExprNode | undefined
  let budget: ExprNode | undefined
  let or: ChooseNode['or']
  while (!c.done) {
    c.take(',')
    if (parseAskClause(c, asked)) continue
    if (c.take('costing')) {
      cost = parseOr(c)
      c.expect('within', 'and what there is to spend')
      budget = parseOr(c)
    } else if (c.at('or') && (c.at('none', 1) || c.at('stop', 1))) or = parseDeclining(c)
    else
      throw new ParseFault(
        c.here,
        `Did not expect ${c.found()} in a choice.`,
        'Known here: by SEAT, by each SEAT in SEATS at once, costing ... within, or none [if ...], or stop [if ...], offering, about, secretly, and a prompt in quotes.',
      )
  }
  return {
    asked,
    ...(cost === undefined ? {} : { cost }),
    ...(budget === undefined ? {} : { budget }),
    ...(or === undefined ? {} : { or }),
  }
}

/** `or none [if COND]`, `or stop [if COND]` */
function parseDeclining(c: Cursor): ChooseNode['or'] {
  const span = c.next().span
  const what = c.next().text === 'none' ? 'none' : 'stop'
  return { what, span, ...(c.take('if') ? { when: parseOr(c) } : {}) }
}

/** by SEAT, by each SEAT in SEATS at once, about THING, offering WINDOW, a prompt, secretly. */
export function parseAskClause(c: Cursor, into: AskClauses): boolean {
  if (c.take('by')) {
    if (into.by !== undefined || into.atOnce !== undefined)
      throw new ParseFault(c.here, 'It is said twice who is asked.')
    if (c.take('each')) into.atOnce = parseAtOnce(c)
    else into.by = parseOf(c)
  } else if (c.take('secretly')) into.secret = true
  else if (c.take('about')) into.about = parseOf(c)
  else if (c.take('offering')) {
    const window = c.name('the name of a window')
    const timing = parseTiming(c)
    into.offering = { window, ...(timing === undefined ? {} : { timing }) }
  } else {
    const prompt = c.text()
    if (prompt === undefined) return false
    into.prompt = prompt
  }
  return true
}

export function parseTiming(c: Cursor): Timing | undefined {
  return (['before', 'during', 'after'] as const).find((timing) => c.take(timing))
}

function parseAtOnce(c: Cursor): AtOnceNode {
  const seat = c.name('a name for the seat')
  c.expect('in', 'and who is asked')
  const seats = parseExpr(c)
  if (!c.take('at', 'once'))
    throw new ParseFault(
      c.here,
      `Expected \`at once\` after the seats, found ${c.found()}.`,
      'To ask one after the other, put `choose` below `each seat in SEATS`.',
    )
  return { seat, seats }
}

/** A count before pieces: `3`, `(hits)`; a name is told from a phrase when names are resolved. */
export function parseCount(c: Cursor): ExprNode | undefined {
  const token = c.peek()
  if (token?.kind === 'number' || c.at('(')) return parsePostfixNumber(c)
  if (c.at('all') && c.peek(1)?.kind === 'name' && !isStopWord(c.peek(1)?.text ?? '')) c.next()
  return undefined
}
