/** Declarations of a `rules` block: values, tests, sets, procedures, actions, windows, set-up, play, policies. */
import type { Reporter } from '../diagnostics/index.js'
import type { NonEmpty } from '../source/index.js'
import type {
  DeclarationNode,
  ExprNode,
  OffersNode,
  ParameterNode,
  TextNode,
  TokenActionNode,
  Word,
} from './ast.js'
import { parseTyped } from './calls.js'
import { Cursor, ParseError } from './cursor.js'
import { parseExpr, parseOr, parseText, parseWhole, textNode } from './expressions.js'
import { buildTree, type Line } from './lines.js'
import { parsePolicy } from './policies.js'
import { parseBlock, catchParseErrors, catchLineErrors } from './statements.js'
import { readLines, readText, type Start } from './lexer.js'

/** Keywords that declare an action; the keyword itself becomes a tag. */
const ACTIONS = new Set(['operation', 'activity', 'event', 'action'])
const HEADS = ['value', 'test', 'set', 'procedure', 'window', 'play', 'setup', 'policy', ...ACTIONS]

export function parseRules(text: string, at: Start, reporter: Reporter): DeclarationNode[] {
  return buildTree(readLines(text, at, reporter), reporter).flatMap(
    (line) => catchLineErrors(reporter, line, () => parseDeclaration(line, reporter)) ?? [],
  )
}

/** Parses one expression, for `evaluate` and for expressions in data. */
export function parseExpressionText(text: string, at: Start, reporter: Reporter): ExprNode | undefined {
  const lines = readLines(text, at, reporter)
  const [first] = lines
  if (first === undefined) return undefined
  const tokens = lines.flatMap((line) => line.tokens)
  return catchParseErrors(reporter, () => parseWhole(new Cursor(tokens, first.span), parseExpr))
}

/** Parses a text with values in braces, from data. */
export function parseTemplate(text: string, at: Start, reporter: Reporter): TextNode {
  return catchParseErrors(reporter, () => textNode(readText(text, at, reporter))) ?? []
}

function parseDeclaration(line: Line, reporter: Reporter): DeclarationNode {
  const c = new Cursor(line.tokens, line.span)
  const keyword = c.name('a declaration')
  const head = keyword.text
  const written = { span: line.span, text: line.text, rule: line.rule }
  if (head === 'value' || head === 'test' || head === 'set') {
    const name = c.newName(`the name of the ${head}`)
    const params = parseParameters(c)
    const body = parseWhole(c, () => c.after('=', 'before its definition', parseExpr))
    return { node: 'function', form: head, name, params, body, ...written }
  }
  if (head === 'setup') {
    const scenario = parseWhole(c, () => (c.done ? undefined : c.name('a scenario')))
    return { node: 'setup', body: parseBlock(line.children, reporter), scenario, ...written }
  }
  if (head === 'policy')
    return parsePolicy(c, line, reporter, (at, word) => {
      at.expect('of', 'and the pieces or cards that have the action')
      return tokenActionName({ word, of: parseOwners(at) })
    })
  const form = ACTIONS.has(head) ? 'action' : head === 'window' ? 'window' : 'procedure'
  if (form === 'procedure' && head !== 'procedure' && head !== 'play')
    throw new ParseError(
      keyword.span,
      `No declaration begins with \`${head}\`.`,
      `Declarations begin with: ${HEADS.join(', ')}.`,
    )
  const signature =
    head === 'play' ? { name: keyword } : form === 'action' ? parseAction(c, head) : parseName(c, head)
  c.end()
  const offers = form === 'window' ? parseOffers(line) : undefined
  const { requires, rest } = splitRequires(line.children.slice(offers === undefined ? 0 : 1), reporter)
  const body = parseBlock(rest, reporter)
  const none = { params: [], by: [], tags: [] }
  return {
    node: 'procedure',
    form,
    keyword: head,
    ...none,
    ...signature,
    requires,
    offers,
    body,
    ...written,
  }
}

function parseName(c: Cursor, head: string) {
  const name = c.newName(`the name of the ${head}`)
  return head === 'window' ? { name } : { name, params: parseParameters(c), title: parseText(c) }
}

function parseAction(c: Cursor, keyword: string) {
  const number = c.peek()?.kind === 'number' ? c.next() : undefined
  const word: Word =
    number === undefined
      ? c.newName(`the name of the ${keyword}`)
      : { text: `${keyword}-${number.text}`, span: number.span }
  const params = parseParameters(c)
  const of = c.maybe('of', parseOwners)
  const tied = of === undefined ? undefined : { word, of }
  const title = c.text()?.text
  const by: Word[] = []
  const tags: Word[] = []
  let cls: Word | undefined
  c.clauses('of PIECES, a title in quotes, by SEAT, class NAME, tagged NAME', () => {
    if (c.take('by'))
      do by.push(c.name('a seat'))
      while (c.take('or') || c.take('and'))
    else if (c.take('class')) cls = c.name('a class')
    else if (c.take('tagged'))
      do tags.push(c.name('a tag'))
      while (c.take('and'))
    else return false
    return true
  })
  if (tied === undefined) return { name: word, params, title, by, tags, class: cls }
  return { name: tokenActionName(tied), tied, params, title, by, tags: [word, ...tags], class: cls }
}

/** The first line of a window: `offers NAME from LIST ["PROMPT"]`. */
function parseOffers(line: Line): OffersNode {
  const first = line.children[0]
  if (first === undefined || first.tokens[0].text !== 'offers')
    throw new ParseError(
      first?.span ?? line.span,
      'A window needs `offers` as its first line.',
      'Write `offers NAME from LIST` below its name, where LIST is a list of actions.',
    )
  const c = new Cursor(first.tokens, first.span)
  c.next()
  const name = c.newName('a name for the chosen action')
  const from = c.after('from', 'and the list of actions', parseExpr)
  c.take(',')
  return { name, from, prompt: parseWhole(c, parseText) }
}

/** `of card-68`, `of red knights or blue knights`: the types of token that have the action. */
function parseOwners(c: Cursor): NonEmpty<Word>[] {
  const owners: NonEmpty<Word>[] = []
  const name = (): Word => c.name('a type of piece or card')
  do {
    const words: [Word, ...Word[]] = [name()]
    while (c.peek()?.kind === 'name' && !['or', 'by', 'class', 'tagged', 'if'].some((end) => c.at(end)))
      words.push(name())
    owners.push(words)
  } while (c.take('or'))
  return owners
}

/** The procedure name of a token's action: `unshaded-of-card-68`. */
export function tokenActionName({ word, of }: TokenActionNode): Word {
  const owners = of.map((words) => words.map((w) => w.text).join('-'))
  return { ...word, text: `${word.text}-of-${owners.join('-or-')}` }
}

/** Separates the `requires COND` lines of a body from its statements. */
function splitRequires(lines: readonly Line[], reporter: Reporter): { requires: ExprNode[]; rest: Line[] } {
  const requires: ExprNode[] = []
  const rest = lines.filter(({ tokens, span }) => {
    const c = new Cursor(tokens, span)
    if (!c.take('requires')) return true
    requires.push(...(catchParseErrors(reporter, () => [parseWhole(c, parseOr)]) ?? []))
    return false
  })
  return { requires, rest }
}

function parseParameters(c: Cursor): ParameterNode[] {
  const params: ParameterNode[] = []
  if (!c.take('(')) return params
  while (!c.take(')')) {
    if (params.length > 0) c.expect(',', 'between parameters')
    params.push({ ...parseTyped(c, 'a parameter'), otherwise: c.maybe('=', parseExpr) })
  }
  return params
}
