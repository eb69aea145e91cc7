import type { Constant } from '@ludoforge/kernel'
import type { TableScene } from './table.js'

/** A point: x, y. */
export type Point = readonly [number, number]
/** A rectangle: its top left corner and its size. */
export type Box = readonly [x: number, y: number, width: number, height: number]

/** Everything a page draws of a game: JSON made from its GameDef and its look. It can't change a rule. */
export interface Scene {
  readonly game: string
  readonly title: string
  readonly says: string
  /** Named colours. `dark` and `safe` (for colour-blind players) override some of them. */
  readonly colours: Readonly<Record<string, string>>
  readonly dark: Readonly<Record<string, string>>
  readonly safe: Readonly<Record<string, string>>
  readonly styles: Readonly<Record<string, Style>>
  readonly symbols: Readonly<Record<string, Symbol>> // small drawings, 24 x 24, centre 0,0
  readonly map: MapScene | null
  readonly table: TableScene
  readonly pieces: Readonly<Record<string, PieceLook>> // by kind as views name it: "troops", "troops+active"
  readonly cards: Readonly<Record<string, CardLook>> // by card type / kind as views name it
  readonly back: CardBack // of a hidden card
  readonly seats: Readonly<Record<string, SeatLook>>
  readonly marks: readonly MarkLook[] // shown next to each space, in this order
  /** Display names by id (kinds, zones, seats, variables, actions, enum values), and short names. */
  readonly names: Readonly<Record<string, string>>
  /** The names of several, of what is counted. */
  readonly many: Readonly<Record<string, string>>
  readonly short: Readonly<Record<string, string>>
  /** Ids that are internal to the rules. Logs and boards skip them. */
  readonly hide: readonly string[]
  /** The index of the value that lists the spaces and cards to highlight, such as a winning line. */
  readonly highlight?: number
  readonly values: readonly ValueLook[] // of the whole game; `ValueIndex.values` has the same order
  readonly seatValues: readonly ValueLook[]
  readonly spaceValues: readonly ValueLook[]
}

/** `fill` and `stroke`: a colour's name or #rrggbb. */
export interface Style {
  readonly fill?: string
  readonly stroke?: string
  readonly width?: number
  readonly dash?: string
  readonly opacity?: number
  readonly pattern?: string // a symbol scattered over the area
  readonly font?: 'plain' | 'italic' | 'bold' | 'spaced'
  readonly size?: number
  readonly shadow?: boolean
}

/** `fill` and `stroke` are a colour, `none`, or `currentColor` (the ink of its surroundings). */
export interface Symbol {
  readonly paths: readonly {
    readonly d: string
    readonly fill?: string
    readonly stroke?: string
    readonly width?: number
  }[]
}

/** The map: drawings under the spaces, the spaces, and drawings over them. */
export interface MapScene {
  readonly size: readonly [number, number]
  readonly under: readonly Drawing[]
  readonly spaces: readonly SpaceShape[]
  readonly over: readonly Drawing[]
  readonly regions: readonly { readonly title: string; readonly box: Box }[] /* to zoom to */
}

/** A part of a drawing: a path, a text, or copies of a symbol. */
export type Drawing =
  | { readonly path: string; readonly style: string }
  | {
      readonly text: string
      readonly at: Point
      readonly angle?: number
      readonly spacing?: number
      readonly anchor?: 'start' | 'middle' | 'end'
      readonly style: string
      readonly along?: string /* a path the text follows */
    }
  | {
      readonly symbol: string
      readonly at: readonly (readonly [number, number, number])[] /* x, y, scale */
      readonly style: string
    }

/** The shape of a space on the map. */
export interface SpaceShape {
  readonly zone: string
  readonly path: string // closed shape, or an open line if `line`
  readonly line?: number // width of the line, such as a road
  readonly style: string
  readonly order: number // higher is drawn on top (cities over provinces)
  readonly name: {
    readonly lines: readonly string[]
    readonly at: Point
    readonly size: number
    readonly style: string
    readonly plate?: Box
  }
  readonly pieces: Box // the box for pieces
  readonly cell: number // size of a piece; shrinks when more arrive
  readonly stack?: 'top' | 'bottom' // the edge of the box that pieces are stacked from; by default they are centred
  readonly marks: Box // the box for marks, in one row or two
  readonly badge?: Point // the position of the first mark, if it is separate (the value of a road)
}

/** The appearance of a kind of pieces. */
export interface PieceLook {
  readonly shape:
    | 'cube'
    | 'cylinder'
    | 'octagon'
    | 'disc'
    | 'pawn'
    | 'hex'
    | 'square'
    | 'star'
    | 'ring'
    | 'flat'
    | 'figure' /* nothing but its sign, in the piece's colour */
  readonly colour: string
  readonly edge?: string
  readonly sign?: string /* symbol or 1-2 letters on it */
  readonly size?: number /* 1 = a cell */
  readonly order: number
  readonly owner?: string
}

/** The appearance of a hidden card. */
export interface CardBack {
  readonly colour: string
  readonly sign?: string
}

/** The appearance of a card. Its rows are final texts, signs, or the signs of seats. */
export interface CardLook {
  readonly title: string
  /** Its place in a sorted hand. */
  readonly order: number
  readonly corner?: string
  readonly colour?: string
  readonly ink?: string
  readonly rows: readonly (
    | {
        readonly text: string
        readonly size?: 'small' | 'large'
        readonly style?: 'plain' | 'italic' | 'dim'
        readonly label?: string /* names it: one side of a card, a phase */
        readonly action?: string /* the action that the text is about: who performs it has taken this row */
      }
    | { readonly seats: readonly string[] }
    | { readonly sign: string }
  )[]
  readonly shape: 'playing' | 'event' | 'tile'
}

/** The name and colours of a seat. */
export interface SeatLook {
  readonly name: string
  readonly short: string
  readonly colour: string
  readonly ink: string
}

/**
 * A mark of a space: shows an attribute, a variable, or one of `spaceValues`. `looks` gives text, symbol and colour by value;
 * other values are shown as text. Values in `hide` aren't shown.
 */
export interface MarkLook {
  readonly title: string
  readonly of: { readonly attribute: string } | { readonly variable: string } | { readonly value: number }
  readonly looks: Readonly<
    Record<
      string,
      {
        readonly text?: string
        readonly sign?: string
        readonly colour?: string
        readonly ink?: string
        readonly title?: string
        readonly count?: number
      }
    >
  >
  readonly hide: readonly string[]
  readonly shape: 'round' | 'shield' | 'square' | 'plain'
  readonly wash?: boolean /* also tints the space */
}

/** A value to show, with its expression. */
export interface ValueLook {
  readonly title: string
  readonly expression: string
  readonly hide: readonly string[]
  readonly signed: boolean
  /** The title of the score that this value is the margin of: 0 or more is enough to win. */
  readonly marginOf?: string
  readonly says?: string
}

/** The values that the host computes for a viewer and sends with a view, in the order of the scene. */
export interface Values {
  readonly values: readonly Constant[]
  readonly seats: Readonly<Record<string, readonly Constant[]>>
  readonly spaces: Readonly<Record<string, readonly Constant[]>>
}
