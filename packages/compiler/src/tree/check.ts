/** A lowered program, typed once more from its nodes: what one notation makes must be what the other could. */
import type {
  Block,
  ChooseOne,
  Effect,
  Expr,
  FunctionDef,
  ParameterDef,
  ProcedureDef,
  Result,
  Text,
  TypeName,
  VarTarget,
} from '@ludoforge/kernel'
import { isEnum, listOf } from '@ludoforge/kernel'
import { accepts, describe, type ProcedureInfo, Scope, type World } from '../elaborate/index.js'
import type { Span } from '../source/index.js'
import {
  checkArguments,
  checkPerformance,
  checkType,
  Misfit,
  misfit,
  need,
  needList,
  typeOf,
  variableType,
} from './typing.js'

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
    let scope = new Scope()
    check.attempt(procedure.src, () => {
      scope = scopeOf(procedure.params, world)
      if (procedure.gives !== undefined) checkType(procedure.gives, world)
      for (const seat of procedure.by) if (!world.seats.has(seat)) misfit(`there is no seat \`${seat}\``)
    })
    for (const { when, src } of procedure.requires)
      check.attempt(src ?? procedure.src, () => void need(when, 'flag', scope, world))
    const { offers, title } = procedure
    if (typeof title === 'object') check.attempt(procedure.src, () => check.text(title, scope))
    if (offers !== undefined) {
      check.attempt(procedure.src, () => void need(offers.from, 'list action', scope, world))
      scope.set(offers.bind, 'action')
    }
    check.body(procedure.body, scope, procedure.gives)
  }
  for (const { block } of setups) check.body(block, new Scope())
}

function scopeOf(params: readonly ParameterDef[], world: World): Scope {
  const scope = new Scope()
  for (const { name, type, otherwise } of params) {
    if (otherwise !== undefined) need(otherwise, type, new Scope(), world)
    scope.set(name, checkType(type, world))
  }
  return scope
}

class Checker {
  #gives: TypeName | undefined // of the procedure that is looked at

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

  body(block: Block, scope: Scope, gives?: TypeName): void {
    this.#gives = gives
    this.block(block, scope, false)
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
    } else if ('give' in effect) {
      is(effect.give, this.#gives ?? misfit('nothing can be given here'))
    } else if ('chooseOne' in effect) {
      const { bind, type, options, optional } = effect.chooseOne
      fits(checkType(type, world), needList(options, scope, world))
      is(optional, 'flag')
      this.#asked(effect.chooseOne, scope, is)
      scope.set(bind, type)
    } else if ('chooseN' in effect) {
      const { bind, type, options, min, max, costBind, cost, budget } = effect.chooseN
      fits(checkType(type, world), needList(options, scope, world))
      for (const number of [min, max, budget]) is(number, 'number')
      if (cost !== undefined) need(cost, 'number', scope.with(costBind ?? bind, type), world)
      if (cost !== undefined && budget === undefined) misfit('a choice with costs needs a budget')
      this.#asked(effect.chooseN, scope, is)
      scope.set(bind, listOf(type))
    } else if ('alternatives' in effect) {
      this.#asked(effect.alternatives, scope, is)
      for (const { label, when, effects } of effect.alternatives.options) {
        this.text(label, scope)
        is(when, 'flag')
        this.block(effects, scope, loop)
      }
    } else if ('chooseAtOnce' in effect) {
      const { seat, seats, ask, effects } = effect.chooseAtOnce
      is(seats, 'list seat')
      const inner = scope.with(seat, 'seat')
      this.#effect(ask, inner, true)
      this.block(effects, inner, true)
    } else if ('as' in effect) {
      is(effect.as.player, 'seat')
      this.block(effect.as.effects, scope, loop)
    } else this.#change(effect, scope, is)
  }

  #asked(
    { player, prompt, about, offering }: Pick<ChooseOne, 'player' | 'prompt' | 'about' | 'offering'>,
    scope: Scope,
    is: (expr: Expr | undefined, type: string) => void,
  ): void {
    is(player, 'seat')
    this.text(prompt, scope)
    if (
      about !== undefined &&
      !['zone', 'token', 'seat', 'action'].includes(typeOf(about, scope, this.world))
    )
      misfit('a question is about a space, a piece, a seat or an action')
    if (offering === undefined) return
    this.#window(offering.window)
    is(offering.before, 'flag')
  }

  #window(name: string): void {
    if (this.world.procedures.get(name)?.window !== true) misfit(`there is no window \`${name}\``)
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
      this.#result(effect.call.into, procedure, scope)
    } else if ('perform' in effect) {
      this.#result(effect.perform.into, checkPerformance(effect.perform, true, scope, world), scope)
    } else if ('window' in effect) this.#window(effect.window.name)
    else if ('endGame' in effect) {
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

  /** A name for what was given: of the type that the procedure gives, if it is known which. */
  #result(into: Result | undefined, from: ProcedureInfo | undefined, scope: Scope): void {
    if (into === undefined) return
    checkType(into.type, this.world)
    const given = from === undefined ? into.type : from.gives?.()
    if (given !== into.type) misfit(`\`${from?.id ?? ''}\` does not give ${describe(into.type)}`)
    scope.set(into.bind, into.type)
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
