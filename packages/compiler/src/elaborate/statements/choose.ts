/** Questions: `choose` from a list, `choose each`, and `choose` between named options. */
import type { ChooseOne, Effect, Expr, Text, TypeName } from '@ludoforge/kernel'
import { withoutUndefined, enumType, itemOf, listOf, present, rowType } from '@ludoforge/kernel'
import type {
  AlternativeNode,
  QuestionClausesNode,
  ChooseNode,
  ExprNode,
  StatementNode,
  Word,
} from '../../parser/index.js'
import { type NonEmpty, type Span } from '../../source/index.js'
import type { Context, Typed } from '../expressions/expressions.js'
import {
  anyOf,
  asList,
  binding,
  condition,
  elaborate,
  equal,
  filtered,
  childContext,
  listOfItems,
  not,
  number,
  optional,
  sourceOf,
} from '../expressions/expressions.js'
import { DiagnosticError, resultOrError, unknownName, wrongType } from '../diagnostic-error.js'
import { warnIfShadowing } from '../checks/shadowing.js'
import { elaborateBlock, needLoop, type EnclosingProcedure } from './statements.js'
import { elaborateSaying } from '../expressions/sayings.js'
import { elaborateText } from '../expressions/text.js'
import { describe, isUnresolved } from '../types.js'
import type { SymbolTable } from '../symbols.js'

export function elaborateChoose(
  cx: Context,
  setting: EnclosingProcedure,
  choose: ChooseNode,
  span: Span,
): Effect[] {
  const { or, amount, spent, name } = choose
  if (or?.what === 'stop') needLoop(setting, span)
  const list = 'node' in choose.from ? listFrom(cx, choose.from) : alternativesOf(cx, choose.from)
  const [bind, type] = [name.text, itemOf(list.type)]
  if (or !== undefined && amount === undefined && (type === 'number' || type === 'flag')) {
    const hint = 'Start the range at 0, or ask in a separate choice first.'
    throw wrongType(span, "A choice of a number or flag can't be declined.", hint)
  }
  warnIfShadowing(cx.world, name)
  const common = { bind, type, options: list.expr, ...askedOf(cx, choose.asked) }
  const stopping = (when: Expr): Effect[] =>
    or?.what === 'stop' ? [{ if: { when, then: [{ leave: 'loop' }] } }] : []
  if (amount === undefined) {
    if (spent !== undefined)
      throw new DiagnosticError(
        'syntax',
        span,
        '`costing … within` needs a choice of several.',
        'For a choice of one, use `where`.',
      )
    const may = or === undefined ? undefined : (optional(cx, or.when, 'flag') ?? true)
    cx.scope.set(bind, type)
    const inSeries = or?.what === 'stop' && common.secret !== true
    const series = inSeries ? { series: true as const, repeats: true as const } : {}
    const question = { ...common, ...withoutUndefined({ optional: may }), ...series }
    return [{ chooseOne: question }, ...stopping(equal(binding(bind), { none: type }))]
  }
  if (or?.when !== undefined)
    throw new DiagnosticError(
      'syntax',
      or.span,
      "In a choice of several, `or none` and `or stop` can't have a condition.",
      'Write `choose (if CONDITION then 0 else 1) to N`.',
    )
  const { min, max, orAll } = amount
  const bounds = {
    min: typeof min === 'number' ? min : number(cx, min),
    ...withoutUndefined({ max: max === 'all' ? undefined : number(cx, max), orAll }),
  }
  const budget = spent && {
    costBind: 'it',
    cost: number(childContext(cx, 'it', type), spent.cost),
    budget: number(cx, spent.budget),
  }
  cx.scope.set(bind, listOf(type))
  return [{ chooseN: { ...common, ...bounds, ...budget } }, ...stopping(not(anyOf(binding(bind))))]
}

/** Elaborates the list to choose from. */
const listFrom = (cx: Context, from: ExprNode): Typed =>
  asList(elaborate(cx, from), from.span, 'Expected a list to choose from, found')

