/** Generates plain JavaScript statements for blocks, loops and calls that never ask. */
import type { Block, Effect, Expr, ForEach, Perform } from '../def/index.js'
import { ACTION_CLASS, itemOf } from '../def/index.js'
import type { ProcedureBody } from './procedure-body.js'
import { returnAtGameOver, simpleEffect } from './effects.js'
import { TIMINGS } from '../layout/timings.js'
import type { Linker } from './linker.js'
import { USUAL_ROUNDS } from './facts.js'
import { argumentList, argumentValues, expr, typed, typedIndex } from './expr.js'
import { actionClasses } from './legality.js'
import { anyList } from './lists.js'
import { resultTarget, storePlainResult } from './results.js'
import { type Scope, stored, type Value } from './scope.js'
import { quote } from '../def/shape.js'
import { probesBefore, probeCode } from './hidden-probes.js'

/** Generates the statements of a block that never asks. */
export function plainBlock(body: ProcedureBody, outer: Scope, block: Block): string {
  const scope = outer.inner()
  let code = ''
  for (const effect of block) code += plainEffect(body, scope, effect, false)
  return code
}

/** Generates one effect that never asks. `inFrame`: the names that it binds outlive this piece of code. */
export function plainEffect(body: ProcedureBody, scope: Scope, effect: Effect, inFrame: boolean): string {
  const { linker } = body
  return linker.deeper(() => {
    if (effect.src !== undefined) linker.src = effect.src
    linker.effect = effect
    const weigh = probesBefore(body, scope, effect)
    return (
      linker.reached() +
      weigh +
      (simpleEffect(body, scope, effect, inFrame) ?? compound(body, scope, effect, inFrame))
    )
  })
}

function compound(body: ProcedureBody, scope: Scope, effect: Effect, inFrame: boolean): string {
  const { linker } = body
  if ('block' in effect) return `{${plainBlock(body, scope, effect.block)}}`
  if ('if' in effect) {
    const { when, then } = effect.if
    const test = typed(linker, scope, when, 'flag').js
    const [yes, no] = [linker.took(effect.if, 'then'), linker.took(effect.if, 'else')]
    const rest = effect.if.else === undefined ? '' : plainBlock(body, scope, effect.if.else)
    const other = no + rest === '' ? '' : `else{${no}${rest}}`
    return `if(${test}){${yes}${plainBlock(body, scope, then)}}${other}`
  }
  if ('forEach' in effect) return forEach(body, scope, effect.forEach, inFrame)
  if ('repeat' in effect) {
    const [i, end, label] = [linker.name('i'), linker.name('e'), linker.name('L')]
    const limit = typed(linker, scope, effect.repeat.limit, 'number').js
    const guard =
      effect.repeat.while === undefined
        ? ''
        : `if(!${typed(linker, scope, effect.repeat.while, 'flag').js})break;`
    const weigh = probeCode(body, scope, [effect.repeat.while], false)
    const { made: inside, facts } = insideLoop(body, `break ${label};`, () =>
      linker.meter.repeat(USUAL_ROUNDS, () => plainBlock(body, scope, effect.repeat.effects)),
    )
    return `{const ${end}=${limit};${label}:for(let ${i}=0;${i}<${end};${i}++){${weigh}${guard}${linker.spend('1', facts.size)}${inside}}}`
  }
  if ('as' in effect) {
    const saved = linker.name('s')
    const player = typedIndex(linker, scope, effect.as.player, 'seat')
    const restore = `S.actor=${saved};`
    body.surround.push({ kind: 'as', restore })
    const inside = plainBlock(body, scope, effect.as.effects)
    body.surround.pop()
    return `{const ${saved}=S.actor;S.actor=${player};${inside}${restore}}`
  }
  if ('call' in effect) {
    const { index, args } = calledProcedure(body, scope, effect.call)
    const result = resultTarget(body, scope, effect.call.into, index, inFrame)
    const into = result === undefined ? '' : `${result.declare}${result.raw}=`
    const { entered, left } = titleCode(body, index, args)
    return `${entered}${into}${linker.called('p', index)}(${['S', ...args].join(',')});${left}${endCheck(body, index)}`
  }
  if ('perform' in effect) return perform(body, scope, effect.perform, inFrame)
  return linker.fail(`${quote(effect)} isn't an effect.`)
}

