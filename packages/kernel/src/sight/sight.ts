/**
 * What an expression can see. A seat that asks a question of a position must not learn from the answer what it
 * could not see itself. The rule is simple and errs on the safe side: an expression is refused if it *can* read
 * the tokens of a zone that is hidden from the seat, or a variable that is, whatever the position; be it by
 * itself, by a function that it calls, or by what an action requires. How much lies in a zone is no secret.
 *
 * To know which zones are read, every expression is given the zones and seats that its value can be.
 */
import type {
  Aggregate,
  Expr,
  Filter,
  GameDef,
  Operator,
  Predicate,
  Query,
  Reference,
  TokenTypeDef,
  ZoneDef,
} from '../def/index.js'

/** What a value can be, or where a token can lie; undefined: anything. Of a list: what one of its items can be. */
export interface Range {
  readonly zones?: ReadonlySet<string>
  readonly seats?: ReadonlySet<string>
  readonly secret?: true // of a name: it was given a value that the asker may not know
}
export type Ranges = ReadonlyMap<string, Range>
type Legal = Extract<Operator, { op: 'legal' }>

/** What the asker knows of the context: who acts, and whether it may know to which zones the action is bound. */
interface Known {
  readonly actor: Range
  readonly within: boolean
}

const ANYTHING: Range = {}
const NOTHING: Range = { zones: new Set(), seats: new Set() }
const NO_NAMES: Ranges = new Map()

/** Who asks: a seat, or null for an onlooker. `acting`: the action in progress is its own. */
export interface Asker {
  readonly seat: string | null
  readonly acting: boolean
  readonly actor?: string | null // who is meant by `actor`; else the one who asks
}

/** Why the asker may not know the value of the expression; undefined: it may. */
export function unseen(def: GameDef, expr: Expr, asker: Asker): string | undefined {
  try {
    new Sight(def, asker).range(expr, NO_NAMES)
    return undefined
  } catch (error) {
    if (error instanceof Unseen) return error.message
    throw error
  }
}

class Unseen extends Error {}

/** All that one asker can see; what it has found out about functions it remembers. */
export class Sight {
  readonly #calls = new Map<string, Range>() // functions with the ranges of their arguments; open ones are anything
  readonly #types = new WeakMap<Filter, readonly TokenTypeDef[]>()
  readonly #hidden: readonly ZoneDef[]
  #map: Range | undefined

  #known: Known

