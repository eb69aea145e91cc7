/** What a page shows around the board: standings, clock, cards and values. Part of a scene. */

/** A variable, or a value of the scene by its index. */
export type Item = { readonly variable: string } | { readonly value: number }

/** The regions of a table. */
export interface TableScene {
  /** A game without a map is played on a felt. */
  readonly felt: FeltScene | null
  /** The pixels of a map unit at which the drawing is best read, or `null` if the page decides. */
  readonly natural: number | null
  readonly standing: StandingScene
  readonly clock: ClockScene | null
  readonly rail: readonly RailItem[]
  /** The titles of marks that never change. A page leaves them out where there is little room. */
  readonly fixedMarks: readonly string[]
}

/** A table without a map: zones and values in the middle, the zones of the seats around it. */
export interface FeltScene {
  readonly middle: readonly TitledZone[]
  readonly values: readonly Item[]
  readonly seats: Readonly<Record<string, readonly TitledZone[]>>
  /** The zones of the seats that lie in the middle, each towards its seat: a trick. */
  readonly front: Readonly<Record<string, readonly TitledZone[]>>
  /** The index of the value that is the seat with the dealer's button, or that lists such seats. */
  readonly dealer: number | null
  /**
   * By zone: the indexes of the values in `seatValues` that list something for each of its cards, in order. They are shown
   * below the cards, also below the backs of hidden ones, so these cards aren't sorted.
   */
  readonly captions: Readonly<Record<string, readonly number[]>>
  /** Zones in the middle whose cards are sorted for the eye. */
  readonly sorted: readonly string[]
}

/** A zone with a title. */
export interface TitledZone {
  readonly zone: string
  readonly title: string
}

/** How the seats stand: numbers are indexes in `seatValues`. The goal of a seat is its score minus its margin. */
export interface StandingScene {
  readonly score: number | null
  readonly margin: number | null
  /** From this margin on a seat is near its goal. */
  readonly near: number
  /** From this margin on a seat would win. */
  readonly alarm: number
  /** What the seat can spend. */
  readonly spend: Item | null
  /** The other values and variables of a seat. */
  readonly items: readonly Item[]
  readonly seats: Readonly<Record<string, SeatForces>>
}

/** What a seat has besides what is on the board. */
export interface SeatForces {
  readonly pieces: readonly CountedZone[]
  /** Shown dimmed, and only if there are any. */
  readonly more: readonly CountedZone[]
  /** The values (by index in `values`) that its score is made of. */
  readonly madeOf: readonly number[]
}

/** The tokens of a zone that are counted: by type, or `null` for all together. */
export interface CountedZone extends TitledZone {
  readonly types: readonly string[] | null
  /** Whether the seat takes these tokens from here. Then a 0 is news: there are none left. */
  readonly isSupply: boolean
}

/** The cell at the end of the bar: how far away something is, or other values. */
export interface ClockScene {
  readonly title: string
  /** Indexes in `values`. */
  readonly from: number | null
  readonly to: number | null
  /** What is counted, if there are several. */
  readonly counted: string
  readonly items: readonly Item[]
  /** The index of the value that is the seat whose turn follows, or that lists such seats. */
  readonly next: number | null
}

/** A part of the rail. */
export type RailItem =
  | {
      readonly kind: 'zone'
      readonly zone: string
      readonly title: string
      readonly show: ShowZone
    }
  /** A list of cards: the index of a value. */
  | { readonly kind: 'cards'; readonly title: string; readonly value: number }
  /** Named places with the seats in them: indexes of values. */
  | {
      readonly kind: 'slots'
      readonly title: string
      readonly slots: readonly { readonly title: string; readonly value: number }[]
    }
  /** The titled procedures of a procedure, shown while it runs, in the place of a zone. */
  | {
      readonly kind: 'phases'
      readonly procedure: string
      readonly title: string
      readonly phases: readonly { readonly procedure: string; readonly title: string }[]
      readonly insteadOf: string | null
    }
  | { readonly kind: 'values'; readonly items: readonly Item[] }

/** `full`, `half` and `small` cards, a `pile` with its number, or counted `pieces`. */
export type ShowZone = 'full' | 'half' | 'small' | 'pile' | 'pieces'
