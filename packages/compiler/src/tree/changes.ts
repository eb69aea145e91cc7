/** Effects that change the board: variables, markers, tokens, dice, and the end of the game. */
import { type Effect, type EndGame, type Expr, isEnum, type VarTarget } from '@ludoforge/kernel'
import { describe, Fault, needType, needWithin } from '../elaborate/index.js'
import type { YamlNode } from '../yaml/index.js'
import { lowerText } from './choices.js'
import { binding, type Cx, Keys, spelled } from './context.js'
import { propertyNamed, variableNamed } from './references.js'

const TARGET = ['scope', 'var', 'player', 'zone', 'space']

interface Target {
  readonly type: string
  readonly place: VarTarget | { readonly local: string }
}

/** The specs also count down a name that `let` bound with `addVar`: no variable of the game, a local one. */
function targetOf(cx: Cx, keys: Keys): Target {
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
  const isVariable = spelled(name.text, (one) => cx.world.variables.has(one)) !== undefined
  const entry = cx.names.find(name.text)
  if (entry !== undefined && (scope === 'local' || !isVariable))
    return { type: entry.type, place: { local: entry.actual() } }
  const { id, type } = variableNamed(cx, name, 'global')
  return { type, place: { scope: 'global', var: id } }
}

export function setVar(cx: Cx, node: YamlNode): Effect {
  const keys = new Keys(node, '`setVar`', [...TARGET, 'value'], cx)
  const { type, place } = targetOf(cx, keys)
  const value = cx.expr(keys.need('value'), type).expr
  if ('local' in place) return { assign: { bind: place.local, value } }
  needWithin(cx.world, place.var, value, keys.need('value').span)
  return { setVar: { ...place, value } }
}

export function addVar(cx: Cx, node: YamlNode): Effect {
  const keys = new Keys(node, '`addVar`', [...TARGET, 'delta', 'exact'], cx)
  const { type, place } = targetOf(cx, keys)
  // A variable with levels can be moved along them.
  if (type !== 'number' && !(isEnum(type) && !('local' in place)))
    throw new Fault(
      'wrong-type',
      keys.need('var').span,
      `Only numbers can be added to, not ${describe(type)}.`,
    )
  const delta = cx.number(keys.need('delta'))
  if ('local' in place)
    return { assign: { bind: place.local, value: { op: '+', left: binding(place.local), right: delta } } }
  return { addVar: { ...place, delta, ...(keys.flag('exact') ? { exact: true } : {}) } }
}

export function setMarker(cx: Cx, node: YamlNode): Effect {
  const keys = new Keys(node, '`setMarker`', ['marker', 'space', 'zone', 'state'], cx)
  const { id, type } = variableNamed(cx, keys.word('marker'), 'zone')
  const space = cx.expr(keys.need('space', 'zone'), 'zone').expr
  const state = cx.expr(keys.need('state'), type).expr
  needWithin(cx.world, id, state, keys.need('state').span)
  return { setMarker: { marker: id, space, state } }
}

export function shiftMarker(cx: Cx, node: YamlNode): Effect {
  const keys = new Keys(node, '`shiftMarker`', ['marker', 'space', 'zone', 'delta'], cx)
  const { id, type } = variableNamed(cx, keys.word('marker'), 'zone')
  if (type !== 'number' && !isEnum(type))
    throw new Fault('wrong-type', keys.need('marker').span, `\`${id}\` has no levels to shift along.`)
  const space = cx.expr(keys.need('space', 'zone'), 'zone').expr
  return { shiftMarker: { marker: id, space, delta: cx.number(keys.need('delta')) } }
}

function position(keys: Keys): { position?: 'top' | 'bottom' } {
  return keys.has('position') ? { position: keys.oneOf('position', ['top', 'bottom'] as const) } : {}
}

