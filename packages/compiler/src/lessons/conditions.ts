/** The conditions of lessons: expressions, and statements about the question and the end of the game. */
import { parseWordedExpectation, type Step } from '../examples/parse.js'
import { Cursor, ParseError } from '../parser/cursor.js'
import { parseCondition } from '../parser/expressions.js'
import type { ExprNode } from '../parser/index.js'
import type { Token } from '../parser/lexer.js'
import { isPunctuation } from '../parser/lines.js'
import type { Span } from '../source/index.js'

type Worded = Extract<Step, { step: 'asked' | 'idle' | 'offered' | 'outcome' }>
type BareWorded = Worded extends infer T ? (T extends unknown ? Omit<T, 'span' | 'text'> : never) : never

/** A condition: all of its parts hold. */
export interface ConditionNode {
  readonly worded: readonly BareWorded[]
  readonly expr: ExprNode | undefined
  readonly text: string // as written
  readonly span: Span
}

/** Parses a condition. Statements such as `SEAT is asked` are joined by `and`. */
export function parseLessonCondition(tokens: readonly Token[], span: Span): ConditionNode {
  const text = tokens.map((token) => (token.kind === 'text' ? `"${token.text}"` : token.text)).join(' ')
  const worded: BareWorded[] = []
  const rest: Token[] = []
  for (const part of andParts(tokens)) {
    const found = wordedPart(part, span)
    if (found !== undefined) worded.push(found)
    else rest.push(...(rest.length === 0 ? [] : [{ kind: 'name' as const, text: 'and', span }]), ...part)
  }
  const [first] = tokens
  if (first === undefined) throw new ParseError(span, 'Expected a condition.')
  if (worded.length > 0 && topLevel(tokens).some(({ kind, text: word }) => kind === 'name' && word === 'or'))
    throw new ParseError(
      first.span,
      "`is asked` and the like can't be joined by `or`.",
      'Put brackets around the rest.',
    )
  if (rest.length === 0) return { worded, expr: undefined, text, span: first.span }
  const c = new Cursor(rest, span)
  const expr = parseCondition(c)
  c.end()
  return { worded, expr, text, span: first.span }
}

function wordedPart(tokens: readonly Token[], span: Span): BareWorded | undefined {
  const c = new Cursor(tokens, span)
  const found = parseWordedExpectation(c)
  if (found === undefined) return undefined
  c.end()
  switch (found.step) {
    case 'asked':
    case 'idle':
    case 'offered':
    case 'outcome':
      return found
    default:
      throw new ParseError(span, 'A lesson has no such condition.', 'Check it in a `then` instead.')
  }
}

/** The tokens outside of brackets. */
function topLevel(tokens: readonly Token[]): readonly Token[] {
  let depth = 0
  return tokens.filter((token) => {
    if (isPunctuation(token, '(') || isPunctuation(token, '[')) depth += 1
    else if (isPunctuation(token, ')') || isPunctuation(token, ']')) depth -= 1
    return depth === 0
  })
}

/** Splits tokens at each `and` outside of brackets. */
function andParts(tokens: readonly Token[]): Token[][] {
  const joints = new Set(topLevel(tokens).filter(({ kind, text }) => kind === 'name' && text === 'and'))
  const parts: Token[][] = [[]]
  for (const token of tokens) {
    if (joints.has(token)) parts.push([])
    else parts.at(-1)?.push(token)
  }
  return parts
}
