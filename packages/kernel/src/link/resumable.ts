/**
 * Resumable routines: blocks that may ask become cases of one `switch` over the resume point, as in a coroutine. Values
 * that must outlive a question live in the frame. Pieces that never ask stay plain statements.
 */
import type { Alternatives, Block, ChooseN, ChooseOne, Effect, ForEach, Perform } from '../def/index.js'
import { listOf } from '../def/index.js'
import { chooseAtOnce } from './simultaneous.js'
import { type ProcedureBody, slot } from './procedure-body.js'
import {
  calledProcedure,
  endCheck,
  hasTitle,
  itemTypeOf,
  insideLoop,
  performing,
  plainEffect,
  titleCode,
} from './control.js'
import { typed, typedIndex } from './expr.js'
import { anyList } from './lists.js'
import { type QuestionSite, question, type Series } from './question.js'
import { storeResult, resultTarget } from './results.js'
import { type Call, FRAME } from './routine.js'
import type { Scope } from './scope.js'
import { quote } from '../def/shape.js'
import { probesBefore, probeCode } from './hidden-probes.js'

/** Generates a jump to a resume point. */
const go = (point: number): string => `pc=${point};continue M;`

export function resumableBlock(body: ProcedureBody, outer: Scope, block: Block): string {
  const { linker } = body
  const scope = outer.inner()
  let code = ''
  for (const effect of block) {
    if (linker.calls.effectAsks(effect)) {
      if (effect.src !== undefined) linker.src = effect.src
      linker.effect = effect
      code += linker.reached() + linker.deeper(() => asking(body, scope, effect))
    } else code += `{${plainEffect(body, scope, effect, true)}}`
  }
  return code
}

function asking(body: ProcedureBody, scope: Scope, effect: Effect): string {
  const weigh = probesBefore(body, scope, effect)
  if ('chooseOne' in effect) return choose(body, scope, effect.chooseOne, 'one', weigh)
  if ('chooseN' in effect) return choose(body, scope, effect.chooseN, 'many', weigh)
  if ('alternatives' in effect) return alternatives(body, scope, effect.alternatives, weigh)
  if ('window' in effect) return window(body, scope, effect.window, weigh)
  return weigh + compound(body, scope, effect)
}

function compound(body: ProcedureBody, scope: Scope, effect: Effect): string {
  const { linker } = body
  if ('block' in effect) return resumableBlock(body, scope, effect.block)
  if ('if' in effect) {
    const [other, end] = [body.point(), body.point()]
    const test = typed(linker, scope, effect.if.when, 'flag').js
    const [yes, no] = [linker.took(effect.if, 'then'), linker.took(effect.if, 'else')]
    const then = yes + resumableBlock(body, scope, effect.if.then)
    const rest = no + (effect.if.else === undefined ? '' : resumableBlock(body, scope, effect.if.else))
    return `if(!${test}){${go(other)}}${then}${go(end)}case ${other}:${rest}case ${end}:`
  }
  if ('chooseAtOnce' in effect)
    return chooseAtOnce(body, scope, effect.chooseAtOnce, (inner, block) =>
      resumableBlock(body, inner, block),
    )
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
    const { index, args } = calledProcedure(body, scope, effect.call)
    const back = callPoint(body, index)
    const result = resultTarget(body, scope, effect.call.into, index, true)
    const { entered, left } = titleCode(body, index, args)
    return `${entered}${push(body, String(index), args, back)}case ${back}:${left}${storeResult(result, index)}`
  }
  if ('perform' in effect) return perform(body, scope, effect.perform)
  return linker.fail(`${quote(effect)} isn't an effect.`)
}

/** Adds the resume point after a call. */
function callPoint(body: ProcedureBody, index: number, kept: Partial<Call> = {}): number {
  const back = body.point()
  callsFrom(body, back, index, kept)
  return back
}

