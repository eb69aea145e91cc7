/** The options of a table without a server. */
import type { ThinkOptions } from '@ludoforge/agents'
import type { Constant, Game, GameDef } from '@ludoforge/kernel'
import type { Expression, ModuleGame } from '@ludoforge/play'
import type { ComputeValues, Scene } from '@ludoforge/look'
import type { TableStorage } from '../core/index.js'

/**
 * The rules: compiled, with the expressions of the scene by their texts; as a module, where no code may be made; or
 * linked already, with what computes values beside views.
 */
export type Rules =
  | { readonly def: GameDef; readonly expressions?: Readonly<Record<string, Expression>> }
  | { readonly module: ModuleGame }
  | { readonly game: Game; readonly reckon?: ComputeValues }

/** A table in this process: its rules, who plays, and where it is kept. */
export type LocalOptions = Rules & {
  readonly id?: string
  readonly scenario?: string
  readonly options?: Readonly<Record<string, Constant>>
  readonly seed?: number | string
  readonly name?: string
  /** `me`, or the spec of a bot; a seat that is not named is mine. */
  readonly seats?: Readonly<Record<string, string>>
  readonly storage?: TableStorage
  /** How bots think here: who helps them, and whether they are to answer at once. */
  readonly thinking?: Pick<ThinkOptions, 'helpers' | 'stopped'>
  /** I am sent the view of a spectator next to those of my seats: several people share this screen. */
  readonly spectator?: boolean
  /** What is computed beside views. */
  readonly scene?: Pick<Scene, 'values' | 'seatValues' | 'spaceValues'>
}
