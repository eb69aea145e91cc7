/** Where everything lies in a state's board: one flat array of integers. */
import type { Constant, GameDef, VariableDef } from '../def/index.js'
import { boardHash, State } from '../state.js'
import { Components, type Fail } from './components.js'
import { isInt32, quote } from './shape.js'

export interface Variable {
  readonly def: VariableDef
  readonly cell: number // of the first of its cells
  readonly cells: number
  readonly min: number
  readonly max: number
  readonly start: number
  readonly has: readonly boolean[] | null // by zone, if not every zone has it
}

export interface OptionCell {
  readonly id: string
  readonly type: string
  readonly cell: number
  readonly min: number
  readonly max: number
}

export const INT_MIN = -2147483648
export const INT_MAX = 2147483647

export class Layout extends Components {
  static readonly random = 0 // four words
  readonly scenario = 4
  readonly variables = new Map<string, Variable>()
  readonly options = new Map<string, OptionCell>()
  readonly at: number // of pieces: zone * K + kind
  readonly cardZone: number
  readonly cardBelow: number
  readonly hashed: number // cells before this one are hashed; those from here on follow from them
  readonly cardAbove: number
  readonly top: number // by zone
  readonly bottom: number
  readonly held: number // by zone: how many tokens
  readonly count: number // by zone * K + kind
  readonly cells: number

  constructor(def: GameDef, fail: Fail) {
    super(def, fail)
    let next = 5
    const take = (n: number): number => {
      const at = next
      next += n
      if (next > 8_000_000) fail('The game is too large for one board.')
      return at
    }
    for (const o of this.array(def.options, 'options')) {
      const [min, max] = this.range(o.type, o.min, o.max, fail)
      this.options.set(o.id, { id: o.id, type: o.type, cell: take(1), min, max })
    }
    for (const v of this.array(def.variables, 'variables')) this.addVariable(v, take, fail)
    const cards = this.tokens - this.pieces
    this.at = take(this.pieces)
    this.cardZone = take(cards)
    this.cardBelow = take(cards)
    this.hashed = next
    this.cardAbove = take(cards)
    this.top = take(this.zones.length)
    this.bottom = take(this.zones.length)
    this.held = take(this.zones.length)
    this.count = take(this.zones.length * this.pieceKinds)
    this.cells = next
  }

  private addVariable(v: VariableDef, take: (n: number) => number, fail: Fail): void {
    if (this.variables.has(v.id)) fail(`There are two variables named '${v.id}'.`)
    const [min, max] = this.range(v.type, v.min, v.max, fail)
    const start = this.scalar(v.type, v.start)
    if (start < min || start > max) fail(`The variable '${v.id}' starts outside its bounds.`)
    if (v.track !== undefined && (v.type !== 'number' || min === INT_MIN || max === INT_MAX))
      fail(`The variable '${v.id}' is no track: a track is a number with two bounds.`)
    const per = { global: 1, seat: this.seats.length, zone: this.zones.length }
    const cells = Object.hasOwn(per, v.scope) ? per[v.scope] : fail(`The variable '${v.id}' has no scope.`)
    let has: boolean[] | null = null
    if (v.only !== undefined) {
      const only = new Set(this.array(v.only, `zones of '${v.id}'`).map((id) => this.zone(id)))
      has = this.zones.map((_, z) => only.has(z))
    }
    this.variables.set(v.id, { def: v, cell: take(cells), cells, min, max, start, has })
  }

  /** Bounds of what a variable or option of the type may hold. */
  range(type: string, min: unknown, max: unknown, fail: Fail): readonly [number, number] {
    const n = this.size(type)
    if (n >= 0) return type === 'flag' ? [0, 1] : [-1, n - 1]
    if (min !== undefined && !isInt32(min)) fail(`The bound ${quote(min)} is no whole number.`)
    if (max !== undefined && !isInt32(max)) fail(`The bound ${quote(max)} is no whole number.`)
    return [isInt32(min) ? min : INT_MIN, isInt32(max) ? max : INT_MAX]
  }

  optionValue(o: OptionCell, value: Constant): number {
    const n = this.scalar(o.type, value)
    return n < o.min || n > o.max ? -1 : n
  }

  private template: number[] | null = null

  /** The state before any set-up: tokens in their supplies, variables at their start. */
  blank(words: readonly number[]): State {
    this.template ??= this.startCells()
    const d = this.template.slice()
    for (let i = 0; i < 4; i++) d[i] = words[i]
    const state = new State(d)
    ;[state.h1, state.h2] = boardHash(d, this.hashed)
    return state
  }

  private startCells(): number[] {
    const d: number[] = [0, 0, 0, 0, 0]
    for (const o of this.def.options) d.push(this.scalar(o.type, o.default))
    for (const v of this.variables.values()) for (let i = 0; i < v.cells; i++) d.push(v.start)
    while (d.length < this.cells) d.push(0)
    for (let t = 0; t < this.pieces; t++) {
      const type = this.types[this.typeOf[t]]
      d[this.at + t] = type.supply * this.pieceKinds + type.startKind
    }
    const cards = this.tokens - this.pieces
    const last = new Map<number, number>()
    for (let c = 0; c < cards; c++) {
      const zone = this.types[this.typeOf[this.pieces + c]].supply
      d[this.cardZone + c] = zone
      d[this.cardBelow + c] = -1
      const above = last.get(zone)
      if (above !== undefined) d[this.cardBelow + above] = this.pieces + c
      last.set(zone, c)
    }
    this.derive(d)
    return d
  }

  /** Fills the derived cells; false if the order of cards contradicts itself. */
  derive(d: number[]): boolean {
    const { pieces, tokens, pieceKinds } = this
    for (let i = this.hashed; i < this.cells; i++) d[i] = i < this.held ? -1 : 0
    for (let t = 0; t < pieces; t++) {
      const at = d[this.at + t]
      d[this.count + at]++
      d[this.held + Math.floor(at / pieceKinds)]++
    }
    for (let t = pieces; t < tokens; t++) {
      const c = t - pieces
      const zone = d[this.cardZone + c]
      d[this.held + zone]++
      const under = d[this.cardBelow + c]
      if (under === -1) {
        if (d[this.bottom + zone] !== -1) return false
        d[this.bottom + zone] = t
      } else {
        if (under < pieces || under >= tokens || d[this.cardZone + under - pieces] !== zone) return false
        if (d[this.cardAbove + under - pieces] !== -1) return false
        d[this.cardAbove + under - pieces] = t
      }
    }
    for (let zone = this.pieceZones; zone < this.zones.length; zone++) {
      let n = 0
      for (let t = d[this.bottom + zone]; t !== -1; t = d[this.cardAbove + t - pieces]!) {
        d[this.top + zone] = t
        n++
      }
      if (n !== d[this.held + zone]) return false
    }
    return true
  }
}
