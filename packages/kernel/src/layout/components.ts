/**
 * The components of a game as integers: seats, enumerations, zones, tokens, kinds, properties, tables.
 * Zones that hold pieces come before zones that hold cards, and so do tokens; the tokens of one type are
 * contiguous. A *kind* is a type together with values of its changing properties: tokens of one kind in one zone are
 * interchangeable.
 */
import type { AttributeDef, Constant, GameDef, PropertyDef, TokenTypeDef, ZoneDef } from '../def/index.js'
import { enumId, isEnum, isList, itemOf, tableId } from '../def/index.js'
import { Boards } from './boards.js'
import { isInt32, quote } from '../def/shape.js'
import { present } from '../errors.js'
import { VISIBILITIES } from './zone-visibility.js'

export type ReportError = (sentence: string) => never

export interface Zone {
  readonly def: ZoneDef
  readonly owner: number
  readonly adjacent: readonly number[]
}

export interface TokenType {
  readonly def: TokenTypeDef
  readonly first: number // its first token
  readonly supply: number
  readonly kind: number // its first kind
  readonly startKind: number
  readonly kinds: number
}

export interface Property {
  readonly id: string
  readonly name: string | undefined // for people
  readonly type: string
  readonly changes: boolean
  readonly start: number
  readonly has: readonly boolean[] // by kind
  readonly values: readonly number[] // by kind
  readonly lists: readonly (readonly number[])[] | null // by kind, of a list-valued property
  readonly stride: readonly number[] // by kind: the step in kind numbers per value; 0: it lacks the property
  readonly radix: number
  readonly min: number // of a changing property
  readonly max: number
}

/** A column of values by row, seat or zone; list-valued columns hold their items. */
export interface Column {
  readonly type: string
  readonly values: readonly (number | readonly number[])[]
}

const LIMITS = { seats: 64, zones: 2000, tokens: 200_000, kinds: 20_000, numberedKinds: 64, cells: 4_000_000 }

interface Enumeration {
  readonly values: readonly string[]
  readonly index: ReadonlyMap<string, number>
  readonly names: Readonly<Record<string, string>> // for people
}

export class Components {
  readonly seats: readonly string[]
  readonly seatNames: readonly string[]
  readonly seatIndex = new Map<string, number>()
  readonly enums = new Map<string, Enumeration>()
  readonly zones: Zone[] = []
  readonly zoneIndex = new Map<string, number>()
  readonly zoneOrder: readonly number[] // zones as the GameDef lists them
  readonly pieceZones: number // their count
  readonly types: TokenType[] = []
  readonly typeIndex = new Map<string, number>()
  readonly pieces: number // how many tokens are pieces
  readonly tokens: number
  readonly typeOf: number[] = [] // by token
  readonly pieceKinds: number // K
  readonly kinds: number // of pieces and cards
  readonly kindType: number[] = []
  readonly props = new Map<string, Property>()
  readonly texts: string[] = []
  readonly textIndex = new Map<string, number>()
  readonly tables = new Map<
    string,
    { columns: ReadonlyMap<string, Column>; rows: number; first: string | null }
  >()
  readonly attributes = new Map<string, Column>()
  readonly seatProps = new Map<string, Column>()
  readonly boards: Boards
  readonly families = new Map<string, { zones: readonly number[]; bySeat: readonly number[] }>()
  readonly actions: readonly number[] // indexes of procedures
  readonly procedureIndex = new Map<string, number>()
  readonly procedures: readonly string[]

  constructor(
    readonly def: GameDef,
    private readonly fail: ReportError,
  ) {
    this.seats = this.names(def.seats, 'seat', this.seatIndex)
    this.seatNames = def.seats.map((s) => s.name)
    if (this.seats.length === 0) fail('The game has no seats.')
    if (this.seats.length > LIMITS.seats) fail(`A game has at most ${LIMITS.seats} seats.`)
    for (const e of def.enums) {
      const index = new Map<string, number>()
      for (const value of e.values) {
        if (typeof value !== 'string') fail(`The enumeration '${e.id}' has a value that isn't a text.`)
        if (index.has(value)) fail(`The enumeration '${e.id}' has the value '${value}' twice.`)
        index.set(value, index.size)
      }
      this.enums.set(e.id, { values: e.values, index, names: e.names ?? {} })
    }
    this.procedures = this.names(def.procedures, 'procedure', this.procedureIndex)
    this.actions = def.procedures.flatMap((p, i) => (p.kind === 'action' ? [i] : []))

    const zones = def.zones
    if (zones.length > LIMITS.zones) fail(`A game has at most ${LIMITS.zones} zones.`)
    const ordered = [
      ...zones.filter((z) => z.holds === 'pieces'),
      ...zones.filter((z) => z.holds !== 'pieces'),
    ]
    this.pieceZones = zones.filter((z) => z.holds === 'pieces').length
    this.names(ordered, 'zone', this.zoneIndex)
    this.zoneOrder = zones.map((z) => this.zone(z.id))
    for (const z of ordered) {
      if (!VISIBILITIES.includes(z.visible))
        fail(`The zone '${z.id}' must be visible to all, owner, others or none.`)
      const adjacent = z.adjacent.map((a) => this.zone(a))
      this.zones.push({ def: z, owner: z.owner === undefined ? -1 : this.seat(z.owner), adjacent })
    }
    this.columnsOf(
      def.attributes,
      this.attributes,
      ordered.map((z) => z.attributes),
    )
    this.columnsOf(
      def.seatProps,
      this.seatProps,
      def.seats.map((s) => s.props),
    )
    this.boards = new Boards(this, fail)
    this.readFamilies()

    const types = def.tokens
    const inOrder = [
      ...types.filter((t) => t.family === 'pieces'),
      ...types.filter((t) => t.family !== 'pieces'),
    ]
    this.names(inOrder, 'token type', this.typeIndex)
    const pieces = this.numberKinds(inOrder)
    this.pieces = pieces.tokens
    this.pieceKinds = pieces.kinds
    this.tokens = this.typeOf.length
    this.kinds = this.kindType.length
    if (this.kinds * this.zones.length > LIMITS.cells)
      fail('The game has too many zones and kinds of tokens.')
    this.readProperties()
    this.readTables()
  }

