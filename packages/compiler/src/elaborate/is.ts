/** `X is Y`, `X is not Y`, `X is Y or Z`: what kind of thing something is. */
import { enumId, type Expr, isEnum, isList } from '@ludoforge/kernel'
import type { ExprNode } from '../notation/index.js'
import type { Span } from '../source/index.js'
import { defaultsOf } from './arguments.js'
import { type Context, elaborate, enumValue, none, type Typed } from './expressions.js'
import { Fault, unknownName } from './fault.js'
import { phraseFilter } from './phrases.js'
import { accepts, describe } from './types.js'

export function elaborateIs(cx: Context, node: Extract<ExprNode, { node: 'is' }>): Typed {
  const left = elaborate(cx, node.left)
  const tests = node.alternatives.map((alternative) => oneTest(cx, left, alternative))
  const any: Expr = tests.length === 1 ? tests[0] : { op: 'or', args: tests }
  return { expr: node.negated ? { op: 'not', arg: any } : any, type: 'flag' }
}

function oneTest(cx: Context, left: Typed, node: ExprNode): Expr {
  if (node.node === 'words') {
    const word = node.words.length === 1 ? node.words[0].text : undefined
    if (word === 'none') return { op: '==', left: left.expr, right: none(left.type, node.span).expr }
    if (word === 'empty' && (isList(left.type) || left.type === 'zone'))
      return left.type === 'zone'
        ? { op: '==', left: { ref: 'zoneCount', zone: left.expr }, right: 0 }
        : { op: 'not', arg: { aggregate: { op: 'any', query: left.expr } } }
    if (word !== undefined) {
      const fn = cx.world.functions.get(word)
      const args = fn === undefined ? undefined : defaultsOf(fn.params, [left.expr])
      if (
        fn !== undefined &&
        args !== undefined &&
        accepts(fn.params[0].type, left.type) &&
        fn.returns() === 'flag'
      ) {
        cx.world.use(`function:${word}`)
        return { call: word, args }
      }
      const quality = qualityTest(cx, left, word, node.span)
      if (quality !== undefined) return quality
    }
    if (left.type === 'token') {
      const phrase = phraseFilter(cx.world, cx.scope, node.words)
      if ('filter' in phrase) return { op: 'kindIs', token: left.expr, filter: phrase.filter }
    }
    if (word !== undefined && cx.scope.get(word) === undefined && !nameFits(cx, left, word))
      throw unknownName(node.span, word, `something ${describe(left.type)} can be`, qualities(cx, left))
  }
  const right = elaborate(cx, node, left.type)
  return { op: '==', left: left.expr, right: right.expr }
}

function nameFits(cx: Context, left: Typed, word: string): boolean {
  if (left.type === 'zone') return cx.world.zones.has(word)
  if (left.type === 'seat') return cx.world.seats.has(word) || word === 'actor'
  return true
}

/** A word for a value of an attribute, marker, property or variable that the thing has. */
function qualityTest(cx: Context, left: Typed, word: string, span: Span): Expr | undefined {
  const found = carriers(cx, left).filter(({ type, name }) =>
    type === 'flag' ? name === word : isEnum(type) && cx.world.valuesOf(type).includes(word),
  )
  if (found.length > 1 && !found.some((f) => f.type === 'flag'))
    throw new Fault(
      'ambiguous-name',
      span,
      `\`${word}\` is a value of ${found.map((f) => f.name).join(' and of ')}.`,
    )
  const [carrier] = found
  if (carrier === undefined) return undefined
  if (carrier.type === 'flag') return carrier.read
  return { op: '==', left: carrier.read, right: enumValue(cx.world, word, enumId(carrier.type)).expr }
}

function carriers(cx: Context, left: Typed): { name: string; type: string; read: Expr }[] {
  const { world } = cx
  const of = left.expr
  if (left.type === 'zone')
    return [
      ...[...world.attributes].map(([name, type]) => ({
        name,
        type,
        read: { ref: 'zoneProp', zone: of, prop: name } as Expr,
      })),
      ...[...world.variables.values()]
        .filter((v) => v.scope === 'zone')
        .map((v) => ({
          name: v.id,
          type: v.type,
          read: { ref: 'markerState', marker: v.id, space: of } as Expr,
        })),
    ]
  if (left.type === 'seat')
    return [
      ...[...world.seatProps].map(([name, type]) => ({
        name,
        type,
        read: { ref: 'seatProp', seat: of, prop: name } as Expr,
      })),
      ...[...world.variables.values()]
        .filter((v) => v.scope === 'seat')
        .map((v) => ({ name: v.id, type: v.type, read: { ref: 'pvar', var: v.id, player: of } as Expr })),
    ]
  return []
}

function qualities(cx: Context, left: Typed): string[] {
  const own = carriers(cx, left).flatMap(({ name, type }) =>
    isEnum(type) ? cx.world.valuesOf(type) : [name],
  )
  const tests = [...cx.world.functions.values()]
    .filter((f) => f.params.length === 1 && f.params[0].type === left.type)
    .map((f) => f.id)
  return [
    ...own,
    ...tests,
    ...(left.type === 'zone' ? cx.world.zones.keys() : []),
    ...(left.type === 'seat' ? cx.world.seats : []),
  ]
}
