/** Statements that ask: `choose` from a list, and `choose` between named options. */
import type { ChooseOne, Effect, Expr, Offering, Text, TypeName } from '@ludoforge/kernel'
import type { AskNode, ChooseNode, ExprNode, StatementNode, Word } from '../notation/index.js'
import type { Span } from '../source/index.js'
import { binding, type Context, condition, elaborate, number } from './expressions.js'
import { Fault, unknownName } from './fault.js'
import { elaborateBlock, needLoop, type Setting } from './statements.js'
import { elaborateText } from './text.js'
import { describe, isList, itemOf, listOf } from './types.js'

export function elaborateChoose(cx: Context, setting: Setting, choose: ChooseNode, span: Span): Effect[] {
  if (choose.or === 'stop') needLoop(setting, span)
  const options = elaborate(cx, choose.from)
  const list =
    options.type === 'zone'
      ? { expr: { query: 'tokensInZone', zone: options.expr, filter: [] } as Expr, type: 'list token' }
      : options
  if (list.type === 'kind')
    throw new Fault(
      'needs-place',
      choose.from.span,
      'Pieces, but where?',
      'Say `in` a space, a zone or `map`.',
    )
  if (!isList(list.type))
    throw new Fault(
      'wrong-type',
      choose.from.span,
      `A choice is made from a list, not from ${describe(list.type)}.`,
    )
  const type = itemOf(list.type)
  if (choose.or !== undefined && choose.amount === undefined && (type === 'number' || type === 'flag'))
    throw new Fault(
      'wrong-type',
      span,
      'A number cannot be left out.',
      'Let the range begin with 0, or ask first whether.',
    )
  const bind = choose.name.text
  const common = {
    bind,
    type,
    options: list.expr,
    ...askedOf(cx, choose.asked, span),
  }
  if (choose.amount === undefined) {
    if (choose.cost !== undefined)
      throw new Fault(
        'syntax',
        span,
        'A cost within a budget goes with a choice of several; use `where` for one.',
      )
    cx.scope.set(bind, type)
    const effect: Effect = {
      chooseOne: { ...common, ...(choose.or === undefined ? {} : { optional: true }) },
    }
    if (choose.or !== 'stop') return [effect]
    return [
      effect,
      { if: { when: { op: '==', left: binding(bind), right: { none: type } }, then: [{ leave: 'loop' }] } },
    ]
  }
  const { min, max } = choose.amount
  const inner: Context = { world: cx.world, scope: cx.scope.with('it', type) }
  const effect: Effect = {
    chooseN: {
      ...common,
      min: typeof min === 'number' ? min : number(cx, min),
      max: max === 'all' ? { aggregate: { op: 'count', query: list.expr } } : number(cx, max),
      ...(choose.cost === undefined || choose.budget === undefined
        ? {}
        : { costBind: 'it', cost: number(inner, choose.cost), budget: number(cx, choose.budget) }),
    },
  }
  cx.scope.set(bind, listOf(type))
  if (choose.or !== 'stop') return [effect]
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

/** One by one, each from what is left; what follows may depend on what the ones before have changed. */
export function elaborateChooseEach(
  cx: Context,
  setting: Setting,
  s: Extract<StatementNode, { node: 'choose-each' }>,
): Effect[] {
  const { choose } = s
  const options = elaborate(cx, choose.from)
  if (!isList(options.type))
    throw new Fault(
      'wrong-type',
      choose.from.span,
      `A choice is made from a list, not from ${describe(options.type)}.`,
    )
  const type = itemOf(options.type)
  const chosen = choose.into?.text ?? `chosen-${choose.name.text}`
  const bind = choose.name.text
  cx.scope.set(chosen, options.type)
  const left: Expr = {
    query: 'filter',
    over: options.expr,
    bind: 'it',
    where: { op: 'not', arg: { op: 'in', item: binding('it'), set: binding(chosen) } },
    clauses: [cx.world.source(choose.from.span, 'not chosen already')],
  }
  // At least that many, if there are that many: what happened in between may have used the rest up.
  const enough: Expr =
    choose.min === undefined
      ? true
      : {
          op: 'or',
          args: [
            {
              op: '>=',
              left: { aggregate: { op: 'count', query: binding(chosen) } },
              right: number(cx, choose.min),
            },
            { op: 'not', arg: { aggregate: { op: 'any', query: left } } },
          ],
        }
  const inner: Context = { world: cx.world, scope: cx.scope.with(bind, type) }
  return [
    { let: { bind: chosen, type: options.type, value: { query: 'list', type, items: [] } } },
    {
      repeat: {
        limit:
          choose.max === undefined
            ? { aggregate: { op: 'count', query: unfiltered(options.expr) } }
            : number(cx, choose.max),
        effects: [
          {
            chooseOne: {
              bind,
              type,
              options: left,
              optional: enough,
              ...askedOf(cx, choose.asked, s.span, { op: 'not', arg: anyOf(binding(chosen)) }),
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

/** What can be chosen may grow while it goes on, but never beyond the list behind the conditions. */
function unfiltered(expr: Expr): Expr {
  return typeof expr === 'object' && 'query' in expr && expr.query === 'filter' ? unfiltered(expr.over) : expr
}

/** What every question may say. `before` is the condition under which what it offers comes before it all. */
function askedOf(cx: Context, asked: AskNode, span: Span, before?: Expr): Asked {
  const prompt = asked.prompt === undefined ? undefined : elaborateText(cx, asked.prompt, span)
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
      ...(option.label === undefined ? {} : { label: elaborateText(cx, option.label, option.span) }),
      ...(option.when === undefined ? {} : { when: condition(cx, option.when) }),
      effects: elaborateBlock(cx, setting, option.body),
    }
  })
  if (options.length === 0) throw new Fault('syntax', s.span, 'This choice has no options.')
  return [
    {
      alternatives: {
        ...askedOf(cx, s.asked, s.span),
        options,
      },
    },
  ]
}
