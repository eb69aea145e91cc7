/** Statements that ask: `choose` from a list, and `choose` between named options. */
import type { ChooseOne, Effect, Expr, Offering, Text, TypeName } from '@ludoforge/kernel'
import { enumType, isList, itemOf, listOf, rowType } from '@ludoforge/kernel'
import type {
  AlternativeNode,
  AskNode,
  ChooseNode,
  ExprNode,
  StatementNode,
  Word,
} from '../notation/index.js'
import type { Span } from '../source/index.js'
import type { Context, Typed } from './expressions.js'
import { binding, condition, elaborate, inside, number, sourceOf } from './expressions.js'
import { Fault, unknownName } from './fault.js'
import { warnIfHiding } from './hiding.js'
import { elaborateBlock, needLoop, type Setting } from './statements.js'
import { elaborateText } from './text.js'
import { describe } from './types.js'
import type { World } from './world.js'

export function elaborateChoose(cx: Context, setting: Setting, choose: ChooseNode, span: Span): Effect[] {
  if (choose.or?.what === 'stop') needLoop(setting, span)
  const list = 'node' in choose.from ? listFrom(cx, choose.from) : alternativesOf(cx, choose.from)
  const type = itemOf(list.type)
  if (choose.or !== undefined && choose.amount === undefined && (type === 'number' || type === 'flag'))
    throw new Fault(
      'wrong-type',
      span,
      'A number cannot be left out.',
      'Let the range begin with 0, or ask first whether.',
    )
  warnIfHiding(cx.world, choose.name)
  const bind = choose.name.text
  const common = {
    bind,
    type,
    options: list.expr,
    ...askedOf(cx, choose.asked),
  }
  if (choose.amount === undefined) {
    if (choose.spent !== undefined)
      throw new Fault(
        'syntax',
        span,
        'A cost within a budget goes with a choice of several; use `where` for one.',
      )
    const optional =
      choose.or === undefined
        ? {}
        : { optional: choose.or.when === undefined ? true : condition(cx, choose.or.when) }
    cx.scope.set(bind, type)
    const effect: Effect = { chooseOne: { ...common, ...optional } }
    if (choose.or?.what !== 'stop') return [effect]
    return [
      effect,
      { if: { when: { op: '==', left: binding(bind), right: { none: type } }, then: [{ leave: 'loop' }] } },
    ]
  }
  if (choose.or?.when !== undefined)
    throw new Fault(
      'syntax',
      choose.or.span,
      'Of several, the least number says whether nothing may be chosen.',
      'Write `choose (if CONDITION then 0 else 1) to N`.',
    )
  const { min, max, orAll } = choose.amount
  const inner: Context = { world: cx.world, scope: cx.scope.with('it', type) }
  const effect: Effect = {
    chooseN: {
      ...common,
      min: typeof min === 'number' ? min : number(cx, min),
      ...(max === 'all' ? {} : { max: number(cx, max) }),
      ...(orAll === true ? { orAll } : {}),
      ...(choose.spent && {
        costBind: 'it',
        cost: number(inner, choose.spent.cost),
        budget: number(cx, choose.spent.budget),
      }),
    },
  }
  cx.scope.set(bind, listOf(type))
  if (choose.or?.what !== 'stop') return [effect]
  return [
    effect,
    {
      if: {
        when: { op: 'not', arg: { aggregate: { op: 'any', query: binding(bind) } } },
        then: [{ leave: 'loop' }],
      },
    },
  ]
}

/** What to choose from; a zone stands for what lies in it. */
function listFrom(cx: Context, from: ExprNode): Typed {
  const options = elaborate(cx, from)
  if (isList(options.type)) return options
  if (options.type === 'zone')
    return { expr: { query: 'tokensInZone', zone: options.expr, filter: [] }, type: 'list token' }
  if (options.type === 'kind')
    throw new Fault('needs-place', from.span, 'Pieces, but where?', 'Say `in` a space, a zone or `map`.')
  throw new Fault(
    'wrong-type',
    from.span,
    `A choice is made from a list, not from ${describe(options.type)}.`,
  )
}

