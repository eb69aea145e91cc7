/** Statements: one a line, with the lines below it as its block. */
import type { Reporter } from '../diagnostics/index.js'
import type { ExprNode, OptionNode, StatementNode } from './ast.js'
import { parseDo, parsePerform } from './calls.js'
import type { AskClauses } from './choosing.js'
import { parseAskClause, parseChoose, parseChooseEach, parseCount, parseTiming } from './choosing.js'
import { Cursor, ParseFault } from './cursor.js'
import { parseExpr, parseOf, parseOr, parsePostfixNumber } from './expressions.js'
import { type Line, winsAt } from './lines.js'

type Body = readonly StatementNode[]
type Fields = {
  [K in StatementNode['node']]: Omit<Extract<StatementNode, { node: K }>, 'span' | 'text' | 'rule'>
}[StatementNode['node']]

export function parseBlock(lines: readonly Line[], reporter: Reporter): StatementNode[] {
  const body: StatementNode[] = []
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]
    try {
      const head = line.tokens[0].text
      if (head === 'if') {
        const arms = [line]
        while (lines[i + 1]?.tokens[0].text === 'else') arms.push(lines[++i])
        body.push(place(line, parseIf(arms, reporter)))
      } else {
        const parse = Object.hasOwn(STATEMENTS, head) ? STATEMENTS[head] : undefined
        const c = new Cursor(line.tokens, line.span)
        if (line.tokens[0].kind !== 'name' || parse === undefined) {
          body.push(place(line, parseWin(c, line)))
          continue
        }
        c.next()
        const parsed = parse(c, line, reporter)
        c.end()
        if (line.children.length > 0 && !('body' in parsed) && parsed.node !== 'alternatives')
          throw new ParseFault(
            line.children[0].span,
            `\`${head}\` has no block below it.`,
            'Check the indentation of this line.',
          )
        body.push(place(line, parsed))
      }
    } catch (fault) {
      report(fault, reporter)
    }
  }
  return body
}

export function report(fault: unknown, reporter: Reporter): void {
  if (!(fault instanceof ParseFault)) throw fault
  reporter.error('syntax', fault.span, fault.message, fault.hint)
}

function place(line: Line, fields: Fields): StatementNode {
  return {
    ...fields,
    span: line.span,
    text: line.text,
    ...(line.rule === undefined ? {} : { rule: line.rule }),
  }
}

function block(line: Line, reporter: Reporter): Body {
  if (line.children.length === 0)
    throw new ParseFault(
      line.span,
      'Nothing stands below this line.',
      'Indent the statements that belong to it.',
    )
  return parseBlock(line.children, reporter)
}

