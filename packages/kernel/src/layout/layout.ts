/** The memory layout of a state's board: one flat array of integers. */
import type { Constant, GameDef, OptionDef, ProcedureDef, VariableDef } from '../def/index.js'
import { isEnum, isList, itemOf } from '../def/index.js'
import { boardHash, type CellArray, type List, putRandomWords, RANDOM_CELLS, State } from './state.js'
import { Components, type ReportError, type Property } from './components.js'
import { teammates } from '../def/players.js'
import { isInt32, quote } from '../def/shape.js'
import { present } from '../errors.js'
import { hidesSomething, type ListCells } from './list-cells.js'

export type { ListCells } from './list-cells.js'

export interface Variable {
  readonly def: VariableDef
  readonly cell: number // of the first of its cells
  readonly cells: number
  readonly min: number
  readonly max: number
  readonly start: number
  readonly zones: readonly number[] // of zone scope: those that have it, one cell each
  readonly lacking: number // the cell that the other zones share, always at the start value; -1: every zone has one
  readonly cellOf: readonly number[] // by zone
  readonly list: ListCells | null // of a list variable
}

/** A position has 52 bits, which fit a JavaScript number: four cells of 13 bits. */
const POSITION_CELLS = 4
const POSITION_CELL_MAX = 8191
const MOST_ITEMS = 30_000

/** The cells scoped to one action, and their start values. */
export interface ActionCells {
  readonly cells: readonly number[]
  readonly starts: readonly number[]
  /** The same as ranges: first cell, end cell and start value of each variable. */
  readonly runs: readonly number[]
  readonly lists: readonly Variable[]
}

export interface OptionCell {
  readonly id: string
  readonly type: string
  readonly cell: number
  readonly min: number
  readonly max: number
}

/** A list-valued game option. Its items are in `state.lists`, not on the board. */
export interface ListOption {
  readonly id: string
  readonly type: string
  readonly item: string // the type of one item
  readonly index: number
  readonly min: number // of one item
  readonly max: number
}

const NO_ACTION_CELLS: ActionCells = { cells: [], starts: [], runs: [], lists: [] }
const MAX_LIST_LENGTH = 10_000
export const INT_MIN = -2147483648
export const INT_MAX = 2147483647
const NARROW_MAX = 32767

export class Layout extends Components {
  readonly scenario = RANDOM_CELLS
  readonly variables = new Map<string, Variable>()
  readonly options = new Map<string, OptionCell>()
  readonly lists = new Map<string, ListOption>()
  readonly startLists: List[] = []
  readonly teams: readonly List[] | null // by seat: the seats of its team; null: there are no teams
  readonly present: OptionCell | null // the number of seats that are present; null: all are
  readonly at: number // by piece: zone * K + kind
  // By card, which is a token that isn't a piece: `d[cardZone + token]`.
  readonly cardZone: number
  readonly cardBelow: number
  readonly fixedKind: readonly number[] // by token: its kind, if it has no changing properties
  readonly cardKind: readonly number[] // by token: the kind cell of a card with changing properties; -1: it has none
  readonly unseenTurn: number // 1: a card was turned out of sight of a viewer; -1: no card can turn
  readonly hashed: number // cells before this one are hashed; the rest are derived from them
  readonly cardAbove: number // by card
  readonly top: number // by zone of cards
  readonly bottom: number
  readonly held: number // by zone: the number of tokens
  readonly count: number // by zone of pieces * K + kind; then K cells that stay 0
  readonly countRow: readonly number[] // by zone: the cell of its first count; zones of cards have no pieces
  /** By kind of piece: its owner. The pieces of one seat are a camp with its own count; empty if there are no camps. */
  readonly ownerOfKind: readonly number[]
  readonly camps: number // their count
  readonly camp: number // by zone of pieces * camps + camp; then `camps` cells that stay 0
  readonly campRow: readonly number[] // by zone: the cell of its first camp
  readonly away: number // the number of action-scoped cells that differ from their start value
  readonly cells: number
  private readonly wide: boolean // a cell may need more than 16 bits
  /** By procedure: the cells that it shadows while it runs. */
  readonly during: readonly ActionCells[]
  /** By hashed cell: 1 if it is scoped to an action, and its start value. */
  readonly passing: Uint8Array
  readonly startAt: Int32Array

