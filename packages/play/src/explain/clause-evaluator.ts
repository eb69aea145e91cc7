/**
 * Asks parts of rules again, by the same compiled expressions that made the offer: there is no second telling of
 * a rule that could go wrong. What is asked is bounded, so that an explanation always ends.
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
  type Viewer,
} from '@ludoforge/kernel'
import {
  type Linked,
  loadContext,
  type NameDomains,
  NO_NAMES,
  type QuestionSite,
  saveContext,
  type ValueDomain,
  VisibilityAnalysis,
} from '@ludoforge/kernel/internal'
import { type Clause, Clauses } from './clauses.js'
import { ALONE, type Name, Bindings, type Row } from './place.js'

/** What is known of a game whatever its state: its clauses, and what each viewer may see. */
interface Memory {
  readonly clauses: Clauses
  readonly eyes: Map<string, Eyes>
}

interface Eyes {
  readonly visibility: VisibilityAnalysis
  readonly open: WeakMap<object, boolean> // nodes that read nothing hidden, whatever their names are
}

const memories = new WeakMap<Linked, Memory>()

const MOST_VALUES = 20_000
const MOST_CASES = 2_000

export class ClauseEvaluator {
  private left = MOST_VALUES
  private readonly memory: Memory
  private readonly eyes: Eyes

  constructor(
    readonly linked: Linked,
    readonly s: State,
    readonly q: QuestionSite,
    readonly seat: number, // that is asked, and asks now
  ) {
    this.memory = memories.get(linked) ?? {
      clauses: new Clauses(linked.machine),
      eyes: new Map(),
    }
    memories.set(linked, this.memory)
    const { seats } = this.linker.layout
    this.eyes = this.eyesOf({ seat: seats[seat], acting: s.actor === seat, actor: seats[s.actor] ?? null })
    linked.machine.refuel(s) // once: all that is asked together is one step's work at most
  }

  get linker() {
    return this.linked.machine.linker
  }

  get names() {
    return this.linked.machine.names
  }

  /** The place of the question itself, with the names that the rule has bound so far. */
  here(): Bindings {
    const { q } = this
    const bare = new Bindings(`q${q.id}`, q.scope, [], ALONE, new Map(), q.rule)
    const held = this.linker.flows.namesIn(q.routine)
    const names = new Map<string, ValueDomain>()
    for (const name of q.scope.known()) {
      const value = held.get(name)
      const isKnown = value === undefined || this.eyes.visibility.shows(value)
      names.set(name, isKnown ? this.domainOfName(name, bare) : value)
    }
    return new Bindings(`q${q.id}`, q.scope, [], ALONE, names, q.rule)
  }

  /** Where a window lists its actions: with no names. */
  window(index: number): Bindings {
    return new Bindings(
      'w',
      null,
      [],
      ALONE,
      new Map(),
      this.linker.def.procedures[index].rule ?? this.q.rule,
    )
  }

  /** Who sees: in the context of an action that would be performed, `actor` is the one who would act. */
  private eyesAt({ rows }: Bindings): Eyes {
    if (rows.every(({ context }) => context === undefined)) return this.eyes
    const { seats } = this.linker.layout
    const actors = new Set(rows.map(({ context }) => (context ?? this.s).actor))
    const [actor] = actors.size === 1 ? actors : []
    return this.eyesOf({ seat: seats[this.seat], acting: true, actor: seats[actor ?? -1] ?? null })
  }

  private eyesOf(viewer: Viewer): Eyes {
    const key = JSON.stringify(viewer)
    let eyes = this.memory.eyes.get(key)
    if (eyes === undefined) {
      eyes = { visibility: new VisibilityAnalysis(this.linker.flows, viewer), open: new WeakMap() }
      this.memory.eyes.set(key, eyes)
    }
    return eyes
  }

