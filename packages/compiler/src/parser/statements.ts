/** Statements: one per line, with the indented lines below it as its block. */
import type { Reporter } from '../diagnostics/index.js'
import { namesIn, type NonEmpty, ownValue } from '../source/index.js'
import type { ArmNode, Body, ExprNode, OptionNode, ScoreNode, StatementNode, TextNode } from './ast.js'
import { parseDo, parsePerform } from './calls.js'
import { parseAsked, parseChoose, parseChooseEach, parseCount, parseTiming } from './choose.js'
import { Cursor, ParseError } from './cursor.js'
import {
  parseExpr,
  parseOf,
  parseCondition,
  parsePostfixNumber,
  parseSaying,
  parseText,
} from './expressions.js'
import { parseWhole, wordsNode } from './expressions.js'
import { isPunctuation, type Line, winsIndex } from './lines.js'
import type { SourceLine } from './lexer.js'

type Fields = {
  [K in StatementNode['node']]: Omit<Extract<StatementNode, { node: K }>, 'span' | 'text' | 'rule'>
}[StatementNode['node']]

export function parseBlock(lines: readonly Line[], reporter: Reporter): StatementNode[] {
  const body: StatementNode[] = []
  for (const arms of withElses(lines)) {
    const [line] = arms
    catchLineErrors(reporter, line, () => {
      const { span, text, rule } = line
      body.push({ ...parseStatement(arms, reporter), span, text, rule })
    })
  }
  return body
}

/** Groups lines into statements: an `if` with every `else` that follows it, any other line alone. */
function withElses(lines: readonly Line[]): NonEmpty<Line>[] {
  const all: [Line, ...Line[]][] = []
  for (const line of lines) {
    const last = all.at(-1)
    const isArm = line.tokens[0].text === 'else' && last?.[0].tokens[0].text === 'if'
    if (isArm) last.push(line)
    else all.push([line])
  }
  return all
}

/** Reports a thrown `ParseError` and returns `undefined`. */
export function catchParseErrors<T>(reporter: Reporter, parse: () => T): T | undefined {
  try {
    return parse()
  } catch (error) {
    if (!(error instanceof ParseError)) throw error
    const { reserved } = error
    // A declared reserved word is one error: its uses aren't reported again.
    const name = reserved && `the name ${reserved.word}`
    const { span, message, hint } = error
    if (name !== undefined && reserved?.given === true) reporter.spoil([name])
    if (name === undefined || reserved?.given === true) reporter.error('syntax', span, message, hint)
    else reporter.errorUnlessSpoiled(name, 'syntax', span, message, hint)
    return undefined
  }
}

/** The same for a whole line. Names the line would have introduced aren't reported as missing further down. */
export function catchLineErrors<T>(reporter: Reporter, line: SourceLine, parse: () => T): T | undefined {
  return catchParseErrors(reporter, () => {
    try {
      return parse()
    } catch (error) {
      reporter.spoil(namesIn(line.text))
      throw error
    }
  })
}

function parseStatement(lines: NonEmpty<Line>, reporter: Reporter): Fields {
  const [line] = lines
  const head = line.tokens[0]
  const c = new Cursor(line.tokens, line.span)
  if (head.kind !== 'name') return parseWin(line)
  if (head.text === 'if') return parseIf(lines, reporter)
  const parse = ownValue(STATEMENTS, head.text)
  if (parse === undefined) return parseWin(line)
  c.next()
  const parsed = parseWhole(c, () => parse(c, line, reporter))
  const [child] = line.children
  if (child !== undefined && !('body' in parsed) && parsed.node !== 'alternatives')
    throw new ParseError(child.span, `\`${head.text}\` has no block below it.`, 'Indent this line less.')
  return parsed
}

function block(line: Line, reporter: Reporter): Body {
  const hint = 'Indent the statements that belong to it.'
  if (line.children.length === 0) throw new ParseError(line.span, 'This line needs a block below it.', hint)
  return parseBlock(line.children, reporter)
}

