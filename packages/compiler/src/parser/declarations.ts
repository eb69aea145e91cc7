/** Declarations of a `rules` block: values, tests, sets, procedures, actions, windows, `whenever`, set-up, play, policies. */
import type { Reporter } from '../diagnostics/index.js'
import type { NonEmpty } from '../source/index.js'
import type {
  DeclarationNode,
  ExprNode,
  OffersNode,
  ParameterNode,
  RequirementNode,
  TextNode,
  TokenActionNode,
  Word,
} from './ast.js'
import { parseTyped } from './calls.js'
import { Cursor, ParseError } from './cursor.js'
import { parseExpr, parseCondition, parseSaying, parseText, parseWhole, textNode } from './expressions.js'
import { buildTree, type Line } from './lines.js'
import { parsePolicy } from './policies.js'
import { parseBlock, catchParseErrors, catchLineErrors } from './statements.js'
import { readLines, readText, type Start, type TextWords } from './lexer.js'

/** Keywords that declare an action; the keyword itself becomes a tag. */
const ACTIONS = new Set(['operation', 'activity', 'event', 'action'])
/** The words that start a declaration. */
export const DECLARATION_HEADS: readonly string[] = [
  'value',
  'test',
  'set',
  'procedure',
  'window',
  'play',
  'setup',
  'policy',
  'whenever',
  ...ACTIONS,
]

export function parseRules(
  text: string,
  at: Start,
  reporter: Reporter,
  words?: TextWords,
): DeclarationNode[] {
  return buildTree(readLines(text, at, reporter, words), reporter).flatMap(
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
    const word = c.newName(`the name of the ${head}`)
    const own = parseParameters(c)
    const of = c.maybe('of', parseOwners)
    const says = parseSaying(c)
    const body = parseWhole(c, () => c.after('=', 'before its definition', parseExpr))
    const value = { form: head, says, body, ...written } as const
    if (of === undefined) return { node: 'function', name: word, params: own, ...value }
    const tied = { word, of }
    const params = [{ name: { text: 'it', span: word.span }, list: false, otherwise: undefined }, ...own]
    return { node: 'function', name: tokenActionName(tied), tied, params, ...value }
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
  if (head === 'whenever')
    return { ...parseWhenever(c), body: parseBlock(line.children, reporter), ...written }
  const form = ACTIONS.has(head) ? 'action' : head === 'window' ? 'window' : 'procedure'
  if (form === 'procedure' && head !== 'procedure' && head !== 'play')
    throw new ParseError(
      keyword.span,
      `No declaration begins with \`${head}\`.`,
      `Declarations begin with: ${DECLARATION_HEADS.join(', ')}.`,
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
  if (head === 'window') return { name }
  const signature = { name, params: parseParameters(c), title: parseText(c) }
  c.take(',')
  const announced = c.take('announced')
  c.clauses('parameters in brackets, a title in quotes, and then `announced`', () => false)
  return { ...signature, announced }
}

/** After the word `whenever`: `NAME [of PIECES][, each NAME in LIST] [if COND]`. */
function parseWhenever(c: Cursor) {
  const word = c.name('the name of an announced procedure or action')
  const of = c.maybe('of', parseOwners)
  const announced = of === undefined ? word : tokenActionName({ word, of })
  c.take(',')
  const each = c.maybe('each', () => {
    const name = c.newName('a name for the item')
    return { name, over: c.after('in', 'and the list to go through', parseExpr) }
  })
  const when = parseWhole(c, () => c.maybe('if', parseCondition))
  return { node: 'whenever' as const, announced, each, when }
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
  let verb: string | undefined
  let announced = false
  c.clauses('of PIECES, a title in quotes, verb "TEXT", by SEAT, class NAME, tagged NAME, announced', () => {
    if (c.take('by'))
      do by.push(c.name('a seat'))
      while (c.take('or') || c.take('and'))
    else if (c.take('verb')) verb = parseVerb(c)
    else if (c.take('class')) cls = c.name('a class')
    else if (c.take('tagged'))
      do tags.push(c.name('a tag'))
      while (c.take('and'))
    else if (c.take('announced')) announced = true
    else return false
    return true
  })
  const own = { params, title, verb, by, class: cls, announced }
  if (tied === undefined) return { name: word, tags, ...own }
  return { name: tokenActionName(tied), tied, tags: [word, ...tags], ...own }
}

/** `verb "Air Strikes"`: the title of an action in the third person. */
function parseVerb(c: Cursor): string {
  const token = c.text()
  if (token === undefined) throw c.wanted('the title as a verb in quotes, such as "Rallies"')
  if (token.text.trim() !== '') return token.text
  throw new ParseError(token.span, 'This verb is empty.', 'Write it, or remove `verb`.')
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
    while (
      c.peek()?.kind === 'name' &&
      !['or', 'by', 'class', 'tagged', 'verb', 'if', 'announced'].some((end) => c.at(end))
    )
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

/** Separates the `requires COND ["SENTENCE"]` lines of a body from its statements. */
function splitRequires(
  lines: readonly Line[],
  reporter: Reporter,
): { requires: RequirementNode[]; rest: Line[] } {
  const requires: RequirementNode[] = []
  const rest = lines.filter(({ tokens, span }) => {
    const c = new Cursor(tokens, span)
    if (!c.take('requires')) return true
    requires.push(...(catchParseErrors(reporter, () => [parseWhole(c, parseRequirement)]) ?? []))
    return false
  })
  return { requires, rest }
}

const parseRequirement = (c: Cursor): RequirementNode => ({ when: parseCondition(c), says: parseSaying(c) })

function parseParameters(c: Cursor): ParameterNode[] {
  const params: ParameterNode[] = []
  if (!c.take('(')) return params
  while (!c.take(')')) {
    if (params.length > 0) c.expect(',', 'between parameters')
    params.push({ ...parseTyped(c, 'a parameter'), otherwise: c.maybe('=', parseExpr) })
  }
  return params
}