  constructor(
    private readonly def: GameDef,
    private readonly asker: Asker,
  ) {
    this.#hidden = def.zones.filter(
      ({ visible, owner = '' }) => visible === 'none' || (visible === 'owner' && owner !== asker.seat),
    )
    const { seat, actor = seat } = asker
    this.#known = { actor: actor === null ? ANYTHING : { seats: new Set([actor]) }, within: asker.acting }
  }

  /** What the value of an expression with these names can be; one that the asker may not know is a secret. */
  known(e: Expr, names: Ranges): Range {
    try {
      return this.range(e, names)
    } catch (error) {
      if (!(error instanceof Unseen)) throw error
      this.#calls.clear() // functions that were being looked into count as harmless there
      return { secret: true }
    }
  }

  range(e: Expr, names: Ranges): Range {
    if (typeof e !== 'object') return ANYTHING
    if ('ref' in e) return this.#reference(e, names)
    if ('query' in e) return this.#query(e, names)
    if ('aggregate' in e) return this.#aggregate(e.aggregate, names)
    if ('call' in e) return this.#call(e.call, e.args, names)
    if ('if' in e) {
      this.range(e.if.when, names)
      return either(this.range(e.if.then, names), this.range(e.if.else, names))
    }
    if ('op' in e) {
      if (e.op === 'legal') this.#legality(e, names)
      if (e.op === 'within' && !this.#known.within)
        throw new Unseen(`${this.#who()} may not know where the action in progress is allowed.`)
      if (e.op === 'kindIs') this.#filter(e.filter, names)
      for (const part of operands(e)) this.range(part, names)
      return ANYTHING
    }
    if ('seat' in e) return { seats: new Set([e.seat]) }
    if ('zone' in e) return { zones: new Set([e.zone]) }
    if ('none' in e) return NOTHING
    if ('kinds' in e) this.#filter(e.kinds, names)
    return ANYTHING
  }

  #reference(e: Reference, names: Ranges): Range {
    switch (e.ref) {
      case 'actor':
        return this.#known.actor
      case 'binding': {
        const range = names.get(e.name) ?? ANYTHING
        if (range.secret === true) throw new Unseen(`${this.#who()} may not know \`${e.name}\`.`)
        return range
      }
      case 'gvar':
        this.#variable(e.var, ANYTHING)
        return ANYTHING
      case 'pvar':
        this.#variable(e.var, this.range(e.player, names))
        return ANYTHING
      case 'markerState':
        this.range(e.space, names)
        this.#variable(e.marker, ANYTHING)
        return ANYTHING
      case 'zoneOf': {
        const { seats } = this.range(e.player, names)
        return zonesOf(
          this.def.zones.filter(
            ({ family, owner }) => family === e.family && (seats === undefined || seats.has(owner ?? '')),
          ),
        )
      }
      case 'zoneCount':
      case 'zoneProp':
      case 'zoneOwner':
        this.range(e.zone, names)
        return ANYTHING
      case 'tokenZone':
        return this.range(e.token, names)
      case 'tokenProp':
        this.range(e.token, names)
        return ANYTHING
      case 'nextSeat':
        this.range(e.player, names)
        return ANYTHING
      case 'seatProp':
        this.range(e.seat, names)
        return ANYTHING
      case 'column':
        this.range(e.row, names)
        return ANYTHING
      case 'changed':
        throw new Unseen(`${this.#who()} may not know what the last action has changed.`)
      case 'zoneToward':
        this.range(e.zone, names)
        this.range(e.direction, names)
        return this.#spaces()
      case 'opposite':
        this.range(e.direction, names)
        return ANYTHING
      case 'boardCell':
        this.range(e.column, names)
        this.range(e.row, names)
        return this.#spaces()
      case 'option':
        // The order of a deck, for example: it says what lies where nobody may look.
        if (this.def.options.find(({ id }) => id === e.option)?.type === 'list token')
          throw new Unseen(`${this.#who()} may not know what was given for \`${e.option}\`.`)
        return ANYTHING
      case 'free':
      case 'actionClass':
        return ANYTHING
    }
  }

  #query(e: Query, names: Ranges): Range {
    const over = (
      list: Expr,
      bind: string,
      ...inner: readonly (Expr | undefined)[]
    ): { item: Range; last: Range } => {
      const item = this.range(list, names)
      const within = new Map(names).set(bind, item)
      let last: Range = ANYTHING
      for (const part of inner) if (part !== undefined) last = this.range(part, within)
      return { item, last }
    }
    switch (e.query) {
      case 'mapSpaces':
        return this.#spaces()
      case 'zoneFamily':
        return zonesOf(this.def.zones.filter(({ family }) => family === e.family))
      case 'adjacentZones':
        this.range(e.zone, names)
        return this.#spaces()
      case 'connectedZones': {
        this.range(e.zone, names)
        const within = new Map(names).set(e.bind, this.#spaces())
        for (const part of [e.to, e.via]) if (part !== undefined) this.range(part, within)
        if (e.steps !== undefined) this.range(e.steps, names)
        return this.#spaces()
      }
      case 'ray':
      case 'line':
        this.range(e.zone, names)
        this.range(e.direction, names)
        return this.#spaces()
      case 'boardRow':
        this.range(e.row, names)
        return this.#spaces()
      case 'boardColumn':
        this.range(e.column, names)
        return this.#spaces()
      case 'tokensInZone': {
        const { zones } = this.range(e.zone, names)
        this.#filter(e.filter, names)
        this.#look(zones, this.#matching(e.filter))
        return zones === undefined ? ANYTHING : { zones }
      }
      case 'supply': {
        this.#filter(e.filter, names)
        const types = this.#matching(e.filter)
        const zones = new Set(types.map(({ supply }) => supply))
        this.#look(zones, types)
        return { zones }
      }
      case 'playersFrom':
        this.range(e.player, names)
        return ANYTHING
      case 'intsInRange':
        this.range(e.min, names)
        this.range(e.max, names)
        return ANYTHING
      case 'list':
        return e.items.map((item) => this.range(item, names)).reduce(either, NOTHING)
      case 'filter':
        return over(e.over, e.bind, e.where).item
      case 'leading':
        return over(e.over, e.bind, e.while, e.end).item
      case 'sort':
        return over(e.over, e.bind, e.by).item
      case 'collect':
        return over(e.over, e.bind, e.value).last
      case 'take':
        this.range(e.count, names)
        return this.range(e.over, names)
      case 'reverse':
      case 'distinct':
        return this.range(e.over, names)
      case 'union':
      case 'except':
      case 'concat':
        return either(this.range(e.left, names), this.range(e.right, names))
      case 'players':
      case 'values':
      case 'rows':
      case 'actions':
        return ANYTHING
    }
  }

  #aggregate({ op, query, bind, value }: Aggregate, names: Ranges): Range {
    // How many tokens lie somewhere is no secret, as long as nothing is said about them.
    const counts = (op === 'count' || op === 'any') && value === undefined
    if (counts && typeof query === 'object' && 'query' in query && query.query === 'tokensInZone')
      if (query.filter.length === 0) {
        this.range(query.zone, names)
        return ANYTHING
      }
    const item = this.range(query, names)
    if (value !== undefined) this.range(value, new Map(names).set(bind ?? 'it', item))
    return op === 'first' || op === 'last' || op === 'best' ? item : ANYTHING
  }

  #call(id: string, args: readonly Expr[], names: Ranges): Range {
    const ranges = args.map((arg) => this.range(arg, names))
    const f = this.def.functions.find((found) => found.id === id)
    if (f === undefined) return ANYTHING
    const key = this.#key(id, ranges)
    const known = this.#calls.get(key)
    if (known !== undefined) return known
    this.#calls.set(key, ANYTHING)
    const range = this.range(f.body, new Map(f.params.map(({ name }, i) => [name, ranges[i] ?? ANYTHING])))
    this.#calls.set(key, range)
    return range
  }

  /** What is known besides the arguments is part of it: an action of another seat reads what that seat sees. */
  #key(what: string, ranges: readonly Range[]): string {
    const { actor, within } = this.#known
    const parts = [actor, ...ranges].map(({ zones, seats }) => `${keyOf(zones)};${keyOf(seats)}`)
    return `${what} ${within} ${parts.join(' ')}`
  }

  #legality(e: Legal, names: Ranges): void {
    const { action, args = [], by, free, class: cls, within } = e
    const ranges = args.map((arg) => this.range(arg, names))
    const performed = [by, free, cls, within].some((clause) => clause !== undefined)
    const before = this.#known
    if (performed)
      this.#known = { actor: by === undefined ? before.actor : this.range(by, names), within: true }
    this.#requirements(action, ranges)
    this.#known = before
  }

  #requirements(action: Expr, ranges: readonly Range[]): void {
    const literal = typeof action === 'object' && 'action' in action ? action.action : undefined
    const named = typeof literal === 'string' ? literal : undefined
    const key = this.#key(`legal ${named ?? ''}`, ranges)
    if (this.#calls.has(key)) return
    this.#calls.set(key, ANYTHING)
    for (const p of this.def.procedures)
      if (p.kind === 'action' && (named === undefined || p.id === named))
        for (const { when } of p.requires)
          this.range(when, new Map(p.params.map(({ name }, i) => [name, ranges[i] ?? ANYTHING])))
  }

  #filter(filter: Filter, names: Ranges): void {
    for (const p of filter) {
      if ('eq' in p) this.range(p.eq, names)
      else if ('neq' in p) this.range(p.neq, names)
      else if ('in' in p) for (const item of p.in) this.range(item, names)
      else if ('kind' in p) this.range(p.kind, names)
      else if ('any' in p) for (const inner of p.any) this.#filter(inner, names)
      else if ('not' in p) this.#filter(p.not, names)
      else if ('group' in p) this.#filter(this.#group(p.group), names)
    }
  }

  /** Tokens of these types are looked for in these zones. */
  #look(zones: ReadonlySet<string> | undefined, types: readonly TokenTypeDef[]): void {
    const found = this.#hidden.find(
      (zone) =>
        (zones === undefined || zones.has(zone.id)) && types.some(({ family }) => family === zone.holds),
    )
    if (found !== undefined) throw new Unseen(`${this.#who()} may not know what lies in ${found.name}.`)
  }

  #variable(id: string, { seats }: Range): void {
    const hidden = this.def.variables.find((v) => v.id === id)?.hidden
    if (hidden === undefined) return
    const own = seats !== undefined && [...seats].every((seat) => seat === this.asker.seat)
    if (hidden === 'owner' && own) return
    throw new Unseen(`${this.#who()} may not know \`${id}\`${hidden === 'owner' ? ' of others' : ''}.`)
  }

  #matching(filter: Filter): readonly TokenTypeDef[] {
    const types = this.#types.get(filter) ?? this.def.tokens.filter((type) => this.#mayMatch(type, filter))
    this.#types.set(filter, types)
    return types
  }

  #mayMatch(type: TokenTypeDef, filter: Filter): boolean {
    return filter.every((p: Predicate) => {
      if ('type' in p) return p.type === type.id
      if ('group' in p) return this.#mayMatch(type, this.#group(p.group))
      if ('any' in p) return p.any.some((inner) => this.#mayMatch(type, inner))
      if ('eq' in p || 'in' in p) {
        const wanted = 'eq' in p ? [p.eq] : p.in
        return p.prop in type.props || type.changing.includes(p.prop) || !wanted.every(isSomething)
      }
      return true
    })
  }

  #group(id: string): Filter {
    return this.def.groups.find((group) => group.id === id)?.filter ?? []
  }

  #spaces(): Range {
    this.#map ??= zonesOf(
      this.def.zones.filter(
        ({ space, adjacent, board }) => space || adjacent.length > 0 || board !== undefined,
      ),
    )
    return this.#map
  }

  #who(): string {
    return this.def.seats.find(({ id }) => id === this.asker.seat)?.name ?? 'An onlooker'
  }
}

