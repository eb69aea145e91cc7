/** Generates simple effects: each becomes one or two calls of runtime functions. */
import { type Effect, type EndGame, type Expr, isEnum, type VarTarget } from '../def/index.js'
import type { ProcedureBody } from './procedure-body.js'
import { cellOfZone, expect, expr, listCell, typed, typedIndex, variable } from './expr.js'
import { INT_MAX, INT_MIN } from '../layout/layout.js'
import type { Linker } from './linker.js'
import { anyList } from './lists.js'
import { returnCode, giveCode } from './results.js'
import type { Scope } from './scope.js'
import { stored } from './scope.js'
import { quote } from '../def/shape.js'
import { partsOf } from '../def/walk.js'
import { textCode } from './text.js'

/** Generates an effect without inner blocks; returns null for others. `inFrame`: names live on the call stack. */
export function simpleEffect(
  body: ProcedureBody,
  scope: Scope,
  effect: Effect,
  inFrame: boolean,
): string | null {
  const { linker } = body
  const cause = (shows?: unknown): number => linker.cause(body.index, shows)
  if ('let' in effect) {
    const { bind, type, value } = effect.let
    const v = typed(linker, scope, value, type)
    return body.bind(scope, bind, type, stored(v), v.sure, inFrame, v.distinct === true)
  }
  if ('assign' in effect) {
    const { bind, value } = effect.assign
    const target = scope.find(bind) ?? linker.fail(`The name ${quote(bind)} is not bound here.`)
    return `${target.raw}=${stored(typed(linker, scope, value, target.type))};`
  }
  if ('setVar' in effect) return change(body, scope, effect.setVar, effect.setVar.value, 'set')
  if ('appendVar' in effect) return changeList(body, scope, effect.appendVar, effect.appendVar.item, 'append')
  if ('addVar' in effect)
    return change(
      body,
      scope,
      effect.addVar,
      effect.addVar.delta,
      effect.addVar.exact === true ? 'exact' : 'add',
    )
  if ('setMarker' in effect) {
    const { marker, space, state } = effect.setMarker
    return change(body, scope, { scope: 'zone', var: marker, zone: space }, state, 'set')
  }
  if ('shiftMarker' in effect) {
    const { marker, space, delta } = effect.shiftMarker
    return change(body, scope, { scope: 'zone', var: marker, zone: space }, delta, 'shift')
  }
  if ('moveToken' in effect) {
    const { token, to, position } = effect.moveToken
    const t = typed(linker, scope, token, 'token').js
    const z = typedIndex(linker, scope, to, 'zone')
    return `moveToken(S,${t},${z},${position === 'bottom'},${cause()});`
  }
  if ('moveTokens' in effect) {
    const { tokens, to, limit, fresh, position } = effect.moveTokens
    // The limit is part of the query, so that it doesn't search for more tokens than are moved.
    const sought: Expr = limit === undefined ? tokens : { query: 'take', over: tokens, count: limit }
    const list = typed(linker, scope, sought, 'list token').js
    const zone = to === undefined ? '-1' : typedIndex(linker, scope, to, 'zone')
    return `moveTokens(S,${list},${zone},${fresh === true},${position === 'bottom'},${cause()});`
  }
  if ('setTokenProp' in effect) {
    const { token, prop, value } = effect.setTokenProp
    const p = linker.layout.props.get(prop) ?? linker.fail(`Tokens have no property ${quote(prop)}.`)
    if (!p.changes) linker.fail(`The property '${prop}' can't be set: it isn't a changing property.`)
    const t = typed(linker, scope, token, 'token').js
    const v = typed(linker, scope, value, p.type)
    const place = cause(value)
    const code = p.type === 'flag' || v.sure ? stored(v) : `nz(${v.js},${place})`
    return `setProp(S,${t},${linker.constant(p)},${code},${place});`
  }
  if ('rollRandom' in effect) {
    const { bind, min, max } = effect.rollRandom
    const low = typed(linker, scope, min, 'number').js
    const high = typed(linker, scope, max, 'number').js
    const js = `roll(S,${low},${high},${JSON.stringify(bind)},${cause()})`
    return body.bind(scope, bind, 'number', js, true, inFrame)
  }
  if ('shuffle' in effect)
    return `shuffle(S,${typedIndex(linker, scope, effect.shuffle.zone, 'zone')},${cause()});`
  if ('reveal' in effect) {
    const tokens = tokenOrTokens(linker, scope, effect.reveal.tokens)
    const to = effect.reveal.to === undefined ? 'null' : seatOrSeats(linker, scope, effect.reveal.to)
    return `if(S.recorder!==null)S.recorder.revealed(S,${tokens},${to},${cause()});`
  }
  if ('say' in effect) {
    const to = effect.say.to === undefined ? 'null' : seatOrSeats(linker, scope, effect.say.to)
    const { text } = effect.say
    return `if(S.recorder!==null)S.recorder.said(S,${textCode(linker, scope, text)},${to},${cause(text)});`
  }
  if ('endGame' in effect) return `${endGame(body, scope, effect.endGame)}${returnAtGameOver(body)}`
  if ('leave' in effect) return leave(body, effect.leave)
  if ('give' in effect) return giveCode(body, scope, effect.give, restores(body))
  return null
}

