/**
 * Where secrets decide. A line of the rules that runs because of a secret answer, a hidden card or a hidden
 * variable would tell the secret by its mere number, if events named it. So for every effect it is worked out
 * whether the way to it can depend on something that not everybody knows; such an event names the statement
 * that decided, whose way everybody knows. The analysis errs on the safe side and costs nothing in play.
 */
import type { Block, Effect, ProcedureDef } from '../def/index.js'
import { type Env, Hidden, parameters, SECRET } from './hidden.js'
import type { Layout } from '../layout/layout.js'
import { isRecord } from '../def/shape.js'

/** What a secret lets a block leave: what comes after it depends on the secret too. */
const LOOP = 1
const PROCEDURE = 2

type Fields = Readonly<Record<string, unknown>>

/** Effects that change the board, or may. */
const CHANGES = [
  'setVar',
  'addVar',
  'setMarker',
  'shiftMarker',
  'moveToken',
  'moveTokens',
  'setTokenProp',
  'perform',
]

/** Whose way decided: a statement, or (null) one of another procedure; undefined: everybody knows the way. */
type Governor = Effect | null | undefined

export class Secrets {
  private readonly open: boolean
  private readonly hidden: Hidden
  private readonly names: Env[] // by procedure
  private readonly given = new Map<number, number>() // by procedure: what its result can be
  private readonly veiled = new Set<number>() // procedures without a title, called where a secret decides
  private readonly inActions: ReadonlySet<number> // procedures that can run as part of an action
  private readonly governors = new Map<object, Effect | null>()

  constructor(
    private readonly layout: Layout,
    private readonly procedures: readonly ProcedureDef[],
  ) {
    this.names = procedures.map((p) =>
      parameters(p.kind === 'window' ? [{ name: p.offers?.bind }] : p.params),
    )
    const hidden = new Hidden(layout, this.names)
    this.hidden = hidden
    this.open = !hasSecrets(layout)
    this.inActions = this.open ? new Set() : reachable(layout, procedures)
    if (this.open) return
    hidden.unnoticed = layout.def.variables.some((v) => v.hidden !== undefined)
    do {
      hidden.grown = false
      this.governors.clear()
      hidden.study()
      procedures.forEach((p, i) => {
        hidden.requires(i, p.requires, this.names[i])
        this.block(i, p.body, this.veiled.has(i) ? null : undefined)
      })
    } while (hidden.grown)
  }

  /** Takes in one more procedure, which none of the others calls. */
  add(index: number, params: unknown, body: Block): void {
    // The number may have belonged to another block.
    this.names[index] = parameters(params)
    this.given.delete(index)
    if (this.open) return
    do {
      this.hidden.grown = false
      this.block(index, body, undefined)
    } while (this.hidden.grown)
  }

  governor(effect: object): Governor {
    return this.governors.get(effect)
  }

  /** Can the value of something in a procedure depend on a secret? */
  shows(node: unknown, procedure: number): boolean {
    return !this.open && (this.value(node, procedure) & SECRET) !== 0
  }

