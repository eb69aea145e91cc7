/** The messages between the page and the worker that hosts local tables. */
import type { LocalOptions } from '@ludoforge/table'
import type { Scene } from '@ludoforge/look'

/** The setup of a new table. */
export type TableSetup = Pick<LocalOptions, 'scenario' | 'options' | 'seats' | 'name'>

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

/** `text` is the save for an export, the fingerprint of its rules for an import, and empty otherwise. */
export type TaskResult =
  | { readonly type: 'done'; readonly text: string }
  | { readonly type: 'failed'; readonly message: string }
