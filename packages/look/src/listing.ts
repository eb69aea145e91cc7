/** The data of a game for the lobby and the rulebook page: JSON made from its GameDef, folder and look. */
import type { Constant } from '@ludoforge/kernel'
import type { Puzzle } from '@ludoforge/play'

/** A game as the lobby lists it, with everything needed to create a table. */
export interface GameListing {
  readonly id: string
  readonly title: string
  /** A one-sentence description. */
  readonly says: string
  readonly fingerprint: string
  /** A thumbnail, as SVG text. */
  readonly picture: string
  readonly seats: readonly { readonly id: string; readonly name: string; readonly colour: string }[]
  readonly scenarios: readonly GameScenario[]
  readonly options: readonly GameOption[]
  /** The option with the number of players. Without it, all seats take part. */
  readonly players?: string
  /** The bots that can play a seat: levels first, then policies. */
  readonly agents: readonly GameAgent[]
  /** The number of its puzzles, if it has any. */
  readonly puzzles?: number
  /** Its lessons, in order. Absent if it has none. */
  readonly lessons?: readonly GameLesson[]
  /** Its guided games, by the seat of the learner. Absent if it has none. */
  readonly guides?: readonly { readonly seat: string; readonly title: string }[]
}

/** A lesson of a game. */
export interface GameLesson {
  readonly id: string
  readonly title: string
  readonly seat: string // which the learner plays
  readonly tasks: number // what the learner has to do
  readonly minutes: number // how long it takes, roughly
}

/** A scenario of a game. */
export interface GameScenario {
  readonly id: string
  readonly title: string
  readonly says?: string
  /** The number of players that the scenario sets. */
  readonly players?: number
}

/** A bot that can play a seat. */
export interface GameAgent {
  readonly spec: string
  readonly title: string
  readonly says: string
  /** By seat: the game option that lists the seat if this bot plays it. */
  readonly listedIn?: Readonly<Record<string, string>>
}

/** A game option: a setting chosen before the game. */
export interface GameOption {
  readonly id: string
  readonly title: string
  readonly says?: string
  readonly type: string
  readonly values?: readonly string[]
  readonly min?: number
  readonly max?: number
  readonly initial: Constant
}

/** The rulebook of a game. A server may still have books from before `start` and `terms` existed. */
export interface Book {
  /** Its Markdown files, in reading order. */
  readonly files: readonly BookFile[]
  /** The sections at which it opens: how to win, and what a turn is. */
  readonly start?: readonly BookLocation[]
  /** The glossary, in alphabetical order. */
  readonly terms?: readonly BookTerm[]
  /** Its puzzles, if they are of these rules. */
  readonly puzzles?: readonly Puzzle[]
  /** The texts of its folder that aren't pages, by path: data, looks, translations, lessons. A copy of the game needs them. */
  readonly others?: Readonly<Record<string, string>>
}

/** A file of the rulebook. */
export interface BookFile {
  readonly path: string
  readonly title: string
  readonly markdown: string
  /** What its `yaml` blocks declare, for readers. */
  readonly data?: readonly BookData[]
  /** The lines of headings that name a card. */
  readonly cards?: readonly number[]
  /** What follows the announced rules of its blocks. */
  readonly follows?: readonly BookFollowers[]
}

/** The rules that follow an announced one, as a sentence. */
export interface BookFollowers {
  /** The line of the opening fence of the block with the announced rule. */
  readonly line: number
  readonly text: string
}

/** A line in a file of the rulebook. */
export interface BookLocation {
  readonly path: string
  readonly line: number
}

/** A `yaml` block as tables. */
export interface BookData {
  /** The line of the block's opening fence. */
  readonly line: number
  readonly tables: readonly BookTable[]
}

/** A table. Without columns, its rows have no heading. */
export interface BookTable {
  readonly title: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** It is long, or what the rules keep track of: readers open it. */
  readonly isFolded: boolean
}

/** A word of the glossary. Without `means` and `kind` it only adds search words to the heading at its location. */
export interface BookTerm {
  readonly name: string
  readonly means?: string
  /** For a name that the game declares: "piece", "seat". */
  readonly kind?: string
  /** Other words for it. */
  readonly also?: readonly string[]
  /** The number or title of its section. */
  readonly rule?: string
  readonly at?: BookLocation
}