/** Values written out. One with a condition is a list of it that the condition leaves full or empty. */
function alternativesOf(cx: Context, items: readonly AlternativeNode[]): Typed {
  const span = items[0].value.span
  const all = elaborate(cx, { node: 'list', items: items.map(({ value }) => value), span })
  const type = itemOf(all.type)
  const values = typeof all.expr === 'object' && 'items' in all.expr ? all.expr.items : []
  if (items.every(({ when }) => when === undefined)) return all
  const parts = items.map(({ when }, i): Expr => {
    const one: Expr = { query: 'list', type, items: [values[i]] }
    if (when === undefined) return one
    const clauses = (when.node === 'and' ? when.parts : [when]).map((part) => sourceOf(cx, part))
    return { query: 'filter', over: one, bind: 'it', where: condition(inside(cx, 'it', type), when), clauses }
  })
  return { expr: parts.reduce((left, right) => ({ query: 'concat', left, right })), type: all.type }
}

/** One by one, each from what is left; what follows may depend on what the ones before have changed. */
export function elaborateChooseEach(
  cx: Context,
  setting: Setting,
  s: Extract<StatementNode, { node: 'choose-each' }>,
): Effect[] {
  const { choose } = s
  for (const name of [choose.name, choose.into]) if (name !== undefined) warnIfHiding(cx.world, name)
  const chosen = choose.into?.text ?? `chosen-${choose.name.text}`
  const options = sourceWith(cx, choose.from, chosen)
  const type = itemOf(options.type)
  if (type === 'number' || type === 'flag')
    throw new Fault(
      'wrong-type',
      choose.from.span,
      'Numbers cannot be chosen one by one.',
      'Choose several at once, as in `choose 1 to 3 numbers from 1..6`.',
    )
  const bind = choose.name.text
  const left: Expr = {
    query: 'filter',
    over: options.expr,
    bind: 'it',
    where: { op: 'not', arg: { op: 'in', item: binding('it'), set: binding(chosen) } },
    clauses: [cx.world.source(choose.from.span, 'not chosen already')],
  }
  const already: Expr = { aggregate: { op: 'count', query: binding(chosen) } }
  // At least that many, if there are that many: what happened in between may have used the rest up.
  const least: Pick<ChooseOne, 'optional' | 'orAll'> =
    choose.min === undefined
      ? { optional: true }
      : { optional: { op: '>=', left: already, right: number(cx, choose.min) }, orAll: true }
  const inner: Context = { world: cx.world, scope: cx.scope.with(bind, type) }
  return [
    { let: { bind: chosen, type: options.type, value: { query: 'list', type, items: [] } } },
    {
      repeat: {
        ...limits(cx, choose.max, chosen, already),
        effects: [
          {
            chooseOne: {
              bind,
              type,
              options: left,
              ...least,
              ...askedOf(cx, choose.asked, { op: 'not', arg: anyOf(binding(chosen)) }),
            },
            src: cx.world.source(s.span, s.text, setting.rule),
          },
          {
            if: {
              when: { op: '==', left: binding(bind), right: { none: type } },
              then: [{ leave: 'loop' }],
            },
          },
          {
            assign: {
              bind: chosen,
              value: {
                query: 'concat',
                left: binding(chosen),
                right: { query: 'list', type, items: [binding(bind)] },
              },
            },
          },
          ...elaborateBlock(inner, { ...setting, loop: true }, s.body),
        ],
      },
    },
  ]
}

/**
 * What to choose from, where the list may depend on the ones chosen before: what they are follows from the
 * list, which is therefore read with each type that they could be until it gives a list of just these.
 */
function sourceWith(cx: Context, from: ExprNode, chosen: string): Typed {
  const { world, scope } = cx
  const read = (type: TypeName): Typed => {
    const typed = listFrom({ world, scope: scope.with(chosen, type) }, from)
    scope.set(chosen, typed.type)
    return typed
  }
  if (!mentions(from, chosen)) return read('list any')
  const known = world.sources.length
  let first: Fault | undefined
  for (const type of ['any', 'zone', 'token', 'seat', 'action', 'number', 'kind', ...named(world)])
    try {
      const found = read(listOf(type)).type
      if (found === 'list any') break
      if (type !== 'any' && found !== listOf(type)) continue
      world.sources.length = known
      return read(found)
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault
      first ??= fault.message.includes(describe('any')) ? undefined : fault
    }
  throw first ?? new Fault('wrong-type', from.span, `It is not clear what \`${chosen}\` will hold.`)
}

