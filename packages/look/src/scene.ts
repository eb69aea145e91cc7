import type { Constant } from '@ludoforge/kernel'

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
  readonly layouts: { readonly wide: Layout; readonly tall: Layout }
  readonly pieces: Readonly<Record<string, PieceLook>> // by kind as views name it: "troops", "troops+active"
  readonly cards: Readonly<Record<string, CardLook>> // by card type / kind as views name it
  readonly back: CardBack // of a hidden card
  readonly seats: Readonly<Record<string, SeatLook>>
  readonly marks: readonly MarkLook[] // shown next to each space, in this order
  /** Display names by id (kinds, zones, seats, variables, actions, enum values), and short names. */
  readonly names: Readonly<Record<string, string>>
  readonly short: Readonly<Record<string, string>>
  /** Ids that are internal to the rules. Logs and boards skip them. */
  readonly hide: readonly string[]
  /** The index of the value that lists the seats in play. Without it, all seats are. */
  readonly inPlay?: number
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
  readonly corner?: string
  readonly colour?: string
  readonly ink?: string
  readonly rows: readonly (
    | {
        readonly text: string
        readonly size?: 'small' | 'large'
        readonly style?: 'plain' | 'italic' | 'dim'
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
  readonly says?: string
}

/** The positions of all areas on a screen of these proportions. */
export interface Layout {
  readonly size: readonly [number, number]
  readonly areas: readonly Area[]
}

/** An area of the screen, with a small title in its corner. */
export type Area = { readonly box: Box; readonly title?: string; readonly style?: string } & (
  | { readonly kind: 'map' }
  | {
      readonly kind: 'zone'
      readonly zone: string
      readonly only?: readonly string[] /* kinds */
      readonly show: 'pieces' | 'row' | 'fan' | 'pile' | 'table'
      readonly cell?: number
      readonly seat?: string
    }
  | {
      readonly kind: 'track'
      readonly cells: readonly { readonly box: Box; readonly value: number; readonly label?: string }[]
      readonly markers: readonly TrackMarker[]
    }
  | {
      readonly kind: 'seat'
      readonly seat: string
      readonly values: readonly number[] /* seatValues shown in its title */
      readonly variables: readonly string[]
    }
  | {
      readonly kind: 'values'
      readonly items: readonly ({ readonly value: number } | { readonly variable: string })[]
    }
  /** Slots for the seats' tokens. The value of a slot is the list of seats in it. */
  | {
      readonly kind: 'slots'
      readonly slots: readonly { readonly box: Box; readonly title: string; readonly value: number }[]
    }
  | {
      readonly kind: 'cards'
      readonly value: number /* index in `values`: a list of cards */
    }
  | {
      readonly kind: 'legend'
      readonly rows: readonly { readonly sign?: string; readonly style?: string; readonly text: string }[]
    }
)
/** A marker on a track, and the value that moves it. */
export interface TrackMarker {
  readonly title: string
  readonly sign: string
  readonly colour: string
  readonly ink?: string
  readonly of:
    | { readonly variable: string }
    | { readonly seat: string; readonly variable: string }
    | { readonly value: number }
    | { readonly seat: string; readonly value: number }
}

/** The values that the host computes for a viewer and sends with a view, in the order of the scene. */
export interface Values {
  readonly values: readonly Constant[]
  readonly seats: Readonly<Record<string, readonly Constant[]>>
  readonly spaces: Readonly<Record<string, readonly Constant[]>>
}
