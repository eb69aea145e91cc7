/**
 * Blocks that may ask. They become cases of one `switch` over the point where the routine goes on; what
 * must outlive a question lies in the frame. Stretches that never ask stay plain statements.
 */
import type { Alternatives, Block, ChooseN, ChooseOne, Effect, ForEach, Perform } from '../def/index.js'
import { chooseAtOnce } from './at-once.js'
import { type Body, CONTEXT, slot } from './body.js'
import { callee, endCheck, fuel, itemTypeOf, looped, performing, plainEffect } from './control.js'
import { typed, typedIndex } from './expr.js'
import { anyList } from './lists.js'
import { type Question, question } from './question.js'
import { takeGiven, taken } from './results.js'
import { FRAME } from './routine.js'
import type { Scope } from './scope.js'
import { isInt32, isRecord, quote } from './shape.js'

/** Goes on at a point of the routine. */
const go = (point: number): string => `pc=${point};continue M;`

export function resumableBlock(body: Body, outer: Scope, block: Block): string {
  const { linker } = body
  const scope = outer.inner()
  let code = ''
  for (const effect of linker.array(block, 'a list of effects')) {
    if (isRecord(effect) && linker.calls.effectAsks(effect)) {
      if (isInt32(effect.src)) linker.src = effect.src
      code += linker.deeper(() => asking(body, scope, effect))
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
  if ('chooseAtOnce' in effect)
    return chooseAtOnce(body, scope, effect.chooseAtOnce, (inner, block) =>
      resumableBlock(body, inner, block),
    )
  if ('forEach' in effect) return forEach(body, scope, effect.forEach)
  if ('repeat' in effect) return repeat(body, scope, effect.repeat)
  if ('as' in effect) {
    const saved = slot(body.local('seat'))
    const player = typedIndex(linker, scope, effect.as.player, 'seat')
    const restore = `S.actor=${saved};`
    body.surround.push({ kind: 'as', restore })
    const inside = resumableBlock(body, scope, effect.as.effects)
    body.surround.pop()
    return `${saved}=S.actor;S.actor=${player};${inside}${restore}`
  }
  if ('call' in effect) {
    const { index, args } = callee(body, scope, effect.call)
    const back = body.point()
    body.resumes.set(back, { kind: 'call', callee: index })
    const result = taken(body, scope, effect.call.into, index, true)
    return `${push(body, String(index), args, back)}case ${back}:${takeGiven(result, index)}`
  }
  if ('window' in effect) return window(body, scope, effect.window)
  if ('perform' in effect) return perform(body, scope, effect.perform)
  return linker.fail(`${quote(effect)} is no effect.`)
}

/** Pushes a frame for a routine and lets the machine run it; comes back at the point. */
function push(body: Body, routine: string, args: readonly string[], back: number): string {
  const into = args.map((a, i) => `k[nf+${FRAME + i}]=${a};`).join('')
  return `{k[fp+1]=${back};const nf=push(S,${routine},${body.linker.place()});${into}return 0}`
}

/**
 * The point to come back to when an offer beside the question has been carried out, and the code before it: the
 * timing is remembered on the way in and given back each time.
 */
function comingBack(body: Body, offers: boolean): { again: number; code: string } {
  if (!offers) return { again: -1, code: '' }
  const saved = slot(body.local('number'))
  const again = body.point()
  return { again, code: `${saved}=S.timing;case ${again}:S.timing=${saved};` }
}

/** Takes note of where a question stops its routine: `back` when it waits, and while an offer is carried out. */
function stops(body: Body, q: Question, back: number): void {
  body.resumes.set(back, { kind: 'ask', question: q.id })
  if (q.offering !== null) body.resumes.set(q.offering.again, { kind: 'call', callee: q.offering.window })
}

function window(body: Body, scope: Scope, node: Extract<Effect, { window: unknown }>['window']): string {
  const { linker } = body
  linker.node(node, 'a window')
  const { again, code } = comingBack(body, true)
  const declared = linker.def.procedures[linker.layout.procedureIndex.get(node.name) ?? -1]
  const prompt = declared?.offers?.prompt
  const q = question(
    linker,
    scope,
    body.index,
    -1,
    'window',
    {
      bind: node.name,
      offering: { window: node.name, timing: node.timing },
      ...(prompt === undefined ? {} : { prompt }),
    },
    again,
  )
  const back = body.point()
  stops(body, q, back)
  return `${code}if(q${q.id}(S,k,fp)!==0){k[fp+1]=${back};S.q=${q.id};return 1}case ${back}:`
}

function choose(body: Body, scope: Scope, node: ChooseOne | ChooseN, kind: 'one' | 'many'): string {
  const { linker } = body
  linker.node(node, 'a choice')
  const many = kind === 'many'
  const { again, code } = comingBack(body, node.offering !== undefined)
  const at = body.locals.length
  if (typeof node.type !== 'string') linker.fail('A choice does not say the type of its options.')
  if (typeof node.bind !== 'string') linker.fail(`${quote(node.bind)} is no name.`)
  const q = question(linker, scope, body.index, at, kind, node, again)
  const back = body.point()
  const sure = q.sure && (many || !(q.optional || q.orAll))
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
  stops(body, q, back)
  const ask = `${code}if(q${q.id}(S,k,fp)!==0){k[fp+1]=${back};S.q=${q.id};return 1}`
  return `${ask}${skip}case ${back}:`
}

function alternatives(body: Body, scope: Scope, node: Alternatives): string {
  const { linker } = body
  linker.node(node, 'a choice')
  const { again, code: head } = comingBack(body, node.offering !== undefined)
  const q = question(linker, scope, body.index, -1, 'alternatives', node, again)
  const [back, end] = [body.point(), body.point()]
  stops(body, q, back)
  let code = `${head}q${q.id}(S,k,fp);k[fp+1]=${back};S.q=${q.id};return 1;case ${back}:`
  for (const option of node.options) {
    const branch = body.point()
    q.branches.push(branch)
    code += `case ${branch}:${resumableBlock(body, scope, option.effects)}${go(end)}`
    q.ends.push(body.points)
  }
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
  const inside = looped(body, go(out), () => resumableBlock(body, scope, node.effects))
  return (
    `${end}=${limit};${i}=0;case ${top}:if(${i}>=${end}${guard}){${go(out)}}${fuel(body)}${i}=${i}+1;` +
    `${inside}${go(top)}case ${out}:`
  )
}

function perform(body: Body, scope: Scope, node: Perform): string {
  const { linker } = body
  const { head, p } = performing(body, scope, node)
  const result = taken(body, scope, node.into, p.index, true)
  const saved = body.savedContext()
  const context = `fp+${FRAME + saved}`
  const own = slot(saved + CONTEXT)
  const fresh = p.during ? `${own}=fresh(S,${p.action});` : ''
  const restore = `${p.during ? `back(S,${p.index >= 0 ? p.action : 'S.action'},${own});` : ''}loadContext(S,k,${context});`
  const [back, after] = [body.point(), body.point()]
  body.resumes.set(back, { kind: 'call', callee: p.index })
  const begin = `if(S.recorder!==null)S.recorder.began(S);`
  let run = push(body, p.action, p.args, back)
  if (p.index < 0) {
    const call = `PLAIN[${p.action}](${['S', ...p.args].join(',')})`
    const plain = `${result === undefined ? '' : 'S.given='}${call};${endCheck(body, 'any')}`
    run = `if(ASKS[${p.action}]===1)${run}${plain}${go(back)}`
  } else if (!linker.calls.asks(p.index)) linker.fail('A plain action cannot be resumed.')
  return (
    `${result?.declare ?? ''}{${head}saveContext(S,k,${context});${p.enter}${fresh}if(${p.possible}){${begin}${run}}` +
    `${restore}${go(after)}}` +
    `case ${back}:if(S.recorder!==null)S.recorder.ended(S);${takeGiven(result, p.index)}${restore}case ${after}:`
  )
}