/** Elaborates alternatives. One with a condition is lowered to a filtered list of one. */
function alternativesOf(cx: Context, items: NonEmpty<AlternativeNode>): Typed {
  const { span } = items[0].value
  const all = elaborate(cx, { node: 'list', items: items.map(({ value }) => value), span })
  if (items.every(({ when }) => when === undefined)) return all
  const values = typeof all.expr === 'object' && 'items' in all.expr ? all.expr.items : []
  const parts = items.map(({ when }, i): Expr => {
    const value = present(values[i], 'a list literal has as many values as items.')
    const single = listOfItems(itemOf(all.type), [value])
    return when === undefined ? single.expr : filtered(cx, single, when).expr
  })
  return { expr: parts.reduce((left, right) => ({ query: 'concat', left, right })), type: all.type }
}

/** Lowers `choose each` to a loop. Each choice is from the items left, after the block of the last one has run. */
export function elaborateChooseEach(
  cx: Context,
  setting: EnclosingProcedure,
  s: Extract<StatementNode, { node: 'choose-each' }>,
): Effect[] {
  const { choose } = s
  for (const name of [choose.name, choose.into]) if (name !== undefined) warnIfShadowing(cx.world, name)
  const chosen = choose.into?.text ?? `chosen-${choose.name.text}`
  const all = sourceWith(cx, choose.from, chosen)
  const type = itemOf(all.type)
  if (type === 'number' || type === 'flag') {
    const hint = 'Choose a list instead, as in `choose 1 to 3 numbers from 1..6`.'
    throw wrongType(choose.from.span, "`choose each` can't choose numbers or flags.", hint)
  }
  const bind = choose.name.text
  const options: Expr = {
    query: 'filter',
    over: all.expr,
    bind: 'it',
    where: not({ op: 'in', item: binding('it'), set: binding(chosen) }),
    clauses: [cx.world.source(choose.from.span, 'not chosen already')],
  }
  const already: Expr = { aggregate: { op: 'count', query: binding(chosen) } }
  const min = optional(cx, choose.min, 'number')
  // At least `min`, or all if there are fewer: the blocks may have used up the rest.
  const least: Pick<ChooseOne, 'optional' | 'orAll'> =
    min === undefined
      ? { optional: true }
      : { optional: { op: '>=', left: already, right: min }, orAll: true }
  const asked = askedOf(cx, choose.asked, not(anyOf(binding(chosen))))
  const added: Expr = {
    query: 'concat',
    left: binding(chosen),
    right: listOfItems(type, [binding(bind)]).expr,
  }
  return [
    { let: { bind: chosen, type: all.type, value: listOfItems(type, []).expr } },
    {
      repeat: {
        ...limits(cx, choose.max, chosen, already),
        effects: [
          {
            chooseOne: { bind, type, options, ...least, ...asked, ...(asked.secret ? {} : { series: true }) },
            src: cx.world.source(s.span, s.text, setting.rule),
          },
          { if: { when: equal(binding(bind), { none: type }), then: [{ leave: 'loop' }] } },
          { assign: { bind: chosen, value: added } },
          ...elaborateBlock(childContext(cx, bind, type), { ...setting, loop: true }, s.body),
        ],
      },
    },
  ]
}

/**
 * Elaborates the list to choose from, which may depend on the items chosen before. Their type is the list's item
 * type, so it tries each possible type until the list has just that one (a fixpoint).
 */
function sourceWith(cx: Context, from: ExprNode, chosen: string): Typed {
  const { world, scope } = cx
  const read = (type: TypeName): Typed => {
    const typed = listFrom(childContext(cx, chosen, type), from)
    scope.set(chosen, typed.type)
    return typed
  }
  if (!mentions(from, chosen)) return read('list any')
  let first: DiagnosticError | undefined
  for (const type of ['any', 'zone', 'token', 'seat', 'action', 'number', 'kind', ...declaredTypes(world)]) {
    const found = resultOrError(() => read(listOf(type)))
    if (found instanceof DiagnosticError)
      first ??= found.message.includes(describe('any')) ? undefined : found
    else if (isUnresolved(found.type)) break
    else if (type === 'any' || found.type === listOf(type)) return read(found.type)
  }
  throw first ?? wrongType(from.span, `The type of \`${chosen}\` can't be inferred.`)
}

