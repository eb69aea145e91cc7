/**
 * A GameDef: everything about a game that rules can see, as plain JSON. The compiler makes it from a
 * folder of Markdown; the kernel links and runs it. How a game looks is not part of it.
 */
import type { Block, Text } from './effect.js'
import type { Expr, Filter, TypeName } from './expr.js'

export const GAME_FORMAT = 'ludoforge-game/1'

export interface GameDef {
  readonly format: typeof GAME_FORMAT
  readonly id: string
  readonly title: string
  readonly seats: readonly SeatDef[]
  readonly seatProps: readonly AttributeDef[]
  readonly enums: readonly EnumDef[]
  readonly attributes: readonly AttributeDef[] // of zones
  readonly zones: readonly ZoneDef[]
  readonly properties: readonly PropertyDef[] // of tokens
  readonly tokens: readonly TokenTypeDef[]
  readonly groups: readonly GroupDef[]
  readonly variables: readonly VariableDef[]
  readonly tables: readonly TableDef[]
  readonly options: readonly OptionDef[]
  readonly scenarios: readonly ScenarioDef[] // the first is the default
  readonly functions: readonly FunctionDef[]
  readonly procedures: readonly ProcedureDef[]
  readonly setup: Block // before the scenario's own
  readonly play: string // the procedure that is the game
  /** How good the position is for a seat: the name of a function with one parameter, a seat. */
  readonly worth?: string
  readonly sources: readonly SourceDef[]
}

export interface SeatDef {
  readonly id: string
  readonly name: string
  readonly props: Readonly<Record<string, Constant>>
}

/**
 * Ordered. `action-class` is always there: the classes that actions of this game declare. `direction` are the
 * ways in which zones of boards lie, clockwise, so that the opposite one is half of them further.
 */
export interface EnumDef {
  readonly id: string
  readonly values: readonly string[]
}

export interface AttributeDef {
  readonly id: string
  readonly type: TypeName
}

/** A constant as data: numbers and flags as they are, seats, zones and enumeration values by name. */
export type Constant = number | boolean | string | null | readonly Constant[]

export interface ZoneDef {
  readonly id: string
  readonly name: string
  readonly space: boolean // part of the map
  readonly holds: 'pieces' | 'cards'
  readonly family?: string // one of a family of zones, one a seat: `hand` of `hand:north`
  readonly owner?: string
  /** Who sees what lies in it. Everybody always sees how much. */
  readonly visible: 'all' | 'owner' | 'none'
  readonly attributes: Readonly<Record<string, Constant>>
  readonly adjacent: readonly string[]
  readonly board?: BoardPlace
}

/** Where a zone lies on a regular board. */
export interface BoardPlace {
  readonly id: string // of the board
  readonly column: number
  readonly row: number
  readonly toward: Readonly<Record<string, string>> // the next zone by direction; at the edge there is none
}

export interface PropertyDef {
  readonly id: string
  readonly type: TypeName // of a changing property: enum:ID or flag
  readonly changes: boolean
  readonly start?: Constant // of a changing property
}

export interface TokenTypeDef {
  readonly id: string
  readonly name: string
  readonly family: 'pieces' | 'cards'
  readonly count: number
  readonly supply: string // the zone it starts in and is removed to
  /** Fixed properties by name; a token has no others than these and `changing`. */
  readonly props: Readonly<Record<string, Constant>>
  readonly changing: readonly string[]
}

export interface GroupDef {
  readonly id: string
  readonly filter: Filter
}

export interface VariableDef {
  readonly id: string
  readonly scope: 'global' | 'seat' | 'zone'
  readonly type: TypeName // number, flag, seat, zone, action, enum:ID
  readonly min?: number // of a number
  readonly max?: number
  /** Of a number with bounds: what would go past an end stops there. Else leaving the bounds is an error. */
  readonly track?: true
  readonly start: Constant
  /**
   * Fresh in every action that is performed (`action`), or in every one with this tag; when that is over, the
   * value of before is back.
   */
  readonly during?: string
  readonly only?: readonly string[] // zone scope: the zones that have it, else all spaces; elsewhere it keeps its start value
  readonly hidden?: 'owner' | 'all' // seat scope: seen by its seat only; or by nobody
}

export interface TableDef {
  readonly id: string
  readonly columns: readonly AttributeDef[]
  readonly rows: readonly Readonly<Record<string, Constant>>[]
}

export interface OptionDef {
  readonly id: string
  readonly about: string
  readonly type: TypeName // flag, number, enum:ID; or a list of numbers, seats, zones, tokens or values
  readonly min?: number // of a number, or of each number of a list
  readonly max?: number
  readonly default: Constant // tokens by their types
}

export interface ScenarioDef {
  readonly id: string
  readonly title: string
  readonly about?: string
  readonly options: Readonly<Record<string, Constant>>
  readonly setup: Block
}

export interface ParameterDef {
  readonly name: string
  readonly type: TypeName
  readonly otherwise?: Expr // what it is where a rule does not say; the calls of a GameDef say everything
}

/** A value, test or set: pure, asks nothing, changes nothing. */
export interface FunctionDef {
  readonly id: string
  readonly params: readonly ParameterDef[]
  readonly returns: TypeName
  readonly body: Expr
  readonly rule?: string
  readonly src?: number
  readonly clauses?: readonly number[] // where each part of a conjunction was written
}

export interface ProcedureDef {
  readonly id: string
  /** `procedure` is called by rules, an `action` can also be chosen and performed, a `window` offers actions. */
  readonly kind: 'procedure' | 'action' | 'window'
  /** For people. Of a procedure it is told, with the values in it, whenever the procedure is entered. */
  readonly title?: string | Text
  readonly rule?: string
  readonly by: readonly string[] // the seats that may choose it; empty: all
  readonly class?: string
  readonly tags: readonly string[]
  readonly params: readonly ParameterDef[]
  readonly requires: readonly { readonly when: Expr; readonly src?: number }[]
  /** Of a window: the actions it offers. Its body carries out the one that was taken, which has the name `bind`. */
  readonly offers?: {
    readonly bind: string
    readonly from: Expr
    readonly prompt?: Text
  }
  readonly gives?: TypeName // its result; one that ends without `give` gives the empty list, none, 0 or false
  readonly body: Block
  readonly src?: number
}

export interface SourceDef {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly text: string // the words that stand there; empty: they are no text to read
  readonly rule?: string
}