/** A value that a property which a token does not have never is: that would be 0, false or none. */
function isSomething(e: Expr): boolean {
  return typeof e === 'object' ? 'value' in e || 'seat' in e : Boolean(e)
}

function operands(e: Operator): readonly Expr[] {
  switch (e.op) {
    case 'and':
    case 'or':
      return e.args
    case 'not':
      return [e.arg]
    case 'in':
      return [e.item, e.set]
    case 'zonePropIncludes':
      return [e.zone, e.value]
    case 'kindIs':
      return [e.token]
    case 'within':
      return [e.zone]
    case 'legal':
      return [e.action, e.by, e.free, e.class, e.within, ...(e.args ?? [])].filter(
        (part) => part !== undefined,
      )
    case 'level':
      return [e.value]
    default:
      return [e.left, e.right]
  }
}

function zonesOf(zones: readonly ZoneDef[]): Range {
  return { zones: new Set(zones.map(({ id }) => id)) }
}

export function either(a: Range, b: Range): Range {
  const [zones, seats] = [union(a.zones, b.zones), union(a.seats, b.seats)]
  return { ...(zones && { zones }), ...(seats && { seats }) }
}

type Ids = ReadonlySet<string> | undefined

/** One of the two if it holds the other: sets that stay the same are known again. */
function union(a: Ids, b: Ids): Ids {
  if (a === undefined || b === undefined || a === b) return a && b
  const both = new Set([...a, ...b])
  return both.size === a.size ? a : both.size === b.size ? b : both
}

const keys = new WeakMap<ReadonlySet<string>, string>()

function keyOf(ids: Ids): string {
  if (ids === undefined) return '?'
  let key = keys.get(ids)
  if (key === undefined) {
    key = JSON.stringify([...ids])
    keys.set(ids, key)
  }
  return key
}