  constructor(def: GameDef, fail: ReportError) {
    super(def, fail)
    let next = RANDOM_CELLS + 1
    const take = (n: number): number => {
      const at = next
      next += n
      if (next > 8_000_000)
        fail('The game is too large: its zones, tokens and variables need more than 8 million cells.')
      return at
    }
    for (const o of def.options) {
      if (isList(o.type)) {
        this.addList(o, fail)
        continue
      }
      const [min, max] = this.range(o.type, o.min, o.max, fail)
      this.options.set(o.id, { id: o.id, type: o.type, cell: take(1), min, max })
    }
    this.present = this.presentOption(fail)
    this.teams = this.teamsOf(fail)
    for (const v of def.variables) this.addVariable(v, take, fail)
    const { pieces, pieceKinds: K, pieceZones } = this
    const cards = this.tokens - pieces
    const cardZones = this.zones.length - pieceZones
    this.at = take(pieces)
    this.cardZone = take(cards) - pieces
    this.cardBelow = take(cards) - pieces
    this.fixedKind = this.typeOf.map((type) => this.types[type].kind)
    const turning = this.typeOf.map((type, t) => t >= pieces && this.types[type].kinds > 1)
    this.cardKind = turning.map((turns) => (turns ? take(1) : -1))
    this.unseenTurn = turning.includes(true) ? take(1) : -1
    this.hashed = next
    this.cardAbove = take(cards) - pieces
    this.top = take(cardZones) - pieceZones
    this.bottom = take(cardZones) - pieceZones
    this.held = take(this.zones.length)
    this.count = take(pieceZones * K + (cardZones > 0 ? K : 0))
    this.countRow = this.zones.map((_, z) => this.count + Math.min(z, pieceZones) * K)
    this.ownerOfKind = this.campsOfKinds()
    this.camps = this.ownerOfKind.length === 0 ? 0 : this.seats.length
    this.camp = take(this.camps * (pieceZones + 1))
    this.campRow = this.zones.map((_, z) => this.camp + Math.min(z, pieceZones) * this.camps)
    this.away = take(1)
    this.cells = next
    const held = [...this.variables.values(), ...this.options.values()]
    this.wide =
      Math.max(this.tokens, this.kinds, this.zones.length, pieceZones * K, this.hashed) > NARROW_MAX ||
      held.some(({ min, max }) => min < -NARROW_MAX - 1 || max > NARROW_MAX)
    const passing = [...this.variables.values()].filter((v) => v.def.during !== undefined)
    this.passing = new Uint8Array(this.hashed)
    this.startAt = new Int32Array(this.hashed)
    for (const { cell, cells, start } of passing) {
      this.passing.fill(1, cell, cell + cells)
      this.startAt.fill(start, cell, cell + cells)
    }
    const shared = new Map<string, ActionCells>()
    this.during = def.procedures.map((p) => actionCells(p, passing, shared))
  }

  private presentOption(fail: ReportError): OptionCell | null {
    const { players, seats } = this.def
    if (players === undefined) return null
    const option = this.options.get(players)
    if (option?.type !== 'number' || option.min < 1 || option.max > seats.length)
      return fail(
        `The number of players must be an option from 1 to at most ${seats.length}, the number of seats.`,
      )
    return option
  }

  private teamsOf(fail: ReportError): readonly List[] | null {
    const { teams } = this.def
    if (teams === undefined) return null
    const members = teams.flatMap(({ seats }) => seats.map((id) => this.seat(id)))
    if (new Set(members).size < members.length) fail('A seat belongs to two teams.')
    return this.seats.map((_, seat) => teammates(this.def, seat))
  }

  /** Returns how many seats are present. */
  presentCount(d: ArrayLike<number>): number {
    return this.present === null ? this.seats.length : d[this.present.cell]
  }

  /** Returns the owner of each kind, if a constant property gives every piece to a seat and seats have several kinds. */
  private campsOfKinds(): readonly number[] {
    if (this.pieceKinds <= this.seats.length) return []
    for (const { type, changes, values } of this.props.values()) {
      const camps = values.slice(0, this.pieceKinds)
      if (type === 'seat' && !changes && camps.every((seat) => seat >= 0)) return camps
    }
    return []
  }

