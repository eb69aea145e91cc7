import type { State } from '@ludoforge/kernel'
import { RANDOM_CELLS } from '@ludoforge/kernel/internal'

/** Returns the random generator of a state, to find out later whether anything was drawn from it. */
export function generatorWords(state: State): readonly number[] {
  return Array.from(state.d.subarray(0, RANDOM_CELLS))
}

/** Returns whether the state has drawn a random number since `words` were taken. */
export function hasDrawn(state: State, words: readonly number[]): boolean {
  return words.some((word, i) => state.d[i] !== word)
}