const named = (world: World): TypeName[] => [
  ...[...world.enums.keys()].map((id) => enumType(id)),
  ...[...world.tables.keys()].map((id) => rowType(id)),
]

/** Does an expression use the name? */
function mentions(node: unknown, name: string): boolean {
  if (typeof node !== 'object' || node === null) return false
  if ('words' in node && Array.isArray(node.words) && node.words.some((word: Word) => word.text === name))
    return true
  return Object.values(node).some((part) => mentions(part, name))
}

/**
 * How often is asked: `up to` is worked out once, before the first choice, unless it depends on what was chosen.
 * Without it the end comes by itself, since an item is chosen at most once.
 */
function limits(
  cx: Context,
  most: ExprNode | undefined,
  chosen: string,
  already: Expr,
): { limit: Expr; while?: Expr } {
  if (most === undefined) return { limit: ENDLESS }
  const max = number(cx, most)
  if (!mentions(most, chosen)) return { limit: max }
  return { limit: ENDLESS, while: { op: '<', left: already, right: max } }
}

const ENDLESS = 2147483647

/** What every question may say. `before` is the condition under which what it offers comes before it all. */
function askedOf(cx: Context, asked: AskNode, before?: Expr): Asked {
  const prompt = asked.prompt === undefined ? undefined : elaborateText(cx, asked.prompt)
  const about = asked.about === undefined ? shownSubject(prompt) : subjectOf(cx, asked.about)
  return {
    ...(asked.by === undefined ? {} : { player: elaborate(cx, asked.by, 'seat').expr }),
    ...(prompt === undefined ? {} : { prompt }),
    ...(about === undefined ? {} : { about }),
    ...(asked.offering === undefined ? {} : { offering: offeringOf(cx, asked.offering, before) }),
    ...(asked.secret ? { secret: true as const } : {}),
  }
}

type Asked = Pick<ChooseOne, 'player' | 'prompt' | 'about' | 'offering' | 'secret'>

const SUBJECTS: ReadonlySet<TypeName> = new Set(['zone', 'token', 'seat', 'action'])

/** A question is about the first space, piece, seat or action that its prompt names. */
export function shownSubject(prompt: Text | undefined): Expr | undefined {
  for (const part of prompt ?? []) if (typeof part !== 'string' && SUBJECTS.has(part.type)) return part.show
  return undefined
}

function subjectOf(cx: Context, node: ExprNode): Expr {
  const { expr, type } = elaborate(cx, node)
  if (!SUBJECTS.has(type))
    throw new Fault(
      'wrong-type',
      node.span,
      `A question is about a space, a piece, a seat or an action, not about ${describe(type)}.`,
    )
  return expr
}

function offeringOf(
  cx: Context,
  { window, timing }: NonNullable<AskNode['offering']>,
  before?: Expr,
): Offering {
  return {
    window: windowNamed(cx, window),
    timing: timing ?? 'during',
    ...(before === undefined || timing !== undefined ? {} : { before }),
  }
}

/** The name of a window, which is used here. */
export function windowNamed(cx: Context, { text, span }: Word): string {
  const { procedures } = cx.world
  if (procedures.get(text)?.window !== true) {
    const windows = [...procedures.values()].filter((p) => p.window === true).map(({ id }) => id)
    throw unknownName(span, text, 'a window', windows)
  }
  cx.world.use(`procedure:${text}`)
  return text
}

const anyOf = (query: Expr): Expr => ({ aggregate: { op: 'any', query } })

export function elaborateAlternatives(
  cx: Context,
  setting: Setting,
  s: Extract<StatementNode, { node: 'alternatives' }>,
): Effect[] {
  const seen = new Set<string>()
  const options = s.options.map((option) => {
    if (seen.has(option.id.text))
      throw new Fault('duplicate', option.id.span, `There are two options called \`${option.id.text}\`.`)
    seen.add(option.id.text)
    return {
      id: option.id.text,
      ...(option.label === undefined ? {} : { label: elaborateText(cx, option.label) }),
      ...(option.when === undefined
        ? {}
        : { when: condition(cx, option.when), src: sourceOf(cx, option.when) }),
      effects: elaborateBlock(cx, setting, option.body),
    }
  })
  if (options.length === 0) throw new Fault('syntax', s.span, 'This choice has no options.')
  return [
    {
      alternatives: {
        ...askedOf(cx, s.asked),
        options,
      },
    },
  ]
}