function tokenOrTokens(linker: Linker, scope: Scope, node: Expr): string {
  const value = expr(linker, scope, node)
  if (value.type === 'token') return `[${value.js}]`
  return expect(linker, value, 'list token', node).js
}

function seatOrSeats(linker: Linker, scope: Scope, node: Expr): string {
  const value = expr(linker, scope, node)
  if (value.type === 'seat') return `[${value.js}]`
  return expect(linker, value, 'list seat', node).js
}

/**
 * Generates the change of a variable: set to a value, or changed by it. Only a track, an enumeration and a shift clamp
 * to the bounds; anything else would silently lose an amount, so it is an error.
 */
function change(
  body: ProcedureBody,
  scope: Scope,
  target: VarTarget,
  node: Expr,
  how: 'set' | 'add' | 'exact' | 'shift',
): string {
  const { linker } = body
  const kind = SCOPES[target.scope] ?? linker.fail(`${quote(target)} isn't a variable.`)
  const v = variable(linker, target.var, kind)
  if (v.list !== null) {
    if (how !== 'set')
      linker.fail(`The variable '${v.def.id}' can't be changed by an amount: it is a ${v.def.type}.`)
    return changeList(body, scope, target, node, 'set')
  }
  const value = typed(linker, scope, node, how === 'set' ? v.def.type : 'number')
  if (how !== 'set' && v.def.type !== 'number' && !isEnum(v.def.type))
    linker.fail(`The variable '${v.def.id}' can't be changed by an amount: it is a ${v.def.type}.`)
  // A shift stays within the levels of a marker. Only `set` can make it none.
  const min = how !== 'set' && v.def.type !== 'number' ? 0 : v.min
  const bounded = v.def.type === 'number' && (v.min > INT_MIN || v.max < INT_MAX)
  const stops = v.def.track === true || v.def.type !== 'number' || how === 'shift'
  const { constant } = value
  const fits = constant !== undefined && constant >= v.min && constant <= v.max
  if (how === 'set' && bounded && !stops && constant !== undefined && !fits)
    linker.fail(`The variable '${v.def.id}' can't be ${constant}: its bounds are ${v.min} to ${v.max}.`)
  const cause = linker.cause(body.index, [
    node,
    'player' in target && target.player,
    'zone' in target && target.zone,
  ])
  const code = (at: string): string => {
    // Action-scoped and bookkeeping variables aren't part of the board: writing them is no change.
    const [c, p] = [linker.name('c'), linker.name('c')]
    if (v.def.during === undefined && v.def.bookkeeping === undefined) return plain(at)
    return `{const ${c}=S.changed,${p}=S.passedBy;${plain(at)}S.changed=${c};S.passedBy=${p};}`
  }
  const plain = (at: string): string => {
    if (how === 'set') {
      if (!bounded || fits) return `put(S,${at},${stored(value)},${cause});`
      if (stops) return `put(S,${at},clamp(${value.js},${v.min},${v.max}),${cause});`
      return `putWithin(S,${at},${value.js},${v.min},${v.max},${cause});`
    }
    if (how === 'exact' || !stops) return `addExact(S,${at},${value.js},${min},${v.max},${cause});`
    return `put(S,${at},clamp(d[${at}]+${value.js},${min},${v.max}),${cause});`
  }
  if (target.scope === 'global') return code(String(v.cell))
  const z = linker.name('z')
  if (target.scope === 'pvar')
    return `{const ${z}=${v.cell}+${typedIndex(linker, scope, target.player, 'seat')};${code(z)}}`
  const at = cellOfZone(linker, v, typed(linker, scope, target.zone, 'zone'))
  // A zone without the variable keeps its start value.
  const guard = v.lacking < 0 ? '' : `if(${z}!==${v.lacking})`
  return `{const ${z}=${at};${guard}{${code(z)}}}`
}

const SCOPES = { global: 'global', pvar: 'seat', zone: 'zone' } as const

