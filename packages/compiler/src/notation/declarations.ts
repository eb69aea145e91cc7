/** What stands at the margin of a `rules` block: values, tests, sets, procedures, actions, set-up, play. */
import type { Reporter } from '../diagnostics/index.js'
import type { DeclarationNode, ExprNode, OffersNode, ParameterNode, Word } from './ast.js'
import { parseType } from './calls.js'
import { Cursor, ParseFault } from './cursor.js'
import { parseExpr, parseOr } from './expressions.js'
import { buildTree, type Line } from './lines.js'
import { parseBlock, report } from './statements.js'
import { readLines } from './tokens.js'

/** Keywords that declare an action; the keyword itself becomes a tag. */
const ACTIONS = new Set(['operation', 'activity', 'event', 'action'])
const HEADS = ['value', 'test', 'set', 'procedure', 'window', 'play', 'setup', ...ACTIONS]

export interface RulesBlock {
  readonly text: string
  readonly file: string
  readonly line: number
  readonly column: number
}

export function parseRules(source: RulesBlock, reporter: Reporter): DeclarationNode[] {
  const declarations: DeclarationNode[] = []
  for (const line of buildTree(readLines(source.text, source, reporter))) {
    try {
      declarations.push(parseDeclaration(line, reporter))
    } catch (fault) {
      report(fault, reporter)
    }
  }
  return declarations
}

/** A single expression, for `evaluate` and for data that holds expressions. */
export function parseExpressionText(source: RulesBlock, reporter: Reporter): ExprNode | undefined {
  const lines = readLines(source.text, source, reporter)
  if (lines.length === 0) return undefined
  const c = new Cursor(
    lines.flatMap((l) => l.tokens),
    lines[0].span,
  )
  try {
    const expr = parseExpr(c)
    c.end()
    return expr
  } catch (fault) {
    report(fault, reporter)
    return undefined
  }
}

function parseDeclaration(line: Line, reporter: Reporter): DeclarationNode {
  const c = new Cursor(line.tokens, line.span)
  const keyword = c.name('a declaration')
  const base = { span: line.span, text: line.text, ...(line.rule === undefined ? {} : { rule: line.rule }) }
  const head = keyword.text
  if (head === 'value' || head === 'test' || head === 'set') {
    const name = c.name(`the name of the ${head}`)
    const params = parseParameters(c)
    c.expect('=', 'before what it stands for')
    const body = parseExpr(c)
    c.end()
    return { node: 'function', form: head, name, params, body, ...base }
  }
  if (head === 'setup') {
    const scenario = c.done ? undefined : c.name('a scenario')
    c.end()
    return {
      node: 'setup',
      body: parseBlock(line.children, reporter),
      ...base,
      ...(scenario === undefined ? {} : { scenario }),
    }
  }
  if (head === 'play') {
    c.end()
    return procedure(keyword, 'procedure', head, [], base, line, reporter)
  }
  if (head === 'procedure') {
    const name = c.name('the name of the procedure')
    const params = parseParameters(c)
    const titleSpan = c.here
    const title = c.text()
    c.end()
    const made = procedure(name, 'procedure', head, params, base, line, reporter)
    return title === undefined ? made : ({ ...made, title, titleSpan } as DeclarationNode)
  }
  if (head === 'window') {
    const name = c.name('the name of the window')
    c.end()
    const offers = parseOffers(line)
    const made = procedure(
      name,
      'window',
      head,
      [],
      base,
      { ...line, children: line.children.slice(1) },
      reporter,
    )
    return { ...made, offers } as DeclarationNode
  }
  if (ACTIONS.has(head)) return parseAction(c, head, base, line, reporter)
  throw new ParseFault(
    keyword.span,
    `No declaration begins with \`${head}\`.`,
    `Declarations begin with: ${HEADS.join(', ')}.`,
  )
}

type Base = Pick<DeclarationNode, 'span' | 'text' | 'rule'>

function procedure(
  name: Word,
  form: 'procedure' | 'action' | 'window',
  keyword: string,
  params: readonly ParameterNode[],
  base: Base,
  line: Line,
  reporter: Reporter,
): DeclarationNode {
  const split = splitRequires(line, reporter)
  return {
    node: 'procedure',
    form,
    keyword,
    name,
    params,
    by: [],
    tags: [],
    requires: split.requires,
    body: parseBlock(split.rest, reporter),
    ...base,
  }
}

