/** Lazy parsing of declarations: a game that is known to compile starts sooner. */
import type { Reporter } from '../diagnostics/index.js'
import type { DeclarationNode, Word } from './ast.js'
import { parseRules } from './declarations.js'
import type { Start, TextWords } from './lexer.js'

type PolicyNode = Extract<DeclarationNode, { node: 'policy' }>
type FunctionNode = Extract<DeclarationNode, { node: 'function' }>

/** A value, test or set by its name. `read` returns `undefined` if its text doesn't parse. */
interface NamedFunction {
  readonly node: 'named'
  readonly name: Word
  /** Of a value of things: always parsed, because others with the same word depend on it. */
  readonly tied?: FunctionNode['tied']
  readonly read: () => FunctionNode | undefined
}

/** The declarations of one block, in order. */
export interface Declared {
  readonly rules: readonly (NamedFunction | Exclude<DeclarationNode, FunctionNode | PolicyNode>)[]
  readonly policies: () => readonly PolicyNode[]
  readonly hasPolicies: boolean
}

/** Parses everything and reports every error. `same` returns the declaration that an equal one was before. */
export function readDeclarations(
  text: string,
  at: Start,
  reporter: Reporter,
  words?: TextWords,
  same: (node: DeclarationNode) => DeclarationNode = (node) => node,
): Declared {
  const nodes = parseRules(text, at, reporter, words).map(same)
  const policies = nodes.filter((n) => n.node === 'policy')
  const rules = nodes.filter((n) => n.node !== 'policy')
  return {
    rules: rules.map((n) =>
      n.node === 'function' ? { node: 'named', name: n.name, tied: n.tied, read: () => n } : n,
    ),
    policies: () => policies,
    hasPolicies: policies.length > 0,
  }
}

const FUNCTION = /^(?:value|test|set) +([0-9]*[A-Za-z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)*)(?= *[(="])/

/** A value of things: `value points(seat) of abbot`. */
const OF_THINGS = /^(?:value|test|set) +[^="(]*(?:\([^="]*\))? +of /

/** Parses functions and policies on demand. Their errors are reported only then. */
export function readDeclarationsLazily(
  text: string,
  at: Start,
  reporter: Reporter,
  words?: TextWords,
): Declared {
  const rules: Declared['rules'][number][] = []
  const policies: (() => readonly DeclarationNode[])[] = []
  for (const { text: own, line } of declarationsIn(text)) {
    const start = { ...at, line: at.line + line }
    const read = once(() => parseRules(own, start, reporter, words))
    const head = OF_THINGS.test(own) ? null : FUNCTION.exec(own)
    if (head !== null) {
      const [whole, name = ''] = head
      const span = { ...start, column: at.column + whole.length - name.length, length: name.length }
      rules.push({
        node: 'named',
        name: { text: name, span },
        read: () => read().find((n) => n.node === 'function'),
      })
    } else if (own.startsWith('policy ')) policies.push(read)
    else rules.push(...readDeclarations(own, start, reporter, words).rules)
  }
  const isPolicy = (n: DeclarationNode): n is PolicyNode => n.node === 'policy'
  return {
    rules,
    policies: () => policies.flatMap((read) => read().filter(isPolicy)),
    hasPolicies: policies.length > 0,
  }
}

interface Part {
  readonly text: string
  readonly line: number // of its first line, from 0
}

/** Splits a block into declarations: each starts at the margin and ends before the next one. */
function declarationsIn(text: string): Part[] {
  const parts: Part[] = []
  const starts = [...text.matchAll(/^[^\s#]/gm)].map(({ index }) => index)
  let line = 0
  let counted = 0
  starts.forEach((start, i) => {
    for (let at = text.indexOf('\n', counted); at >= 0 && at < start; at = text.indexOf('\n', at + 1)) {
      line++
      counted = at + 1
    }
    parts.push({ text: text.slice(start, starts[i + 1]), line })
  })
  return parts
}

function once<T>(work: () => T): () => T {
  let cached: { readonly value: T } | undefined
  return () => (cached ??= { value: work() }).value
}