const STATEMENTS: Readonly<Record<string, (c: Cursor, line: Line, reporter: Reporter) => Fields>> = {
  let: (c) => {
    const name = c.name('a name')
    c.expect('=', 'after the name')
    return { node: 'let', name, value: parseExpr(c) }
  },
  set: (c) => {
    const target = parseOf(c)
    const value = c.take('to') ? parseExpr(c) : yes(c)
    return { node: 'set', target, value }
  },
  clear: (c) => ({
    node: 'set',
    target: parseOf(c),
    value: { node: 'words', words: [{ text: 'false', span: c.here }], span: c.here },
  }),
  add: (c) => {
    const amount = parseExpr(c)
    c.expect('to', 'and what to add to')
    return { node: 'add', amount, target: parseOf(c), sign: 1, exact: false }
  },
  subtract: (c) => {
    const amount = parseExpr(c)
    c.expect('from', 'and what to subtract from')
    return { node: 'add', amount, target: parseOf(c), sign: -1, exact: false }
  },
  spend: (c, line) => {
    const amount = hasFrom(line) ? parseExpr(c) : parsePostfixNumber(c)
    c.take('from')
    return { node: 'add', amount, target: parseOf(c), sign: -1, exact: true }
  },
  shift: (c) => {
    const target = parseOf(c)
    // A marker may be called `line`: here `toward` says where it is shifted to.
    if (target.node === 'toward') {
      const { what, object, direction, span } = target
      return {
        node: 'shift',
        target: { node: 'of', words: [what], object, span },
        by: one(c),
        toward: direction,
      }
    }
    if (c.at('up') || c.at('down')) {
      const down = c.next().text === 'down'
      return { node: 'shift', target, by: c.done ? one(c) : parseExpr(c), down }
    }
    const by = c.take('by') ? parsePostfixNumber(c) : one(c)
    c.expect('toward', 'and a level, or `up` or `down`')
    return { node: 'shift', target, by, toward: parseOf(c) }
  },
  choose: (c, line, reporter) => {
    if (c.take('each'))
      return { node: 'choose-each', choose: parseChooseEach(c), body: block(line, reporter) }
    if (line.children.length === 0 || hasFrom(line) || line.tokens.some(isColon)) {
      const choose = parseChoose(c)
      return choose.asked.atOnce === undefined
        ? { node: 'choose', choose }
        : { node: 'choose', choose, body: block(line, reporter) }
    }
    const asked: AskClauses = { secret: false }
    while (!c.done) {
      c.take(',')
      if (!parseAskClause(c, asked))
        throw new ParseFault(c.here, `Did not expect ${c.found()} before a list of options.`)
    }
    return {
      node: 'alternatives',
      asked,
      options: line.children.flatMap((child) => parseOption(child, reporter)),
    }
  },
  each: (c, line, reporter) => {
    const name = c.name('a name for the item')
    c.expect('in', 'and what to go through')
    const over = parseExpr(c)
    c.take(',')
    const limit = c.take('up', 'to') ? parseOr(c) : undefined
    return {
      node: 'each',
      name,
      over,
      body: block(line, reporter),
      ...(limit === undefined ? {} : { limit }),
    }
  },
  repeat: (c, line, reporter) => {
    if (!c.take('up', 'to'))
      throw new ParseFault(c.here, 'Every loop has a limit.', 'Write `repeat up to N times`.')
    const limit = parseExpr(c)
    if (!c.take('times')) c.expect('time', 'after the number')
    let whilst: ExprNode | undefined
    let turns = false
    while (!c.done) {
      c.take(',')
      if (c.take('while')) whilst = parseOr(c)
      else if (c.take('seats', 'in', 'turn')) turns = true
      else
        throw new ParseFault(
          c.here,
          `Did not expect ${c.found()} here.`,
          'Known here: while CONDITION, seats in turn.',
        )
    }
    return {
      node: 'repeat',
      limit,
      turns,
      body: block(line, reporter),
      ...(whilst === undefined ? {} : { whilst }),
    }
  },
  stop: () => ({ node: 'leave', what: 'loop' }),
  finish: () => ({ node: 'leave', what: 'procedure' }),
  move: (c) => {
    const count = parseCount(c)
    const what = parseExpr(c)
    c.expect('to', 'and where to')
    const bottom = c.take('bottom', 'of')
    return {
      node: 'move',
      what,
      to: parseOf(c),
      bottom,
      fresh: false,
      ...(count === undefined ? {} : { count }),
    }
  },
  draw: (c) => {
    if (c.done || c.peek()?.kind === 'text') {
      const reason = c.text()
      return { node: 'draw', ...(reason === undefined ? {} : { reason }) }
    }
    const count = parsePostfixNumber(c)
    c.take('cards')
    c.take('card')
    c.expect('from', 'and where from')
    const what = parseOf(c)
    c.expect('to', 'and where to')
    return { node: 'move', count, what, to: parseOf(c), bottom: false, fresh: false }
  },
  place: (c) => {
    const count = parseCount(c)
    const what = parseOf(c)
    c.expect('in', 'and where')
    const to = parseOf(c)
    const from = c.take('from') ? parseOf(c) : undefined
    return {
      node: 'move',
      what,
      to,
      bottom: false,
      fresh: true,
      ...(count === undefined ? {} : { count }),
      ...(from === undefined ? {} : { from }),
    }
  },
  remove: (c) => {
    const count = parseCount(c)
    const what = parseExpr(c)
    const to = c.take('to') ? parseOf(c) : undefined
    return {
      node: 'move',
      what,
      bottom: false,
      fresh: false,
      ...(count === undefined ? {} : { count }),
      ...(to === undefined ? {} : { to }),
    }
  },
  flip: (c) => {
    const count = parseCount(c)
    const what = parseExpr(c)
    c.expect('to', 'and to what')
    return { node: 'flip', what, to: parseExpr(c), ...(count === undefined ? {} : { count }) }
  },
  roll: (c) => {
    const name = c.name('a name for the result')
    c.expect('from', 'and a range, as in `roll die from 1..6`')
    return { node: 'roll', name, range: parseExpr(c) }
  },
  shuffle: (c) => ({ node: 'shuffle', zone: parseOf(c) }),
  reveal: (c) => {
    const what = parseExpr(c)
    const to = c.take('to') ? parseOf(c) : undefined
    return { node: 'reveal', what, ...(to === undefined ? {} : { to }) }
  },
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
    const text = c.text()
    if (text === undefined) throw new ParseFault(c.here, `Expected a text in quotes, found ${c.found()}.`)
    const to = c.take('to') ? parseOf(c) : undefined
    return { node: 'say', message: text, ...(to === undefined ? {} : { to }) }
  },
  rank: (c) => {
    const over = parseOf(c)
    c.expect('by', 'and the score')
    const by = parseOr(c)
    let tie: ExprNode | undefined
    let reason: string | undefined
    while (!c.done) {
      c.take(',')
      if (c.take('then')) tie = parseOr(c)
      else if ((reason = c.text()) === undefined)
        throw new ParseFault(c.here, `Did not expect ${c.found()} here.`)
    }
    return {
      node: 'rank',
      over,
      by,
      ...(tie === undefined ? {} : { tie }),
      ...(reason === undefined ? {} : { reason }),
    }
  },
}

