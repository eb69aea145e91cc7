/** The options of a local table. */
import type { ThinkOptions } from '@ludoforge/agents'
import type { Constant, Game, GameDef, SavedState } from '@ludoforge/kernel'
import type { Expression, ModuleGame } from '@ludoforge/play'
import type { ComputeValues, Scene } from '@ludoforge/look'
import type { TableStorage } from '../core/index.js'

/**
 * The rules: a GameDef with the compiled expressions of the scene by source text, a module (where CSP forbids `new
 * Function`), or a linked game with the function that computes values.
 */
export type Rules =
  | { readonly def: GameDef; readonly expressions?: Readonly<Record<string, Expression>> }
  | { readonly module: ModuleGame }
  | { readonly game: Game; readonly reckon?: ComputeValues }

/** The options of a local table: its rules, players and storage. */
export type LocalOptions = Rules & {
  readonly id?: string
  readonly scenario?: string
  readonly options?: Readonly<Record<string, Constant>>
  readonly seed?: number | string
  readonly name?: string
  /** The position at which it starts: a branch of another game, or a puzzle. */
  readonly position?: SavedState
  /** By seat: `me` (the default) or the spec of a bot. */
  readonly seats?: Readonly<Record<string, string>>
  readonly storage?: TableStorage
  /** The helper threads of bots, and the function that stops their thinking. */
  readonly thinking?: Pick<ThinkOptions, 'helpers' | 'stopped'>
  /** Also sends the view of a spectator, for several players who share a screen. */
  readonly spectator?: boolean
  /** The values to compute next to views. */
  readonly scene?: Pick<Scene, 'values' | 'seatValues' | 'spaceValues'>
}