  /** Can it depend on a secret which answers a question has? */
  answersShow(node: object, procedure: number): boolean {
    if (this.open) return false
    const { options, player, min, max, optional, cost, budget, offering } = node as Fields
    const ways = Array.isArray(options) ? options.map((o) => (isRecord(o) ? o.when : undefined)) : options
    if (this.shows([ways, player, min, max, optional, cost, budget], procedure)) return true
    const window = isRecord(offering) ? this.layout.procedureIndex.get(offering.window as string) : undefined
    return window !== undefined && this.shows(this.procedures[window].offers?.from, window)
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
      this.changes(procedure, effect, governor !== undefined)
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
    if (outer !== undefined || isSecretQuestion(effect)) this.calledSecretly(effect)
    if ('leave' in effect || 'give' in effect) {
      if (outer === undefined) return 0
      if ('leave' in effect && effect.leave === 'loop') return LOOP
      // That it was left without a result, or with this one.
      this.hidden.learn(this.given, procedure, SECRET)
      return PROCEDURE
    }
    if ('block' in effect) return this.block(procedure, effect.block, outer)
    if ('as' in effect && isRecord(effect.as)) return this.block(procedure, effect.as.effects, outer)
    if ('if' in effect && isRecord(effect.if)) {
      const governor = decides(effect.if.when)
      const then = this.block(procedure, effect.if.then, governor)
      return then | (effect.if.else === undefined ? 0 : this.block(procedure, effect.if.else, governor))
    }
    if ('alternatives' in effect) return this.ways(procedure, effect, effect.alternatives, outer)
    if ('chooseAtOnce' in effect && isRecord(effect.chooseAtOnce)) {
      const { ask, effects } = effect.chooseAtOnce
      const each = (governor: Governor): number => {
        const ways = isRecord(ask) && 'alternatives' in ask ? ask.alternatives : undefined
        return this.ways(procedure, effect, ways, governor) | this.block(procedure, effects, governor)
      }
      let out = each(outer)
      if ((out & LOOP) !== 0 && outer === undefined) out = each(effect)
      return out & PROCEDURE
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
    return 0
  }

  /** The ways of a choice between them. */
  private ways(procedure: number, effect: Effect, node: unknown, outer: Governor): number {
    if (!isRecord(node) || !Array.isArray(node.options)) return 0
    const governor = outer === undefined && node.secret === true ? effect : outer
    const ways = node.options.filter(isRecord).map((o) => o.effects as Block)
    return ways.reduce((out: number, way) => out | this.block(procedure, way, governor), 0)
  }

  /** Entering a procedure with a title, like beginning an action, tells everybody what runs. */
  private calledSecretly(effect: Effect): void {
    const id = 'call' in effect ? effect.call?.procedure : windowOf(effect)
    const index = id === undefined ? undefined : this.layout.procedureIndex.get(id)
    if (index === undefined || this.veiled.has(index)) return
    const { kind, title } = this.procedures[index]
    if (kind === 'procedure' && title !== undefined) return
    this.veiled.add(index)
    this.hidden.grown = true
  }

  /** What is done because of a secret, or with a token that lies hidden, may or may not change something. */
  private changes(procedure: number, effect: Effect, secretly: boolean): void {
    const { hidden } = this
    if (hidden.unnoticed || !this.inActions.has(procedure)) return
    const turns = 'setTokenProp' in effect && this.shows(effect.setTokenProp?.token, procedure)
    if (!turns && !(secretly && CHANGES.some((key) => key in effect))) return
    hidden.unnoticed = true
    hidden.grown = true
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
    } else if ('give' in effect) this.hidden.learn(this.given, procedure, this.value(effect.give, procedure))
    else if ('call' in effect && isRecord(effect.call)) {
      const { args, into } = effect.call
      const callees = [this.layout.procedureIndex.get(effect.call.procedure) ?? -1]
      this.hidden.pass(args, callees, this.names[procedure])
      hold(into?.bind, this.results(callees) | (secretly ? SECRET : 0))
    } else if ('perform' in effect && isRecord(effect.perform)) {
      const { action, args, into } = effect.perform
      const callees = this.hidden.actionsOf(action)
      this.hidden.pass(args, callees, this.names[procedure])
      const possible = this.hidden.legality(action) | (this.value(action, procedure) & SECRET)
      hold(into?.bind, this.results(callees) | possible | (secretly ? SECRET : 0))
    } else if ('chooseAtOnce' in effect && isRecord(effect.chooseAtOnce)) {
      const { seat, seats, ask } = effect.chooseAtOnce
      hold(seat, this.value(seats, procedure))
      this.choices(ask, procedure, hold)
    } else if ('rollRandom' in effect && isRecord(effect.rollRandom)) hold(effect.rollRandom.bind, 0)
    else this.choices(effect, procedure, hold)
  }

  private choices(asking: object, procedure: number, hold: (name: unknown, bits: number) => void): void {
    for (const value of Object.values(asking) as unknown[])
      if (isRecord(value) && 'options' in value) hold(value.bind, this.chosen(value, procedure))
  }

  private results(callees: readonly number[]): number {
    return callees.reduce((all, c) => all | (this.given.get(c) ?? 0), 0)
  }

  /** What was chosen is told, but for a secret choice and for tokens that lie where not everybody looks. */
  private chosen({ options, type, secret }: Fields, procedure: number): number {
    const bits = this.value(options, procedure)
    if (secret === true) return bits | SECRET
    return type === 'token' ? bits : bits & ~SECRET
  }
}

/** The window whose actions an effect offers, beside its question or as one of its own. */
export function windowOf(effect: Effect): string | undefined {
  if ('window' in effect) return effect.window?.name
  for (const value of Object.values(effect) as unknown[])
    if (isRecord(value) && isRecord(value.offering)) return value.offering.window as string
  return undefined
}

function isSecretQuestion(effect: Effect): boolean {
  return Object.values(effect).some((value: unknown) => isRecord(value) && value.secret === true)
}

/** Actions, what they call, and what they open. */
function reachable(
  { actions, procedureIndex }: Layout,
  procedures: readonly ProcedureDef[],
): ReadonlySet<number> {
  const found = new Set(actions)
  for (const index of found) {
    const open: unknown[] = [procedures[index].body]
    while (open.length > 0) {
      const node = open.pop()
      if (Array.isArray(node)) open.push(...(node as unknown[]))
      if (!isRecord(node)) continue
      for (const name of [node.procedure, node.window, node.name]) {
        const called = typeof name === 'string' ? procedureIndex.get(name) : undefined
        if (called !== undefined) found.add(called)
      }
      open.push(...Object.values(node))
    }
  }
  return found
}

/** In most games everybody sees everything. */
function hasSecrets({ zones, variables, def }: Layout): boolean {
  if (zones.some((zone) => zone.def.visible !== 'all')) return true
  if ([...variables.values()].some((variable) => variable.def.hidden !== undefined)) return true
  return JSON.stringify(def.procedures).includes('"secret":true')
}
