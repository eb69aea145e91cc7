import type {
  Box,
  CardBack,
  Drawing,
  MarkLook,
  PieceLook,
  Point,
  Style,
  Symbol,
  ValueLook,
} from '../scene.js'

/** The checked content of `look/*.yaml`. Everything is optional, and nothing can change a rule. */
export interface Look {
  /** A one-sentence description of the game. */
  readonly says: string
  /** Display names by id, and short names for the board. */
  readonly names: Readonly<Record<string, string>>
  readonly short: Readonly<Record<string, string>>
  readonly colours: Readonly<Record<string, Colour>>
  readonly styles: Readonly<Record<string, Style>>
  readonly symbols: Readonly<Record<string, Symbol>>
  readonly spaces: readonly SpaceRule[] // later ones win
  readonly pieces: Readonly<Record<string, PieceRule>> // by type or kind
  readonly cards: readonly CardRule[] // the first match wins
  readonly back: Partial<CardBack>
  readonly marks: readonly MarkRule[]
  readonly values: readonly ValueLook[]
  readonly seatValues: readonly ValueLook[]
  readonly spaceValues: readonly ValueLook[] // shown by marks
  /** Values that only areas show. Their indexes follow those of `values`. */
  readonly areaValues: readonly ValueLook[]
  readonly areaSeatValues: readonly ValueLook[] // they follow `seatValues`
  readonly variables: readonly string[] // the ones to show, in this order; all if empty
  readonly zones: readonly string[] // the first zones next to the map
  /** Zones, variables and titles of values that a small screen shows first. If empty, it chooses. */
  readonly inSight: readonly string[]
  /** The index of the value that lists the seats in play (`areaValues` follow `values`), or `null` if all are. */
  readonly inPlay: number | null
  readonly hide: readonly string[]
  readonly groups: readonly Group[]
  /** Groups the pieces of a space by owner: "Red 2 cubes, base · Blue base". */
  readonly byOwner: boolean
  /** By zone: the properties shown with the names of its cards. */
  readonly cardNotes: Readonly<Record<string, readonly string[]>>
  readonly abbreviations: string // explains the short names, in a line below the map
  readonly areas: readonly AreaRule[]
  readonly wide: LayoutRule | null
  readonly tall: LayoutRule | null
  readonly map: MapRule | null
}

/** A named colour, with variants. */
export interface Colour {
  readonly light: string
  readonly dark?: string
  readonly safe?: string
  readonly terminal?: TerminalColour
}

export const TERMINAL_COLOURS = [
  'red',
  'green',
  'yellow',
  'blue',
  'magenta',
  'cyan',
  'white',
  'gray',
] as const
export type TerminalColour = (typeof TERMINAL_COLOURS)[number]

/** A selector of spaces and their style. Several styles alternate, as on a chequered board. */
export type SpaceRule =
  | { readonly all: true; readonly styles: readonly string[] }
  | { readonly space: string; readonly styles: readonly string[] }
  | { readonly attribute: string; readonly value: string; readonly styles: readonly string[] }

export type PieceRule = Partial<Pick<PieceLook, 'shape' | 'colour' | 'edge' | 'sign' | 'size'>>

/** A rule for cards. Texts are templates: `{suit}` is replaced by the text of the card's property. */
export interface CardRule {
  readonly of: 'all' | readonly string[] | Readonly<Record<string, string>>
  readonly title: string
  readonly short: string
  readonly corner: string
  readonly colour: string
  readonly ink: string
  readonly shape: 'playing' | 'event' | 'tile'
  readonly words: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly rows: readonly CardRow[]
}

export type CardRow =
  | {
      readonly text: string
      readonly size?: 'small' | 'large'
      readonly style?: 'plain' | 'italic' | 'dim'
    }
  | { readonly seats: string } // a property that lists seats
  | { readonly sign: string }

