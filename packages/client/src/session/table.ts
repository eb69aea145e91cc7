/** The interface of a session at a table, the same for local and remote tables. */
import type { Choice, Decision, GameDef, SavedState, View } from '@ludoforge/kernel'
import type { Explanation } from '@ludoforge/play'
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
  ValuedPreview,
} from '@ludoforge/table'

/** What a listener receives: updates, the progress of bots, and the state of the connection. */
export type TableEvent = TableUpdate | BotThinking | { readonly type: 'connection'; readonly open: boolean }

/** A proposed undo that waits for the consent of others. */
export interface Proposal {
  readonly number: number
  readonly to: number
  readonly by: string
  readonly person: string
}

/** A session at a table, of a player or a spectator. */
export interface Table {
  readonly about: TableDocument
  readonly you: Welcome['you']
  /** The number of the last update. */
  readonly number: number
  /** Returns the view of one of your seats, or of a spectator (null). The default is your first seat. */
  view(seat?: string | null): View
  /** Returns the computed values next to that view, in the order of the game's scene. */
  values(seat?: string | null): Values
  /** The open decisions of your seats. */
  readonly asked: readonly Decision[]
  /** How far you may undo. */
  readonly horizon: UndoHorizon
  /** The proposed undo, if there is one. */
  readonly proposal: Proposal | undefined
  /** Returns the compiled rules. */
  rules(): Promise<GameDef>
  /** Resolves when the answer is on record. Throws a `Refusal` if it is refused. */
  decide(seat: string, choice: Choice): Promise<void>
  undo(to?: number): Promise<void>
  /** Answers the proposed undo, or the request for a seat with this number. */
  consent(yes: boolean, proposal?: number): Promise<void>
  chat(text: string): Promise<void>
  /** Marks everything as seen. */
  seen(): Promise<void>
  news(): Promise<News>
  explain(seat: string, option: string): Promise<Explanation>
  previews(seat: string, choices: readonly Choice[]): Promise<readonly ValuedPreview[]>
  /** Returns the snapshot after entry `from` and the updates up to `to`, at most one page. */
  history(from: number, to: number): Promise<History>
  /** Returns the answer a bot would give. */
  hint(seat: string, agent?: string): Promise<Hint>
  /** Returns the position after entry `number` as the seat may know it, to branch off from. */
  explore(seat: string, number: number): Promise<SavedState>
  give(seat: string, to: SeatChange): Promise<void>
  /** Adds a listener. The returned function removes it. */
  listen(listener: (event: TableEvent) => void): () => void
  close(): void
}
