/**
 * Blocks that may ask. They become cases of one `switch` over the point where the routine goes on; what
 * must outlive a question lies in the frame. Stretches that never ask stay plain statements.
 */
import type { Alternatives, Block, ChooseN, ChooseOne, Effect, ForEach, Perform } from '../def/index.js'
import { type Body, slot } from './body.js'
import {
  callee,
  endCheck,
  fuel,
  hasTitle,
  itemTypeOf,
  looped,
  performing,
  plainEffect,
  titled,
  windowCallee,
} from './control.js'
import { typed, typedIndex } from './expr.js'
import { anyList } from './lists.js'
import { question } from './question.js'
import { FRAME, type Resume } from './routine.js'
import type { Scope } from './scope.js'
import { isInt32, isRecord, quote } from './shape.js'
import { weighed, weighing } from './weigh.js'

/** Goes on at a point of the routine. */
const go = (point: number): string => `pc=${point};continue M;`

export function resumableBlock(body: Body, outer: Scope, block: Block): string {
  const { linker } = body
  const scope = outer.inner()
  let code = ''
  for (const effect of linker.array(block, 'a list of effects')) {
    if (isRecord(effect) && linker.calls.effectAsks(effect)) {
      if (isInt32(effect.src)) linker.src = effect.src
      linker.effect = effect
      code += linker.deeper(() => weighed(body, scope, effect) + asking(body, scope, effect))
    } else code += `{${plainEffect(body, scope, effect, true)}}`
  }
  return code
}

function asking(body: Body, scope: Scope, effect: Effect): string {
  const { linker } = body
  if ('block' in effect) return resumableBlock(body, scope, effect.block)
  if ('if' in effect) {
    const [other, end] = [body.point(), body.point()]
    const test = typed(linker, scope, effect.if.when, 'flag').js
    const then = resumableBlock(body, scope, effect.if.then)
    const rest = effect.if.else === undefined ? '' : resumableBlock(body, scope, effect.if.else)
    return `if(!${test}){${go(other)}}${then}${go(end)}case ${other}:${rest}case ${end}:`
  }
  if ('chooseOne' in effect) return choose(body, scope, effect.chooseOne, 'one')
  if ('chooseN' in effect) return choose(body, scope, effect.chooseN, 'many')
  if ('alternatives' in effect) return alternatives(body, scope, effect.alternatives)
  if ('forEach' in effect) return forEach(body, scope, effect.forEach)
  if ('repeat' in effect) return repeat(body, scope, effect.repeat)
  if ('as' in effect) {
    const local = body.local('seat')
    const saved = slot(local)
    const player = typedIndex(linker, scope, effect.as.player, 'seat')
    const restore = `S.actor=${saved};`
    body.surround.push({ kind: 'as', restore, slot: local })
    const inside = resumableBlock(body, scope, effect.as.effects)
    body.surround.pop()
    return `${saved}=S.actor;S.actor=${player};${inside}${restore}`
  }
  if ('call' in effect) {
    const { index, args } = callee(body, scope, effect.call)
    const back = callPoint(body, index)
    const { entered, left } = titled(body, index, args)
    return `${entered}${push(body, String(index), args, back)}case ${back}:${left}`
  }
  if ('window' in effect) {
    const { index, timing } = windowCallee(body, effect.window)
    const local = body.local('number')
    const saved = slot(local)
    const back = callPoint(body, index, { timing: local })
    const { entered, left } = titled(body, index, [])
    return `${saved}=S.timing;S.timing=${timing};${entered}${push(body, String(index), [], back)}case ${back}:${left}S.timing=${saved};`
  }
  if ('perform' in effect) return perform(body, scope, effect.perform)
  return linker.fail(`${quote(effect)} is no effect.`)
}

/** A new point where the routine goes on when what it calls is done. */
function callPoint(body: Body, index: number, kept: Partial<Extract<Resume, { kind: 'call' }>> = {}): number {
  const { linker } = body
  const back = body.point()
  const first = body.surround.find((around) => around.kind === 'as')
  body.resumes.set(back, {
    kind: 'call',
    callee: index,
    cause: linker.cause(body.index),
    titled: hasTitle(body, index),
    secretly: linker.secretly > 0,
    ...(first?.slot === undefined ? {} : { actor: first.slot }),
    ...kept,
  })
  return back
}

/** Pushes a frame for a routine and lets the machine run it; comes back at the point. */
function push(body: Body, routine: string, args: readonly string[], back: number): string {
  const into = args.map((a, i) => `k[nf+${FRAME + i}]=${a};`).join('')
  return `{k[fp+1]=${back};const nf=push(S,${routine},${body.linker.place()});${into}return 0}`
}

