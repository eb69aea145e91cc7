import type { Scene } from '@ludoforge/look'
import type { Pile } from './pack.js'

/** Adds the look's sizes to kinds and their counts. */
export function pilesOf(scene: Scene, kinds: readonly (readonly [string, number])[]): Pile[] {
  return kinds.map(([kind, count]) => ({ kind, count, size: scene.pieces[kind]?.size ?? 1 }))
}
