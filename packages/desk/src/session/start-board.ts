/** The board at the start of a game, as the first seat to decide sees it. */
import type { GameDef, View } from '@ludoforge/kernel'
import type { Scene, Values } from '@ludoforge/look'
import type { Files } from '../files.js'
import { GameBuilder } from './game-builder.js'
import { finish } from './session.js'

/** A board to draw. */
export interface StartBoard {
  readonly scene: Scene
  readonly zones: GameDef['zones']
  readonly view: View
  readonly values: Values
}

/** The seed of the pictures: each of them is always the same. */
const SEED = 1

/** Builds files and starts a game. Returns `undefined` if they don't compile. */
export function startBoard(files: Files): StartBoard | undefined {
  const result = finish(new GameBuilder().build(files, 0))
  if (!('version' in result)) return undefined
  const { game, scene, reckon } = result.version
  const state = game.start({ seed: SEED })
  const viewer = game.decision(state)?.seat ?? null
  return { scene, zones: game.def.zones, view: game.view(state, viewer), values: reckon(state, viewer) }
}