  private names(
    list: readonly { readonly id: string }[],
    what: string,
    index: Map<string, number>,
  ): string[] {
    const ids: string[] = []
    for (const item of list) {
      if (index.has(item.id)) this.fail(`There are two ${what}s named '${item.id}'.`)
      index.set(item.id, ids.length)
      ids.push(item.id)
    }
    return ids
  }

  seat(id: string): number {
    return this.seatIndex.get(id) ?? this.fail(`There is no seat ${quote(id)}.`)
  }

  zone(id: string): number {
    return this.zoneIndex.get(id) ?? this.fail(`There is no zone ${quote(id)}.`)
  }

  text(text: string): number {
    let i = this.textIndex.get(text)
    if (i === undefined) {
      i = this.texts.length
      this.texts.push(text)
      this.textIndex.set(text, i)
    }
    return i
  }

  /** Returns how many values a type has, or -1 for numbers. Fails if there is no such type or it is a list. */
  size(type: string): number {
    switch (type) {
      case 'number':
      case 'position':
        return -1
      case 'flag':
        return 2
      case 'text':
        return this.texts.length
      case 'seat':
        return this.seats.length
      case 'zone':
        return this.zones.length
      case 'token':
        return this.tokens
      case 'kind':
        return 1 << 20 // linking keeps adding sets of kinds
      case 'action':
        return this.procedures.length
    }
    const table = tableId(type)
    return (
      this.enumOf(type)?.values.length ??
      this.def.tables.find(({ id }) => id === table)?.rows.length ??
      this.fail(`There is no type ${quote(type)}.`)
    )
  }

  /** Returns the enumeration of a type. */
  enumOf(type: string): Enumeration | undefined {
    return this.enums.get(enumId(type))
  }

  checkType(type: string): void {
    this.size(itemOf(type))
  }

  /** Converts a constant of the GameDef to an integer, or a list of integers. */
  constant(type: string, value: Constant | undefined): number | readonly number[] {
    if (isList(type)) {
      if (value === undefined || value === null) return []
      if (!Array.isArray(value)) return this.fail(`${quote(value)} isn't a list.`)
      if (value.includes(null)) this.fail(`${quote(value)} contains null. A list cannot.`)
      const items: readonly Constant[] = value
      return items.map((v) => this.scalar(itemOf(type), v))
    }
    if (value === undefined) return type === 'number' || type === 'flag' ? 0 : -1
    return this.scalar(type, value)
  }

  scalar(type: string, value: Constant | undefined): number {
    const wrong = (): never => this.fail(`${quote(value)} isn't a value of the type ${type}.`)
    if (value === null && type !== 'number' && type !== 'flag') return -1
    if (type === 'number') return isInt32(value) ? value : wrong()
    if (type === 'flag') return typeof value === 'boolean' ? Number(value) : wrong()
    if (tableId(type) !== '' && isInt32(value)) return value >= 0 && value < this.size(type) ? value : wrong()
    if (typeof value !== 'string') return wrong()
    if (type === 'text') return this.text(value)
    if (type === 'seat') return this.seatIndex.get(value) ?? wrong()
    if (type === 'zone') return this.zoneIndex.get(value) ?? wrong()
    if (type === 'action') {
      const i = this.procedureIndex.get(value) ?? wrong()
      return this.actions.includes(i) ? i : wrong()
    }
    return this.enumOf(type)?.index.get(value) ?? wrong()
  }

  private columnsOf(
    defs: readonly AttributeDef[],
    into: Map<string, Column>,
    rows: readonly Readonly<Record<string, Constant>>[],
  ): void {
    for (const a of defs) {
      this.checkType(a.type)
      const values = rows.map((r) => this.constant(a.type, ownValue(r, a.id)))
      into.set(a.id, { type: a.type, values })
    }
  }

  private readFamilies(): void {
    for (const z of this.zoneOrder) {
      const family = this.zones[z].def.family
      if (family === undefined || this.families.has(family)) continue
      const zones = this.zoneOrder.filter((i) => this.zones[i].def.family === family)
      const bySeat = this.seats.map((_, seat) => zones.find((i) => this.zones[i].owner === seat) ?? -1)
      this.families.set(family, { zones, bySeat })
    }
  }