/** Returns whether entering and leaving a procedure are events. An action has events of its own. */
export function hasTitle(body: ProcedureBody, index: number): boolean {
  const p = body.linker.def.procedures[index]
  return p?.kind === 'procedure' && p.title !== undefined
}

/** Generates the events around the call of a procedure with a title. */
export function titleCode(
  body: ProcedureBody,
  index: number,
  args: readonly string[],
): { readonly entered: string; readonly left: string } {
  if (!hasTitle(body, index)) return { entered: '', left: '' }
  const cause = body.linker.cause(body.index)
  const text = `${body.linker.called('m', index)}(${['S', ...args].join(',')})`
  return {
    entered: `if(S.recorder!==null)S.recorder.entered(S,${index},${text},${cause});`,
    left: `if(S.recorder!==null)S.recorder.left(S,${index},${cause});`,
  }
}

/** Generates code inside a loop that `leave` can leave. */
export function insideLoop<T>(body: ProcedureBody, exit: string, work: () => T, left?: string): T {
  body.surround.push({ kind: 'loop', exit, ...(left === undefined ? {} : { left }) })
  const result = work()
  body.surround.pop()
  return result
}

function forEach(body: ProcedureBody, scope: Scope, node: ForEach, inFrame: boolean): string {
  const { linker } = body
  const [a, i, end, x, label] = ['a', 'i', 'e', 'x', 'L'].map((p) => linker.name(p))
  const list = anyList(linker, scope, node.over)
  const type = itemTypeOf(body, list.type, node)
  const limit =
    node.limit === undefined
      ? `${a}.length`
      : `Math.min(${typed(linker, scope, node.limit, 'number').js},${a}.length)`
  const inner = scope.inner()
  inner.bind(node.bind, x, type, list.sure && !body.assigned.has(node.bind))
  const { made: inside, facts } = insideLoop(body, `break ${label};`, () =>
    linker.meter.repeat(USUAL_ROUNDS, () => plainBlock(body, inner, node.effects)),
  )
  const rounds =
    node.countBind === undefined ? '' : body.bind(scope, node.countBind, 'number', i, true, inFrame)
  const run = `${label}:while(${i}<${end}){let ${x}=${a}[${i}++];${linker.spend('1', facts.size)}${inside}}`
  const head = `const ${a}=${list.js},${end}=${limit};let ${i}=0;`
  // The names of a counted loop stay in scope for the effects after it.
  return rounds === '' ? `{${head}${run}}` : `${head}${run}${rounds}`
}

export function itemTypeOf(body: ProcedureBody, type: string, node: ForEach): string {
  const item = itemOf(type)
  if (node.type !== item)
    body.linker.fail(`The items of ${quote(node.over)} are of the type ${item}, not ${quote(node.type)}.`)
  if (typeof node.bind !== 'string') body.linker.fail(`${quote(node.bind)} isn't a name.`)
  return item
}

export function calledProcedure(
  body: ProcedureBody,
  scope: Scope,
  node: { procedure: string; args: readonly Expr[] },
) {
  const { linker } = body
  const index = linker.layout.procedureIndex.get(node.procedure)
  if (index === undefined) return linker.fail(`There is no procedure ${quote(node.procedure)}.`)
  const p = linker.def.procedures[index]
  if (p.kind === 'window')
    linker.fail(`'${p.id}' is a window, so it can't be called. Open it with \`window\`.`)
  return { index, args: argumentList(linker, scope, `The procedure '${p.id}'`, p.params, node.args) }
}

/** Returns the window that a node names, and its timing. */
export function windowIndex(
  linker: Linker,
  node: { readonly window: string; readonly timing: string },
): { index: number; timing: number } {
  const index = linker.layout.procedureIndex.get(node.window)
  if (index === undefined || linker.def.procedures[index].kind !== 'window')
    return linker.fail(`There is no window ${quote(node.window)}.`)
  const timing = TIMINGS.findIndex((one) => one === node.timing)
  if (timing < 1) linker.fail(`${quote(node.timing)} isn't a timing. Use before, during or after.`)
  return { index, timing }
}

