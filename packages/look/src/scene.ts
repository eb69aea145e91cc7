import type { Constant } from '@ludoforge/kernel'

/** A place on the page. */
export type Point = readonly [number, number]
/** A place on the page: its corner and size. */
export type Box = readonly [x: number, y: number, width: number, height: number]

/** What a page draws of a game: JSON, made of its GameDef and its look. Nothing in it can change a rule. */
export interface Scene {
  readonly game: string
  readonly title: string
  readonly says: string
  /** Named colours; `dark` and `safe` (for the colour-blind) give other values to some of the same names. */
  readonly colours: Readonly<Record<string, string>>
  readonly dark: Readonly<Record<string, string>>
  readonly safe: Readonly<Record<string, string>>
  readonly styles: Readonly<Record<string, Style>>
  readonly symbols: Readonly<Record<string, Symbol>> // small drawings, 24 x 24, centre 0,0
  readonly map: MapScene | null
  readonly layouts: { readonly wide: Layout; readonly tall: Layout }
  readonly pieces: Readonly<Record<string, PieceLook>> // by kind as views name it: "troops", "troops+active"
  readonly cards: Readonly<Record<string, CardLook>> // by card type / kind as views name it
  readonly back: CardBack // of a card nobody may see
  readonly seats: Readonly<Record<string, SeatLook>>
  readonly marks: readonly MarkLook[] // what is shown beside each space, in this order
  /** What people read for every id: kinds, zones, seats, variables, actions, values of enumerations; and shorter. */
  readonly names: Readonly<Record<string, string>>
  readonly short: Readonly<Record<string, string>>
  /** Ids of what the rules keep for themselves: logs leave it out. */
  readonly hide: readonly string[]
  /** The value that lists the seats in play; without it all are. */
  readonly inPlay?: number
  readonly values: readonly ValueLook[] // of the whole game; the host sends them (Values.values, same order)
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
  readonly pattern?: string // a symbol strewn over the area
  readonly font?: 'plain' | 'italic' | 'bold' | 'spaced'
  readonly size?: number
  readonly shadow?: boolean
}

/** `fill` and `stroke`: a colour, `none`, or `currentColor`, that of what it stands on. */
export interface Symbol {
  readonly paths: readonly {
    readonly d: string
    readonly fill?: string
    readonly stroke?: string
    readonly width?: number
  }[]
}

/** The drawn map: what lies below the spaces, the spaces, what lies above. */
export interface MapScene {
  readonly size: readonly [number, number]
  readonly under: readonly Drawing[]
  readonly spaces: readonly SpaceShape[]
  readonly over: readonly Drawing[]
  readonly regions: readonly { readonly title: string; readonly box: Box }[] /* to zoom to */
}

/** A part of a drawing: a path, or a text. */
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
  readonly line?: number // width of the line that is drawn and hit, e.g. a road
  readonly style: string
  readonly order: number // higher lies on top (cities over provinces)
  readonly name: {
    readonly lines: readonly string[]
    readonly at: Point
    readonly size: number
    readonly style: string
    readonly plate?: Box
  }
  readonly pieces: Box // where pieces are laid out
  readonly cell: number // size of a piece; shrinks when more arrive
  readonly marks: Box // where marks stand, row or 2 x 2
  readonly badge?: Point // the first mark may stand apart (a value of a road)
}

/** How pieces of a kind look. */
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

/** How a card looks that nobody may see. */
export interface CardBack {
  readonly colour: string
  readonly sign?: string
}

/** Rows from top to bottom. `text` is already made (titles, properties); `seats` are signs of seats in order; `actions` are one-line titles that may be chosen. */
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

/** How a seat is called and coloured. */
export interface SeatLook {
  readonly name: string
  readonly short: string
  readonly colour: string
  readonly ink: string
}

/** A mark of a space: of an attribute (fixed), a variable of the space, or one of `spaceValues`. By value: a text, a symbol, a colour; values that are not listed under `looks` are shown as text; `hide` lists those not shown. */
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
  readonly wash?: boolean /* tints the space too */
}

/** A value that is shown, and what the rules are asked for it. */
export interface ValueLook {
  readonly title: string
  readonly expression: string
  readonly hide: readonly string[]
  readonly signed: boolean
  readonly says?: string
}

/** Where everything lies on a page of these proportions. */
export interface Layout {
  readonly size: readonly [number, number]
  readonly areas: readonly Area[]
}

/** A place of the screen. Titles are shown small in the corner. */
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
  /** Places into which tokens of seats are put: where each seat is now is said by a value (a list of seats). */
  | {
      readonly kind: 'slots'
      readonly slots: readonly { readonly box: Box; readonly title: string; readonly value: number }[]
    }
  | {
      readonly kind: 'cards'
      readonly value: number /* of `values`: a list of cards, such as those in force */
    }
  | {
      readonly kind: 'legend'
      readonly rows: readonly { readonly sign?: string; readonly style?: string; readonly text: string }[]
    }
)
/** What stands on a track, and where. */
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

/** What the host computes for each eye and sends beside a view; raw constants, in the order of the scene. */
export interface Values {
  readonly values: readonly Constant[]
  readonly seats: Readonly<Record<string, readonly Constant[]>>
  readonly spaces: Readonly<Record<string, readonly Constant[]>>
}