  private numberKinds(types: readonly TokenTypeDef[]): { tokens: number; kinds: number } {
    const { fail } = this
    let pieces = { tokens: 0, kinds: 0 }
    for (const def of types) {
      const first = this.typeOf.length
      const kind = this.kindType.length
      if (!isInt32(def.count) || def.count < 0 || first + def.count > LIMITS.tokens)
        fail(
          `The token type '${def.id}' has no valid count. It must be a whole number, and a game has at most ${LIMITS.tokens} tokens.`,
        )
      let kinds = 1
      let startKind = kind
      for (const id of def.changing) {
        const p = this.def.properties.find((q) => q.id === id)
        if (p === undefined || !p.changes) return fail(`'${def.id}' has no changing property ${quote(id)}.`)
        if (p.type !== 'flag' && p.type !== 'number' && !isEnum(p.type))
          fail(`The changing property '${id}' must be a flag, an enumeration or a number.`)
        startKind += kinds * Math.max(0, this.startOf(p) - (p.min ?? 0))
        kinds *= this.radixOf(p)
        if (p.type === 'number' && kinds > LIMITS.numberedKinds)
          fail(`The property '${id}' (${this.radixOf(p)} values) makes too many kinds of '${def.id}'.`)
        if (kind + kinds > LIMITS.kinds) fail('The game has too many kinds of tokens.')
      }
      const supply = this.zone(def.supply)
      if (supply < this.pieceZones !== (def.family === 'pieces'))
        fail(`The supply '${def.supply}' of '${def.id}' does not hold ${def.family}.`)
      this.types.push({ def, first, supply, kind, startKind, kinds })
      for (let i = 0; i < def.count; i++) this.typeOf.push(this.types.length - 1)
      for (let i = 0; i < kinds; i++) this.kindType.push(this.types.length - 1)
      if (def.family === 'pieces') pieces = { tokens: this.typeOf.length, kinds: this.kindType.length }
    }
    return pieces
  }

  private readProperties(): void {
    for (const p of this.def.properties) {
      this.checkType(p.type)
      const has: boolean[] = []
      const values: number[] = []
      const lists: (readonly number[])[] | null = isList(p.type) ? [] : null
      const stride: number[] = []
      const radix = p.changes ? this.radixOf(p) : 0
      for (let kind = 0; kind < this.kinds; kind++) {
        const type = this.types[this.kindType[kind]]
        const changing = p.changes ? type.def.changing.indexOf(p.id) : -1
        let step = 0
        let value = this.constant(p.type, undefined)
        let known = false
        if (changing >= 0) {
          step = 1
          for (const other of type.def.changing.slice(0, changing))
            step *= this.radixOf(this.propertyDef(other))
          value = (Math.floor((kind - type.kind) / step) % radix) + (p.min ?? 0)
          known = true
        } else if (Object.hasOwn(type.def.props, p.id)) {
          value = this.constant(p.type, type.def.props[p.id])
          known = true
        }
        has.push(known)
        stride.push(step)
        values.push(typeof value === 'number' ? value : 0)
        if (lists !== null) lists.push(typeof value === 'number' ? [] : value)
      }
      const start = p.changes ? this.startOf(p) : 0
      this.props.set(p.id, {
        name: p.name,
        id: p.id,
        type: p.type,
        changes: p.changes,
        start,
        has,
        values,
        lists,
        stride,
        radix,
        min: p.min ?? 0,
        max: (p.min ?? 0) + radix - 1,
      })
    }
  }

  private propertyDef(id: string): PropertyDef {
    return present(
      this.def.properties.find((q) => q.id === id),
      'linking has checked the names of properties.',
    )
  }

  /** Returns how many values a changing property has. */
  private radixOf({ id, type, min, max }: PropertyDef): number {
    if (type !== 'number') return this.size(type)
    if (!isInt32(min) || !isInt32(max) || max < min)
      return this.fail(`The changing property '${id}' needs bounds, because it is a number.`)
    return max - min + 1
  }

  private startOf({ id, type, start, min = 0, max = 0 }: PropertyDef): number {
    const value = this.scalar(type, start ?? (type === 'flag' ? false : type === 'number' ? min : null))
    if (type === 'number' && (value < min || value > max))
      this.fail(`The property '${id}' has a start value outside its bounds.`)
    return value
  }

  private readTables(): void {
    for (const t of this.def.tables) {
      const columns = new Map<string, Column>()
      this.columnsOf(t.columns, columns, t.rows)
      const head = t.columns[0]
      let first: string | null = null
      if (head !== undefined && (head.type === 'text' || isEnum(head.type))) {
        const values = columns.get(head.id)?.values ?? []
        // The first column names the rows only if its values are unique.
        if (new Set(values).size === values.length && !values.includes(-1)) first = head.id
      }
      this.tables.set(t.id, { columns, rows: t.rows.length, first })
    }
  }
}

function ownValue(record: Readonly<Record<string, Constant>>, key: string): Constant | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined
}
