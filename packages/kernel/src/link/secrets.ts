/**
 * Where secrets decide. A line of the rules that runs because of a secret answer, a hidden card or a hidden
 * variable would tell the secret by its mere number, if events named it. So for every effect it is worked out
 * whether the way to it can depend on something that not everybody knows; such an event names the statement
 * that decided, whose way everybody knows. The analysis errs on the safe side and costs nothing in play.
 */
import type { Block, Effect, ProcedureDef } from '../def/index.js'
import { type Env, Hidden, parameters, SECRET } from './hidden.js'
import type { Layout } from './layout.js'
import { isRecord } from './shape.js'

/** What a secret lets a block leave: what comes after it depends on the secret too. */
const LOOP = 1
const PROCEDURE = 2

/** Whose way decided: a statement, or (null) one of another procedure; undefined: everybody knows the way. */
type Governor = Effect | null | undefined

export class Secrets {
  private readonly open: boolean
  private readonly hidden: Hidden
  private readonly names: Env[] // by procedure
  private readonly veiled = new Set<number>() // procedures without a title, called where a secret decides
  private governors = new Map<object, Effect | null>()

  constructor(
    private readonly layout: Layout,
    private readonly procedures: readonly ProcedureDef[],
  ) {
    const hidden = new Hidden(layout)
    this.hidden = hidden
    this.names = procedures.map((p) => parameters(p.params))
    this.open = !hasSecrets(layout)
    if (this.open) return
    do {
      hidden.grown = false
      this.governors = new Map()
      hidden.study()
      procedures.forEach((p, i) => {
        hidden.requires(i, p.requires, this.names[i])
        this.block(i, p.body, this.veiled.has(i) ? null : undefined)
      })
    } while (hidden.grown)
  }

  governor(effect: object): Governor {
    return this.governors.get(effect)
  }

  /** Can the value of something in a procedure depend on a secret? */
  shows(node: unknown, procedure: number): boolean {
    return !this.open && (this.value(node, procedure) & SECRET) !== 0
  }

  /** Can a local name of a procedure hold something that depends on a secret? */
  holds(procedure: number, name: string): boolean {
    return ((this.names[procedure]?.get(name) ?? 0) & SECRET) !== 0
  }

  private value(node: unknown, procedure: number): number {
    return this.hidden.value(node, this.names[procedure] ?? new Map<string, number>())
  }

  private block(procedure: number, block: Block, outer: Governor): number {
    if (!Array.isArray(block)) return 0
    let governor = outer
    let left = 0
    for (const effect of block as readonly Effect[]) {
      if (!isRecord(effect)) continue
      if (governor !== undefined) this.governors.set(effect, governor)
      this.bindings(procedure, effect, governor !== undefined)
      const out = this.inside(procedure, effect, governor)
      left |= out
      if (out !== 0 && governor === undefined) governor = effect
    }
    return left
  }

  /** The blocks of an effect, and what it calls. Gives what a secret may make it leave. */
  private inside(procedure: number, effect: Effect, outer: Governor): number {
    const decides = (node: unknown): Governor =>
      outer === undefined && this.shows(node, procedure) ? effect : outer
    if ('leave' in effect) return outer === undefined ? 0 : effect.leave === 'loop' ? LOOP : PROCEDURE
    if ('block' in effect) return this.block(procedure, effect.block, outer)
    if ('as' in effect && isRecord(effect.as)) return this.block(procedure, effect.as.effects, outer)
    if ('if' in effect && isRecord(effect.if)) {
      const governor = decides(effect.if.when)
      const then = this.block(procedure, effect.if.then, governor)
      return then | (effect.if.else === undefined ? 0 : this.block(procedure, effect.if.else, governor))
    }
    if ('alternatives' in effect && isRecord(effect.alternatives)) {
      const { secret, options } = effect.alternatives
      const governor = outer === undefined && secret === true ? effect : outer
      if (!Array.isArray(options)) return 0
      const ways = options.filter(isRecord).map((o) => o.effects as Block)
      return ways.reduce((out: number, way) => out | this.block(procedure, way, governor), 0)
    }
    const loop = 'forEach' in effect ? effect.forEach : 'repeat' in effect ? effect.repeat : undefined
    if (isRecord(loop)) {
      const { effects, ...head } = loop as { readonly effects: Block }
      const governor = decides(head)
      let out = this.block(procedure, effects, governor)
      // A loop that a secret can stop is one whose every round depends on it.
      if ((out & LOOP) !== 0 && governor === undefined) out = this.block(procedure, effects, effect)
      return out & PROCEDURE
    }
    if (outer !== undefined) this.calledSecretly(effect)
    return 0
  }