function choose(body: Body, scope: Scope, node: ChooseOne | ChooseN, kind: 'one' | 'many'): string {
  const { linker } = body
  linker.node(node, 'a choice')
  const many = kind === 'many'
  const at = body.locals.length
  const optional = 'optional' in node && node.optional !== undefined
  if (typeof node.type !== 'string') linker.fail('A choice does not say the type of its options.')
  if (typeof node.bind !== 'string') linker.fail(`${quote(node.bind)} is no name.`)
  const q = question(linker, scope, body.index, at, kind, node)
  const back = body.point()
  const sure = q.sure && !optional
  const type = many ? `list ${q.type}` : q.type
  const nothing = many ? 'NONE' : '-1'
  const skip = body.bind(
    scope,
    node.bind,
    type,
    nothing,
    sure,
    true,
    many && (q.distinct || q.type === 'token'),
  )
  body.resumes.set(back, { kind: 'ask', question: q.id })
  const ask = `if(q${q.id}(S,k,fp)!==0){k[fp+1]=${back};S.q=${q.id};return 1}`
  return `${ask}${skip}case ${back}:`
}

function alternatives(body: Body, scope: Scope, node: Alternatives): string {
  const { linker } = body
  linker.node(node, 'a choice')
  const q = question(linker, scope, body.index, -1, 'alternatives', node)
  const [back, end] = [body.point(), body.point()]
  body.resumes.set(back, { kind: 'ask', question: q.id })
  let code = `q${q.id}(S,k,fp);k[fp+1]=${back};S.q=${q.id};return 1;case ${back}:`
  if (q.secret) linker.secretly++
  for (const option of node.options) {
    const branch = body.point()
    q.branches.push(branch)
    code += `case ${branch}:${resumableBlock(body, scope, option.effects)}${go(end)}`
  }
  if (q.secret) linker.secretly--
  return `${code}case ${end}:`
}

function forEach(body: Body, scope: Scope, node: ForEach): string {
  const { linker } = body
  linker.node(node, 'a loop')
  const list = anyList(linker, scope, node.over)
  const type = itemTypeOf(body, list.type, node)
  const limit = node.limit === undefined ? null : typed(linker, scope, node.limit, 'number').js
  const array = body.local(list.type, list.sure)
  const end = body.local('number')
  const i = slot(body.local('number', true, { list: array, end }))
  const inner = scope.inner()
  const item = body.bind(inner, node.bind, type, `${slot(array)}[${i}]`, list.sure, true)
  const [top, out] = [body.point(), body.point()]
  const inside = looped(body, go(out), () => resumableBlock(body, inner, node.effects))
  const length = `${slot(array)}.length`
  const most = limit === null ? length : `Math.max(0,Math.min(${limit},${length}))`
  const rounds = node.countBind === undefined ? '' : body.bind(scope, node.countBind, 'number', i, true, true)
  return (
    `${slot(array)}=${list.js};${slot(end)}=${most};${i}=0;` +
    `case ${top}:if(${i}>=${slot(end)}){${go(out)}}${fuel(body)}${item}${i}=${i}+1;${inside}${go(top)}` +
    `case ${out}:${rounds}`
  )
}

function repeat(body: Body, scope: Scope, node: Extract<Effect, { repeat: unknown }>['repeat']): string {
  const { linker } = body
  linker.node(node, 'a loop')
  const limit = typed(linker, scope, node.limit, 'number').js
  const end = slot(body.local('number'))
  const i = slot(body.local('number'))
  const [top, out] = [body.point(), body.point()]
  const guard = node.while === undefined ? '' : `||!${typed(linker, scope, node.while, 'flag').js}`
  const weigh = weighing(body, scope, [node.while], false)
  const inside = looped(body, go(out), () => resumableBlock(body, scope, node.effects))
  return (
    `${end}=${limit};${i}=0;case ${top}:${weigh}if(${i}>=${end}${guard}){${go(out)}}${fuel(body)}${i}=${i}+1;` +
    `${inside}${go(top)}case ${out}:`
  )
}

function perform(body: Body, scope: Scope, node: Perform): string {
  const { linker } = body
  const { head, p } = performing(body, scope, node)
  const kept = body.savedContext()
  const context = `fp+${FRAME + kept}`
  const back = callPoint(body, p.index, { context: kept })
  const after = body.point()
  let run = push(body, p.action, p.args, back)
  if (p.index < 0) {
    const end = endCheck(body, 'any', `${p.ended}loadContext(S,k,${context});`)
    const plain = `PLAIN[${p.action}](${['S', ...p.args].join(',')});${end}`
    run = `if(ASKS[${p.action}]===1)${run}${plain}${go(back)}`
  } else if (!linker.calls.asks(p.index)) linker.fail('A plain action cannot be resumed.')
  return (
    `{${head}saveContext(S,k,${context});${p.enter}if(${p.possible}){${p.began}${run}}` +
    `loadContext(S,k,${context});${go(after)}}` +
    `case ${back}:${p.ended}loadContext(S,k,${context});case ${after}:`
  )
}
