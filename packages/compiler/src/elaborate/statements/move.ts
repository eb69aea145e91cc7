/** Statements that move pieces and cards: move, draw, place, remove, flip. */
import type { Block, Effect, Expr, TypeName } from '@ludoforge/kernel'
import { withoutUndefined, isEnum, isList } from '@ludoforge/kernel'
import { type ExprNode, type StatementNode, singleWord } from '../../parser/index.js'
import { isNonEmpty } from '../../source/index.js'
import type { Context } from '../expressions/expressions.js'
import {
  binding,
  cardsIn,
  elaborate,
  filterOf,
  listOfItems,
  number,
  optional,
} from '../expressions/expressions.js'
import { resultOrUndefined, DiagnosticError, unknownName, wrongType } from '../diagnostic-error.js'
import { describe } from '../types.js'

/** Separates a count that is a name from the phrase for pieces: "hits troops in space". */
function splitCount(
  cx: Context,
  count: ExprNode | undefined,
  what: ExprNode,
): { limit?: Expr; what: ExprNode } {
  if (count !== undefined) return { limit: number(cx, count), what }
  const node = what.node === 'in' ? what.left : what.node === 'where' ? what.list : what
  if (node.node !== 'words' && node.node !== 'of') return { what }
  const [first, ...words] = node.words
  if (!isNonEmpty(words)) return { what }
  const variable = cx.world.variables.get(first.text)
  const known = cx.scope.get(first.text) ?? (variable?.scope === 'global' ? variable.type : undefined)
  if (known !== 'number') return { what }
  const limit = elaborate(cx, { node: 'words', words: [first], span: first.span }, 'number').expr
  const rest: ExprNode = { ...node, words }
  if (what.node === 'in') return { limit, what: { ...what, left: rest } }
  if (what.node === 'where') return { limit, what: { ...what, list: rest } }
  return { limit, what: rest }
}

export function elaborateMove(cx: Context, s: Extract<StatementNode, { node: 'move' }>): Effect {
  const { limit, what } = splitCount(cx, s.count, s.what)
  const to = optional(cx, s.to, 'zone')
  const position = s.bottom === true ? ('bottom' as const) : undefined
  const tokens = elaborate(cx, what)
  if (tokens.type === 'token' && limit === undefined && to !== undefined)
    return { moveToken: { token: tokens.expr, to, ...withoutUndefined({ position }) } }
  const list = elaborate(cx, what, 'list token').expr
  return { moveTokens: { tokens: list, ...withoutUndefined({ to, position, limit }) } }
}

/** Placed pieces have their start values. Words for changing properties set others. */
export function elaboratePlace(cx: Context, s: Extract<StatementNode, { node: 'place' }>): Effect {
  const { limit = 1, what } = splitCount(cx, s.count, s.what)
  const kind = elaborate(cx, what)
  if (kind.type !== 'kind') {
    const message = `\`place\` takes a kind of piece, not ${describe(kind.type)}.`
    throw wrongType(s.what.span, message, 'Use `move` for pieces that are already in play.')
  }
  const filter = filterOf(kind.expr)
  const changes = filter.flatMap((p) =>
    'eq' in p && cx.world.properties.get(p.prop)?.changes === true ? [p] : [],
  )
  const plain = filter.filter((p) => !changes.some((c) => c === p))
  const over: Expr =
    s.from === undefined
      ? { query: 'supply', filter: plain }
      : cardsIn(elaborate(cx, s.from).expr, plain).expr
  const to = elaborate(cx, s.to, 'zone').expr
  if (changes.length === 0) return { moveTokens: { tokens: over, limit, fresh: true, to } }
  const placed = binding('placed')
  const effects: Block = [
    { moveTokens: { tokens: listOfItems('token', [placed]).expr, fresh: true, to } },
    ...changes.map((c) => ({ setTokenProp: { token: placed, prop: c.prop, value: c.eq } })),
  ]
  return { forEach: { bind: 'placed', type: 'token', over, limit, effects } }
}

export function elaborateFlip(cx: Context, s: Extract<StatementNode, { node: 'flip' }>): Effect {
  const { limit, what } = splitCount(cx, s.count, s.what)
  const { prop, value, type } = propertyOfValue(cx, s.to)
  const tokens = elaborate(cx, what)
  if (tokens.type === 'token') return { setTokenProp: { token: tokens.expr, prop, value } }
  if (!isList(tokens.type))
    throw new DiagnosticError(
      'needs-place',
      s.what.span,
      'These are pieces without a place.',
      'Add `in` and a space, a zone or `map`.',
    )
  const each = (to: Expr): Effect => {
    const effects = [{ setTokenProp: { token: binding('it'), prop, value: to } }]
    return {
      forEach: { bind: 'it', type: 'token', over: tokens.expr, ...withoutUndefined({ limit }), effects },
    }
  }
  if (typeof value === 'object' && 'value' in value) return each(value)
  // Computed once, so that flipping the first piece doesn't change the value for the others.
  return { block: [{ let: { bind: 'flipped-to', type, value } }, each(binding('flipped-to'))] }
}

/** Finds the changing property that a value belongs to. */
function propertyOfValue(cx: Context, node: ExprNode): { prop: string; value: Expr; type: TypeName } {
  const properties = [...cx.world.properties.values()].filter((p) => p.changes && isEnum(p.type))
  const found = properties.flatMap(({ id, type }) => {
    const value = resultOrUndefined(() => elaborate(cx, node, type))?.expr
    const isNone = typeof value === 'object' && 'none' in value
    return value === undefined || isNone ? [] : [{ prop: id, value, type }]
  })
  const [first, ...others] = found
  if (first !== undefined && others.length > 0) {
    const message = `This is a value of ${found.map(({ prop }) => `\`${prop}\``).join(' and of ')}.`
    const hint = `Use \`set\` to name the property, as in \`set ${first.prop} of piece to …\`.`
    throw new DiagnosticError('ambiguous-name', node.span, message, hint)
  }
  if (first !== undefined) return first
  const known = properties.flatMap((p) => cx.world.valuesOf(p.type))
  const word = singleWord(node)?.text
  if (word !== undefined && cx.scope.get(word) === undefined)
    throw unknownName(node.span, word, 'a value of a changing property', known)
  const { type } = elaborate(cx, node)
  const hint = type === 'flag' ? 'Use `set` or `clear` for a flag, as in `set hidden of piece`.' : undefined
  throw wrongType(node.span, `Expected a value of a changing property, found ${describe(type)}.`, hint)
}
