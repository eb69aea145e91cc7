/** What a lobby and a rulebook page know of a game: JSON, made of its GameDef, its folder and its look. */
import type { Constant } from '@ludoforge/kernel'

/** A game as it stands in a lobby: enough to make a table of it. */
export interface GameListing {
  readonly id: string
  readonly title: string
  /** A sentence. */
  readonly says: string
  readonly fingerprint: string
  /** A small drawing: the text of an SVG. */
  readonly picture: string
  readonly seats: readonly { readonly id: string; readonly name: string; readonly colour: string }[]
  readonly scenarios: readonly { readonly id: string; readonly title: string; readonly says?: string }[]
  readonly options: readonly GameOption[]
  /** Who can play a seat instead of a person: levels first, then policies. */
  readonly agents: readonly GameAgent[]
}

/** A bot as it is offered for a seat. */
export interface GameAgent {
  readonly spec: string
  readonly title: string
  readonly says: string
  /** By seat: the option that lists this seat when this bot plays it. */
  readonly listedIn?: Readonly<Record<string, string>>
}

/** What can be set before a game begins. */
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

/** The rulebook: its files in reading order, as they were written. */
export interface Book {
  readonly files: readonly { readonly path: string; readonly title: string; readonly markdown: string }[]
}