  private addList(o: OptionDef, fail: ReportError): void {
    const item = itemOf(o.type)
    if (!['number', 'seat', 'zone', 'token'].includes(item) && !isEnum(item))
      fail(`The option '${o.id}' cannot be a ${o.type}.`)
    const [least, max] = this.range(item, o.min, o.max, fail)
    const min = item === 'number' ? least : 0 // an item can't be none
    const list = { id: o.id, type: o.type, item, index: this.lists.size, min, max }
    this.lists.set(o.id, list)
    const start = this.listGiven(list, o.default)
    this.startLists.push(
      typeof start === 'string' ? fail(`The default of '${o.id}' is wrong: ${start}.`) : start,
    )
  }

  /** Parses the value of a list option. Returns a text with the reason if it is invalid. A repeated type names the next token. */
  listGiven(o: ListOption, value: Constant): List | string {
    if (!Array.isArray(value)) return `${quote(value)} isn't a list`
    if (value.length > MAX_LIST_LENGTH) return `it has more than ${MAX_LIST_LENGTH} items`
    const items: number[] = []
    const named = new Map<number, number>()
    const given: readonly Constant[] = value
    for (const entry of given) {
      if (o.item !== 'token') {
        const item = this.itemGiven(o, entry)
        if (item === undefined) return `${quote(entry)} isn't a valid value of the type ${o.item}`
        items.push(item)
        continue
      }
      const type = typeof entry === 'string' ? this.typeIndex.get(entry) : undefined
      if (type === undefined) return `there is no piece or card ${quote(entry)}`
      const nth = named.get(type) ?? 0
      const { first, def } = this.types[type]
      if (nth >= def.count)
        return `it names ${quote(entry)} more than ${def.count} times, and there are no more`
      named.set(type, nth + 1)
      items.push(first + nth)
    }
    return items
  }

  private itemGiven(o: ListOption, value: Constant): number | undefined {
    try {
      const item = this.scalar(o.item, value)
      return item < o.min || item > o.max ? undefined : item
    } catch {
      return undefined
    }
  }

  private addVariable(v: VariableDef, take: (n: number) => number, fail: ReportError): void {
    if (this.variables.has(v.id)) fail(`There are two variables named '${v.id}'.`)
    if (v.type === 'position')
      fail(`The variable '${v.id}' can't be a position. Declare a list of positions.`)
    const list = isList(v.type) ? this.listCells(v, fail) : null
    const [min, max] = list !== null ? [list.min, list.max] : this.range(v.type, v.min, v.max, fail)
    if (v.during !== undefined && typeof v.during !== 'string')
      fail(`The variable '${v.id}' has an invalid \`during\`: it must be a text.`)
    const start = list === null ? this.scalar(v.type, v.start) : 0
    if (list === null && (start < min || start > max))
      fail(`The variable '${v.id}' has a start value outside its bounds.`)
    if (v.track !== undefined && (v.type !== 'number' || min === INT_MIN || max === INT_MAX))
      fail(`The variable '${v.id}' can't be a track. A track is a number with a minimum and a maximum.`)
    const zones = v.scope === 'zone' ? this.zonesWith(v) : []
    const per = { global: 1, seat: this.seats.length, zone: zones.length }
    const cells = Object.hasOwn(per, v.scope)
      ? per[v.scope]
      : fail(`The variable '${v.id}' has no valid scope.`)
    const stride = list?.stride ?? 1
    const cell = take(cells * stride)
    const lacking = v.scope === 'zone' && zones.length < this.zones.length ? take(stride) : -1
    const cellOf = this.zones.map(() => lacking)
    zones.forEach((z, i) => {
      cellOf[z] = cell + i * stride
    })
    this.variables.set(v.id, {
      def: v,
      cell,
      cells: cells * stride,
      min,
      max,
      start,
      zones,
      lacking,
      cellOf,
      list,
    })
  }