/** Generates the check after a call that may have ended the game. `first` runs before the return. */
export function endCheck(body: ProcedureBody, index: number | 'any', first = ''): string {
  const { calls } = body.linker
  const ends = index === 'any' ? calls.anyActionEnds() : calls.ends(index)
  return ends ? `if(S.over!==0){${first}${returnAtGameOver(body)}}` : ''
}

export interface Performing {
  readonly action: string // code
  readonly index: number // -1: known only in play
  readonly args: readonly string[]
  /** Code that enters the context of the action. */
  readonly enter: string
  /** Code that tests its requirements. */
  readonly possible: string
  /** Code that restores the performer's context. */
  readonly leave: string
  /** Code that records its `began` and `ended` events. */
  readonly began: string
  readonly ended: string
}

/** Generates the parts of `perform`. Its values are computed in the performer's context. */
export function performing(
  body: ProcedureBody,
  scope: Scope,
  node: Perform,
): { head: string; p: Performing } {
  const { linker } = body
  const action = typed(linker, scope, node.action, 'action')
  const index = action.constant ?? -1
  let head = ''
  const keep = (js: string, repeatable: boolean): string => {
    if (repeatable) return js
    const v = linker.name('v')
    head += `const ${v}=${js};`
    return v
  }
  const keepValue = (value: Value): string => keep(stored(value), value.repeatable === true)
  const given = node.args ?? []
  let args: string[]
  let a: string
  if (index >= 0) {
    const def = linker.def.procedures[index]
    args = argumentValues(linker, scope, `The action '${def.id}'`, def.params, given).map(keepValue)
    a = String(index)
  } else {
    const values = given.map((x) => expr(linker, scope, x))
    a = keep(
      `someAction(${action.js},${JSON.stringify(values.map((v) => v.type).join(','))},${linker.place()})`,
      false,
    )
    args = values.map(keepValue)
  }
  const by = node.by === undefined ? 'S.actor' : typedIndex(linker, scope, node.by, 'seat')
  const free = node.free === undefined ? '0' : stored(typed(linker, scope, node.free, 'flag'))
  const classes = actionClasses(linker)
  let cls = index >= 0 ? String(classes[index]) : `${linker.constant(classes)}[${a}]`
  if (node.class !== undefined) cls = typed(linker, scope, node.class, ACTION_CLASS).js
  const within = node.within === undefined ? 'null' : typed(linker, scope, node.within, 'list zone').js
  const call = ['S', ...args].join(',')
  const possible =
    index >= 0
      ? hasRequirements(body, index)
        ? `${linker.called('r', index)}(${call})`
        : 'true'
      : `REQUIRES[${a}](${call})`
  const cause = linker.cause(body.index)
  const enter = `enter(S,${by},${free},${cls},${within},${a},${cause});`
  const leave = `leave(S,${cause});`
  const began = `if(S.recorder!==null)S.recorder.began(S,${cause});`
  const ended = `if(S.recorder!==null)S.recorder.ended(S,${cause});`
  return { head, p: { action: a, index, args, enter, possible, leave, began, ended } }
}

function hasRequirements(body: ProcedureBody, index: number): boolean {
  return body.linker.def.procedures[index].requires.length > 0
}

function perform(body: ProcedureBody, scope: Scope, node: Perform, inFrame: boolean): string {
  const { linker } = body
  const { head, p } = performing(body, scope, node)
  const result = resultTarget(body, scope, node.into, p.index, inFrame)
  const args = ['S', ...p.args].join(',')
  const end = p.ended + endCheck(body, p.index >= 0 ? p.index : 'any', 'quit(S);')
  const run =
    p.index >= 0
      ? `${result === undefined ? '' : `${result.raw}=`}${linker.called('p', p.index)}(${args});${end}`
      : storePlainResult(result, p.action, `PLAIN[${p.action}](${args})`, end)
  return `${result?.declare ?? ''}{${head}${p.enter}if(${p.possible}){${p.began}${run}}${p.leave}}`
}
