/** A table as those have it who sit at it or look on: here or on a server. One cannot tell which. */
import type { Choice, Decision, GameDef, View } from '@ludoforge/kernel'
import type { Explanation, Preview } from '@ludoforge/play'
import type { Values } from '@ludoforge/look'
import type {
  BotThinking,
  TableUpdate,
  Hint,
  History,
  News,
  SeatChange,
  TableDocument,
  UndoHorizon,
  Welcome,
} from '@ludoforge/table'

/** What a listener hears: all that happens, how far a bot has come, and whether there is a way to the table. */
export type TableEvent = TableUpdate | BotThinking | { readonly type: 'connection'; readonly open: boolean }

/** A wish to take back decisions, that waits for the consent of others. */
export interface Proposal {
  readonly number: number
  readonly to: number
  readonly by: string
  readonly person: string
}

/** A table as those have it who sit at it or look on. */
export interface Table {
  readonly about: TableDocument
  readonly you: Welcome['you']
  /** Of the last thing that happened. */
  readonly number: number
  /** What one of your seats sees now, or, with null, an onlooker; by default your first seat. */
  view(seat?: string | null): View
  /** What the rules compute beside that view, in the order of the game's scene. */
  values(seat?: string | null): Values
  /** What your seats are asked. */
  readonly asked: readonly Decision[]
  /** How far you may take back. */
  readonly horizon: UndoHorizon
  /** A wish to take back decisions that waits for consent. */
  readonly proposal: Proposal | undefined
  /** The compiled rules: names of everything. */
  rules(): Promise<GameDef>
  /** Resolves when the answer is on record. Throws a Refusal if it is not taken. */
  decide(seat: string, choice: Choice): Promise<void>
  undo(to?: number): Promise<void>
  consent(yes: boolean): Promise<void>
  chat(text: string): Promise<void>
  /** All up to now was looked at. */
  seen(): Promise<void>
  news(): Promise<News>
  explain(seat: string, option: string): Promise<Explanation>
  preview(seat: string, choice: Choice): Promise<Preview>
  /** How the table stood after entry `from`, and what happened then up to `to`; of a long time only the first part. */
  history(from: number, to: number): Promise<History>
  /** What a bot would do in your place. */
  hint(seat: string, agent?: string): Promise<Hint>
  give(seat: string, to: SeatChange): Promise<void>
  /** Calls back with all that happens until the function that is returned is called. */
  listen(listener: (heard: TableEvent) => void): () => void
  close(): void
}
