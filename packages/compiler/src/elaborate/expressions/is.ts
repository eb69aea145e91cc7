/** `X is Y`, `X is not Y`, `X is Y or Z`: tests of a value, kind or property. */
import { enumId, type Expr, isEnum, isList } from '@ludoforge/kernel'
import { type ExprNode, singleWord } from '../../parser/index.js'
import { onlyItem, type Span } from '../../source/index.js'
import { defaultsOf } from './arguments.js'
import type { Context, Typed } from './expressions.js'
import { anyOf, elaborate, enumValue, equal, flag, none, not } from './expressions.js'
import { DiagnosticError, unknownName } from '../diagnostic-error.js'
import { propertyOf, propertiesOf } from './of.js'
import { phraseFilter } from './phrases.js'
import { accepts, describe } from '../types.js'

export function elaborateIs(cx: Context, node: Extract<ExprNode, { node: 'is' }>): Typed {
  const left = elaborate(cx, node.left)
  const tests = node.alternatives.map((alternative) => oneTest(cx, left, alternative))
  const any: Expr = onlyItem(tests) ?? { op: 'or', args: tests }
  return flag(node.negated ? not(any) : any)
}

function oneTest(cx: Context, left: Typed, node: ExprNode): Expr {
  if (node.node === 'words') {
    const word = singleWord(node)?.text
    const test = word === undefined ? undefined : wordTest(cx, left, word, node.span)
    if (test !== undefined) return test
    if (left.type === 'token') {
      const phrase = phraseFilter(cx.world, cx.scope, node.words)
      if ('filter' in phrase) return { op: 'kindIs', token: left.expr, filter: phrase.filter }
    }
    if (word !== undefined && cx.scope.get(word) === undefined && !nameFits(cx, left, word))
      throw unknownName(node.span, word, `something ${describe(left.type)} can be`, qualities(cx, left))
  }
  return equal(left.expr, elaborate(cx, node, left.type).expr)
}

/** A one-word test: `none`, `empty`, a test of the game, or the value of a property. */
function wordTest(cx: Context, { expr, type }: Typed, word: string, span: Span): Expr | undefined {
  if (word === 'none') return equal(expr, none(type, span).expr)
  if (word === 'present' && type === 'seat') return { op: 'in', item: expr, set: { query: 'players' } }
  if (word === 'empty' && type === 'zone') return equal({ ref: 'zoneCount', zone: expr }, 0)
  if (word === 'empty' && isList(type)) return not(anyOf(expr))
  const fn = cx.world.functions.get(word)
  const args = fn === undefined ? undefined : defaultsOf(fn.params, [expr])
  const about = fn?.params[0]
  if (
    fn !== undefined &&
    args !== undefined &&
    about !== undefined &&
    accepts(about.type, type) &&
    fn.returns() === 'flag'
  ) {
    cx.world.use(`function:${word}`)
    return { call: word, args }
  }
  return qualityTest(cx, { expr, type }, word, span)
}

function nameFits(cx: Context, left: Typed, word: string): boolean {
  if (left.type === 'zone') return cx.world.zones.has(word)
  if (left.type === 'seat') return cx.world.seats.has(word) || word === 'actor'
  return true
}

/** Tests an attribute, marker, property or variable by one of its values. */
function qualityTest({ world }: Context, left: Typed, word: string, span: Span): Expr | undefined {
  const found = propertiesOf(world, left.type).filter(([name, type]) =>
    type === 'flag' ? name === word : world.valuesOf(type).includes(word),
  )
  if (found.length > 1 && !found.some(([, type]) => type === 'flag')) {
    const names = found.map(([name]) => name).join(' and of ')
    throw new DiagnosticError('ambiguous-name', span, `\`${word}\` is a value of ${names}.`)
  }
  const name = found[0]?.[0]
  const carrier = name === undefined ? undefined : propertyOf(world, name, left)
  if (carrier === undefined || carrier.type === 'flag') return carrier?.expr
  return equal(carrier.expr, enumValue(world, word, enumId(carrier.type)).expr)
}

function qualities({ world }: Context, { type: of }: Typed): string[] {
  const own = propertiesOf(world, of).flatMap(([name, type]) =>
    isEnum(type) ? world.valuesOf(type) : [name],
  )
  const tests = [...world.functions.values()].filter(({ params }) => onlyItem(params)?.type === of)
  const names = of === 'zone' ? world.zones.keys() : of === 'seat' ? world.seats : []
  return [...own, ...tests.map((f) => f.id), ...names, ...(of === 'seat' ? ['present'] : [])]
}