const declaredTypes = ({ enums, tables }: SymbolTable): TypeName[] => [
  ...[...enums.keys()].map(enumType),
  ...[...tables.keys()].map(rowType),
]

/** Whether an expression uses the name. */
function mentions(node: unknown, name: string): boolean {
  if (typeof node !== 'object' || node === null) return false
  if ('words' in node && Array.isArray(node.words) && node.words.some((word: Word) => word.text === name))
    return true
  return Object.values(node).some((part) => mentions(part, name))
}

/**
 * The limit of the loop. `up to` is computed once, before the first choice, unless it depends on earlier choices.
 * Without it the loop still ends, because an item is chosen at most once.
 */
function limits(
  cx: Context,
  most: ExprNode | undefined,
  chosen: string,
  already: Expr,
): { limit: Expr; while?: Expr } {
  if (most === undefined) return { limit: NO_LIMIT }
  const max = number(cx, most)
  if (!mentions(most, chosen)) return { limit: max }
  return { limit: NO_LIMIT, while: { op: '<', left: already, right: max } }
}

const NO_LIMIT = 2147483647

/** Elaborates the clauses of a question. `before`: the condition under which its offers have the timing "before". */
function askedOf(
  cx: Context,
  { by, prompt: text, original, about: thing, offering: offered, secret }: QuestionClausesNode,
  before?: Expr,
): Pick<ChooseOne, 'player' | 'prompt' | 'about' | 'offering' | 'secret'> {
  const prompt = text && elaborateText(cx, text)
  const about =
    thing === undefined ? shownSubject(original ? elaborateText(cx, original) : prompt) : subjectOf(cx, thing)
  const player = optional(cx, by, 'seat')
  const offering = offered && {
    window: windowNamed(cx, offered.window),
    timing: offered.timing ?? 'during',
    ...withoutUndefined({ before: offered.timing === undefined ? before : undefined }),
  }
  return withoutUndefined({ player, prompt, about, offering, secret: secret || undefined })
}

const SUBJECTS: ReadonlySet<TypeName> = new Set(['zone', 'token', 'seat', 'action'])

/** The default subject of a question: the first space, piece, seat or action its prompt shows. */
export function shownSubject(prompt: Text | undefined): Expr | undefined {
  for (const part of prompt ?? []) if (typeof part !== 'string' && SUBJECTS.has(part.type)) return part.show
  return undefined
}

function subjectOf(cx: Context, node: ExprNode): Expr {
  const { expr, type } = elaborate(cx, node)
  const about = 'Expected a space, a piece, a seat or an action, found'
  if (!SUBJECTS.has(type)) throw wrongType(node.span, `${about} ${describe(type)}.`)
  return expr
}

/** Resolves the name of a window and marks it as used. */
export function windowNamed({ world }: Context, { text, span }: Word): string {
  if (world.procedures.get(text)?.window !== true) {
    const windows = [...world.procedures.values()].filter((p) => p.window === true).map(({ id }) => id)
    throw unknownName(span, text, 'a window', windows)
  }
  world.use(`procedure:${text}`)
  return text
}

export function elaborateAlternatives(
  cx: Context,
  setting: EnclosingProcedure,
  s: Extract<StatementNode, { node: 'alternatives' }>,
): Effect[] {
  const seen = new Set<string>()
  const options = s.options.map(({ id: { text: id, span }, label, when, says, body }) => {
    if (seen.has(id))
      throw new DiagnosticError('duplicate', span, `There are two options \`${id}\`.`, 'Rename one of them.')
    seen.add(id)
    return {
      id,
      ...(label && { label: elaborateText(cx, label) }),
      ...(when && { when: condition(cx, when), src: sourceOf(cx, when) }),
      ...(says && { says: elaborateSaying(cx, says, 'condition') }),
      effects: elaborateBlock(cx, setting, body),
    }
  })
  if (options.length === 0)
    throw new DiagnosticError(
      'syntax',
      s.span,
      'This choice has no options.',
      'Add `option NAME` lines below it.',
    )
  return [{ alternatives: { ...askedOf(cx, s.asked), options } }]
}