/** `from` is where the rule believes the token to be; the token itself knows. */
export function moveToken(cx: Cx, node: YamlNode): Effect {
  const keys = new Keys(node, '`moveToken`', ['token', 'from', 'to', 'position'], cx)
  const from = keys.get('from')
  if (from !== undefined) cx.expr(from, 'zone')
  const token = cx.expr(keys.need('token'), 'token').expr
  return { moveToken: { token, to: cx.expr(keys.need('to'), 'zone').expr, ...position(keys) } }
}

export function moveTokens(cx: Cx, node: YamlNode): Effect {
  const keys = new Keys(node, '`moveTokens`', ['tokens', 'to', 'limit', 'fresh', 'position'], cx)
  const [to, limit] = [keys.get('to'), keys.get('limit')]
  return {
    moveTokens: {
      tokens: cx.expr(keys.need('tokens'), 'list token').expr,
      ...(to === undefined ? {} : { to: cx.expr(to, 'zone').expr }),
      ...(limit === undefined ? {} : { limit: cx.number(limit) }),
      ...(keys.flag('fresh') ? { fresh: true } : {}),
      ...position(keys),
    },
  }
}

export function setTokenProp(cx: Cx, node: YamlNode): Effect {
  const keys = new Keys(node, '`setTokenProp`', ['token', 'prop', 'value'], cx)
  const word = keys.word('prop')
  const { id, type, changes } = propertyNamed(cx, word)
  if (!changes) throw new Fault('fixed', word.span, `\`${id}\` never changes: it is a fixed property.`)
  const token = cx.expr(keys.need('token'), 'token').expr
  return { setTokenProp: { token, prop: id, value: cx.expr(keys.need('value'), type).expr } }
}

export function shuffle(cx: Cx, node: YamlNode): Effect {
  const keys = new Keys(node, '`shuffle`', ['zone'], cx)
  return { shuffle: { zone: cx.expr(keys.need('zone'), 'zone').expr } }
}

export function reveal(cx: Cx, node: YamlNode): Effect {
  const keys = new Keys(node, '`reveal`', ['tokens', 'to'], cx)
  const to = keys.get('to')
  const tokens = cx.expr(keys.need('tokens'), 'list token').expr
  return { reveal: { tokens, ...(to === undefined ? {} : { to: cx.expr(to, 'list seat').expr }) } }
}

export function say(cx: Cx, node: YamlNode): Effect {
  if (node.kind === 'scalar') return { say: { text: lowerText(cx, node) } }
  const keys = new Keys(node, '`say`', ['text', 'to'], cx)
  const to = keys.get('to')
  const text = lowerText(cx, keys.need('text'))
  return { say: { text, ...(to === undefined ? {} : { to: cx.expr(to, 'list seat').expr }) } }
}

export function endGame(cx: Cx, node: YamlNode): Effect {
  const keys = new Keys(node, '`endGame`', ['kind', 'seats', 'bind', 'over', 'score', 'tie', 'reason'], cx)
  const kind = keys.oneOf('kind', ['win', 'draw', 'rank'] as const)
  const text = keys.get('reason')
  const reason = text === undefined ? {} : { reason: lowerText(cx, text) }
  if (kind === 'draw') return { endGame: { kind, ...reason } }
  if (kind === 'win') return { endGame: { kind, seats: winners(cx, keys.need('seats')), ...reason } }
  const bind = keys.has('bind') ? keys.word('bind').text : 'it'
  const inner = cx.inside(bind, 'seat')
  const [over, tie] = [keys.get('over'), keys.get('tie')]
  const end: EndGame = {
    kind,
    bind,
    ...(over === undefined ? {} : { over: cx.expr(over, 'list seat').expr }),
    score: inner.number(keys.need('score')),
    ...(tie === undefined ? {} : { tie: inner.number(tie) }),
    ...reason,
  }
  return { endGame: end }
}

/** A seat or a list of seats. */
function winners(cx: Cx, node: YamlNode): Expr {
  if (node.kind === 'list') return cx.expr(node, 'list seat').expr
  if (node.kind === 'scalar') return cx.player(node)
  const seats = cx.expr(node)
  if (seats.type !== 'list seat') needType(node.span, 'seat', seats.type)
  return seats.expr
}
