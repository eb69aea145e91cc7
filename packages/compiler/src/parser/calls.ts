/** Calls: positional and named arguments, actions with the clauses of `perform`, and names for results. */
import type { ArgumentNodes, PerformanceNode, ExprNode, TypedName, Word } from './ast.js'
import { type Cursor, ParseError } from './cursor.js'
import { parseExpr, parseOf } from './expressions.js'

/** `(VALUE [as NAME], …, NAME: VALUE, …)`: the arguments of a function, and a name for the items of the first. */
export function parseFunctionArguments(c: Cursor): ArgumentNodes & { readonly as?: Word } {
  let as: Word | undefined
  const given = parseArguments(c, (at) => {
    if (at === 0) as = c.maybe('as', () => c.newName('a name for the item'))
  })
  return as === undefined ? given : { ...given, as }
}

/** `(VALUE, …, NAME: VALUE, …)` */
export function parseArguments(c: Cursor, after: (at: number) => void = () => undefined): ArgumentNodes {
  c.expect('(', 'before the arguments')
  const args: ExprNode[] = []
  const named: { name: Word; value: ExprNode }[] = []
  while (!c.at(')')) {
    if (args.length + named.length > 0 && !c.take(',')) break
    if (c.peek()?.kind === 'name' && c.at(':', 1))
      named.push({ name: c.name('the name of a parameter'), value: c.after(':', '', parseExpr) })
    else if (named.length > 0)
      throw new ParseError(
        c.here,
        'An argument without a name follows a named one.',
        'Put it first, or name its parameter.',
      )
    else {
      args.push(parseExpr(c))
      after(args.length - 1)
    }
  }
  c.expect(')', 'after the arguments')
  return named.length === 0 ? { args } : { args, named }
}

const maybeArguments = (c: Cursor): ArgumentNodes | undefined => (c.at('(') ? parseArguments(c) : undefined)

type Doing = { -readonly [K in keyof PerformanceNode]: PerformanceNode[K] }

/** `ACTION[(ARGUMENT, …)] [, by SEAT] [, free] [, as CLASS] [, within SPACES]`; the clauses follow separately. */
function parseDoing(c: Cursor): Doing {
  return { action: parseOf(c), given: maybeArguments(c), free: false }
}

function parseDoingClause(c: Cursor, doing: Doing): boolean {
  if (c.take('by')) doing.by = parseOf(c)
  else if (c.take('free')) doing.free = true
  else if (c.take('as')) doing.class = parseOf(c)
  else if (c.take('within')) doing.within = parseExpr(c)
  else return false
  return true
}

const ACTION_CLAUSES = 'by SEAT, free, as CLASS, within SPACES'

/** `legal(ACTION, CLAUSES)`: the brackets have the same content as a `perform` statement. */
export function parseLegal(c: Cursor): { args: readonly ExprNode[]; doing: PerformanceNode } {
  const doing = c.after('(', 'before the action', parseDoing)
  c.clauses(ACTION_CLAUSES, () => parseDoingClause(c, doing), ')')
  c.expect(')', 'after the arguments')
  return { args: [doing.action], doing }
}

/** After the word `do`. */
export function parseDo(c: Cursor) {
  const name = c.name('the name of a procedure')
  const given = maybeArguments(c) ?? { args: [] }
  c.take(',')
  return { node: 'do', name, given, into: parseInto(c) } as const
}

/** After the word `perform`. */
export function parsePerform(c: Cursor) {
  let into: TypedName | undefined
  const doing = parseDoing(c)
  const clause = (): boolean => {
    if (parseDoingClause(c, doing)) return true
    const found = parseInto(c)
    into ??= found
    return found !== undefined
  }
  c.clauses(`${ACTION_CLAUSES}, into NAME`, clause)
  return { node: 'perform', doing, into } as const
}

/** `into NAME [: [list of] TYPE]` */
const parseInto = (c: Cursor): TypedName | undefined =>
  c.maybe('into', () => parseTyped(c, 'a name for the result'))

/** `NAME`, `NAME: TYPE` or `NAME: list of TYPE` */
export function parseTyped(c: Cursor, what: string): TypedName {
  const name = c.newName(what)
  if (!c.take(':')) return { name, list: false }
  const list = c.take('list', 'of') || c.take('list')
  return { name, type: c.name('a type'), list }
}
