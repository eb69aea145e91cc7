/** What a page asks of the worker in which tables of this browser are played. */
import type { LocalOptions } from '@ludoforge/table'
import type { Scene } from '@ludoforge/look'

/** How a table is to begin. */
export type Wish = Pick<LocalOptions, 'scenario' | 'options' | 'seats' | 'name'>

/** `module` is the address of a game's module; `games` that of the folder with all games. */
export type Task =
  | {
      readonly type: 'host'
      readonly id: string
      readonly module: string
      readonly wish: Wish
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

/** `text`: what was asked for, of an export the save, of an import the fingerprint of its rules. */
export type Answer =
  | { readonly type: 'done'; readonly text: string }
  | { readonly type: 'failed'; readonly message: string }
