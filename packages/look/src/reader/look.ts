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

/** What `look/*.yaml` of a game's folder says, checked. All of it is optional, and none of it can change a rule. */
export interface Look {
  /** A sentence about the game. */
  readonly says: string
  /** What people read for anything that has an id; and shorter, for the board. */
  readonly names: Readonly<Record<string, string>>
  readonly short: Readonly<Record<string, string>>
  readonly colours: Readonly<Record<string, Colour>>
  readonly styles: Readonly<Record<string, Style>>
  readonly symbols: Readonly<Record<string, Symbol>>
  readonly spaces: readonly SpaceRule[] // later ones win
  readonly pieces: Readonly<Record<string, PieceRule>> // by type or kind
  readonly cards: readonly CardRule[] // the first that fits
  readonly back: Partial<CardBack>
  readonly marks: readonly MarkRule[]
  readonly values: readonly ValueLook[]
  readonly seatValues: readonly ValueLook[]
  readonly spaceValues: readonly ValueLook[] // those that marks show
  /** Values that only areas show: they follow `values`. */
  readonly areaValues: readonly ValueLook[]
  readonly areaSeatValues: readonly ValueLook[] // and follow `seatValues`
  readonly variables: readonly string[] // which to show, in this order; empty: all
  readonly zones: readonly string[] // zones beside the map that come first
  /** Zones, variables and titles of values that a small screen shows before anything else; empty: it chooses. */
  readonly inSight: readonly string[]
  /** The number of a value that lists the seats in play, `areaValues` counted behind `values`; null: all are. */
  readonly inPlay: number | null
  readonly hide: readonly string[]
  readonly groups: readonly Group[]
  /** Pieces in a space by their owners: "Red 2 cubes, base · Blue base". */
  readonly byOwner: boolean
  /** Of cards that lie in these zones, the properties that are told with their names. */
  readonly cardNotes: Readonly<Record<string, readonly string[]>>
  readonly abbreviations: string // what the short names mean, in a line below the map
  readonly areas: readonly AreaRule[]
  readonly wide: LayoutRule | null
  readonly tall: LayoutRule | null
  readonly map: MapRule | null
}

/** The value of a colour's name: `light` always; `terminal` one of eight. */
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

/** Spaces that are meant, and the style that they have; several styles make a chequered board. */
export type SpaceRule =
  | { readonly all: true; readonly styles: readonly string[] }
  | { readonly space: string; readonly styles: readonly string[] }
  | { readonly attribute: string; readonly value: string; readonly styles: readonly string[] }

export type PieceRule = Partial<Pick<PieceLook, 'shape' | 'colour' | 'edge' | 'sign' | 'size'>>

/** Texts are templates: `{suit}` is the property of the card in the words given, or its (short) name. */
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
  readonly label: string // stands before the value where it is told in words
  readonly tints: boolean
}

export interface Group {
  readonly title: string
  readonly spaces: readonly string[]
  /** `counted`: of spaces with nothing in them only the number is told. */
  readonly empty: 'named' | 'counted'
}

/** A place of the screen, by its name; where it lies is said by the layouts. */
export interface AreaRule {
  readonly name: string
  readonly title: string
  readonly style?: string
  readonly shows: AreaShows
}

export type AreaShows =
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

/** A variable, or one of the values by its number. */
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

/** Where an area lies; of a track, where its cells run; of slots, where each of them lies. */
export interface AreaBox {
  readonly box: Box
  readonly runs: readonly Run[]
  readonly slots: Readonly<Record<string, Box>>
}

/** Cells of a track, `from` to `to`, side by side in a box. */
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

/** A shape is already a path of SVG; its box and middle are known. */
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

/** The look of a game that says nothing about it. */
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
