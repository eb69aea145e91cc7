/**
 * Evaluates clauses of rules again with the same compiled expressions that computed the offer, so that there is no second
 * implementation of a rule. The number of evaluations is bounded, so that an explanation always ends.
 */
import {
  type Expr,
  type FunctionDef,
  itemOf,
  LudoError,
  present,
  type Slot,
  type SourceDef,
  type State,
  type Supposing,
  type Viewer,
} from '@ludoforge/kernel'
import {
  forkState,
  type Layout,
  type Linked,
  loadContext,
  type NameDomains,
  NO_NAMES,
  type QuestionSite,
  saveContext,
  seesZone,
  type ValueDomain,
  VisibilityAnalysis,
} from '@ludoforge/kernel/internal'
import { type Clause, Clauses } from './clauses.js'
import { SINGLE_CASE, type Name, Bindings, type Row } from './bindings.js'

/** Caches of a game, independent of its state: its clauses, and what each viewer may see. */
interface Caches {
  readonly clauses: Clauses
  readonly sights: Map<string, ViewerSight>
}

interface ViewerSight {
  readonly visibility: VisibilityAnalysis
  readonly open: WeakMap<object, boolean> // nodes that read nothing hidden, for any values of their names
}

const cachesOf = new WeakMap<Linked, Caches>()

const MAX_VALUES = 20_000
const MAX_CASES = 2_000

export class ClauseEvaluator {
  private left = MAX_VALUES
  private readonly caches: Caches
  private readonly sight: ViewerSight

  constructor(
    readonly linked: Linked,
    readonly s: State,
    readonly q: QuestionSite,
    readonly seat: number, // the seat that decides, which is also the viewer
  ) {
    this.caches = cachesOf.get(linked) ?? { clauses: new Clauses(linked.machine), sights: new Map() }
    cachesOf.set(linked, this.caches)
    this.sight = this.sightOf({
      seat: this.seatId(seat),
      acting: s.actor === seat,
      actor: this.actorId(s.actor),
    })
    linked.machine.refuel(s) // once: the whole explanation gets the fuel of one step
  }

  get linker() {
    return this.linked.machine.linker
  }

  get names() {
    return this.linked.machine.names
  }

  procedure(index: number) {
    return present(this.linker.def.procedures[index], 'a procedure that the rules name is one of theirs.')
  }

  zone(index: number): Layout['zones'][number] {
    return present(this.linker.layout.zones[index], 'a zone that the rules name is on the board.')
  }

  private seatId(seat: number): string {
    return present(this.linker.layout.seats[seat], 'a seat that decides is one of the game.')
  }

  /** Nobody may be acting. */
  private actorId(seat: number): string | null {
    return this.linker.layout.seats[seat] ?? null
  }

  /** Returns the bindings of the question itself: the names that the rule has bound so far. */
  here(): Bindings {
    const { q } = this
    const bare = new Bindings(`q${q.id}`, q.scope, [], SINGLE_CASE, new Map(), q.rule)
    const held = this.linker.flows.namesIn(q.routine)
    const names = new Map<string, ValueDomain>()
    for (const name of q.scope.known()) {
      const value = held.get(name)
      const isKnown = value === undefined || this.sight.visibility.shows(value)
      names.set(name, isKnown ? this.domainOfName(name, bare) : value)
    }
    return new Bindings(`q${q.id}`, q.scope, [], SINGLE_CASE, names, q.rule)
  }

  /** Returns the bindings of a window's list of actions: no names. */
  window(index: number): Bindings {
    return new Bindings('w', null, [], SINGLE_CASE, new Map(), this.procedure(index).rule ?? this.q.rule)
  }

  /** Returns what the viewer sees. In the context of a hypothetical action, `actor` is its performer. */
  private sightAt({ rows }: Bindings): ViewerSight {
    if (rows.every(({ context }) => context === undefined)) return this.sight
    const actors = new Set(rows.map(({ context }) => (context ?? this.s).actor))
    const [actor] = actors.size === 1 ? actors : []
    return this.sightOf({ seat: this.seatId(this.seat), acting: true, actor: this.actorId(actor ?? -1) })
  }

  private sightOf(viewer: Viewer): ViewerSight {
    const key = JSON.stringify(viewer)
    let sight = this.caches.sights.get(key)
    if (sight === undefined) {
      sight = { visibility: new VisibilityAnalysis(this.linker.flows, viewer), open: new WeakMap() }
      this.caches.sights.set(key, sight)
    }
    return sight
  }

  /** Returns the domain of a name that isn't secret: the viewer knows its value. */
  private domainOfName(name: string, at: Bindings): ValueDomain {
    const { domains } = this.linker.flows
    const type = this.q.scope.find(name)?.type ?? ''
    const item = itemOf(type)
    if (item !== 'zone' && item !== 'seat' && item !== 'token') return domains.anything
    const [value] = this.values(this.clauses.name(name), at)
    if (value === undefined) return domains.anything
    const found = [value].flat().filter((v) => v >= 0)
    if (item === 'seat') return domains.seats(found.map((v) => this.seatId(v)))
    const zones = item === 'zone' ? found : found.map((token) => this.names.zoneOf(this.s, token))
    const named = domains.zonesNamed(zones.map((zone) => this.zone(zone).def.id))
    return item === 'token' ? domains.tainted(named, named.zones) : named
  }

  get clauses(): Clauses {
    return this.caches.clauses
  }

  seesInto(zone: number): boolean {
    const { def, owner } = this.zone(zone)
    return seesZone(def.visible, owner, this.seat)
  }

  /** Returns the domain of a value. */
  domainOf(node: Expr, at: Bindings): ValueDomain {
    return this.sightAt(at).visibility.domainOf(node, at.held)
  }