/** Generates a new value for a list variable, or another item of it. */
function changeList(
  body: ProcedureBody,
  scope: Scope,
  target: VarTarget,
  node: Expr,
  how: 'set' | 'append',
): string {
  const { linker } = body
  const v = variable(
    linker,
    target.var,
    SCOPES[target.scope] ?? linker.fail(`${quote(target)} isn't a variable.`),
  )
  const { list } = v
  if (list === null)
    return linker.fail(`The variable '${v.def.id}' isn't a list, so nothing can be appended.`)
  const value = typed(linker, scope, node, how === 'set' ? v.def.type : list.item).js
  const owner = target.scope === 'pvar' ? target.player : target.scope === 'zone' ? target.zone : undefined
  const cause = linker.cause(body.index, [node, owner])
  const at = linker.name('z')
  const first =
    target.scope === 'global'
      ? String(v.cell)
      : target.scope === 'pvar'
        ? listCell(v, typedIndex(linker, scope, target.player, 'seat'))
        : cellOfZone(linker, v, typed(linker, scope, target.zone, 'zone'))
  const call = `${how === 'set' ? 'putList' : 'appendItem'}(S,${at},${value},${linker.constant(list)},${cause});`
  // A zone without the variable keeps its start value.
  const guarded = v.lacking < 0 ? call : `if(${at}!==${v.lacking}){${call}}`
  const begin = `const ${at}=${first};`
  if (v.def.during === undefined && v.def.bookkeeping === undefined) return `{${begin}${guarded}}`
  // Action-scoped and bookkeeping variables aren't part of the board: writing them is no change.
  const [c, p] = [linker.name('c'), linker.name('c')]
  return `{${begin}const ${c}=S.changed,${p}=S.passedBy;${guarded}S.changed=${c};S.passedBy=${p};}`
}

function endGame(body: ProcedureBody, scope: Scope, node: EndGame): string {
  const { linker } = body
  const reason = node.reason === undefined ? '""' : textCode(linker, scope, node.reason)
  const cause = linker.cause(
    body.index,
    partsOf('EndGame', node).exprs.map(({ value }) => value),
  )
  if (node.kind === 'draw') return `endDraw(S,${reason},${cause});`
  if (node.kind === 'win') return `endWin(S,${seatOrSeats(linker, scope, node.seats)},${reason},${cause});`
  if (node.kind === 'together') {
    const score = node.score === undefined ? 'null' : typed(linker, scope, node.score, 'number').js
    return `endTogether(S,${node.result === 'win'},${score},${reason},${cause});`
  }
  if (node.kind !== 'rank') return linker.fail(`${quote(node)} isn't an end of the game.`)
  const over = anyList(linker, scope, { query: 'distinct', over: node.over ?? { query: 'players' } })
  expect(linker, over, 'list seat', node.over)
  const [a, x, scores] = [linker.name('a'), linker.name('x'), linker.name('v')]
  const inner = scope.inner()
  inner.bind(node.bind, x, 'seat', over.sure)
  const score = typed(linker, inner, node.score, 'number').js
  const ties = (node.ties ?? []).map((tie) => ({
    list: linker.name('w'),
    js: typed(linker, inner, tie, 'number').js,
  }))
  return (
    `const ${[`${a}=${over.js}`, ...[scores, ...ties.map(({ list }) => list)].map((list) => `${list}=[]`)].join(',')};` +
    `for(const ${x} of ${a}){${scores}.push(${score});${ties.map(({ list, js }) => `${list}.push(${js});`).join('')}}` +
    `endRank(S,${a},${scores},${node.least === true},[${ties.map(({ list }) => list).join(',')}],${reason},${cause});`
  )
}

/** Generates the return when the game is over. Restores the outermost actor, so that the closing events name it. */
export function returnAtGameOver(body: ProcedureBody): string {
  const first = body.surround.find((around) => around.kind === 'as')
  return `${first === undefined ? '' : first.restore}return${body.resumable ? ' 1' : ''};`
}

function leave(body: ProcedureBody, what: 'loop' | 'procedure'): string {
  const { surround, linker } = body
  let restore = ''
  for (let i = surround.length - 1; i >= 0; i--) {
    const around = surround[i]
    // Inner actors are restored before outer ones, so the outermost wins.
    if (around.kind === 'as') restore += around.restore
    else if (what === 'loop') return `{${restore}${around.exit}}`
  }
  if (what === 'loop') return linker.fail('There is no loop around this statement to leave.')
  if (what !== 'procedure') return linker.fail(`${quote(what)} isn't a loop or procedure to leave.`)
  return `{${restore}${returnCode(body)}}`
}

/** Generates the code that restores the actors when the procedure is left. */
function restores(body: ProcedureBody): string {
  return body.surround
    .map((around) => (around.kind === 'as' ? around.restore : ''))
    .reverse()
    .join('')
}
