import type { State } from '@ludoforge/kernel'

const FIXED = 600 // overhead of a position, measured with the smallest game
const SLOT = 8

/** Returns the memory that a position takes, in bytes. */
export function stateBytes({ d, k }: State): number {
  return FIXED + d.byteLength + SLOT * k.length
}