  private listCells(v: VariableDef, fail: ReportError): ListCells {
    const item = itemOf(v.type)
    const { id, most = 0 } = v
    if (!['number', 'seat', 'zone', 'action', 'token', 'position'].includes(item) && !isEnum(item))
      fail(`The variable '${id}' cannot be a ${v.type}.`)
    if (!isInt32(most) || most < 1 || most > MOST_ITEMS)
      fail(`The list '${id}' has no valid \`most\`: how many items it can hold, from 1 to ${MOST_ITEMS}.`)
    if (item === 'action' && v.hidden !== undefined) fail(`The list '${id}' can't be hidden: it has actions.`)
    const isPosition = item === 'position'
    const [least, max] = isPosition
      ? [0, POSITION_CELL_MAX]
      : item === 'token'
        ? [0, this.tokens - 1]
        : this.range(item, v.min, v.max, fail)
    const min = item === 'number' ? least : 0 // an item can't be none
    const width = isPosition ? POSITION_CELLS : 1
    const forgets = v.forgetting === 'first'
    const cells = { id, item, most, width, stride: 1 + most * width, min, max, forgets, start: [] }
    if ((item === 'token' || isPosition) && hidesSomething(this.def, v) && v.hidden !== 'all')
      fail(`The list '${id}' must be hidden from all, because the game hides something.`)
    if (item === 'token' || isPosition || v.during !== undefined) {
      if (!Array.isArray(v.start) || v.start.length > 0) fail(`The list '${id}' must be empty at the start.`)
      return cells
    }
    const start = this.listGiven({ id, type: v.type, item, index: -1, min, max }, v.start)
    if (typeof start === 'string') return fail(`The start of '${id}' is wrong: ${start}.`)
    if (start.length > most) fail(`The list '${id}' starts with more than ${most} items.`)
    return { ...cells, start }
  }

  private zonesWith(v: VariableDef): number[] {
    const only = v.only && new Set(v.only.map((id) => this.zone(id)))
    return this.zones.flatMap(({ def }, z) => ((only?.has(z) ?? def.space) ? [z] : []))
  }

  /** Returns the variable that a cell belongs to. */
  variableAt(cell: number): Variable | undefined {
    for (const v of this.variables.values()) if (cell >= v.cell && cell < v.cell + v.cells) return v
    return undefined
  }

  /** Returns a declared property of tokens. */
  prop(id: string): Property {
    return present(this.props.get(id), 'linking has checked the names of properties.')
  }

  /** Returns the seat or zone that a cell of a variable belongs to, or '' for a global variable. */
  ownerOf(v: Variable, cell: number): string {
    const owner = this.ownerIndex(v, cell)
    if (v.def.scope === 'zone') return this.zones[v.zones[owner]].def.id
    return v.def.scope === 'seat' ? this.seats[owner] : ''
  }

  /** Returns the number of the owner of a cell: of a seat variable its seat, else its place among `zones`. */
  ownerIndex(v: Variable, cell: number): number {
    return Math.floor((cell - v.cell) / (v.list?.stride ?? 1))
  }

  /** Returns the cells that are part of `position`, without tokens; cells of lists of tokens are not among them. */
  positionCells(): List {
    const cells: number[] = []
    for (const { def, cell, cells: count, list } of this.variables.values()) {
      if (def.beside === true || list?.item === 'position' || list?.item === 'token') continue
      for (let i = 0; i < count; i++) cells.push(cell + i)
    }
    return cells
  }

  /** Returns the bounds of a variable or game option of the type. */
  range(type: string, min: unknown, max: unknown, fail: ReportError): readonly [number, number] {
    const n = this.size(type)
    if (n >= 0) return type === 'flag' ? [0, 1] : [-1, n - 1]
    if (min !== undefined && !isInt32(min)) fail(`The bound ${quote(min)} isn't a whole number.`)
    if (max !== undefined && !isInt32(max)) fail(`The bound ${quote(max)} isn't a whole number.`)
    return [isInt32(min) ? min : INT_MIN, isInt32(max) ? max : INT_MAX]
  }

  optionValue(o: OptionCell, value: Constant): number {
    const n = this.scalar(o.type, value)
    return n < o.min || n > o.max ? -1 : n
  }

  private template: CellArray | null = null
  private templateHash: readonly [number, number] | null = null

  /** Returns an empty board, or one that begins with the given cells. */
  board(cells: List = []): CellArray {
    const d = this.wide ? new Int32Array(this.cells) : new Int16Array(this.cells)
    d.set(cells)
    return d
  }

  /** Returns the state before any set-up: tokens in their supplies, variables at their start values. */
  blank(words: readonly number[]): State {
    this.template ??= this.startCells()
    this.templateHash ??= boardHash(this.template, this.hashed)
    const state = new State(this.template.slice())
    ;[state.h1, state.h2] = this.templateHash
    putRandomWords(state, words)
    state.lists = this.startLists
    return state
  }

