/**
 * Which expressions can depend on something that not everybody sees: tokens in a zone that is not open to all, a
 * hidden variable, a name that holds such a thing. It errs on the safe side. How much lies in a zone is no secret.
 *
 * To know which zones are read, every value is followed as a few bits: whether it can be a hidden zone that holds
 * pieces, one that holds cards, whether it depends on a secret, and whether that is an answer given in secret. Of a
 * token the first two say in which of these it can lie.
 */
import type { Expr, FunctionDef, ZoneDef } from '../def/index.js'
import type { Bound } from '../def/walk.js'
import type { Layout } from '../layout/layout.js'
import { countedIn, Matching, type Node, type Read, Reading, SPACES, spacesOf } from './reading.js'

const PIECES = 1
const CARDS = 2
export const SECRET = 4
export const ANSWER = 8 // then it is SECRET too
/** What stays of a value in all that is worked out from it. */
export const SECRETS = SECRET | ANSWER
const ZONES = PIECES | CARDS

const HOLDS = { pieces: PIECES, cards: CARDS } as const

/** What local names can be. One that is not known can be any zone. */
export type Env = Map<string, number>

/** The names of parameters: what they can be is still to be found out. */
export function parameters(params: readonly { readonly name: string }[]): Env {
  return new Map(params.map(({ name }) => [name, 0]))
}

/** What is read as a whole: a procedure by its number, a function by its name. */
type Unit = number | string

/** Something that is found out bit by bit. */
interface Fact {
  bits: number
  readonly readers: Set<Unit> // who went by it
}

/** Something can change without everybody knowing of it. */
export const UNNOTICED = 'unnoticed'

/** What is found out of a function, of the requirements of an action, of what a procedure gives, and at all. */
type Known = 'function' | 'requirements' | 'result' | typeof UNNOTICED

export class Hidden extends Reading<number> {
  /** What is to be read, or to be read again: something by which it went is more than it was. */
  readonly unread = new Set<Unit>()
  private reading: Unit = ''
  private readonly facts: Readonly<Record<Known, Map<Unit, Fact>>> = {
    function: new Map(),
    requirements: new Map(),
    result: new Map(),
    [UNNOTICED]: new Map(),
  }
  protected readonly plain = 0
  private readonly variables: ReadonlySet<string>
  private readonly any: number // what a zone of which nothing is known can be
  private readonly spaces: number
  private readonly held: number // what lies in spaces
  private readonly matches: Matching
  /** Of functions: what their parameters can be given. */
  private readonly params = new Map<string, { readonly names: Env; readonly order: readonly string[] }>()
  private readonly bodies = new Map<string, Expr>() // of functions

  constructor(
    private readonly layout: Layout,
    private readonly actionNames: readonly Env[], // by procedure: what the names in it can be
  ) {
    super()
    const { def } = layout
    this.variables = new Set(def.variables.filter((v) => v.hidden !== undefined).map((v) => v.id))
    this.any = hiddenAmong(def.zones)
    this.spaces = hiddenAmong(spacesOf(def))
    this.held = spacesOf(def).reduce((all, { holds }) => all | HOLDS[holds], 0)
    this.matches = new Matching(def)
  }

  addFunctions(functions: readonly FunctionDef[]): void {
    for (const { id, params, body } of functions) {
      this.params.set(id, { names: parameters(params), order: params.map(({ name }) => name) })
      this.bodies.set(id, body)
      this.unread.add(id)
    }
  }

  /** Reads what is unread, some of it again and again, until nothing more is found out. */
  readAll(procedure: (index: number) => void): void {
    for (const unit of this.unread)
      this.readUnit(unit, () => {
        if (typeof unit === 'number') procedure(unit)
        else this.learn('function', unit, this.read(this.bodies.get(unit)!, this.params.get(unit)!.names))
      })
  }

  readUnit(unit: Unit, work: () => void): void {
    this.unread.delete(unit)
    this.reading = unit
    work()
  }

  learn(what: Known, unit: Unit, bits: number): void {
    const fact = this.fact(what, unit)
    if ((fact.bits | bits) === fact.bits) return
    fact.bits |= bits
    for (const reader of fact.readers) this.unread.add(reader)
  }

  /** What is known of it so far. Who asks is read again when it is more. */
  known(what: Known, unit: Unit): number {
    const { bits, readers } = this.fact(what, unit)
    readers.add(this.reading)
    return bits
  }

  private fact(what: Known, unit: Unit): Fact {
    const facts = this.facts[what]
    let fact = facts.get(unit)
    if (fact === undefined) facts.set(unit, (fact = { bits: 0, readers: new Set() }))
    return fact
  }

  /** What a name can be. A local name is bound before it is read: nobody went by it when it is new. */
  hold(unit: Unit, names: Env, name: string, bits: number): void {
    const before = names.get(name)
    names.set(name, (before ?? 0) | bits)
    if (before !== undefined && (before | bits) !== before) this.unread.add(unit)
  }

