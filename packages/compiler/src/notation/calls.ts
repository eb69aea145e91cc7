/** Calls: arguments in order or by name, actions with the clauses of `perform`, and names for results. */
import type { ArgumentNodes, DoingNode, ExprNode, IntoNode } from './ast.js'
import { type Cursor, ParseFault } from './cursor.js'
import { parseExpr, parseOf } from './expressions.js'

/** `(VALUE, …, NAME: VALUE, …)`; the bracket is open. */
export function parseArguments(c: Cursor): ArgumentNodes {
  c.expect('(', 'before the arguments')
  const args: ExprNode[] = []
  const named: { name: ReturnType<Cursor['name']>; value: ExprNode }[] = []
  while (!c.at(')')) {
    if (args.length + named.length > 0 && !c.take(',')) break
    if (c.peek()?.kind === 'name' && c.at(':', 1)) {
      const name = c.name('the name of a parameter')
      c.next()
      named.push({ name, value: parseExpr(c) })
    } else if (named.length > 0)
      throw new ParseFault(c.here, 'Arguments without a name come first.', 'Say for which parameter this is.')
    else args.push(parseExpr(c))
  }
  return { args, ...(named.length === 0 ? {} : { named }) }
}

/** After the last argument. */
export function closeArguments(c: Cursor): ReturnType<Cursor['expect']> {
  return c.expect(')', 'after the arguments')
}

function parseArgumentList(c: Cursor): ArgumentNodes {
  const given = parseArguments(c)
  closeArguments(c)
  return given
}

/** An action and how it is done: `ACTION[(ARGUMENT, …)] [, by SEAT] [, free] [, as CLASS] [, within SPACES]`. */
export function parseDoing(c: Cursor, end: (c: Cursor) => boolean, more?: DoingClause): DoingNode {
  const action = parseOf(c)
  const given = c.at('(') ? parseArgumentList(c) : undefined
  let by: ExprNode | undefined
  let within: ExprNode | undefined
  let cls: ExprNode | undefined
  let free = false
  while (!end(c)) {
    c.take(',')
    if (c.take('by')) by = parseOf(c)
    else if (c.take('free')) free = true
    else if (c.take('as')) cls = parseOf(c)
    else if (c.take('within')) within = parseExpr(c)
    else if (more?.parse(c) !== true)
      throw new ParseFault(
        c.here,
        `Did not expect ${c.found()} here.`,
        `Known here: by SEAT, free, as CLASS, within SPACES${more === undefined ? '' : `, ${more.form}`}.`,
      )
  }
  return {
    action,
    free,
    ...(given === undefined ? {} : { given }),
    ...(by === undefined ? {} : { by }),
    ...(within === undefined ? {} : { within }),
    ...(cls === undefined ? {} : { class: cls }),
  }
}

/** A clause that only one of those who do an action knows. */
interface DoingClause {
  readonly form: string
  readonly parse: (c: Cursor) => boolean
}

/** After the word `do`. */
export function parseDo(c: Cursor) {
  const name = c.name('the name of a procedure')
  const given = c.at('(') ? parseArgumentList(c) : { args: [] }
  c.take(',')
  const into = parseInto(c)
  return { node: 'do', name, given, ...(into === undefined ? {} : { into }) } as const
}

/** After the word `perform`. */
export function parsePerform(c: Cursor) {
  let into: IntoNode | undefined
  const parse = (): boolean => {
    const found = parseInto(c)
    into ??= found
    return found !== undefined
  }
  const doing = parseDoing(c, () => c.done, { form: 'into NAME', parse })
  return { node: 'perform', doing, ...(into === undefined ? {} : { into }) } as const
}

/** `into NAME [: [list of] TYPE]` */
function parseInto(c: Cursor): IntoNode | undefined {
  if (!c.take('into')) return undefined
  const name = c.name('a name for what is given')
  return { name, ...parseType(c) }
}

/** `: TYPE` or `: list of TYPE` behind a name. */
export function parseType(c: Cursor): { type?: ReturnType<Cursor['name']>; list: boolean } {
  if (!c.take(':')) return { list: false }
  const list = c.take('list', 'of') || c.take('list')
  return { type: c.name('a type'), list }
}