export interface MarkRule extends Omit<MarkLook, 'wash'> {
  readonly label: string // precedes the value in text
  readonly tints: boolean
}

export interface Group {
  readonly title: string
  readonly spaces: readonly string[]
  /** `counted`: empty spaces are only counted. */
  readonly empty: 'named' | 'counted'
}

/** A named area of the screen. The layouts give its position. */
export interface AreaRule {
  readonly name: string
  readonly title: string
  readonly style?: string
  readonly shows: AreaContent
}

export type AreaContent =
  | {
      readonly kind: 'zone'
      readonly zone: string
      readonly only?: readonly string[]
      readonly show?: 'pieces' | 'row' | 'fan' | 'pile' | 'table'
      readonly cell?: number
    }
  | {
      readonly kind: 'track'
      readonly from: number
      readonly to: number
      readonly labels: Readonly<Record<string, string>>
      readonly markers: readonly MarkerRule[]
    }
  | { readonly kind: 'seat'; readonly seat: string; readonly items?: readonly Item[] }
  | { readonly kind: 'values'; readonly items: readonly Item[] }
  | { readonly kind: 'slots'; readonly slots: readonly { readonly title: string; readonly value: number }[] }
  | { readonly kind: 'cards'; readonly value: number }
  | {
      readonly kind: 'legend'
      readonly rows: readonly { readonly sign?: string; readonly style?: string; readonly text: string }[]
    }

/** A variable, or a value by its index. */
export type Item = { readonly variable: string } | { readonly value: number }

export interface MarkerRule {
  readonly title: string
  readonly sign: string
  readonly colour: string
  readonly ink?: string
  readonly seat?: string
  readonly of: Item
}

export interface LayoutRule {
  readonly size: readonly [number, number]
  readonly map: Box | null
  readonly boxes: Readonly<Record<string, AreaBox>>
}

/** The box of an area, the runs of a track's cells, and the boxes of slots. */
export interface AreaBox {
  readonly box: Box
  readonly runs: readonly Run[]
  readonly slots: Readonly<Record<string, Box>>
}

/** Consecutive cells of a track, side by side in a box. */
export interface Run {
  readonly from: number
  readonly to: number
  readonly box: Box
  readonly towards: 'right' | 'left' | 'down' | 'up'
}

export interface MapRule {
  readonly size: readonly [number, number]
  readonly spaces: readonly DrawnSpace[]
  readonly under: readonly Drawing[]
  readonly over: readonly Drawing[]
  readonly regions: readonly { readonly title: string; readonly box: Box }[]
}

/** A shape as an SVG path, with its bounding box and centre. */
export interface Shape {
  readonly path: string
  readonly box: Box
  readonly middle: Point
  readonly open: boolean
  readonly kind: 'ring' | 'polygon' | 'circle' | 'box' | 'line'
}

export interface DrawnSpace {
  readonly zone: string
  readonly shape: Shape
  readonly style?: string
  readonly width?: number
  readonly order?: number
  readonly name: {
    readonly lines?: readonly string[]
    readonly at?: Point
    readonly size?: number
    readonly style?: string
    readonly plate?: Box
    readonly hidden?: boolean
  }
  readonly pieces?: Box
  readonly cell?: number
  readonly marks?: Box
  readonly badge?: Point
}

/** The default look: everything empty. */
export const PLAIN_LOOK: Look = {
  says: '',
  names: {},
  short: {},
  colours: {},
  styles: {},
  symbols: {},
  spaces: [],
  pieces: {},
  cards: [],
  back: {},
  marks: [],
  values: [],
  seatValues: [],
  spaceValues: [],
  areaValues: [],
  areaSeatValues: [],
  variables: [],
  zones: [],
  inSight: [],
  inPlay: null,
  hide: [],
  groups: [],
  byOwner: false,
  cardNotes: {},
  abbreviations: '',
  areas: [],
  wide: null,
  tall: null,
  map: null,
}
