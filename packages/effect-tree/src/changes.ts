/** Effects that change variables, markers and tokens. */
import { type Effect, type Expr, isEnum, isList, itemOf, type VarTarget } from '@ludoforge/kernel'
import { binding, describe, DiagnosticError, needWithin, type YamlNode } from '@ludoforge/compiler/dialect'
import { type LoweringContext, Keys, resolveSpelling } from './context.js'
import { lookUp, variableNamed } from './declared-names.js'
import type { Sugar } from './read-node.js'

const TARGET = ['scope', 'var', 'player', 'zone', 'space']

interface Target {
  readonly type: string
  readonly place: VarTarget | { readonly local: string }
}

/** Resolves the target of an assignment. The specs also use `addVar` for local names that `let` bound. */
function targetOf(cx: LoweringContext, keys: Keys): Target {
  const scope = keys.has('scope')
    ? keys.oneOf('scope', ['global', 'pvar', 'player', 'zone', 'local'] as const)
    : 'global'
  const name = keys.word('var')
  if (scope === 'pvar' || scope === 'player') {
    const { id, type } = variableNamed(cx, name, 'seat')
    const node = keys.get('player')
    const player: Expr = node === undefined ? { ref: 'actor' } : cx.player(node)
    return { type, place: { scope: 'pvar', var: id, player } }
  }
  if (scope === 'zone') {
    const { id, type } = variableNamed(cx, name, 'zone')
    return { type, place: { scope: 'zone', var: id, zone: cx.expr(keys.need('zone', 'space'), 'zone').expr } }
  }
  const isVariable = resolveSpelling(name.text, (one) => cx.world.variables.has(one)) !== undefined
  const entry = cx.names.find(name.text)
  if (entry !== undefined && (scope === 'local' || !isVariable))
    return { type: entry.type, place: { local: entry.actual } }
  const { id, type } = variableNamed(cx, name, 'global')
  return { type, place: { scope: 'global', var: id } }
}

export function setVar(cx: LoweringContext, node: YamlNode): Effect {
  const keys = new Keys(node, '`setVar`', [...TARGET, 'value'], cx)
  const { type, place } = targetOf(cx, keys)
  const value = cx.expr(keys.need('value'), type).expr
  if ('local' in place) return { assign: { bind: place.local, value } }
  needWithin(cx.world, place.var, value, keys.need('value').span)
  return { setVar: { ...place, value } }
}

export function appendVar(cx: LoweringContext, node: YamlNode): Effect {
  const keys = new Keys(node, '`appendVar`', [...TARGET, 'item'], cx)
  const { type, place } = targetOf(cx, keys)
  if (!isList(type))
    throw new DiagnosticError(
      'wrong-type',
      keys.need('var').span,
      `Expected a list to append to, found ${describe(type)}.`,
    )
  const item = cx.expr(keys.need('item'), itemOf(type)).expr
  if (!('local' in place)) return { appendVar: { ...place, item } }
  const right: Expr = { query: 'list', type: itemOf(type), items: [item] }
  return { assign: { bind: place.local, value: { query: 'concat', left: binding(place.local), right } } }
}

export function addVar(cx: LoweringContext, node: YamlNode): Effect {
  const keys = new Keys(node, '`addVar`', [...TARGET, 'delta', 'exact'], cx)
  const { type, place } = targetOf(cx, keys)
  // A variable with levels moves along them.
  if (type !== 'number' && !(isEnum(type) && !('local' in place)))
    throw new DiagnosticError(
      'wrong-type',
      keys.need('var').span,
      `Expected a number to add to, found ${describe(type)}.`,
    )
  const delta = cx.number(keys.need('delta'))
  if ('local' in place)
    return { assign: { bind: place.local, value: { op: '+', left: binding(place.local), right: delta } } }
  return { addVar: { ...place, delta, ...(keys.flag('exact') === true ? { exact: true } : {}) } }
}

/** What the notation adds to the rows of the other effects. */
export const CHANGES: Readonly<Record<string, Sugar>> = {
  setMarker: {
    other: { space: 'zone' },
    after: (cx, keys, { node }) =>
      needWithin(cx.world, node.marker as string, node.state as Expr, keys.need('state').span),
  },
  shiftMarker: {
    other: { space: 'zone' },
    after: (_, keys, { node, types }) => {
      const type = types.get('marker') ?? ''
      if (type !== 'number' && !isEnum(type))
        throw new DiagnosticError(
          'wrong-type',
          keys.need('marker').span,
          `\`${String(node.marker)}\` can't be shifted: it has neither levels nor numbers.`,
        )
    },
  },
  // `from` is checked and dropped: the token has its zone.
  moveToken: {
    more: ['from'],
    before: (cx, keys) => {
      const from = keys.get('from')
      if (from !== undefined) cx.expr(from, 'zone')
    },
  },
  setTokenProp: {
    before: (cx, keys) => {
      const word = keys.word('prop')
      const id = lookUp(word, 'a property of tokens', cx.world.properties)
      if (cx.world.properties.get(id)?.changes !== true)
        throw new DiagnosticError('fixed', word.span, `\`${id}\` is a fixed property, so it can't change.`)
    },
  },
}