  /** A name that is no secret: where it points to is known. */
  private domainOfName(name: string, at: Bindings): ValueDomain {
    const { layout, flows } = this.linker
    const { domains } = flows
    const type = this.q.scope.find(name)?.type ?? ''
    const item = itemOf(type)
    if (item !== 'zone' && item !== 'seat' && item !== 'token') return domains.anything
    const [value] = this.values(this.clauses.name(name), at)
    if (value === undefined) return domains.anything
    const found = [value].flat().filter((v) => v >= 0)
    if (item === 'seat') return domains.seats(found.map((v) => layout.seats[v]))
    const zones = item === 'zone' ? found : found.map((token) => this.names.zoneOf(this.s, token))
    const named = domains.zonesNamed(zones.map((zone) => layout.zones[zone].def.id))
    return item === 'token' ? domains.tainted(named, named.zones) : named
  }

  get clauses(): Clauses {
    return this.memory.clauses
  }

  seesInto(zone: number): boolean {
    const { def, owner } = this.linker.layout.zones[zone]
    return def.visible === 'all' || (def.visible === 'owner' && owner === this.seat)
  }

  /** What a value can be. */
  domainOf(node: Expr, at: Bindings): ValueDomain {
    return this.eyesAt(at).visibility.domainOf(node, at.held)
  }

  /** Whether the asker may know a value. */
  sees(node: Expr, at: Bindings): boolean {
    if (typeof node !== 'object') return true
    const { open, visibility } = this.eyesAt(at)
    if (at.tainted) return visibility.shows(this.domainOf(node, at))
    const free = open.get(node) ?? visibility.shows(visibility.domainOf(node, NO_NAMES))
    open.set(node, free)
    return free || visibility.shows(this.domainOf(node, at))
  }

  /** The value in each case; undefined where it cannot be computed, or when enough has been asked. */
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
        // A clause that only makes sense when an earlier one holds has no value where that does not.
        if (e instanceof LudoError) return undefined
        throw e
      }
    })
  }

  private run({ run }: Clause, { values, context }: Row): Slot {
    const { s } = this
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

  /** The type of an expression; undefined if it makes no sense. */
  typeOf(node: Expr, at: Bindings): string | undefined {
    if (typeof node !== 'object') return typeof node === 'number' ? 'number' : 'flag'
    return this.clauses.of(node, at)?.type
  }

  /** The items of a list as cases of their own; undefined if they are too many, or a secret. */
  cases(list: Expr, bind: string, at: Bindings): Bindings | undefined {
    const type = this.typeOf(list, at)
    if (type === undefined || !this.sees(list, at)) return undefined
    const lists = this.values(list, at).filter((items) => typeof items === 'object')
    const count = lists.reduce((sum, items) => sum + items.length, 0)
    if (lists.length < at.rows.length || count > MOST_CASES) return undefined
    const item = itemOf(type)
    const label = (value: Slot): string => this.names.label(this.s, item, value)
    return at.with({ name: bind, type: item }, this.domainOf(list, at), (i) => lists[i], label)
  }

  /** A function with its parameters bound to the values of the arguments. */
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

  /** The cases with other names, which have the values of these arguments; undefined if one is not known. */
  given(
    args: readonly Expr[],
    names: readonly Name[],
    at: Bindings,
  ): { readonly rows: readonly Row[]; readonly held: NameDomains } | undefined {
    const columns = args.map((arg, i) => this.values(arg, at, names[i].type))
    if (columns.some((values) => values.includes(undefined))) return undefined
    const rows = at.rows.map((row, i) => ({
      ...row,
      values: columns.map((values) => present(values[i], 'every argument has a value in every row.')),
    }))
    return { rows, held: new Map(names.map(({ name }, i) => [name, this.domainOf(args[i], at)])) }
  }

  /** What an action requires is asked with no names but its own; without arguments there are none. */
  action(
    index: number,
    params: readonly Name[] = [],
    rows: readonly Row[] = ALONE,
    held: NameDomains = NO_NAMES,
  ): Bindings {
    const { rule } = this.linker.def.procedures[index]
    return new Bindings(`p${index}/${params.length}`, null, params, rows, held, rule ?? this.q.rule)
  }

  source(src: number | undefined): SourceDef | undefined {
    return this.linker.source(src)
  }
}
