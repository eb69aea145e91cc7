/** Statements that ask: `choose` from a list, and `choose` between named options. */
import type { Effect, Expr } from '@ludoforge/kernel'
import type { ChooseNode, StatementNode } from '../notation/index.js'
import type { Span } from '../source/index.js'
import { binding, type Context, condition, elaborate, number, sourceOf } from './expressions.js'
import { Fault } from './fault.js'
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
    ...askedOf(cx, choose),
    ...(choose.prompt === undefined ? {} : { prompt: elaborateText(cx, choose.prompt, span) }),
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
              ...askedOf(cx, choose),
              ...(choose.prompt === undefined ? {} : { prompt: elaborateText(cx, choose.prompt, s.span) }),
            },
            src: cx.world.source(s.span, s.text, setting.rule),
          },
          {
            if: { when: { op: '==', left: binding(bind), right: { none: type } }, then: [{ leave: 'loop' }] },
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

function askedOf(
  cx: Context,
  asked: { readonly by?: ChooseNode['by']; readonly secret: boolean },
): { player?: Expr; secret?: true } {
  return {
    ...(asked.by === undefined ? {} : { player: elaborate(cx, asked.by, 'seat').expr }),
    ...(asked.secret ? { secret: true as const } : {}),
  }
}

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
        ...askedOf(cx, s),
        ...(s.prompt === undefined ? {} : { prompt: elaborateText(cx, s.prompt, s.span) }),
        options,
      },
    },
  ]
}