const STATEMENTS: Readonly<Record<string, (c: Cursor, line: Line, reporter: Reporter) => Fields>> = {
  let: (c) => ({ node: 'let', name: c.newName('a name'), value: c.after('=', 'after the name', parseExpr) }),
  set: (c) => ({ node: 'set', target: parseOf(c), value: c.maybe('to', parseExpr) ?? word(c, 'true') }),
  clear: (c) => ({ node: 'set', target: parseOf(c), value: word(c, 'false') }),
  add: (c) => {
    const amount = parseExpr(c)
    return adding(amount, c.after('to', 'and what to add to', parseOf), 1)
  },
  append: (c) => {
    const item = parseExpr(c)
    if (c.at(','))
      throw new ParseError(
        c.here,
        '`append` puts one item at the end of a list.',
        'Write a line for each item.',
      )
    return { node: 'append', item, target: c.after('to', 'and the list to append to', parseOf) }
  },
  subtract: (c) => {
    const amount = parseExpr(c)
    return adding(amount, c.after('from', 'and what to subtract from', parseOf), -1)
  },
  spend: (c, line) => {
    const amount = hasFrom(line) ? parseExpr(c) : parsePostfixNumber(c)
    c.take('from')
    return { ...adding(amount, parseOf(c), -1), exact: true }
  },
  shift: (c) => {
    const target = parseOf(c)
    // A marker may be called `line`: here `toward` names the level it shifts to.
    if (target.node === 'toward') {
      const { what, object, direction, span } = target
      const marker: ExprNode = { node: 'of', words: [what], object, span }
      return { node: 'shift', target: marker, by: one(c), toward: direction }
    }
    if (c.at('up') || c.at('down')) {
      const down = c.next().text === 'down'
      return { node: 'shift', target, by: c.done ? one(c) : parseExpr(c), down }
    }
    const by = c.maybe('by', parsePostfixNumber) ?? one(c)
    return { node: 'shift', target, by, toward: c.after('toward', 'and a level, or `up` or `down`', parseOf) }
  },
  choose: (c, line, reporter) => {
    if (c.take('each'))
      return { node: 'choose-each', choose: parseChooseEach(c), body: block(line, reporter) }
    if (line.children.length === 0 || hasFrom(line) || line.tokens.some((t) => isPunctuation(t, ':'))) {
      const choose = parseChoose(c)
      const atOnce = choose.asked.atOnce !== undefined
      return { node: 'choose', choose, ...(atOnce && { body: block(line, reporter) }) }
    }
    const known =
      'by SEAT, offering WINDOW, about THING, secretly, a prompt in quotes, and `option` lines below'
    const asked = parseAsked(c, known, () => false)
    return { node: 'alternatives', asked, options: line.children.flatMap((o) => parseOption(o, reporter)) }
  },
  each: (c, line, reporter) => {
    const name = c.newName('a name for the item')
    const over = c.after('in', 'and the list to go through', parseExpr)
    c.take(',')
    return { node: 'each', name, over, limit: c.maybe('up to', parseCondition), body: block(line, reporter) }
  },
  repeat: (c, line, reporter) => {
    const limit = c.maybe('up to', parseExpr)
    if (limit === undefined)
      throw new ParseError(c.here, 'This loop has no limit.', 'Write `repeat up to N times`.')
    if (!c.take('times')) c.expect('time', 'after the number')
    let whilst: ExprNode | undefined
    let turns = false
    let among: ExprNode | undefined
    c.clauses('while CONDITION, seats in turn [among SEATS]', () => {
      const condition = c.maybe('while', parseCondition)
      whilst = condition ?? whilst
      if (condition !== undefined) return true
      turns = c.take('seats', 'in', 'turn')
      if (turns) among = c.maybe('among', parseExpr)
      return turns
    })
    return { node: 'repeat', limit, turns, among, whilst, body: block(line, reporter) }
  },
  stop: () => ({ node: 'leave', what: 'loop' }),
  finish: () => ({ node: 'leave', what: 'procedure' }),
  move: (c) => {
    const moved = { count: parseCount(c), what: parseExpr(c) }
    c.expect('to', 'and the destination')
    return { node: 'move', ...moved, bottom: c.take('bottom', 'of'), to: parseOf(c) }
  },
  draw: (c) => {
    if (c.done || c.peek()?.kind === 'text') return { node: 'draw', reason: parseText(c) }
    const count = parsePostfixNumber(c)
    c.take('cards')
    c.take('card')
    const what = c.after('from', 'and the zone to draw from', parseOf)
    return { node: 'move', count, what, to: c.after('to', 'and the destination', parseOf) }
  },
  place: (c) => {
    const moved = { count: parseCount(c), what: parseOf(c) }
    const to = c.after('in', 'and the place', parseOf)
    return { node: 'place', ...moved, to, from: c.maybe('from', parseOf) }
  },
  remove: (c) => ({ node: 'move', count: parseCount(c), what: parseExpr(c), to: c.maybe('to', parseOf) }),
  flip: (c) => {
    const moved = { count: parseCount(c), what: parseExpr(c) }
    return { node: 'flip', ...moved, to: c.after('to', 'and the new value', parseExpr) }
  },
  roll: (c) => {
    const name = c.newName('a name for the result')
    return {
      node: 'roll',
      name,
      range: c.after('from', 'and a range, as in `roll die from 1..6`', parseExpr),
    }
  },
  shuffle: (c) => ({ node: 'shuffle', zone: parseOf(c) }),
  reveal: (c) => ({ node: 'reveal', what: parseExpr(c), to: c.maybe('to', parseOf) }),
  do: parseDo,
  perform: parsePerform,
  give: (c) => ({ node: 'give', value: parseExpr(c) }),
  window: (c) => {
    const name = c.name('the name of a window')
    c.take(',')
    return { node: 'window', name, timing: parseTiming(c) ?? 'during' }
  },
  as: (c, line, reporter) => ({ node: 'as', seat: parseOf(c), body: block(line, reporter) }),
  say: (c) => {
    const message = parseText(c)
    if (message === undefined) throw c.wanted('a text in quotes')
    return { node: 'say', message, to: c.maybe('to', parseOf) }
  },
  everybody: (c) => {
    const wins = c.take('wins')
    if (!wins) c.expect('loses', 'or `wins`')
    const score = c.maybe('with', parseCondition)
    const reason = parseText(c)
    c.clauses('with SCORE, and then a reason in quotes', () => false)
    return { node: 'everybody', result: wins ? 'win' : 'lose', score, reason }
  },
  rank: (c) => {
    const over = parseOf(c)
    const by = [c.after('by', 'and the score', parseScore)]
    let reason: TextNode | undefined
    c.clauses('then SCORE, and a reason in quotes', () => {
      const { here } = c
      const [next, text] = [c.maybe('then', parseScore), parseText(c)]
      if (text !== undefined && reason !== undefined)
        throw new ParseError(here, '`rank` has two reasons.', 'Remove one of the texts.')
      if (next !== undefined) by.push(next)
      reason = text ?? reason
      return next !== undefined || text !== undefined
    })
    return { node: 'rank', over, by, reason }
  },
}