/** The words a statement may begin with, for suggestions. */
export const STATEMENT_WORDS: readonly string[] = ['if', ...Object.keys(STATEMENTS)]

function parseWin(c: Cursor, line: Line): Fields {
  const first = c.peek()
  const verb = winsAt(line.tokens)
  if (verb >= 0) {
    const who = new Cursor(line.tokens.slice(0, verb), line.span)
    const seats = parseExpr(who)
    who.end()
    const rest = new Cursor(line.tokens.slice(verb + 1), line.span)
    const reason = rest.text()
    rest.end()
    return { node: 'win', seats, ...(reason === undefined ? {} : { reason }) }
  }
  throw new ParseFault(
    first?.span ?? line.span,
    `No statement begins with \`${first?.text ?? ''}\`.`,
    nearestStatement(first?.text ?? ''),
  )
}

function nearestStatement(word: string): string | undefined {
  const near = STATEMENT_WORDS.find((s) => s.startsWith(word.slice(0, 3)) && word.length > 2)
  return near === undefined
    ? `Statements begin with: ${STATEMENT_WORDS.join(', ')}, or SEAT wins.`
    : `Did you mean \`${near}\`?`
}

/** `spend EXPRESSION from TARGET`; without `from` the amount is one number or name. */
function hasFrom(line: Line): boolean {
  return line.tokens.some((t) => t.kind === 'name' && t.text === 'from')
}

/** `choose NAME: A | B`; names never have one. */
const isColon = ({ kind, text }: Line['tokens'][number]): boolean => kind === 'mark' && text === ':'

function parseIf(lines: readonly Line[], reporter: Reporter): Fields {
  const arms: { when: ExprNode; body: Body }[] = []
  let otherwise: Body = []
  lines.forEach((line, i) => {
    const c = new Cursor(line.tokens, line.span)
    if (i > 0) c.next()
    if (!c.take('if')) {
      c.end()
      if (i < lines.length - 1)
        throw new ParseFault(lines[i + 1].span, 'An `else` without a condition is the last one.')
      otherwise = block(line, reporter)
      return
    }
    const when = parseOr(c)
    c.end()
    arms.push({ when, body: block(line, reporter) })
  })
  return { node: 'if', arms, otherwise }
}

/** `option ID ["Label"] [if COND]` with what it does below it. */
function parseOption(line: Line, reporter: Reporter): OptionNode[] {
  try {
    const c = new Cursor(line.tokens, line.span)
    c.expect('option', 'in a choice that has a block')
    const id = c.name('a name for the option')
    const label = c.text()
    const when = c.take('if') ? parseOr(c) : undefined
    c.end()
    const body = parseBlock(line.children, reporter)
    return [
      {
        id,
        body,
        span: line.span,
        ...(label === undefined ? {} : { label }),
        ...(when === undefined ? {} : { when }),
      },
    ]
  } catch (fault) {
    report(fault, reporter)
    return []
  }
}

function yes(c: Cursor): ExprNode {
  return { node: 'words', words: [{ text: 'true', span: c.here }], span: c.here }
}

function one(c: Cursor): ExprNode {
  return { node: 'number', value: 1, span: c.here }
}
