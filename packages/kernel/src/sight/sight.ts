/**
 * What an expression can see. A seat that asks a question of a position must not learn from the answer what it
 * could not see itself. The rule is simple and errs on the safe side: an expression is refused if it *can* read
 * the tokens of a zone that is hidden from the seat, or a variable that is, whatever the position; be it by
 * itself, by a function that it calls, or by what an action requires. How much lies in a zone is no secret.
 *
 * To know which zones are read, every expression is given the zones and seats that its value can be.
 */
import type { Expr, Filter, GameDef, Operator, ZoneDef } from '../def/index.js'
import { functionOf } from '../def/rules.js'
import { type Bound, partsOf, walk } from '../def/walk.js'
import { countedIn, Matching, type Node, type Read, Reading, SPACES, spacesOf } from './reading.js'

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
  return new Sight(def, asker).refusal(expr, NO_NAMES)
}

class Unseen extends Error {}

/** All that one asker can see; what it has found out about functions it remembers. */
export class Sight extends Reading<Range> {
  protected readonly plain = ANYTHING
  readonly #calls = new Map<string, Range>() // functions with the ranges of their arguments; open ones are anything
  readonly #matching: Matching
  readonly #hidden: readonly ZoneDef[]
  readonly #spaces: Range
  #known: Known