/** `[most | least] SCORE`; a lone `most` is a name. */
function parseScore(c: Cursor): ScoreNode {
  const worded = (c.at('most') || c.at('least')) && c.peek(1) !== undefined && c.peek(1)?.text !== ','
  const least = worded && c.next().text === 'least'
  return { least, value: parseCondition(c) }
}

/** The words a statement may begin with, for suggestions. */
export const STATEMENT_WORDS: readonly string[] = ['if', ...Object.keys(STATEMENTS)]

const word = (c: Cursor, text: string): ExprNode => wordsNode([{ text, span: c.here }])
const one = (c: Cursor): ExprNode => ({ node: 'number', value: 1, span: c.here })
const adding = (amount: ExprNode, target: ExprNode, sign: 1 | -1) =>
  ({ node: 'add', amount, target, sign, exact: false }) as const

/** `SEATS wins ["REASON"]`. Reports any other line as unknown. */
function parseWin({ tokens, span }: Line): Fields {
  const verb = winsIndex(tokens)
  if (verb >= 0) {
    const seats = parseWhole(new Cursor(tokens.slice(0, verb), span), parseExpr)
    return { node: 'win', seats, reason: parseWhole(new Cursor(tokens.slice(verb + 1), span), parseText) }
  }
  const { text, span: firstSpan } = tokens[0]
  const near = STATEMENT_WORDS.find((s) => s.startsWith(text.slice(0, 3)) && text.length > 2)
  const hint =
    near === undefined
      ? `Statements begin with: ${STATEMENT_WORDS.join(', ')}, or SEAT wins.`
      : `Did you mean \`${near}\`?`
  throw new ParseError(firstSpan, `No statement begins with \`${text}\`.`, hint)
}

/** `spend EXPRESSION from TARGET`; without `from` the amount is one number or name. */
function hasFrom(line: Line): boolean {
  return line.tokens.some((t) => t.kind === 'name' && t.text === 'from')
}

function parseIf(lines: readonly Line[], reporter: Reporter): Fields {
  const arms: ArmNode[] = []
  let otherwise: Body = []
  lines.forEach((line, i) => {
    const c = new Cursor(line.tokens, line.span)
    if (i > 0) c.next()
    const when = parseWhole(c, () => c.maybe('if', parseCondition))
    const next = lines[i + 1]
    if (when === undefined && next !== undefined)
      throw new ParseError(
        next.span,
        'An `else` follows one that has no condition.',
        'Put the `else` without a condition last.',
      )
    const body = block(line, reporter)
    if (when === undefined) otherwise = body
    else arms.push({ when, body, span: line.span, text: line.text, rule: line.rule })
  })
  return { node: 'if', arms, otherwise }
}

/** `option ID ["Label"] [if COND ["SENTENCE"]]` with its block below. */
function parseOption(line: Line, reporter: Reporter): OptionNode[] {
  const option = catchParseErrors(reporter, (): OptionNode => {
    const c = new Cursor(line.tokens, line.span)
    c.expect('option', 'in a choice that has a block')
    const id = c.name('a name for the option')
    const label = parseText(c)
    const when = c.maybe('if', parseCondition)
    const says = when && parseSaying(c)
    c.end()
    return { id, label, when, says, body: parseBlock(line.children, reporter), span: line.span }
  })
  return option === undefined ? [] : [option]
}
