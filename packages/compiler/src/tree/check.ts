/** A lowered program, typed once more from its nodes: what one notation makes must be what the other could. */
import type {
  Block,
  Effect,
  Expr,
  FunctionDef,
  ParameterDef,
  ProcedureDef,
  Text,
  VarTarget,
} from '@ludoforge/kernel'
import { accepts, describe, isEnum, listOf, Scope, type World } from '../elaborate/index.js'
import type { Span } from '../source/index.js'
import { checkArguments, checkType, Misfit, misfit, need, needList, typeOf, variableType } from './typing.js'

/** Reports whatever does not fit, at the place of the effect or declaration it is part of. */
export function checkProgram(
  world: World,
  functions: readonly FunctionDef[],
  procedures: readonly ProcedureDef[],
  setups: readonly { readonly block: Block }[],
): void {
  const check = new Checker(world)
  for (const fn of functions) {
    check.attempt(fn.src, () => {
      const scope = scopeOf(fn.params, world)
      checkType(fn.returns, world)
      need(fn.body, fn.returns, scope, world)
    })
  }
  for (const procedure of procedures) {
    const scope = new Scope()
    check.attempt(procedure.src, () => {
      for (const { name, type } of procedure.params) scope.set(name, checkType(type, world))
      for (const seat of procedure.by) if (!world.seats.has(seat)) misfit(`there is no seat \`${seat}\``)
    })
    for (const { when, src } of procedure.requires)
      check.attempt(src ?? procedure.src, () => void need(when, 'flag', scope, world))
    const { title } = procedure
    if (typeof title === 'object') check.attempt(procedure.src, () => check.text(title, scope))
    check.block(procedure.body, scope, false)
  }
  for (const { block } of setups) check.block(block, new Scope(), false)
}

function scopeOf(params: readonly ParameterDef[], world: World): Scope {
  const scope = new Scope()
  for (const { name, type } of params) scope.set(name, checkType(type, world))
  return scope
}

class Checker {
  constructor(readonly world: World) {}

  attempt(src: number | undefined, work: () => void): void {
    try {
      work()
    } catch (fault) {
      if (!(fault instanceof Misfit)) throw fault
      this.world.reporter.error(
        'wrong-type',
        this.#place(src),
        `This rule does not fit together: ${fault.message}.`,
      )
    }
  }

