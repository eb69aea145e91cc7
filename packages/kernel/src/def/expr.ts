/**
 * Expressions of a GameDef: what rules ask of the board.
 *
 * Names are symbolic here and every literal says what it is, so a node can be read, printed and
 * compared without its surroundings. Linking turns names into integers and nodes into functions.
 */

/**
 * The type of a value, as a short string: `number`, `flag`, `text`, `seat`, `zone`, `token`, `kind`
 * (a set of token kinds, such as "active troops"), `action`, `enum:ID`, `row:TABLE`, or `list T`.
 */
export type TypeName = string

export type Expr =
  | number
  | boolean
  | Literal
  | Reference
  | Operator
  | { readonly if: { readonly when: Expr; readonly then: Expr; readonly else: Expr } }
  | { readonly aggregate: Aggregate }
  | { readonly call: string; readonly args: readonly Expr[] }
  | Query

export type Literal =
  | { readonly seat: string }
  | { readonly zone: string }
  | { readonly value: string; readonly of: string } // a value of the enumeration `of`
  | { readonly kinds: Filter }
  | { readonly action: string }
  | { readonly none: TypeName } // no seat, no zone, no token, no kind: equal only to itself

export type Reference =
  | { readonly ref: 'actor' }
  | { readonly ref: 'free' } // the action in progress was performed free
  | { readonly ref: 'changed' } // the action performed last has changed something on the board
  | { readonly ref: 'actionClass' } // enum:action-class
  | { readonly ref: 'option'; readonly option: string }
  | { readonly ref: 'binding'; readonly name: string }
  | { readonly ref: 'gvar'; readonly var: string }
  | { readonly ref: 'pvar'; readonly var: string; readonly player: Expr }
  | { readonly ref: 'markerState'; readonly marker: string; readonly space: Expr } // a variable of a zone
  | { readonly ref: 'zoneProp'; readonly zone: Expr; readonly prop: string } // an attribute of a zone
  | { readonly ref: 'zoneOwner'; readonly zone: Expr }
  | { readonly ref: 'zoneOf'; readonly family: string; readonly player: Expr } // "hand of seat"
  | { readonly ref: 'zoneCount'; readonly zone: Expr } // how many tokens it holds
  | { readonly ref: 'tokenProp'; readonly token: Expr; readonly prop: string }
  | { readonly ref: 'tokenZone'; readonly token: Expr }
  | { readonly ref: 'nextSeat'; readonly player: Expr } // in seat order; the first follows the last
  | { readonly ref: 'seatProp'; readonly seat: Expr; readonly prop: string } // an attribute of a seat
  | { readonly ref: 'column'; readonly table: string; readonly row: Expr; readonly column: string }
  | { readonly ref: 'zoneToward'; readonly zone: Expr; readonly direction: Expr } // the next one; none at the edge
  | { readonly ref: 'opposite'; readonly direction: Expr }
  | { readonly ref: 'boardCell'; readonly board?: string; readonly column: Expr; readonly row: Expr } // or none

export type Operator =
  | { readonly op: ArithmeticOp; readonly left: Expr; readonly right: Expr }
  | { readonly op: CompareOp; readonly left: Expr; readonly right: Expr }
  /** `clauses`: where each part was written (GameDef.sources); never part of the meaning. */
  | { readonly op: 'and' | 'or'; readonly args: readonly Expr[]; readonly clauses?: readonly number[] }
  | { readonly op: 'not'; readonly arg: Expr }
  | { readonly op: 'in'; readonly item: Expr; readonly set: Expr }
  | { readonly op: 'zonePropIncludes'; readonly zone: Expr; readonly prop: string; readonly value: Expr }
  | { readonly op: 'kindIs'; readonly token: Expr; readonly filter: Filter } // the token is one of these kinds
  | { readonly op: 'adjacent'; readonly left: Expr; readonly right: Expr }
  | { readonly op: 'within'; readonly zone: Expr } // the action in progress may use this zone
  /**
   * Everything that the action requires holds. Without `by`, `free`, `class` and `within`: for the actor, in the
   * context there is. With any of them: in the context that the same `perform` would make. Unless `by` says who
   * acts, the actor must be one of the action's seats. Requirements that need arguments which are not given
   * are left out; an action that takes other arguments than are given is not legal.
   */
  | ({ readonly op: 'legal' } & Performance)
  | { readonly op: 'level'; readonly value: Expr } // position of an enumeration's value, from 0
  | { readonly op: 'compare'; readonly left: Expr; readonly right: Expr } // lists of numbers, first difference: -1, 0, 1

