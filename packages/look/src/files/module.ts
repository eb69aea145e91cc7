import { CompileError, type LoadedGame } from '@ludoforge/compiler'
import { type Expression, writeModule } from '@ludoforge/play'
import type { Scene } from '../scene.js'
import { expressionsOf } from '../values.js'

/** The game as a module that knows every expression of its scene, and the scene. */
export function moduleText(game: Pick<LoadedGame, 'def' | 'expression'>, scene: Scene): string {
  const values: Record<string, Expression> = {}
  for (const text of expressionsOf(game.def, scene)) {
    try {
      values[text] = game.expression(text)
    } catch (error) {
      // A function of some seats or spaces only: of the others it has no value.
      if (!(error instanceof CompileError)) throw error
    }
  }
  return writeModule(game.def, values, { scene })
}
