/**
 * Abstract interpretation of expressions: computes the domain of each value and its taint, the hidden sources that it
 * can depend on. It overapproximates. The number of tokens in a zone is public.
 */
import {
  type Block,
  type Expr,
  type GameDef,
  itemOf,
  type Operator,
  type Perform,
  type ProcedureDef,
  type Supposing,
  type TypeName,
} from '../def/index.js'
import { functionOf } from '../def/rules.js'
import { type Bound, partsOf, type Parts } from '../def/walk.js'
import { Domains, type ValueDomain } from './domain.js'
import { zoneOfPlainCount, FilterTypes, type Node, SPACE_NODES, spacesOf } from './filter-types.js'
import { BOUND_ZONES, CLEAN, Sources, type Taint, UNOBSERVED_CHANGE } from './taint-sources.js'

/** The domains of local names. A name that isn't listed can be anything. */
export type NameDomains = ReadonlyMap<string, ValueDomain>

export const NO_NAMES: NameDomains = new Map()

type Legal = Extract<Operator, { op: 'legal' }>

/** The parts of a node and their domains. */
interface Evaluated {
  readonly parts: Parts['exprs']
  readonly values: readonly ValueDomain[] // one for each
}

const NO_PARTS: Evaluated = { parts: [], values: [] }

/** A unit that is evaluated once per combination of arguments: a function, or the requirements of an action. */
export interface Callee {
  readonly key: object // its identity
  readonly params: readonly { readonly name: string; readonly type: TypeName }[]
  readonly bodies: readonly Expr[]
  readonly block?: Block // of a procedure that is supposed
  readonly returns: TypeName
}

export abstract class AbstractInterpreter {
  readonly sources: Sources
  readonly domains: Domains
  /** The domain of the acting seat. In rules it can be any seat. */
  protected actor: ValueDomain
  readonly #filters: FilterTypes
  readonly #spaces: ValueDomain
  readonly #callees: Map<string, Callee>
  readonly #actions: readonly ProcedureDef[]

  /** A copy shares what only grows. */
  constructor(
    readonly def: GameDef,
    from?: AbstractInterpreter,
  ) {
    this.sources = from?.sources ?? new Sources(def)
    this.domains = from?.domains ?? new Domains(def, this.sources)
    this.actor = this.domains.anything
    this.#filters = from === undefined ? new FilterTypes(def) : from.#filters
    this.#callees = from === undefined ? new Map() : from.#callees
    this.#spaces = this.domains.zonesNamed(spacesOf(def).map(({ id }) => id))
    this.#actions = def.procedures.filter(({ kind }) => kind === 'action')
  }

  /** Returns the summary of a callee with these arguments, as far as it is computed. */
  protected abstract summary(callee: Callee, args: readonly ValueDomain[]): ValueDomain
  /** Returns whether something can change unobserved, as far as the analysis has found out. */
  protected abstract changesUnobserved(): boolean

  read(e: Expr, names: NameDomains): ValueDomain {
    if (typeof e !== 'object') return this.domains.nothing
    return this.#special(e, names) ?? this.#node(e, this.#inside(e, names), names)
  }

  #inside(node: Node, names: NameDomains): Evaluated {
    const { exprs: parts } = partsOf('Expr', node)
    if (parts.length === 0) return NO_PARTS
    const values: ValueDomain[] = []
    const read = { parts, values }
    for (const part of parts)
      values.push(
        this.read(part.value, part.names.length === 0 ? names : this.#within(names, part.names, read)),
      )
    return read
  }

  #within(names: NameDomains, bounds: readonly Bound[], read: Evaluated): NameDomains {
    const inner = new Map(names)
    for (const { name, type } of bounds) {
      const list = this.#field(read, type.replace('item ', ''))
      // The taint of the list goes to the node, not to its items.
      const item = list === undefined ? undefined : this.domains.clean(list)
      inner.set(name, item ?? (type === 'zone' ? this.#spaces : this.domains.anything))
    }
    return inner
  }

  #field({ parts, values }: Evaluated, field: string): ValueDomain | undefined {
    let all: ValueDomain | undefined
    values.forEach((value, i) => {
      if (parts[i]?.field === field) all = all === undefined ? value : this.domains.join(all, value)
    })
    return all
  }

