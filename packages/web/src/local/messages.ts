/** The messages between the page and the worker that hosts local tables. */
import type { Choice } from '@ludoforge/kernel'
import type { Puzzle } from '@ludoforge/play'
import type { LocalOptions, NamedScene, TurnRun } from '@ludoforge/table'
import type { Scene } from '@ludoforge/look'

/** The setup of a new table. */
export type TableSetup = Pick<LocalOptions, 'scenario' | 'options' | 'seed' | 'seats' | 'name' | 'position'>

/** `module` is the URL of a game's module, `games` that of the folder with all games. */
export type Task =
  | {
      readonly type: 'host'
      readonly id: string
      readonly module: string
      readonly wish: TableSetup
      readonly scene: Pick<Scene, 'values' | 'seatValues' | 'spaceValues'>
    }
  | { readonly type: 'export'; readonly id: string; readonly module: string }
  | {
      readonly type: 'import'
      readonly id: string
      readonly games: string
      readonly text: string
      readonly name: string
    }
  /** Values the turns of one seat. `text` of the result has `ReviewedText`s. */
  | {
      readonly type: 'review'
      readonly id: string
      readonly module: string
      readonly runs: readonly TurnRun[]
    }
  /** Thinks about turns that come through the port: `CoachAsk`. */
  | { readonly type: 'coach'; readonly id: string; readonly module: string; readonly scene: NamedScene }
  /** Returns the position of a puzzle as a saved state. */
  | { readonly type: 'puzzle'; readonly id: string; readonly module: string; readonly puzzle: Puzzle }
  /** Judges the turn of a solver. `text` of the result is a `Verdict`. */
  | {
      readonly type: 'judge'
      readonly id: string
      readonly module: string
      readonly puzzle: Puzzle
      readonly choices: readonly Choice[]
    }

/** `text` is the save for an export, the fingerprint of its rules for an import, JSON for a review or a puzzle, and empty otherwise. */
export type TaskResult =
  /** The share of the work that is done, from 0 to 1. */
  | { readonly type: 'progress'; readonly share: number }
  | { readonly type: 'done'; readonly text: string }
  | { readonly type: 'failed'; readonly message: string }
