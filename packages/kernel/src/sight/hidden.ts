/**
 * Which expressions can depend on something that not everybody sees: tokens in a zone that is not open to all, a
 * hidden variable, a name that holds such a thing. It errs on the safe side. How much lies in a zone is no secret.
 *
 * To know which zones are read, every value is followed as a few bits: whether it can be a hidden zone that holds
 * pieces, one that holds cards, and whether it depends on a secret.
 */
import type { TokenTypeDef } from '../def/index.js'
import type { Layout } from '../layout/layout.js'
import { isRecord } from '../def/shape.js'

const PIECES = 1
const CARDS = 2
export const SECRET = 4
const ZONES = PIECES | CARDS

type Node = Readonly<Record<string, unknown>>
/** What local names can be. One that is not known can be any zone. */
export type Env = Map<string, number>

/** Lists of zones that are part of the map. */
const BOARD = new Set(['mapSpaces', 'adjacentZones', 'ray', 'line', 'boardRow', 'boardColumn'])

/** The names of parameters: what they can be is still to be found out. */
export function parameters(params: unknown): Env {
  const names = Array.isArray(params) ? params.filter(isRecord).map((p) => p.name as string) : []
  return new Map(names.map((name) => [name, 0]))
}

export class Hidden {
  /** Something was found out that was not known before. */
  grown = false
  /** Something can change without everybody knowing of it. */
  unnoticed = false
  private readonly variables: ReadonlySet<string>
  private readonly any: number // what a zone of which nothing is known can be
  private readonly spaces: number
  private readonly functions = new Map<string, number>() // what they can give
  private readonly params = new Map<string, Env>() // what they can be given
  private readonly legal = new Map<number, number>() // by action
  private readonly families = new Map<object, number>() // what a filter can find

  constructor(
    private readonly layout: Layout,
    private readonly actionNames: readonly Env[], // by procedure: what the names in it can be
  ) {
    const { def } = layout
    this.variables = new Set(def.variables.filter((v) => v.hidden !== undefined).map((v) => v.id))
    this.any = this.among(() => true)
    this.spaces = this.among((z) => this.isSpace(layout.zones[z]))
    for (const f of def.functions) this.params.set(f.id, parameters(f.params))
  }

  /** Goes through the functions once more, with what is known by now. */
  study(): void {
    for (const f of this.layout.def.functions)
      this.learn(this.functions, f.id, this.value(f.body, this.params.get(f.id)!))
  }

  learn<K>(known: Map<K, number>, key: K, bits: number): void {
    const before = known.get(key)
    if (before !== undefined && (before | bits) === before) return
    known.set(key, (before ?? 0) | bits)
    this.grown = true
  }

  /** What is required of an action. */
  requires(action: number, requirements: unknown, env: Env): void {
    this.learn(this.legal, action, this.value(requirements, env) & SECRET)
  }

  private among(test: (zone: number) => boolean): number {
    let bits = 0
    this.layout.zones.forEach(({ def }, z) => {
      if (def.visible !== 'all' && test(z)) bits |= def.holds === 'pieces' ? PIECES : CARDS
    })
    return bits
  }

  value(e: unknown, env: Env): number {
    if (Array.isArray(e)) return e.reduce((bits: number, item) => bits | this.value(item, env), 0)
    if (!isRecord(e)) return 0
    if (typeof e.ref === 'string') return this.reference(e, env)
    if (typeof e.query === 'string') return this.query(e, env)
    if (isRecord(e.aggregate)) return this.aggregate(e.aggregate, env)
    if (typeof e.call === 'string') return this.call(e.call, e.args, env)
    if (isRecord(e.if)) {
      const { when, then, else: otherwise } = e.if
      return (this.value(when, env) & SECRET) | this.value(then, env) | this.value(otherwise, env)
    }
    if (e.op === 'legal') {
      this.pass(e.args, this.actionsOf(e.action), env)
      return this.legality(e.action) | this.secrets(e, env) | this.any
    }
    if (typeof e.zone === 'string') return this.among((z) => this.layout.zones[z].def.id === e.zone)
    return this.secrets(e, env) | this.any
  }

  /** Does any part of a node depend on a secret? */
  private secrets(e: Node, env: Env): number {
    let bits = 0
    for (const key of Object.keys(e)) bits |= this.value(e[key], env)
    return bits & SECRET
  }

  private reference(e: Node, env: Env): number {
    if (e.ref === 'binding') return env.get(e.name as string) ?? this.any
    const inside = this.secrets(e, env)
    if (e.ref === 'zoneOf') return inside | this.among((z) => this.layout.zones[z].def.family === e.family)
    if (e.ref === 'zoneToward' || e.ref === 'boardCell') return inside | this.spaces
    if (e.ref === 'changed') return this.unnoticed ? SECRET : 0
    // The order of a deck, for example.
    if (e.ref === 'option')
      return this.layout.lists.get(e.option as string)?.item === 'token' ? SECRET : this.any
    const variable = e.ref === 'markerState' ? e.marker : e.var
    return inside | this.any | (this.variables.has(variable as string) ? SECRET : 0)
  }