/** An action, and how it is carried out. What is not said here is not taken over from the action in progress. */
export interface Performance {
  readonly action: Expr
  readonly args?: readonly Expr[]
  readonly by?: Expr // default: the actor
  readonly free?: Expr
  readonly class?: Expr // enum:action-class; default: the one it declares
  readonly within?: Expr // list zone: the only zones it may use
}

/** Integers only; `/` truncates toward zero, `%` takes the sign of the left side. */
export type ArithmeticOp = '+' | '-' | '*' | '/' | '%' | 'min' | 'max'
/** `==` and `!=` compare values of one type; the others compare numbers, or values of one enumeration by order. */
export type CompareOp = '==' | '!=' | '<' | '<=' | '>' | '>='

/**
 * `count`, `any`, `all` need no value (`all` tests `value` for every item); `first` and `last` give an
 * item or none; `best` the first item with the greatest value.
 */
export interface Aggregate {
  readonly op: 'count' | 'sum' | 'min' | 'max' | 'any' | 'all' | 'first' | 'last' | 'best'
  readonly query: Expr
  readonly bind?: string
  readonly value?: Expr
}

/** Expressions that give a list. Order is fixed by the GameDef or by the operand, never by chance. */
export type Query =
  | { readonly query: 'mapSpaces' }
  | { readonly query: 'zoneFamily'; readonly family: string }
  | { readonly query: 'adjacentZones'; readonly zone: Expr }
  /**
   * Zones that can be reached from `zone` step by step, itself not included. A step enters an adjacent
   * zone that satisfies `to`; it may go on from there only if `via` holds. `steps` limits their number.
   */
  | {
      readonly query: 'connectedZones'
      readonly zone: Expr
      readonly bind: string
      readonly to?: Expr
      readonly via?: Expr
      readonly steps?: Expr
    }
  /** Zones of a board in a line: from a zone to the edge, itself not included; or from edge to edge through it. */
  | { readonly query: 'ray' | 'line'; readonly zone: Expr; readonly direction: Expr }
  | { readonly query: 'boardRow'; readonly board?: string; readonly row: Expr }
  | { readonly query: 'boardColumn'; readonly board?: string; readonly column: Expr }
  /** Tokens in one zone or a list of zones; of a card zone from top to bottom. */
  | { readonly query: 'tokensInZone'; readonly zone: Expr; readonly filter: Filter }
  /** Tokens that lie in the supply their type declares. */
  | { readonly query: 'supply'; readonly filter: Filter }
  | { readonly query: 'players' }
  | { readonly query: 'playersFrom'; readonly player: Expr } // all seats in order, beginning with this one
  | { readonly query: 'intsInRange'; readonly min: Expr; readonly max: Expr }
  | { readonly query: 'values'; readonly of: string } // all values of an enumeration, in order
  | { readonly query: 'rows'; readonly table: string }
  | { readonly query: 'actions'; readonly class?: string; readonly tag?: string } // in order of declaration
  | { readonly query: 'list'; readonly type: TypeName; readonly items: readonly Expr[] } // type: of one item
  /** `clauses`: where each part of a conjunction was written (GameDef.sources); never part of the meaning. */
  | {
      readonly query: 'filter'
      readonly over: Expr
      readonly bind: string
      readonly where: Expr
      readonly clauses?: readonly number[]
    }
  | { readonly query: 'collect'; readonly over: Expr; readonly bind: string; readonly value: Expr }
  | {
      readonly query: 'sort'
      readonly over: Expr
      readonly bind: string
      readonly by: Expr
      readonly order: 'up' | 'down'
    }
  | { readonly query: 'take'; readonly over: Expr; readonly count: Expr }
  /** The items before the first for which `while` fails; with `end`, none unless that one is there and satisfies it. */
  | {
      readonly query: 'leading'
      readonly over: Expr
      readonly bind: string
      readonly while: Expr
      readonly end?: Expr
    }
  | { readonly query: 'reverse'; readonly over: Expr }
  | { readonly query: 'distinct'; readonly over: Expr }
  | { readonly query: 'union' | 'except' | 'concat'; readonly left: Expr; readonly right: Expr }

/** All predicates must hold. An empty filter admits every token. */
export type Filter = readonly Predicate[]

export type Predicate =
  | { readonly prop: string; readonly eq: Expr }
  | { readonly prop: string; readonly neq: Expr }
  | { readonly prop: string; readonly in: readonly Expr[] }
  | { readonly type: string } // a token type by its id
  | { readonly group: string }
  | { readonly kind: Expr } // a kind-valued expression
  | { readonly any: readonly Filter[] }
  | { readonly not: Filter }
