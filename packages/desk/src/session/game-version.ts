/** A version of the game that compiled: linked, with everything that the page draws of it. */
import type { Files } from '../files.js'
import type { LoadedGame } from '@ludoforge/compiler/editing'
import {
  type Book,
  type ComputeValues,
  makeEvaluator,
  memoizedValues,
  type Scene,
  valueExpressions,
} from '@ludoforge/look'
import { sceneExpressions } from '@ludoforge/look/files'
import { type Vocabulary, wordsOf } from '@ludoforge/table'

/** A version of the game that compiled. */
export interface GameVersion {
  /** The revision of the files it was built from. */
  readonly revision: number
  readonly files: Files
  readonly game: LoadedGame
  readonly scene: Scene
  /** Builds the rulebook, once. */
  readonly book: () => Book
  /** Computes the values next to a view. */
  readonly reckon: ComputeValues
  readonly words: Vocabulary
}

/** An error or a warning at a line. */
export interface SessionProblem {
  readonly path: string
  /** From 1. */
  readonly line: number
  readonly column: number
  readonly severity: 'error' | 'warning'
  readonly message: string
}

/** Completes a version with what is computed from its scene. */
export function gameVersion(parts: Omit<GameVersion, 'reckon' | 'words'>): GameVersion {
  const { game, scene } = parts
  const evaluator = makeEvaluator(game, sceneExpressions(game, scene))
  const reckon = memoizedValues(valueExpressions(game.def, scene), evaluator)
  return { ...parts, reckon, words: wordsOf(game.def, scene) }
}