/** Records what the routine calls at a resume point. */
function callsFrom(body: ProcedureBody, point: number, index: number, kept: Partial<Call>): void {
  const { linker } = body
  const first = body.surround.find((around) => around.kind === 'as')
  body.resumes.set(point, {
    kind: 'call',
    callee: index,
    cause: linker.cause(body.index),
    titled: hasTitle(body, index),
    performs: false,
    secretly: linker.secretly > 0,
    bound: body.locals.length,
    ...(first?.slot === undefined ? {} : { actor: first.slot }),
    ...kept,
  })
}

/** Generates code that pushes a frame and returns to the machine, which resumes at `back`. */
function push(body: ProcedureBody, routine: string, args: readonly string[], back: number): string {
  const into = args.map((a, i) => `k[nf+${FRAME + i}]=${a};`).join('')
  return `{k[fp+1]=${back};const nf=push(S,${routine},${body.linker.place()});${into}return 0}`
}

/** How a routine resumes after an offer of a question was performed. */
interface ComingBack {
  readonly again: number // the resume point; -1: there are no offers
  readonly timing: number // the local that stores the timing
  readonly code: string // before the question
}

/** Generates the code before a question: each time it restores the timing and repeats the probes. */
function comingBack(body: ProcedureBody, offers: boolean, weigh: string): ComingBack {
  if (!offers) return { again: -1, timing: -1, code: weigh }
  const timing = body.local('number')
  const again = body.point()
  return { again, timing, code: `${slot(timing)}=S.timing;case ${again}:S.timing=${slot(timing)};${weigh}` }
}

/** Records where a question suspends its routine: at `back` while it waits, and while an offer is performed. */
function stops(body: ProcedureBody, q: QuestionSite, back: number, { timing }: ComingBack): void {
  body.resumes.set(back, { kind: 'ask', question: q.id, bound: body.locals.length })
  if (q.offering !== null) callsFrom(body, q.offering.again, q.offering.window, { timing })
}

function window(
  body: ProcedureBody,
  scope: Scope,
  node: Extract<Effect, { window: unknown }>['window'],
  weigh: string,
): string {
  const { linker } = body
  const coming = comingBack(body, true, weigh)
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
    coming.again,
  )
  const back = body.point()
  stops(body, q, back, coming)
  return `${coming.code}if(${linker.called('q', q.id)}(S,k,fp)!==0){k[fp+1]=${back};S.q=${q.id};return 1}case ${back}:`
}

function choose(
  body: ProcedureBody,
  scope: Scope,
  node: ChooseOne | ChooseN,
  kind: 'one' | 'many',
  weigh: string,
): string {
  const { linker } = body
  const many = kind === 'many'
  const coming = comingBack(body, node.offering !== undefined, weigh)
  const series = 'series' in node && node.series ? seriesLocals(body, node) : null
  const at = body.locals.length
  if (typeof node.type !== 'string') linker.fail('A choice has no `type`. Declare the type of its options.')
  if (typeof node.bind !== 'string') linker.fail(`${quote(node.bind)} isn't a name.`)
  const q = question(linker, scope, body.index, at, kind, node, coming.again, null, series)
  const back = body.point()
  const sure = q.sure && (many || !(q.optional || q.orAll))
  const type = many ? listOf(q.type) : q.type
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
  stops(body, q, back, coming)
  const ask = `${coming.code}if(${linker.called('q', q.id)}(S,k,fp)!==0){k[fp+1]=${back};S.q=${q.id};return 1}`
  return `${ask}${skip}case ${back}:`
}

/** Adds the locals for answers given ahead. The loop around the question clears them at its end. */
function seriesLocals(body: ProcedureBody, { type }: ChooseOne): Series | null {
  const around = body.surround.at(-1)
  if (around?.kind !== 'loop' || around.left === undefined) return null
  const locals = { items: body.local(listOf(type)), standing: body.local('list number') }
  body.series.push(locals)
  return { locals, left: around.left }
}