  #place(src: number | undefined): Span | undefined {
    const source = src === undefined ? undefined : this.world.sources[src]
    if (source === undefined) return undefined
    const { file, line, column, text } = source
    return { file, line, column, length: Math.max(1, text.length) }
  }

  block(block: Block, outer: Scope, loop: boolean): void {
    const scope = new Scope(outer)
    for (const effect of block) this.attempt(effect.src, () => this.#effect(effect, scope, loop))
  }

  #effect(effect: Effect, scope: Scope, loop: boolean): void {
    const { world } = this
    const is = (expr: Expr | undefined, type: string): void => {
      if (expr !== undefined) need(expr, type, scope, world)
    }
    if ('let' in effect) {
      const { bind, type, value } = effect.let
      is(value, checkType(type, world))
      scope.set(bind, type)
    } else if ('assign' in effect) {
      const { bind, value } = effect.assign
      is(value, scope.get(bind) ?? misfit(`there is no name \`${bind}\` here`))
    } else if ('if' in effect) {
      is(effect.if.when, 'flag')
      this.block(effect.if.then, scope, loop)
      this.block(effect.if.else ?? [], scope, loop)
    } else if ('block' in effect) this.block(effect.block, scope, loop)
    else if ('forEach' in effect) {
      const { bind, type, over, limit, effects, countBind } = effect.forEach
      fits(type, needList(over, scope, world))
      is(limit, 'number')
      this.block(effects, scope.with(bind, type), true)
      if (countBind !== undefined) scope.set(countBind, 'number')
    } else if ('repeat' in effect) {
      is(effect.repeat.limit, 'number')
      is(effect.repeat.while, 'flag')
      this.block(effect.repeat.effects, scope, true)
    } else if ('leave' in effect) {
      if (effect.leave === 'loop' && !loop) misfit('there is no loop to leave')
    } else if ('chooseOne' in effect) {
      const { bind, type, options, player, prompt, optional } = effect.chooseOne
      fits(checkType(type, world), needList(options, scope, world))
      is(player, 'seat')
      is(optional, 'flag')
      this.text(prompt, scope)
      scope.set(bind, type)
    } else if ('chooseN' in effect) {
      const { bind, type, options, player, prompt, min, max, costBind, cost, budget } = effect.chooseN
      fits(checkType(type, world), needList(options, scope, world))
      is(player, 'seat')
      for (const number of [min, max, budget]) is(number, 'number')
      if (cost !== undefined) need(cost, 'number', scope.with(costBind ?? bind, type), world)
      if (cost !== undefined && budget === undefined) misfit('a choice with costs needs a budget')
      this.text(prompt, scope)
      scope.set(bind, listOf(type))
    } else if ('alternatives' in effect) {
      const { player, prompt, options } = effect.alternatives
      is(player, 'seat')
      this.text(prompt, scope)
      for (const { label, when, effects } of options) {
        this.text(label, scope)
        is(when, 'flag')
        this.block(effects, scope, loop)
      }
    } else if ('as' in effect) {
      is(effect.as.player, 'seat')
      this.block(effect.as.effects, scope, loop)
    } else this.#change(effect, scope, is)
  }

  #change(effect: Effect, scope: Scope, is: (expr: Expr | undefined, type: string) => void): void {
    const { world } = this
    if ('setVar' in effect) is(effect.setVar.value, this.#target(effect.setVar, is))
    else if ('addVar' in effect) {
      const type = this.#target(effect.addVar, is)
      if (type !== 'number' && !isEnum(type)) misfit(`nothing can be added to ${describe(type)}`)
      is(effect.addVar.delta, 'number')
    } else if ('setMarker' in effect) {
      is(effect.setMarker.space, 'zone')
      is(effect.setMarker.state, variableType(world, effect.setMarker.marker, 'zone'))
    } else if ('shiftMarker' in effect) {
      const type = variableType(world, effect.shiftMarker.marker, 'zone')
      if (type !== 'number' && !isEnum(type)) misfit(`${describe(type)} has no levels`)
      is(effect.shiftMarker.space, 'zone')
      is(effect.shiftMarker.delta, 'number')
    } else if ('moveToken' in effect) {
      is(effect.moveToken.token, 'token')
      is(effect.moveToken.to, 'zone')
    } else if ('moveTokens' in effect) {
      is(effect.moveTokens.tokens, 'list token')
      is(effect.moveTokens.to, 'zone')
      is(effect.moveTokens.limit, 'number')
    } else if ('setTokenProp' in effect) {
      const { token, prop, value } = effect.setTokenProp
      const property = world.properties.get(prop) ?? misfit(`there is no property \`${prop}\``)
      if (!property.changes) misfit(`the property \`${prop}\` never changes`)
      is(token, 'token')
      is(value, property.type)
    } else if ('rollRandom' in effect) {
      is(effect.rollRandom.min, 'number')
      is(effect.rollRandom.max, 'number')
      scope.set(effect.rollRandom.bind, 'number')
    } else if ('shuffle' in effect) is(effect.shuffle.zone, 'zone')
    else if ('reveal' in effect) {
      is(effect.reveal.tokens, 'list token')
      is(effect.reveal.to, 'list seat')
    } else if ('say' in effect) {
      this.text(effect.say.text, scope)
      is(effect.say.to, 'list seat')
    } else this.#flow(effect, scope, is)
  }

  #flow(effect: Effect, scope: Scope, is: (expr: Expr | undefined, type: string) => void): void {
    const { world } = this
    if ('call' in effect) {
      const { procedure: id, args } = effect.call
      const procedure = world.procedures.get(id) ?? misfit(`there is no procedure \`${id}\``)
      checkArguments(args, procedure.params, id, scope, world)
    } else if ('perform' in effect) {
      const { action, args = [], by, free, class: cls, within } = effect.perform
      is(action, 'action')
      const named = typeof action === 'object' && 'action' in action ? action.action : undefined
      const params = typeof named === 'string' ? (world.procedures.get(named)?.params ?? []) : []
      checkArguments(args, params, typeof named === 'string' ? named : 'an action', scope, world)
      is(by, 'seat')
      is(free, 'flag')
      is(cls, 'enum:action-class')
      is(within, 'list zone')
    } else if ('window' in effect) {
      if (!world.procedures.has(effect.window.name)) misfit(`there is no window \`${effect.window.name}\``)
    } else if ('endGame' in effect) {
      const end = effect.endGame
      this.text(end.reason, scope)
      if (end.kind === 'win') {
        const type = typeOf(end.seats, scope, world)
        if (!accepts('seat', type) && !accepts('list seat', type))
          misfit(`expected seats, found ${describe(type)}`)
      } else if (end.kind === 'rank') {
        is(end.over, 'list seat')
        const inner = scope.with(end.bind, 'seat')
        need(end.score, 'number', inner, world)
        if (end.tie !== undefined) need(end.tie, 'number', inner, world)
      }
    } else misfit('this is no effect')
  }

  #target(target: VarTarget, is: (expr: Expr | undefined, type: string) => void): string {
    if (target.scope === 'pvar') is(target.player, 'seat')
    if (target.scope === 'zone') is(target.zone, 'zone')
    const scope = target.scope === 'pvar' ? 'seat' : target.scope
    return variableType(this.world, target.var, scope)
  }

  text(text: Text | undefined, scope: Scope): void {
    for (const part of text ?? []) {
      if (typeof part === 'string') continue
      fits(part.type, typeOf(part.show, scope, this.world))
    }
  }
}

function fits(declared: string, found: string): void {
  if (!accepts(declared, found))
    misfit(`this is declared as ${describe(declared)}, but is ${describe(found)}`)
}