  /** What is required of an action. */
  requires(action: number, requirements: readonly { readonly when: Expr }[], env: Env): void {
    const bits = requirements.reduce((all, { when }) => all | this.read(when, env), 0)
    this.learn('requirements', action, bits & SECRETS)
  }

  protected either(a: number, b: number): number {
    return a | b
  }

  protected bound(_: Bound, list: number | undefined): number {
    return list === undefined ? this.spaces : list & ZONES
  }

  protected special(e: Node, names: Env): number | undefined {
    if ('call' in e) return this.call(e.call, e.args, names)
    const where = countedIn(e)
    return where === undefined ? undefined : this.read(where, names) & SECRETS
  }

  protected node(e: Node, read: Read<number>, names: Env): number {
    let inside = 0
    for (const bits of read.values) inside |= bits & SECRETS
    const passed = this.passed(read)
    if (passed !== undefined) return inside | passed
    if ('ref' in e) return inside | this.reference(e, read, names)
    if ('query' in e) return inside | this.query(e, read)
    if ('op' in e && e.op === 'legal') {
      this.pass(e.args ?? [], this.actionsOf(e.action), names)
      return this.legality(e.action) | inside | this.any
    }
    if ('zone' in e && typeof e.zone === 'string') {
      const index = this.layout.zoneIndex.get(e.zone)
      return index === undefined ? 0 : hiddenAmong([this.layout.zones[index].def])
    }
    return inside | this.any
  }

  private reference(e: Extract<Node, { ref: unknown }>, read: Read<number>, names: Env): number {
    if (e.ref === 'binding') return names.get(e.name) ?? this.any
    if (e.ref === 'tokenZone') return this.field(read, 'token')! & ZONES
    if (e.ref === 'zoneOf') return this.family(e.family)
    if (SPACES.has(e.ref)) return this.spaces
    if (e.ref === 'changed') return this.known(UNNOTICED, '')
    // The order of a deck, for example.
    if (e.ref === 'option') return this.layout.lists.get(e.option)?.item === 'token' ? SECRET : this.any
    const variable = e.ref === 'markerState' ? e.marker : 'var' in e ? e.var : ''
    return this.any | (this.variables.has(variable) ? SECRET : 0)
  }

  private query(e: Extract<Node, { query: unknown }>, read: Read<number>): number {
    if (SPACES.has(e.query)) return this.spaces
    if (e.query === 'zoneFamily') return this.family(e.family)
    if (e.query === 'list') return 0
    if (e.query === 'tokensInZone') {
      const zone = this.field(read, 'zone')! & ZONES
      const matching = this.matches.matchingFamilies(e.filter).reduce((all, family) => all | HOLDS[family], 0)
      const families = isAmongSpaces(e.zone) ? matching & this.held : matching
      return (this.any & families) | ((zone & families) === 0 ? 0 : SECRET)
    }
    if (e.query !== 'supply') return this.any
    const { zones, zoneIndex } = this.layout
    const supplies = this.matches.matching(e.filter).map(({ supply }) => zones[zoneIndex.get(supply)!].def)
    return this.any | (supplies.some(({ visible }) => visible !== 'all') ? SECRET : 0)
  }

  private family(id: string): number {
    return hiddenAmong(this.layout.def.zones.filter(({ family }) => family === id))
  }

  private call(id: string, args: readonly Expr[], names: Env): number {
    const params = this.params.get(id)
    if (params === undefined) return this.any
    let inside = 0
    for (let i = 0; i < args.length; i++) {
      const bits = this.read(args[i], names)
      inside |= bits & SECRETS
      if (i < params.order.length) this.hold(id, params.names, params.order[i], bits & ZONES)
    }
    return inside | this.known('function', id)
  }

  /** Whether the requirements of an action can depend on a secret. */
  legality(action: Expr): number {
    return this.actionsOf(action).reduce((all, index) => all | this.known('requirements', index), 0)
  }

  /** The action that is meant; or all, if it is known only in play. */
  actionsOf(action: Expr): readonly number[] {
    const id = typeof action === 'object' && 'action' in action ? action.action : undefined
    const index = typeof id === 'string' ? this.layout.procedureIndex.get(id) : undefined
    return index === undefined ? this.layout.actions : [index]
  }

  /** Arguments become what the parameters of procedures can be. */
  pass(args: readonly Expr[], callees: readonly number[], names: Env): void {
    args.forEach((arg, i) => {
      const bits = this.read(arg, names)
      for (const c of callees) {
        const param = this.layout.def.procedures[c]?.params[i]
        if (param !== undefined) this.hold(c, this.actionNames[c], param.name, bits)
      }
    })
  }
}

/** What holds pieces, and what holds cards, among zones that not everybody looks into. */
function hiddenAmong(zones: readonly ZoneDef[]): number {
  return zones.reduce((bits, { visible, holds }) => bits | (visible === 'all' ? 0 : HOLDS[holds]), 0)
}

/** Can it only be spaces? */
function isAmongSpaces(zones: Expr): boolean {
  if (typeof zones !== 'object' || !('query' in zones)) return false
  return zones.query === 'filter' ? isAmongSpaces(zones.over) : SPACES.has(zones.query)
}