function alternatives(body: ProcedureBody, scope: Scope, node: Alternatives, weigh: string): string {
  const { linker } = body
  const coming = comingBack(body, node.offering !== undefined, weigh)
  const q = question(linker, scope, body.index, -1, 'alternatives', node, coming.again)
  const [back, end] = [body.point(), body.point()]
  stops(body, q, back, coming)
  let code = `${coming.code}${linker.called('q', q.id)}(S,k,fp);k[fp+1]=${back};S.q=${q.id};return 1;case ${back}:`
  if (q.secret) linker.secretly++
  const ways = node.options.map((option) => linker.took(option, option.id))
  for (const option of node.options) {
    const branch = body.point()
    q.branches.push(branch)
    code += `case ${branch}:${ways[q.branches.length - 1]}${resumableBlock(body, scope, option.effects)}${go(end)}`
    q.ends.push(body.points)
  }
  if (q.secret) linker.secretly--
  return `${code}case ${end}:`
}

function forEach(body: ProcedureBody, scope: Scope, node: ForEach): string {
  const { linker } = body
  const list = anyList(linker, scope, node.over)
  const type = itemTypeOf(body, list.type, node)
  const limit = node.limit === undefined ? null : typed(linker, scope, node.limit, 'number').js
  const array = body.local(list.type, list.sure)
  const end = body.local('number')
  const i = slot(body.local('number', true, { loop: { list: array, end } }))
  const inner = scope.inner()
  const item = body.bind(inner, node.bind, type, `${slot(array)}[${i}]`, list.sure, true)
  const [top, out] = [body.point(), body.point()]
  const { made: inside, facts } = linker.meter.measure(() =>
    insideLoop(body, go(out), () => resumableBlock(body, inner, node.effects)),
  )
  const length = `${slot(array)}.length`
  const most = limit === null ? length : `Math.max(0,Math.min(${limit},${length}))`
  const rounds = node.countBind === undefined ? '' : body.bind(scope, node.countBind, 'number', i, true, true)
  return (
    `${slot(array)}=${list.js};${slot(end)}=${most};${i}=0;` +
    `case ${top}:if(${i}>=${slot(end)}){${go(out)}}${linker.spend('1', facts.size)}${item}${i}=${i}+1;${inside}${go(top)}` +
    `case ${out}:${rounds}`
  )
}

function repeat(
  body: ProcedureBody,
  scope: Scope,
  node: Extract<Effect, { repeat: unknown }>['repeat'],
): string {
  const { linker } = body
  const limit = typed(linker, scope, node.limit, 'number').js
  const end = slot(body.local('number'))
  const i = slot(body.local('number'))
  const [top, out] = [body.point(), body.point()]
  const before = body.series.length
  const guard = node.while === undefined ? '' : `||!${typed(linker, scope, node.while, 'flag').js}`
  const weigh = probeCode(body, scope, [node.while], false)
  const { made: inside, facts } = linker.meter.measure(() =>
    insideLoop(body, go(out), () => resumableBlock(body, scope, node.effects), `${end}-${i}+1`),
  )
  const forget = body.series
    .slice(before)
    .map(({ items, standing }) => `${slot(items)}=NONE;${slot(standing)}=NONE;`)
    .join('')
  return (
    `${end}=${limit};${i}=0;case ${top}:${weigh}if(${i}>=${end}${guard}){${go(out)}}${linker.spend('1', facts.size)}` +
    `${i}=${i}+1;${inside}${go(top)}case ${out}:${forget}`
  )
}

function perform(body: ProcedureBody, scope: Scope, node: Perform): string {
  const { linker } = body
  const { head, p } = performing(body, scope, node)
  const result = resultTarget(body, scope, node.into, p.index, true)
  const back = callPoint(body, p.index, { performs: true })
  const after = body.point()
  let run = push(body, p.action, p.args, back)
  if (p.index < 0) {
    const call = `PLAIN[${p.action}](${['S', ...p.args].join(',')})`
    const end = endCheck(body, 'any', `${p.ended}quit(S);`)
    run = `if(ASKS[${p.action}]===1)${run}${result === undefined ? '' : 'S.given='}${call};${end}${go(back)}`
  } else if (!linker.calls.asks(p.index)) linker.fail('A plain action cannot be resumed.')
  return (
    `${result?.declare ?? ''}{${head}${p.enter}if(${p.possible}){${p.began}${run}}${p.leave}${go(after)}}` +
    `case ${back}:${p.ended}${storeResult(result, p.index)}${p.leave}case ${after}:`
  )
}