function parseAction(
  c: Cursor,
  keyword: string,
  base: Base,
  line: Line,
  reporter: Reporter,
): DeclarationNode {
  const number = c.peek()?.kind === 'number' ? c.next() : undefined
  const word: Word =
    number === undefined
      ? c.name(`the name of the ${keyword}`)
      : { text: `${keyword}-${number.text}`, span: number.span }
  const params = parseParameters(c)
  const of = c.take('of') ? parseOwners(c) : undefined
  const tied = of === undefined ? undefined : { word, of }
  const name = tied === undefined ? word : tiedName(tied)
  const title = c.text()
  const by: Word[] = []
  const tags: Word[] = []
  let cls: Word | undefined
  while (!c.done) {
    c.take(',')
    if (c.take('by')) {
      by.push(c.name('a seat'))
      while (c.take('or') || c.take('and')) by.push(c.name('a seat'))
    } else if (c.take('class')) cls = c.name('a class')
    else if (c.take('tagged')) {
      tags.push(c.name('a tag'))
      while (c.take('and')) tags.push(c.name('a tag'))
    } else
      throw new ParseFault(
        c.here,
        `Did not expect ${c.found()} here.`,
        'Known here: of PIECES, a title in quotes, by SEAT, class NAME, tagged NAME.',
      )
  }
  const made = procedure(name, 'action', keyword, params, base, line, reporter)
  return {
    ...made,
    by,
    tags: tied === undefined ? tags : [word, ...tags],
    ...(tied === undefined ? {} : { tied }),
    ...(title === undefined ? {} : { title }),
    ...(cls === undefined ? {} : { class: cls }),
  } as DeclarationNode
}

/** The first line of a window: `offers NAME from LIST ["PROMPT"]`. */
function parseOffers(line: Line): OffersNode {
  const first = line.children[0]
  if (first === undefined || first.tokens[0].text !== 'offers')
    throw new ParseFault(
      first?.span ?? line.span,
      'A window says first what it offers.',
      'Write `offers NAME from LIST` below its name, with a list of actions.',
    )
  const c = new Cursor(first.tokens, first.span)
  c.next()
  const name = c.name('a name for the action that is taken')
  c.expect('from', 'and what is offered')
  const from = parseExpr(c)
  c.take(',')
  const prompt = c.text()
  c.end()
  return { name, from, span: first.span, ...(prompt === undefined ? {} : { prompt }) }
}

/** `of card-68`, `of red knights or blue knights`: whose action it is. */
function parseOwners(c: Cursor): Word[][] {
  const owners: Word[][] = []
  do {
    const words = [c.name('a type of piece or card')]
    while (c.peek()?.kind === 'name' && !AFTER_OWNERS.some((word) => c.at(word)))
      words.push(c.name('a type of piece or card'))
    owners.push(words)
  } while (c.take('or'))
  return owners
}

const AFTER_OWNERS = ['or', 'by', 'class', 'tagged']

/** What an action of tokens is called by itself: `unshaded-of-card-68`. */
export function tiedName({
  word,
  of,
}: {
  readonly word: Word
  readonly of: readonly (readonly Word[])[]
}): Word {
  const owners = of.map((words) => words.map((w) => w.text).join('-'))
  return { ...word, text: `${word.text}-of-${owners.join('-or-')}` }
}

/** `requires COND` lines come first in a body. */
function splitRequires(line: Line, reporter: Reporter): { requires: ExprNode[]; rest: readonly Line[] } {
  const requires: ExprNode[] = []
  const rest = line.children.filter((child) => {
    if (child.tokens[0].kind !== 'name' || child.tokens[0].text !== 'requires') return true
    try {
      const c = new Cursor(child.tokens, child.span)
      c.next()
      requires.push(parseOr(c))
      c.end()
    } catch (fault) {
      report(fault, reporter)
    }
    return false
  })
  return { requires, rest }
}

function parseParameters(c: Cursor): ParameterNode[] {
  const params: ParameterNode[] = []
  if (!c.take('(')) return params
  while (!c.take(')')) {
    if (params.length > 0) c.expect(',', 'between parameters')
    const name = c.name('a parameter')
    const type = parseType(c)
    const value = c.take('=') ? parseExpr(c) : undefined
    params.push({ name, ...type, ...(value === undefined ? {} : { otherwise: value }) })
  }
  return params
}
