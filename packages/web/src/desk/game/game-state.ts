/** What the panes of the desk know about the game: its table, its examples, their coverage and the mutants. */
import type {
  ExampleDraft,
  ExampleEntry,
  ExampleView,
  ReplayNote,
  SessionProblem,
} from '@ludoforge/desk/session'
import type { Files } from '@ludoforge/desk'
import type { StoreApi } from 'zustand/vanilla'
import type { TableStore } from '../../table/store/state.js'
import type { CoverageNote, MutantsNote } from './messages.js'

/** The table of the desk. */
export interface OpenTable {
  readonly store: StoreApi<TableStore>
  readonly note: ReplayNote
  /** The bots that can play the seats. */
  readonly agents: Readonly<Record<string, string>>
}

export interface GameState {
  readonly table: OpenTable | undefined
  /** When the last version compiled, in ms. */
  readonly builtAt: number
  /** The errors of the files as they are now. Absent if they compile. */
  readonly problems: readonly SessionProblem[] | undefined
  readonly examples: readonly ExampleEntry[]
  /** By `exampleKey`, the files with which an example passed the last time. */
  readonly passed: ReadonlyMap<string, Files>
  /** Whether all examples have run since the last edit. */
  readonly areExamplesDone: boolean
  readonly coverage: CoverageNote | undefined
  readonly mutants: MutantsNote | undefined
  /** The example that the pane shows, by its id. */
  readonly selected: string | undefined
  readonly view: ExampleView | undefined
  /** The example that is being made of the table's position. */
  readonly draft: ExampleDraft | { readonly problem: string } | undefined
  /** A failure of the worker itself, as a sentence. */
  readonly trouble: string
}

export const EMPTY_GAME: GameState = {
  table: undefined,
  builtAt: 0,
  problems: undefined,
  examples: [],
  passed: new Map(),
  areExamplesDone: false,
  coverage: undefined,
  mutants: undefined,
  selected: undefined,
  view: undefined,
  draft: undefined,
  trouble: '',
}