  constructor(
    private readonly def: GameDef,
    private readonly asker: Asker,
  ) {
    super()
    this.#matching = new Matching(def)
    this.#spaces = zonesOf(spacesOf(def))
    this.#hidden = def.zones.filter(
      ({ visible, owner = '' }) => visible === 'none' || (visible === 'owner' && owner !== asker.seat),
    )
    const { seat, actor = seat } = asker
    this.#known = { actor: actor === null ? ANYTHING : { seats: new Set([actor]) }, within: asker.acting }
  }

  /** What the value of an expression with these names can be; one that the asker may not know is a secret. */
  known(e: Expr, names: Ranges): Range {
    try {
      return this.read(e, names)
    } catch (error) {
      if (!(error instanceof Unseen)) throw error
      this.#calls.clear() // functions that were being looked into count as harmless there
      return { secret: true }
    }
  }

  /** Why the asker may not know the value of an expression with these names; undefined: it may. */
  refusal(e: Expr, names: Ranges): string | undefined {
    try {
      this.read(e, names)
      return undefined
    } catch (error) {
      this.#calls.clear()
      if (error instanceof Unseen) return error.message
      if (error instanceof RangeError) return 'Too many rules call each other to say what this can read.'
      throw error
    }
  }

  protected either(a: Range, b: Range): Range {
    return either(a, b)
  }

  protected bound({ type }: Bound, list: Range | undefined): Range {
    return list ?? (type === 'zone' ? this.#spaces : ANYTHING)
  }

  protected special(e: Node, names: Ranges): Range | undefined {
    if ('call' in e) return this.#call(e.call, e.args, names)
    if ('op' in e && e.op === 'legal') this.#legality(e, names)
    if ('would' in e && isChanged(e.then)) return this.read(e.would, names) // by a deed of the asker
    const where = countedIn(e)
    if (where === undefined) return undefined
    this.read(where, names)
    return ANYTHING
  }

  protected node(e: Node, read: Read<Range>, names: Ranges): Range {
    if ('kinds' in e) this.#groups(e.kinds, names)
    if ('filter' in e) this.#groups(e.filter, names)
    const passed = this.passed(read)
    if (passed !== undefined) return passed
    if ('ref' in e) return this.#reference(e, read, names)
    if ('query' in e) return this.#query(e, read)
    if ('op' in e) {
      if (e.op === 'within' && !this.#known.within) this.#refuse('where the action in progress is allowed')
      return ANYTHING
    }
    if ('seat' in e) return { seats: new Set([e.seat]) }
    if ('zone' in e) return { zones: new Set([e.zone]) }
    return 'none' in e ? NOTHING : ANYTHING
  }

  #refuse(what: string): never {
    throw new Unseen(`${this.#who()} may not know ${what}.`)
  }

  #reference(e: Extract<Node, { ref: unknown }>, read: Read<Range>, names: Ranges): Range {
    switch (e.ref) {
      case 'actor':
        return this.#known.actor
      case 'binding': {
        const range = names.get(e.name) ?? ANYTHING
        return range.secret === true ? this.#refuse(`\`${e.name}\``) : range
      }
      case 'gvar':
      case 'pvar':
        this.#variable(e.var, this.field(read, 'player') ?? ANYTHING)
        return ANYTHING
      case 'markerState':
        this.#variable(e.marker, ANYTHING)
        return ANYTHING
      case 'zoneOf': {
        const seats = this.field(read, 'player')?.seats
        return zonesOf(
          this.def.zones.filter(
            ({ family, owner }) => family === e.family && (seats === undefined || seats.has(owner ?? '')),
          ),
        )
      }
      case 'tokenZone':
        return this.field(read, 'token')!
      case 'changed':
        return this.#refuse('what the last action has changed')
      case 'option':
        // The order of a deck, for example: it says what lies where nobody may look.
        if (this.def.options.find(({ id }) => id === e.option)?.type === 'list token')
          this.#refuse(`what was given for \`${e.option}\``)
        return ANYTHING
      default:
        return SPACES.has(e.ref) ? this.#spaces : ANYTHING
    }
  }

  #query(e: Extract<Node, { query: unknown }>, read: Read<Range>): Range {
    switch (e.query) {
      case 'zoneFamily':
        return zonesOf(this.def.zones.filter(({ family }) => family === e.family))
      case 'tokensInZone': {
        const { zones } = this.field(read, 'zone')!
        this.#look(zones, e.filter)
        return zones === undefined ? ANYTHING : { zones }
      }
      case 'supply': {
        const zones = new Set(this.#matching.matching(e.filter).map(({ supply }) => supply))
        this.#look(zones, e.filter)
        return { zones }
      }
      case 'list':
        return NOTHING
      default:
        return SPACES.has(e.query) ? this.#spaces : ANYTHING
    }
  }

  /** What the groups that a filter names ask. */
  #groups(filter: Filter, names: Ranges): void {
    walk('Filter', filter, (predicate, { of }) => {
      if (of !== 'Predicate' || typeof predicate.group !== 'string') return
      const group = this.#matching.group(predicate.group)
      for (const { value } of partsOf('GroupDef', { filter: group }).exprs) this.read(value, names)
      this.#groups(group, names)
    })
  }

  #call(id: string, args: readonly Expr[], names: Ranges): Range {
    const ranges = args.map((arg) => this.read(arg, names))
    const f = functionOf(this.def, id)
    if (f === undefined) return ANYTHING
    const key = this.#key(id, ranges)
    const known = this.#calls.get(key)
    if (known !== undefined) return known
    this.#calls.set(key, ANYTHING)
    const range = this.read(f.body, new Map(f.params.map(({ name }, i) => [name, ranges[i] ?? ANYTHING])))
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
    const ranges = args.map((arg) => this.read(arg, names))
    const performed = [by, free, cls, within].some((clause) => clause !== undefined)
    const before = this.#known
    if (performed)
      this.#known = { actor: by === undefined ? before.actor : this.read(by, names), within: true }
    try {
      this.#requirements(action, ranges)
    } finally {
      this.#known = before
    }
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
          this.read(when, new Map(p.params.map(({ name }, i) => [name, ranges[i] ?? ANYTHING])))
  }

  /** Tokens are looked for in these zones. */
  #look(zones: ReadonlySet<string> | undefined, filter: Filter): void {
    const found = this.#hidden.find(
      ({ id, holds }) =>
        (zones === undefined || zones.has(id)) && this.#matching.matchingFamilies(filter).includes(holds),
    )
    if (found !== undefined) this.#refuse(`what lies in ${found.name}`)
  }

  #variable(id: string, { seats }: Range): void {
    const hidden = this.def.variables.find((v) => v.id === id)?.hidden
    if (hidden === undefined) return
    const own = seats !== undefined && [...seats].every((seat) => seat === this.asker.seat)
    if (hidden === 'owner' && own) return
    this.#refuse(`\`${id}\`${hidden === 'owner' ? ' of others' : ''}`)
  }

  #who(): string {
    return this.def.seats.find(({ id }) => id === this.asker.seat)?.name ?? 'An onlooker'
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

function isChanged(e: Expr): boolean {
  return typeof e === 'object' && 'ref' in e && e.ref === 'changed'
}