  private query(e: Node, env: Env): number {
    const { query } = e
    if (query === 'tokensInZone') {
      const zones = this.value(e.zone, env)
      const inside = (zones | this.value(e.filter, env)) & SECRET
      const hidden = zones & ZONES
      return inside | this.any | (hidden === 0 || (hidden & this.found(e.filter)) === 0 ? 0 : SECRET)
    }
    if (query === 'supply') return this.secrets(e, env) | this.any | this.supply(e.filter)
    if (query === 'zoneFamily') return this.among((z) => this.layout.zones[z].def.family === e.family)
    if (BOARD.has(query as string)) return this.secrets(e, env) | this.spaces
    if (query === 'connectedZones') {
      const inside = this.within(env, e.bind, this.spaces, [e.to, e.via])
      return ((inside | this.value(e.zone, env) | this.value(e.steps, env)) & SECRET) | this.spaces
    }
    if (query === 'list') return this.value(e.items, env)
    if (query === 'union' || query === 'concat' || query === 'except')
      return this.value(e.left, env) | this.value(e.right, env)
    if (!('over' in e)) return this.secrets(e, env) | this.any
    const over = this.value(e.over, env)
    const item = over & ZONES
    if (query === 'collect') return (over & SECRET) | this.within(env, e.bind, item, [e.value])
    const inside = this.within(env, e.bind, item, [e.where, e.by, e.count, e.while, e.end])
    return over | (inside & SECRET)
  }

  private aggregate({ op, query, bind, value }: Node, env: Env): number {
    const counts = (op === 'count' || op === 'any') && value === undefined
    if (counts && isRecord(query) && query.query === 'tokensInZone')
      if (Array.isArray(query.filter) && query.filter.length === 0)
        return this.value(query.zone, env) & SECRET
    const over = this.value(query, env)
    return over | (this.within(env, bind, over & ZONES, [value]) & SECRET)
  }

  /** The values of parts that know an item of a list by a name. */
  private within(env: Env, bind: unknown, item: number, parts: readonly unknown[]): number {
    const name = typeof bind === 'string' ? bind : ''
    const before = env.get(name)
    env.set(name, item)
    const bits = this.value(parts, env)
    if (before === undefined) env.delete(name)
    else env.set(name, before)
    return bits
  }

  private call(id: string, args: unknown, env: Env): number {
    const params = this.params.get(id)
    if (params === undefined || !Array.isArray(args)) return this.any
    const names = [...params.keys()]
    let inside = 0
    args.forEach((arg, i) => {
      const bits = this.value(arg, env)
      inside |= bits & SECRET
      if (i < names.length) this.learn(params, names[i], bits & ZONES)
    })
    return inside | (this.functions.get(id) ?? 0)
  }

  /** Whether the requirements of an action can depend on a secret. */
  legality(action: unknown): number {
    return this.actionsOf(action).reduce((all, index) => all | (this.legal.get(index) ?? 0), 0)
  }

  /** The action that is meant; or all, if it is known only in play. */
  actionsOf(action: unknown): readonly number[] {
    const id = isRecord(action) ? action.action : undefined
    const index = typeof id === 'string' ? this.layout.procedureIndex.get(id) : undefined
    return index === undefined ? this.layout.actions : [index]
  }

  /** Arguments become what the parameters of procedures can be. */
  pass(args: unknown, callees: readonly number[], env: Env): void {
    if (!Array.isArray(args)) return
    args.forEach((arg, i) => {
      const bits = this.value(arg, env)
      for (const c of callees) {
        const param: unknown = this.layout.def.procedures[c]?.params[i]
        if (isRecord(param) && typeof param.name === 'string')
          this.learn(this.actionNames[c], param.name, bits)
      }
    })
  }

  private isSpace({ def, adjacent }: Layout['zones'][number]): boolean {
    return def.space || adjacent.length > 0 || def.board !== undefined
  }

  /** Whether pieces, cards or both can satisfy a filter. */
  private found(filter: unknown): number {
    if (!Array.isArray(filter)) return this.any
    let bits = this.families.get(filter)
    if (bits === undefined) {
      bits = 0
      for (const { def } of this.layout.types)
        if (this.mayMatch(def, filter)) bits |= def.family === 'pieces' ? PIECES : CARDS
      this.families.set(filter, bits)
    }
    return bits
  }

  private supply(filter: unknown): number {
    const { types, zones } = this.layout
    const hidden = types.some(
      ({ def, supply }) => zones[supply].def.visible !== 'all' && this.mayMatch(def, filter),
    )
    return hidden ? SECRET : 0
  }

  private mayMatch(type: TokenTypeDef, filter: unknown): boolean {
    if (!Array.isArray(filter)) return true
    return filter.every((p: unknown) => {
      if (!isRecord(p)) return true
      if (typeof p.type === 'string') return p.type === type.id
      if (typeof p.group === 'string')
        return this.mayMatch(type, this.layout.def.groups.find((g) => g.id === p.group)?.filter)
      if (Array.isArray(p.any)) return p.any.some((inner) => this.mayMatch(type, inner))
      if (isRecord(p.kind) && 'kinds' in p.kind) return this.mayMatch(type, p.kind.kinds)
      if (typeof p.prop !== 'string' || 'neq' in p) return true
      return this.mayBe(type, p.prop, Array.isArray(p.in) ? p.in : [p.eq])
    })
  }

  /** Can a property of tokens of a type be one of these values? One that a type does not have is 0, false or none. */
  private mayBe({ props, changing }: TokenTypeDef, prop: string, values: readonly unknown[]): boolean {
    if (changing.includes(prop)) return true
    const has = Object.hasOwn(props, prop)
    return values.some((value) => {
      const constant = isRecord(value) ? (value.value ?? value.seat ?? value.zone) : value
      if (isRecord(value) && (value.ref !== undefined || typeof constant !== 'string')) return true
      return has ? props[prop] === constant : constant === 0 || constant === false
    })
  }
}
