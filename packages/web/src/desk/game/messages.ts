/** The messages between the page of the desk and the worker that follows its game. */
import type { Files, MapHandle, RuleLines } from '@ludoforge/desk'
import type {
  ExampleDraft,
  ExampleEntry,
  ExampleView,
  BotGame,
  ReplayNote,
  SessionProblem,
  StartBoard,
  TableWish,
  ValuedName,
} from '@ludoforge/desk/session'
import type { GameDef } from '@ludoforge/kernel'
import type { Book, Scene } from '@ludoforge/look'
import type { StoredTable } from '@ludoforge/table'

/** A request with an answer. */
export type DeskAsk =
  | { readonly ask: 'view-example'; readonly example: string }
  | { readonly ask: 'draft-example' }
  /** A game of bots up to a question of these lines. */
  | { readonly ask: 'find-question'; readonly lines: RuleLines }
  /** The points of the drawn map, in the files as they are now. */
  | { readonly ask: 'map-handles' }
  /** The module of the last good version, to play it at a table of its own. */
  | { readonly ask: 'module' }
  /** What a name is at the table now, for the seat that the pane shows. */
  | { readonly ask: 'name-now'; readonly valued: ValuedName; readonly viewer: string | null }
  /** The board at the start of other files than those of the desk. */
  | { readonly ask: 'start-board'; readonly files: Files }
  | {
      readonly ask: 'insert-example'
      readonly text: string
      readonly rule: string
      readonly place: string
    }

/** From the page. New files end what runs for older ones. */
export type ToGameWorker =
  | { readonly type: 'files'; readonly revision: number; readonly files: Files }
  /** Starts another game at the table. */
  | { readonly type: 'restart'; readonly wish: TableWish }
  /** After a restart of the worker: the record of the table, and the examples that don't end. */
  | { readonly type: 'resume'; readonly table: StoredTable | undefined; readonly stuck: readonly string[] }
  | { readonly type: 'mutants'; readonly run: boolean }
  | ({ readonly type: 'ask'; readonly id: number } & DeskAsk)

/** The coverage of the examples, by line. */
export interface CoverageNote {
  readonly covered: number
  readonly all: number
  /** What no example executes, a sentence for each point. */
  readonly missed: readonly { readonly path: string; readonly line: number; readonly text: string }[]
}

/** A mutant that no example notices, as a sentence. */
export interface MutantNote {
  readonly path: string
  readonly line: number
  readonly text: string
}

/** How far the test of mutants got. */
export interface MutantsNote {
  readonly done: number
  readonly all: number
  readonly noticed: number
  readonly survivors: readonly MutantNote[]
  readonly state: 'running' | 'stopped' | 'done' | 'impossible'
  /** Why it is impossible. */
  readonly why: string
}

/** What changed about the table. */
export type TableNote =
  | { readonly change: 'none' }
  | { readonly change: 'look' }
  /** The page opens the table at the other end of the port. */
  | {
      readonly change: 'replayed'
      readonly note: ReplayNote
      readonly port: MessagePort
      /** The bots that can play the seats. */
      readonly agents: Readonly<Record<string, string>>
    }

/** From the worker. */
export type FromGameWorker =
  | { readonly type: 'failed'; readonly revision: number; readonly problems: readonly SessionProblem[] }
  /** `def` is absent if the rules are the same as before. */
  | {
      readonly type: 'table'
      readonly revision: number
      readonly ms: number
      readonly fingerprint: string
      readonly def: GameDef | undefined
      readonly scene: Scene
      readonly table: TableNote
    }
  | { readonly type: 'built'; readonly revision: number; readonly files: Files; readonly book: Book }
  | { readonly type: 'record'; readonly table: StoredTable }
  /** An example starts. Its end is the next message. If that doesn't follow for a while, it doesn't end. */
  | { readonly type: 'starts'; readonly revision: number; readonly example: string }
  | { readonly type: 'ends' }
  | {
      readonly type: 'examples'
      readonly revision: number
      readonly entries: readonly ExampleEntry[]
      readonly isDone: boolean
      readonly ms: number
    }
  | { readonly type: 'coverage'; readonly revision: number; readonly coverage: CoverageNote }
  | { readonly type: 'mutants'; readonly revision: number; readonly mutants: MutantsNote }
  | { readonly type: 'answer'; readonly id: number; readonly answer: DeskAnswer }
  | { readonly type: 'trouble'; readonly message: string }

/** The answers to requests. */
export type DeskAnswer =
  | { readonly is: 'view'; readonly view: ExampleView | undefined }
  | { readonly is: 'draft'; readonly draft: ExampleDraft | { readonly problem: string } }
  | { readonly is: 'handles'; readonly handles: readonly MapHandle[] }
  | {
      readonly is: 'module'
      readonly fingerprint: string
      readonly title: string
      /** The texts of `rules.json`, `scene.json`, `book.json` and `game.js`. */
      readonly files: Readonly<Record<string, string>>
      /** You in the first seat, bots in the others. */
      readonly seats: Readonly<Record<string, string>>
    }
  | { readonly is: 'game'; readonly game: BotGame }
  | { readonly is: 'now'; readonly text: string }
  | { readonly is: 'board'; readonly board: StartBoard }
  | { readonly is: 'nothing' }
  | { readonly is: 'inserted'; readonly path: string; readonly line: number; readonly text: string }
