/** The statement `choose …`, with its amount and its clauses. */
import type { Timing } from '@ludoforge/kernel'
import type { NonEmpty } from '../source/index.js'
import type {
  AlternativeNode,
  QuestionClausesNode,
  AtOnceNode,
  ChooseEachNode,
  ChooseNode,
  ExprNode,
  Word,
} from './ast.js'
import { type Cursor, ParseError } from './cursor.js'
import { parseExpr, parseOf, parseCondition, parsePostfixNumber, parseText, textNode } from './expressions.js'
import { isStopWord } from './reserved-words.js'

/** After the word `choose`. */
export function parseChoose(c: Cursor): ChooseNode {
  const amount = parseAmount(c)
  const name = c.newName('a name for the choice')
  const from = c.maybe(':', parseAlternativeValues) ?? parseSource(c)
  let spent: ChooseNode['spent']
  let or: ChooseNode['or']
  const known =
    'by SEAT, by each SEAT in SEATS at once, costing ... within, or none [if ...], or stop [if ...], offering, about, secretly, and a prompt in quotes'
  const asked = parseAsked(c, known, () => {
    const span = c.here
    if (c.take('costing')) {
      const cost = parseCondition(c)
      spent = { cost, budget: c.after('within', 'and the budget', parseCondition) }
    } else if (c.take('or', 'none')) or = { what: 'none', when: c.maybe('if', parseCondition), span }
    else if (c.take('or', 'stop')) or = { what: 'stop', when: c.maybe('if', parseCondition), span }
    else return false
    return true
  })
  return { name, from, asked, amount, spent, or }
}

/** After `choose each`: `NAME from LIST [, at least N] [, up to N] [, into NAME]` with a block for each. */
export function parseChooseEach(c: Cursor): ChooseEachNode {
  const name = c.newName('a name for the choice')
  const from = parseSource(c)
  const start = c.here
  let min: ExprNode | undefined
  let max: ExprNode | undefined
  let into: Word | undefined
  const known =
    'at least N, up to N, into NAME, by SEAT, offering WINDOW, about THING, secretly, and a prompt in quotes'
  const asked = parseAsked(c, known, () => {
    if (c.take('at', 'least')) min = parseCondition(c)
    else if (c.take('up', 'to')) max = parseCondition(c)
    else if (c.take('into')) into = c.newName('a name for the list of all choices')
    else return false
    return true
  })
  if (asked.atOnce !== undefined)
    throw new ParseError(
      start,
      "`choose each` asks one seat, one item at a time. It can't ask several seats at once.",
      'To ask several seats at once, let each choose a list: `choose up to 3 things from LIST, by each seat in SEATS at once`.',
    )
  return { name, from, asked, min, max, into }
}

function parseSource(c: Cursor): ExprNode {
  c.take(',')
  return c.after('from', 'and the list to choose from', parseExpr)
}

/** `A [if COND] | B [if COND]` */
function parseAlternativeValues(c: Cursor): NonEmpty<AlternativeNode> {
  const item = (): AlternativeNode => ({ value: parseOf(c), when: c.maybe('if', parseCondition) })
  const items: [AlternativeNode, ...AlternativeNode[]] = [item()]
  while (c.take('|')) items.push(item())
  return items
}

function parseAmount(c: Cursor): ChooseNode['amount'] {
  const single = c.at('1') && !c.at('to', 1) // one item, not a list of one
  const amount = parseNumbers(c)
  const here = c.here
  if (amount === undefined || !c.take('or', 'all')) return single ? undefined : amount
  if (amount.min === 0)
    throw new ParseError(here, '`or all` needs a minimum, and the minimum here is 0.', 'Remove `or all`.')
  return { ...amount, orAll: true }
}

function parseNumbers(c: Cursor): ChooseNode['amount'] {
  if (c.take('up', 'to')) return { min: 0, max: parsePostfixNumber(c) }
  if (c.take('at', 'least')) return { min: parsePostfixNumber(c), max: 'all' }
  if (c.take('any', 'number', 'of') || c.take('any')) return { min: 0, max: 'all' }
  const exact = c.maybe('exactly', parsePostfixNumber)
  if (exact !== undefined) return { min: exact, max: exact }
  const orAll = c.at('or', 1) && c.at('all', 2)
  if (!c.at('to', 1) && !c.at('(') && c.peek()?.kind !== 'number' && !orAll) return undefined
  const min = parsePostfixNumber(c)
  return { min, max: c.maybe('to', parsePostfixNumber) ?? min }
}

/** The clauses any question may have, and `more` for those of one statement. */
export function parseAsked(c: Cursor, known: string, more: () => boolean): QuestionClausesNode {
  const asked: QuestionClausesNode = { secret: false }
  c.clauses(known, () => parseAskClause(c, asked) || more())
  return asked
}

/** by SEAT, by each SEAT in SEATS at once, about THING, offering WINDOW, a prompt, secretly. */
function parseAskClause(c: Cursor, into: QuestionClausesNode): boolean {
  const { original } = c.peek() ?? {}
  const prompt = parseText(c)
  if (prompt !== undefined) {
    into.prompt = prompt
    if (original !== undefined) into.original = textNode(original)
  } else if (c.take('by')) {
    if (into.by !== undefined || into.atOnce !== undefined)
      throw new ParseError(c.here, 'This question has two `by` clauses.', 'Keep one of them.')
    if (c.take('each')) into.atOnce = parseAtOnce(c)
    else into.by = parseOf(c)
  } else if (c.take('secretly')) into.secret = true
  else if (c.take('about')) into.about = parseOf(c)
  else if (c.take('offering'))
    into.offering = { window: c.name('the name of a window'), timing: parseTiming(c) }
  else return false
  return true
}

export function parseTiming(c: Cursor): Timing | undefined {
  return (['before', 'during', 'after'] as const).find((timing) => c.take(timing))
}

function parseAtOnce(c: Cursor): AtOnceNode {
  const seat = c.newName('a name for the seat')
  const seats = c.after('in', 'and the seats to ask', parseExpr)
  if (c.take('at', 'once')) return { seat, seats }
  const { span, message } = c.wanted('`at once` after the seats')
  const hint = 'To ask one after the other, put `choose` below `each seat in SEATS`.'
  throw new ParseError(span, message, hint)
}

/** A count before pieces: `3` or `(hits)`. Whether a leading name is a count is decided when names are resolved. */
export function parseCount(c: Cursor): ExprNode | undefined {
  if (c.peek()?.kind === 'number' || c.at('(')) return parsePostfixNumber(c)
  if (c.at('all') && c.peek(1)?.kind === 'name' && !isStopWord(c.peek(1)?.text ?? '')) c.next()
  return undefined
}
