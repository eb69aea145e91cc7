import type { Scene } from '@ludoforge/look'
import type { Pile } from './pack.js'

/** Kinds and how many of each, with the size that the look gives them. */
export function pilesOf(scene: Scene, kinds: readonly (readonly [string, number])[]): Pile[] {
  return kinds.map(([kind, count]) => ({ kind, count, size: scene.pieces[kind]?.size ?? 1 }))
}