  /** Returns whether the viewer may know a value. */
  sees(node: Expr, at: Bindings): boolean {
    if (typeof node !== 'object') return true
    const { open, visibility } = this.sightAt(at)
    if (at.tainted) return visibility.shows(this.domainOf(node, at))
    const free = open.get(node) ?? visibility.shows(visibility.domainOf(node, NO_NAMES))
    open.set(node, free)
    return free || visibility.shows(this.domainOf(node, at))
  }

  /** Returns the value in each case; undefined where it can't be computed, or beyond the limit of evaluations. */
  values(node: Expr, at: Bindings, type?: string): (Slot | undefined)[] {
    const literal = typeof node === 'number' ? 'number' : typeof node === 'boolean' ? 'flag' : undefined
    if (literal !== undefined && (type ?? literal) === literal) return at.rows.map(() => Number(node))
    if (typeof node !== 'object') return at.rows.map(() => undefined)
    const clause = this.clauses.of(node, at)
    const fits = clause !== null && (type ?? clause.type) === clause.type
    return at.rows.map((row) => {
      if (!fits || --this.left < 0) return undefined
      try {
        return this.run(clause, row)
      } catch (e) {
        // A clause that needs an earlier one to hold has no value where it doesn't.
        if (e instanceof LudoError) return undefined
        throw e
      }
    })
  }

  private run({ run }: Clause, { values, context, state: s = this.s }: Row): Slot {
    s.depth = 0
    if (context === undefined) return run(s, s.k, s.fp, values, this.seat)
    const before: Slot[] = []
    saveContext(s, before, 0)
    try {
      return run(Object.assign(s, context), s.k, s.fp, values, this.seat)
    } finally {
      loadContext(s, before, 0)
    }
  }

  /** Returns the type of an expression, or undefined if it is invalid. */
  typeOf(node: Expr, at: Bindings): string | undefined {
    if (typeof node !== 'object') return typeof node === 'number' ? 'number' : 'flag'
    return this.clauses.of(node, at)?.type
  }

  /** Returns bindings with one case per item of a list; undefined if there are too many, or they are secret. */
  cases(list: Expr, bind: string, at: Bindings): Bindings | undefined {
    const type = this.typeOf(list, at)
    if (type === undefined || !this.sees(list, at)) return undefined
    const lists = this.values(list, at).filter((items) => typeof items === 'object')
    const count = lists.reduce((sum, items) => sum + items.length, 0)
    if (lists.length < at.rows.length || count > MAX_CASES) return undefined
    const item = itemOf(type)
    const label = (value: Slot): string => this.names.label(this.s, item, value)
    return at.with(
      { name: bind, type: item },
      this.domainOf(list, at),
      (i) => present(lists[i], 'the list has items in every row.'),
      label,
    )
  }

  /** Returns the same cases in the position after a procedure; undefined if the viewer may not know it. */
  suppose(node: Supposing, at: Bindings): Bindings | undefined {
    const index = this.linker.layout.procedureIndex.get(node.supposing) ?? -1
    const run = this.linked.machine.program.plains[index]
    if (run === undefined || !this.sees(node, at)) return undefined
    const given = this.given(node.args, this.procedure(index).params, at)
    if (given === undefined) return undefined
    const rows: Row[] = []
    for (const [i, row] of at.rows.entries()) {
      if (--this.left < 0) return undefined
      const state = forkState(row.state ?? this.s)
      const args = present(given.rows[i], 'every case has its arguments.').values
      try {
        run(Object.assign(state, row.context), ...args)
      } catch (e) {
        if (e instanceof LudoError) return undefined
        throw e
      }
      rows.push({ ...row, state })
    }
    return at.replaced(rows)
  }

  functionOf(id: string): FunctionDef | undefined {
    const index = this.linker.functionIndex.get(id)
    return index === undefined ? undefined : this.linker.functions[index]
  }

  /** Returns a function with its parameters bound to the values of the arguments. */
  enter(
    { call, args }: { readonly call: string; readonly args: readonly Expr[] },
    at: Bindings,
  ): { readonly f: FunctionDef; readonly place: Bindings } | undefined {
    const index = this.linker.functionIndex.get(call)
    const f = index === undefined ? undefined : this.linker.functions[index]
    if (f === undefined || args.length !== f.params.length) return undefined
    const given = this.given(args, f.params, at)
    if (given === undefined) return undefined
    const { rows, held } = given
    return { f, place: new Bindings(`f${index}`, null, f.params, rows, held, f.rule ?? at.rule) }
  }

  /** Returns the cases with other names, bound to the values of these arguments; undefined if one is unknown. */
  given(
    args: readonly Expr[],
    names: readonly Name[],
    at: Bindings,
  ): { readonly rows: readonly Row[]; readonly held: NameDomains } | undefined {
    const argument = (i: number) => present(args[i], 'every name has its argument.')
    const columns = names.map(({ type }, i) => this.values(argument(i), at, type))
    if (columns.some((values) => values.includes(undefined))) return undefined
    const rows = at.rows.map((row, i) => ({
      ...row,
      values: columns.map((values) => present(values[i], 'every argument has a value in every row.')),
    }))
    return { rows, held: new Map(names.map(({ name }, i) => [name, this.domainOf(argument(i), at)])) }
  }

  /** Returns the bindings of an action's requirements: only its parameters; without arguments, none. */
  action(
    index: number,
    params: readonly Name[] = [],
    rows: readonly Row[] = SINGLE_CASE,
    held: NameDomains = NO_NAMES,
  ): Bindings {
    const { rule } = this.procedure(index)
    return new Bindings(`p${index}/${params.length}`, null, params, rows, held, rule ?? this.q.rule)
  }

  source(src: number | undefined): SourceDef | undefined {
    return this.linker.source(src)
  }
}