  /** Entering a procedure with a title, like beginning an action, tells everybody what runs. */
  private calledSecretly(effect: Effect): void {
    const id =
      'call' in effect ? effect.call?.procedure : 'window' in effect ? effect.window?.name : undefined
    const index = id === undefined ? undefined : this.layout.procedureIndex.get(id)
    if (index === undefined || this.procedures[index].title !== undefined || this.veiled.has(index)) return
    this.veiled.add(index)
    this.hidden.grown = true
  }

  /** What local names, and parameters of what is called, come to hold. */
  private bindings(procedure: number, effect: Effect, secretly: boolean): void {
    const hold = (name: unknown, bits: number): void => {
      if (typeof name === 'string') this.hidden.learn(this.names[procedure], name, bits)
    }
    if ('let' in effect && isRecord(effect.let))
      hold(effect.let.bind, this.value(effect.let.value, procedure))
    else if ('assign' in effect && isRecord(effect.assign))
      hold(effect.assign.bind, this.value(effect.assign.value, procedure) | (secretly ? SECRET : 0))
    else if ('forEach' in effect && isRecord(effect.forEach)) {
      const { bind, countBind, over, limit } = effect.forEach
      hold(bind, this.value(over, procedure))
      hold(countBind, secretly || this.shows([over, limit], procedure) ? SECRET : 0)
    } else if ('call' in effect && isRecord(effect.call))
      this.pass(procedure, effect.call.args, [this.layout.procedureIndex.get(effect.call.procedure) ?? -1])
    else if ('perform' in effect && isRecord(effect.perform)) {
      const { action, args } = effect.perform
      const id = isRecord(action) && 'action' in action ? action.action : undefined
      const index = typeof id === 'string' ? this.layout.procedureIndex.get(id) : undefined
      this.pass(procedure, args, index === undefined ? this.layout.actions : [index])
    } else if ('rollRandom' in effect && isRecord(effect.rollRandom)) hold(effect.rollRandom.bind, 0)
    else
      for (const value of Object.values(effect) as unknown[])
        if (isRecord(value) && 'options' in value) hold(value.bind, this.chosen(value, procedure))
  }

  /** What was chosen is told, but for a secret choice and for tokens that lie where not everybody looks. */
  private chosen({ options, type, secret }: Readonly<Record<string, unknown>>, procedure: number): number {
    const bits = this.value(options, procedure)
    if (secret === true) return bits | SECRET
    return type === 'token' ? bits : bits & ~SECRET
  }

  private pass(procedure: number, args: unknown, callees: readonly number[]): void {
    if (!Array.isArray(args)) return
    args.forEach((arg, i) => {
      const bits = this.value(arg, procedure)
      for (const c of callees) {
        const param: unknown = this.procedures[c]?.params[i]
        if (isRecord(param) && typeof param.name === 'string')
          this.hidden.learn(this.names[c], param.name, bits)
      }
    })
  }
}

/** In most games everybody sees everything. */
function hasSecrets({ zones, variables, def }: Layout): boolean {
  if (zones.some((zone) => zone.def.visible !== 'all')) return true
  if ([...variables.values()].some((variable) => variable.def.hidden !== undefined)) return true
  return JSON.stringify(def.procedures).includes('"secret":true')
}
