/** Statements that move pieces and cards: move, draw, place, remove, flip. */
import { type Effect, type Expr, type Filter, isEnum, isList, type TypeName } from '@ludoforge/kernel'
import type { ExprNode, StatementNode } from '../notation/index.js'
import { attempt, binding, type Context, elaborate, filterOf, number } from './expressions.js'
import { Fault, unknownName } from './fault.js'
import { describe } from './types.js'

/** A count may stand before the pieces as a name: "hits troops in space". */
function splitCount(
  cx: Context,
  count: ExprNode | undefined,
  what: ExprNode,
): { limit?: Expr; what: ExprNode } {
  if (count !== undefined) return { limit: number(cx, count), what }
  const node =
    what.node === 'in' || what.node === 'where' ? (what.node === 'in' ? what.left : what.list) : what
  const words = node.node === 'words' || node.node === 'of' ? node.words : []
  const first = words.length > 1 ? words[0] : undefined
  if (first === undefined) return { what }
  const known =
    cx.scope.get(first.text) ??
    (cx.world.variables.get(first.text)?.scope === 'global'
      ? cx.world.variables.get(first.text)?.type
      : undefined)
  if (known !== 'number') return { what }
  const limit = elaborate(cx, { node: 'words', words: [first], span: first.span }, 'number').expr
  const rest = { ...node, words: words.slice(1) } as ExprNode
  if (what.node === 'in') return { limit, what: { ...what, left: rest } }
  if (what.node === 'where') return { limit, what: { ...what, list: rest } }
  return { limit, what: rest }
}

export function elaborateMove(cx: Context, s: Extract<StatementNode, { node: 'move' }>): Effect[] {
  const { limit, what } = splitCount(cx, s.count, s.what)
  const to = s.to === undefined ? {} : { to: elaborate(cx, s.to, 'zone').expr }
  const position = s.bottom === true ? { position: 'bottom' as const } : {}
  const tokens = elaborate(cx, what)
  if (tokens.type === 'token' && limit === undefined && s.to !== undefined)
    return [{ moveToken: { token: tokens.expr, to: elaborate(cx, s.to, 'zone').expr, ...position } }]
  const list = elaborate(cx, what, 'list token').expr
  return [{ moveTokens: { tokens: list, ...to, ...position, ...(limit === undefined ? {} : { limit }) } }]
}

export function elaboratePlace(cx: Context, s: Extract<StatementNode, { node: 'place' }>): Effect[] {
  const { limit, what } = splitCount(cx, s.count, s.what)
  const kind = elaborate(cx, what)
  if (kind.type !== 'kind')
    throw new Fault(
      'wrong-type',
      s.what.span,
      `\`place\` takes a kind of piece, not ${describe(kind.type)}.`,
      'Use `move` for pieces that are somewhere already.',
    )
  const filter = filterOf(kind.expr)
  const tokens: Expr =
    s.from === undefined
      ? { query: 'supply', filter }
      : { query: 'tokensInZone', zone: elaborate(cx, s.from).expr, filter }
  return placing(cx, tokens, filter, limit ?? 1, { to: elaborate(cx, s.to, 'zone').expr })
}

/** What is placed is as new; words for a changing property say how it arrives. */
function placing(cx: Context, tokens: Expr, filter: Filter, limit: Expr, to: { to?: Expr }): Effect[] {
  const changes = filter.flatMap((p) =>
    'eq' in p && cx.world.properties.get(p.prop)?.changes === true ? [p] : [],
  )
  if (changes.length === 0) return [{ moveTokens: { tokens, limit, fresh: true, ...to } }]
  const plain = filter.filter((p) => !changes.some((c) => c === p))
  const over: Expr = typeof tokens === 'object' && 'filter' in tokens ? { ...tokens, filter: plain } : tokens
  const placed = binding('placed')
  return [
    {
      forEach: {
        bind: 'placed',
        type: 'token',
        over,
        limit,
        effects: [
          { moveTokens: { tokens: { query: 'list', type: 'token', items: [placed] }, fresh: true, ...to } },
          ...changes.map((c) => ({ setTokenProp: { token: placed, prop: c.prop, value: c.eq } })),
        ],
      },
    },
  ]
}

export function elaborateFlip(cx: Context, s: Extract<StatementNode, { node: 'flip' }>): Effect[] {
  const { limit, what } = splitCount(cx, s.count, s.what)
  const { prop, value, type } = flipped(cx, s.to)
  const tokens = elaborate(cx, what)
  if (tokens.type === 'token') return [{ setTokenProp: { token: tokens.expr, prop, value } }]
  if (!isList(tokens.type))
    throw new Fault('needs-place', s.what.span, 'Pieces, but where?', 'Say `in` a space, a zone or `map`.')
  const each = (to: Expr): Effect => ({
    forEach: {
      bind: 'it',
      type: 'token',
      over: tokens.expr,
      ...(limit === undefined ? {} : { limit }),
      effects: [{ setTokenProp: { token: binding('it'), prop, value: to } }],
    },
  })
  if (typeof value === 'object' && 'value' in value) return [each(value)]
  // Worked out once: what is flipped first does not change what the others become.
  return [{ block: [{ let: { bind: 'flipped-to', type, value } }, each(binding('flipped-to'))] }]
}

/** The property that a value belongs to: a word that says it, or an expression of its enumeration. */
function flipped(cx: Context, node: ExprNode): { prop: string; value: Expr; type: TypeName } {
  const properties = [...cx.world.properties.values()].filter((p) => p.changes && isEnum(p.type))
  const found = properties.flatMap(({ id, type }) => {
    const value = attempt(() => elaborate(cx, node, type))?.expr
    const isNone = typeof value === 'object' && 'none' in value
    return value === undefined || isNone ? [] : [{ prop: id, value, type }]
  })
  if (found.length > 1)
    throw new Fault(
      'ambiguous-name',
      node.span,
      `This is a value of ${found.map(({ prop }) => `\`${prop}\``).join(' and of ')}.`,
      `Say which with \`set\`, as in \`set ${found[0].prop} of piece to ...\`.`,
    )
  if (found.length === 1) return found[0]
  if (node.node === 'words' && node.words.length === 1 && cx.scope.get(node.words[0].text) === undefined)
    throw unknownName(
      node.span,
      node.words[0].text,
      'a value of a property that changes',
      properties.flatMap((p) => cx.world.valuesOf(p.type)),
    )
  const { type } = elaborate(cx, node)
  throw new Fault(
    'wrong-type',
    node.span,
    `Expected a value of a property that changes, found ${describe(type)}.`,
    type === 'flag' ? 'A flag is set or cleared, as in `set hidden of piece`.' : undefined,
  )
}
