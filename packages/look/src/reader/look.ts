import type { ClockScene, Item, RailItem, ShowZone } from '../table.js'
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
  /** Short names for the board, by id. */
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
  /** Values that only the table shows. Their indexes follow those of `values`. */
  readonly tableValues: readonly ValueLook[]
  readonly tableSeatValues: readonly ValueLook[] // they follow `seatValues`
  readonly variables: readonly string[] // the ones to show, in this order; all if empty
  readonly zones: readonly string[] // the first zones next to the map
  /** Zones, variables and titles of values that a small screen shows first. If empty, it chooses. */
  readonly inSight: readonly string[]
  /** The index of the value that lists the spaces and cards to highlight. */
  readonly highlight: number | null
  readonly hide: readonly string[]
  readonly groups: readonly Group[]
  /** Groups the pieces of a space by owner: "Red 2 cubes, base · Blue base". */
  readonly byOwner: boolean
  /** By zone: the properties shown with the names of its cards. */
  readonly cardNotes: Readonly<Record<string, readonly string[]>>
  readonly abbreviations: string // explains the short names, in a line below the map
  /** Properties of cards by which hands are sorted. */
  readonly sort: readonly string[]
  readonly table: TableRule
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
      readonly label?: string
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

/** `table`: what is shown around the board. What it leaves out gets a default. */
export interface TableRule {
  readonly stage: StageRule
  readonly standing: StandingRule | null
  readonly clock: ClockScene | null
  readonly rail: readonly RailRule[] | null
  readonly fixedMarks: readonly string[]
}

export interface StageRule {
  readonly natural: number | null
  readonly middle: readonly string[] | null
  readonly values: readonly Item[] | null
  readonly seats: readonly string[] | null
  readonly front: readonly string[]
  readonly dealer: number | null
  /** By zone or family: the values of its seat (by index) that list something for each card, in order. */
  readonly captions: Readonly<Record<string, readonly number[]>>
  /** Zones and families in the middle whose cards are sorted. */
  readonly sorted: readonly string[]
}

/** Numbers are indexes of values of seats. */
export interface StandingRule {
  readonly score: number | null
  readonly margin: number | null
  readonly near: number | null
  readonly alarm: number | null
  readonly spend: Item | null
  readonly show: readonly Item[] | null
  readonly pieces: readonly string[] | null
  readonly more: readonly string[]
  readonly madeOf: Readonly<Record<string, readonly number[]>>
}

export type RailRule =
  | {
      readonly kind: 'zone'
      readonly zone: string
      readonly title: string | null
      readonly show: ShowZone | null
    }
  | { readonly kind: 'phases'; readonly procedure: string; readonly insteadOf: string | null }
  | Extract<RailItem, { readonly kind: 'cards' | 'slots' | 'values' }>

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
  readonly stack?: 'top' | 'bottom'
  readonly marks?: Box
  readonly badge?: Point
}

/** The default look: everything empty. */
export const PLAIN_LOOK: Look = {
  says: '',
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
  tableValues: [],
  tableSeatValues: [],
  variables: [],
  zones: [],
  inSight: [],
  highlight: null,
  hide: [],
  groups: [],
  byOwner: false,
  cardNotes: {},
  abbreviations: '',
  sort: [],
  table: {
    stage: {
      natural: null,
      middle: null,
      values: null,
      seats: null,
      front: [],
      dealer: null,
      captions: {},
      sorted: [],
    },
    standing: null,
    clock: null,
    rail: null,
    fixedMarks: [],
  },
  map: null,
}
