/** The data of a game for the lobby and the rulebook page: JSON made from its GameDef, folder and look. */
import type { Constant } from '@ludoforge/kernel'

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
  readonly scenarios: readonly { readonly id: string; readonly title: string; readonly says?: string }[]
  readonly options: readonly GameOption[]
  /** The bots that can play a seat: levels first, then policies. */
  readonly agents: readonly GameAgent[]
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

/** The rulebook: its Markdown files in reading order. */
export interface Book {
  readonly files: readonly { readonly path: string; readonly title: string; readonly markdown: string }[]
}
