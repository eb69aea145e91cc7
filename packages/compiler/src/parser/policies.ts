/** Policies: `policy NAME for SEATS`, with entries `at QUESTION` whose lines narrow the options. */
import type { Reporter } from '../diagnostics/index.js'
import type { DeclarationNode, EntryNode, ExprNode, LineNode, QuestionNode, Word } from './ast.js'
import { Cursor, ParseError } from './cursor.js'
import { parseCondition, parseSaying, parseWhole } from './expressions.js'
import type { Line } from './lines.js'
import { catchParseErrors } from './statements.js'

type Written = Pick<Line, 'span' | 'text' | 'rule'>
const written = ({ span, text, rule }: Line): Written => ({ span, text, rule })

/** After the word `policy`. `tied` parses the rest of the name of a token's action. */
export function parsePolicy(
  c: Cursor,
  line: Line,
  reporter: Reporter,
  tied: (c: Cursor, word: Word) => Word,
): DeclarationNode {
  const name = c.name('the name of the policy')
  c.expect('for', 'and a seat')
  const seats = [c.name('a seat')]
  while (c.take('and') || (c.at(',') && !c.at('as', 1) && !c.at('else', 1) && c.take(',')))
    seats.push(c.name('a seat'))
  const title = c.text()?.text
  let option: Word | undefined
  let otherwise: Word | undefined
  c.clauses('a title in quotes, as OPTION, else POLICY', () => {
    if (c.take('as')) option = c.name('an option of the game')
    else if (c.take('else')) otherwise = c.name('`greedy`, `random` or another policy')
    else return false
    return true
  })
  const entries = line.children.flatMap(
    (child) => catchParseErrors(reporter, () => [parseEntry(child, reporter, tied)]) ?? [],
  )
  return { node: 'policy', name, seats, title, option, otherwise, entries, ...written(line) }
}

function parseEntry(line: Line, reporter: Reporter, tied: (c: Cursor, word: Word) => Word): EntryNode {
  const c = new Cursor(line.tokens, line.span)
  if (!c.take('at'))
    throw new ParseError(
      line.span,
      `Did not expect ${c.found()} here.`,
      'A policy has entries: `at PROCEDURE.QUESTION`, and lines below it.',
    )
  const at: QuestionNode[] = []
  do {
    const word = c.name('a procedure')
    const procedure = c.at('of') ? tied(c, word) : word
    at.push({ procedure, name: c.maybe('.', () => c.name('the name of a question')) })
  } while (c.take(','))
  const when = parseWhole(c, () => c.maybe('if', parseCondition))
  if (line.children.length === 0)
    throw new ParseError(line.span, 'This entry has no lines.', 'Indent its lines below it.')
  const lines = line.children.flatMap((child) => catchParseErrors(reporter, () => [parseLine(child)]) ?? [])
  return { at, when, lines, broken: lines.length < line.children.length, ...written(line) }
}

const LINE_WORDS = ['prefer', 'avoid', 'only', 'first', 'otherwise', 'stop', 'take', 'finally'] as const

function parseLine(line: Line): LineNode {
  const c = new Cursor(line.tokens, line.span)
  const head = LINE_WORDS.find((word) => c.take(word))
  if (head === undefined)
    throw new ParseError(
      line.span,
      `No line of a policy begins with ${c.found()}.`,
      `They begin with: ${LINE_WORDS.join(', ')}.`,
    )
  const [child] = line.children
  if (child !== undefined)
    throw new ParseError(child.span, `\`${head}\` has no block below it.`, 'Indent this line less.')
  const ranks: LineNode['ranks'][number][] = []
  let test: ExprNode | undefined
  let extreme: LineNode['extreme']
  if (head === 'take') {
    extreme = extremeAt(c)
    if (extreme === undefined) test = parseCondition(c)
  } else if (head === 'finally') {
    test = parseCondition(c)
  } else if (head === 'otherwise') {
    if (!c.take('stop')) test = parseCondition(c)
  } else if (head !== 'stop') {
    if (!c.at('most') && !c.at('least')) test = parseCondition(c)
    while (test === undefined && ranks.length === 0 ? true : c.take(',')) {
      const by = extremeAt(c)
      if (by === undefined) {
        const { span, message } = c.wanted('`most` or `least`')
        throw new ParseError(span, message, 'To allow alternatives, write one test: `it is A or B`.')
      }
      ranks.push({ by, value: parseCondition(c) })
    }
  }
  const when = c.maybe('if', parseCondition)
  const says = parseWhole(c, parseSaying)
  return { do: head, test, extreme, ranks, when, says, ...written(line) }
}

/** The words that start an entry of a policy, and its lines. */
export const POLICY_LINES: readonly string[] = ['at', ...LINE_WORDS]

const extremeAt = (c: Cursor) => (['most', 'least'] as const).find((word) => c.take(word))