  /** Returns the domain of a node that passes on the value of one of its parts. */
  #passed({ parts, values }: Evaluated): ValueDomain | undefined {
    let all: ValueDomain | undefined
    values.forEach((value, i) => {
      if (parts[i]?.passed === true) all = all === undefined ? value : this.domains.join(all, value)
    })
    return all
  }

  /**
   * Returns the domain of the items for which a condition holds: `seats where it != actor` leaves out the actor. Only a
   * seat by its name, or the actor, is excluded: any other value could be none, which excludes nobody.
   */
  #narrowed(items: ValueDomain, where: Expr, item: string): ValueDomain {
    if (typeof where !== 'object' || !('op' in where)) return items
    if (where.op === 'and') return where.args.reduce((rest, arg) => this.#narrowed(rest, arg, item), items)
    if (where.op !== '!=') return items
    const { left, right } = where
    const isItem = (e: Expr): boolean =>
      typeof e === 'object' && 'ref' in e && e.ref === 'binding' && e.name === item
    const other = isItem(left) ? right : isItem(right) ? left : undefined
    if (typeof other !== 'object') return items
    if ('seat' in other && typeof other.seat === 'string')
      return this.domains.without(items, this.domains.seat(other.seat))
    return 'ref' in other && other.ref === 'actor' ? this.domains.without(items, this.actor) : items
  }

  /** Evaluates the nodes that need more than their parts. Returns undefined for all others. */
  #special(e: Node, names: NameDomains): ValueDomain | undefined {
    if ('call' in e) return this.#call(e.call, e.args, names)
    if ('supposing' in e) return this.#supposing(e, names)
    if ('would' in e && isChanged(e.then)) return this.read(e.would, names) // the viewer's own action changes it
    const where = zoneOfPlainCount(e)
    if (where === undefined) return undefined
    return this.domains.tainted(this.domains.anything, this.read(where, names).taint)
  }

  #node(e: Node, read: Evaluated, names: NameDomains): ValueDomain {
    const { domains } = this
    let inside = CLEAN
    for (const { isClean, taint } of read.values) if (!isClean) inside |= taint
    const filter = 'kinds' in e ? e.kinds : 'filter' in e ? e.filter : undefined
    if (filter !== undefined)
      for (const expr of this.#filters.groupExprs(filter)) inside |= this.read(expr, names).taint
    const passed = this.#passed(read)
    if (passed !== undefined)
      return domains.tainted(
        'query' in e && e.query === 'filter' ? this.#narrowed(passed, e.where, e.bind) : passed,
        inside,
      )
    if ('ref' in e) return domains.tainted(this.#reference(e, read, names), inside)
    if ('query' in e) return domains.tainted(this.#query(e, read), inside)
    if ('op' in e) {
      if (e.op === 'legal') inside |= this.#legality(e, names)
      else if (e.op === 'within') inside |= BOUND_ZONES
      return domains.tainted(domains.anything, inside)
    }
    if ('seat' in e) return domains.seat(e.seat)
    if ('zone' in e) return domains.zonesNamed([e.zone])
    if ('action' in e) return domains.actions([e.action])
    return 'none' in e ? domains.nothing : domains.tainted(domains.anything, inside)
  }

  #reference(e: Extract<Node, { ref: unknown }>, read: Evaluated, names: NameDomains): ValueDomain {
    const { domains, sources } = this
    const { anything } = domains
    switch (e.ref) {
      case 'actor':
        return this.actor
      case 'binding':
        return names.get(e.name) ?? anything
      case 'position':
        return domains.tainted(anything, sources.everything)
      case 'gvar':
        return domains.tainted(anything, sources.variable(e.var))
      case 'pvar': {
        const player = this.#field(read, 'player') ?? anything
        return domains.tainted(
          anything,
          sources.variable(e.var, (seat) => domains.canBeSeat(player, seat)),
        )
      }
      case 'markerState':
        return domains.tainted(anything, sources.variable(e.marker))
      case 'zoneOf': {
        const player = this.#field(read, 'player') ?? anything
        return domains.zones(sources.family(e.family, (seat) => domains.canBeSeat(player, seat)))
      }
      case 'tokenZone':
        return domains.clean(this.#field(read, 'token') ?? anything)
      case 'changed':
        return domains.tainted(anything, this.changesUnobserved() ? UNOBSERVED_CHANGE : CLEAN)
      case 'option':
        return domains.tainted(anything, sources.option(e.option))
      default:
        return SPACE_NODES.has(e.ref) ? this.#spaces : anything
    }
  }

  #query(e: Extract<Node, { query: unknown }>, read: Evaluated): ValueDomain {
    const { domains, sources } = this
    switch (e.query) {
      case 'zoneFamily':
        return domains.zones(sources.family(e.family))
      case 'tokensInZone': {
        const { zones } = this.#field(read, 'zone') ?? domains.anything
        const looked = zones & sources.holding(this.#filters.matchingFamilies(e.filter))
        return domains.tainted(domains.zones(looked), looked)
      }
      case 'supply': {
        const looked = sources.zonesOf(this.#filters.matching(e.filter).map(({ supply }) => supply))
        return domains.tainted(domains.zones(looked), looked)
      }
      case 'list':
        return domains.nothing
      case 'actions':
        return this.#actionsWith(e.tag, e.class)
      default:
        return SPACE_NODES.has(e.query) ? this.#spaces : domains.anything
    }
  }

  #call(id: string, args: readonly Expr[], names: NameDomains): ValueDomain {
    const { domains } = this
    let taint = CLEAN
    const given: ValueDomain[] = []
    for (const arg of args) {
      const value = this.read(arg, names)
      if (!value.isClean) taint |= value.taint
      given.push(value)
    }
    const callee = this.#function(id)
    return domains.tainted(callee === undefined ? domains.anything : this.#called(callee, given), taint)
  }

  /** Returns the domain of a value after a procedure: everything in the procedure can decide it. */
  #supposing({ supposing, args, then }: Supposing, names: NameDomains): ValueDomain {
    const { domains } = this
    const given = args.map((arg) => this.read(arg, names))
    const run = this.called(supposing, given)
    // Tokens that the procedure moves are in other zones there.
    const there = new Map(
      [...names].map(([name, held]) => [name, domains.join(held, domains.zones(run.zones))]),
    )
    const taint = given.reduce((all, value) => all | value.taint, run.taint)
    return domains.tainted(this.read(then, there), taint)
  }

  /** Returns the domain of a procedure that is supposed: its result and the zones that it moves to. */
  called(id: string, given: readonly ValueDomain[]): ValueDomain {
    const p = this.def.procedures.find((one) => one.id === id)
    if (p === undefined) return this.domains.anything
    const key = `supposed ${id}`
    let callee = this.#callees.get(key)
    if (callee === undefined) {
      const { params, body: block, gives: returns = 'zone' } = p
      callee = { key: p, params, bodies: [], block, returns }
      this.#callees.set(key, callee)
    }
    return this.#called(callee, given)
  }

  /** The same of an action that a supposed procedure performs. */
  performed({ action }: Perform, given: readonly ValueDomain[], by: ValueDomain | undefined): ValueDomain {
    const { domains } = this
    let all = domains.nothing
    const run = (): void => {
      for (const one of this.actionsOf(this.read(action, NO_NAMES)))
        all = domains.tainted(domains.join(all, this.called(one.id, given)), this.requirements(one, given))
    }
    if (by === undefined) run()
    else this.acting(by, run)
    return all
  }

  /** Runs `work` with another domain of the acting seat. */
  acting(actor: ValueDomain, work: () => void): void {
    const before = this.actor
    this.actor = this.domains.clean(actor)
    work()
    this.actor = before
  }

  #function(id: string): Callee | undefined {
    let callee = this.#callees.get(id)
    if (callee === undefined) {
      const f = functionOf(this.def, id)
      if (f === undefined) return undefined
      callee = { key: f, params: f.params, bodies: [f.body], returns: f.returns }
      this.#callees.set(id, callee)
    }
    return callee
  }

  /** Evaluates a call. Most callees read nothing hidden for any arguments, which one summary shows. */
  #called(callee: Callee, given: readonly ValueDomain[]): ValueDomain {
    const { domains, actor } = this
    const { anything } = domains
    const all = callee.params.map(({ type }) => (hasDomain(type) ? anything : domains.nothing))
    this.actor = anything
    const most = this.summary(callee, all)
    this.actor = actor
    if (most.isClean && !hasDomain(callee.returns)) return most
    // The taint of arguments goes to the call, not into the callee.
    const args = all.map((any, i) =>
      any === anything && given[i] !== undefined ? domains.clean(given[i]) : any,
    )
    return actor === anything && args.every((arg, i) => arg === all[i]) ? most : this.summary(callee, args)
  }

  /** Returns the taint of the legality of an action. */
  #legality({ action, args = [], by, free, class: cls, within }: Legal, names: NameDomains): Taint {
    const given = args.map((arg) => this.read(arg, names))
    const performed = [by, free, cls, within].some((clause) => clause !== undefined)
    const before = this.actor
    if (by !== undefined) this.actor = this.domains.clean(this.read(by, names))
    let taint = CLEAN
    for (const candidate of this.actionsOf(this.read(action, names)))
      taint |= this.requirements(candidate, given)
    this.actor = before
    return performed ? taint & ~BOUND_ZONES : taint // the performer knows the zones
  }

  /** Returns the taint of an action's requirements. */
  protected requirements({ id, params, requires }: ProcedureDef, given: readonly ValueDomain[]): Taint {
    if (requires.length === 0) return CLEAN
    const key = `legal ${id}`
    let callee = this.#callees.get(key)
    if (callee === undefined) {
      callee = { key: requires, params, bodies: requires.map(({ when }) => when), returns: 'flag' }
      this.#callees.set(key, callee)
    }
    return this.#called(callee, given).taint
  }

  /** Returns the actions that a value can be. */
  protected actionsOf(value: ValueDomain): readonly ProcedureDef[] {
    return this.#actions.filter(({ id }) => this.domains.canBeAction(value, id))
  }

  #actionsWith(tag: string | undefined, cls: string | undefined): ValueDomain {
    const found = this.#actions.filter(
      ({ tags, class: own }) =>
        (tag === undefined || tags.includes(tag)) && (cls === undefined || own === cls),
    )
    return this.domains.actions(found.map(({ id }) => id))
  }
}

/** Returns whether the domain tracks values of a type: zones, seats, tokens and actions. */
function hasDomain(type: TypeName): boolean {
  const item = itemOf(type)
  return item === 'zone' || item === 'seat' || item === 'token' || item === 'action'
}

function isChanged(e: Expr): boolean {
  return typeof e === 'object' && 'ref' in e && e.ref === 'changed'
}