  private startCells(): CellArray {
    const d = this.board()
    for (const o of this.def.options)
      if (!isList(o.type))
        d[present(this.options.get(o.id), 'every option has a cell.').cell] = this.scalar(o.type, o.default)
    for (const v of this.variables.values()) {
      if (v.list === null) {
        d.fill(v.start, v.cell, v.cell + v.cells)
        if (v.lacking >= 0) d[v.lacking] = v.start
      } else startList(d, v, v.list)
    }
    for (let t = 0; t < this.pieces; t++) {
      const type = this.types[this.typeOf[t]]
      d[this.at + t] = type.supply * this.pieceKinds + type.startKind
    }
    const last = new Map<number, number>()
    for (let t = this.pieces; t < this.tokens; t++) {
      const { supply, startKind } = this.types[this.typeOf[t]]
      d[this.cardZone + t] = supply
      d[this.cardBelow + t] = -1
      if (this.cardKind[t] >= 0) d[this.cardKind[t]] = startKind
      const above = last.get(supply)
      if (above !== undefined) d[this.cardBelow + above] = t
      last.set(supply, t)
    }
    this.derive(d)
    return d
  }

  kindOf(d: ArrayLike<number>, token: number): number {
    if (token < this.pieces) return d[this.at + token] % this.pieceKinds
    const turning = this.cardKind[token]
    return turning < 0 ? this.fixedKind[token] : d[turning]
  }

  /** Recounts the action-scoped cells that differ from their start value. */
  countAway(d: CellArray): void {
    const { passing, startAt } = this
    let n = 0
    for (let cell = 0; cell < passing.length; cell++)
      if (passing[cell] === 1 && d[cell] !== startAt[cell]) n++
    d[this.away] = n
  }

  /** Fills the derived cells. Returns false if the order of cards is inconsistent. */
  derive(d: CellArray): boolean {
    const { pieces, tokens, pieceKinds } = this
    d.fill(-1, this.hashed, this.held)
    d.fill(0, this.held)
    this.countAway(d)
    for (let t = 0; t < pieces; t++) {
      const at = d[this.at + t]
      d[this.count + at]++
      const zone = Math.floor(at / pieceKinds)
      d[this.held + zone]++
      if (this.camps > 0) d[this.camp + zone * this.camps + this.ownerOfKind[at % pieceKinds]]++
    }
    for (let t = pieces; t < tokens; t++) {
      const zone = d[this.cardZone + t]
      d[this.held + zone]++
      const under = d[this.cardBelow + t]
      if (under === -1) {
        if (d[this.bottom + zone] !== -1) return false
        d[this.bottom + zone] = t
      } else {
        if (under < pieces || under >= tokens || d[this.cardZone + under] !== zone) return false
        if (d[this.cardAbove + under] !== -1) return false
        d[this.cardAbove + under] = t
      }
    }
    for (let zone = this.pieceZones; zone < this.zones.length; zone++) {
      let n = 0
      for (let t = d[this.bottom + zone]; t !== -1; t = d[this.cardAbove + t]) {
        d[this.top + zone] = t
        n++
      }
      if (n !== d[this.held + zone]) return false
    }
    return true
  }
}

/** Writes the start of every list of a variable. */
function startList(d: CellArray, { cell, cells, lacking }: Variable, { stride, start }: ListCells): void {
  const first = Array.from({ length: cells / stride }, (_, i) => cell + i * stride)
  for (const at of lacking < 0 ? first : [...first, lacking]) {
    d[at] = start.length
    start.forEach((item, i) => {
      d[at + 1 + i] = item
    })
  }
}

/** Returns the cells of the variables scoped to an action, and their start values. */
function actionCells(
  { kind, tags }: ProcedureDef,
  passing: readonly Variable[],
  shared: Map<string, ActionCells>,
): ActionCells {
  if (kind !== 'action') return NO_ACTION_CELLS
  const own = passing.filter(({ def: { during = '' } }) => during === 'action' || tags.includes(during))
  const key = own.map(({ def: { id } }) => id).join(' ')
  let cells = shared.get(key)
  if (cells === undefined) {
    cells = {
      cells: own.flatMap((v) => Array.from({ length: v.cells }, (_, i) => v.cell + i)),
      starts: own.flatMap((v) => Array.from({ length: v.cells }, () => v.start)),
      runs: own.flatMap((v) => [v.cell, v.cell + v.cells, v.start]),
      lists: own.filter((v) => v.list !== null),
    }
    shared.set(key, cells)
  }
  return cells
}
