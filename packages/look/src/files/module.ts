import { CompileError, type LoadedGame } from '@ludoforge/compiler/files'
import { type Expression, writeModule } from '@ludoforge/play'
import type { Scene } from '../scene.js'
import { expressionsOf } from '../values.js'

/** Writes the game as a JavaScript module with its scene and the scene's expressions. */
export function moduleText(game: Pick<LoadedGame, 'def' | 'expression'>, scene: Scene): string {
  return writeModule(game.def, sceneExpressions(game, scene), { scene })
}

/** Compiles the expressions of a scene, by their text. */
export function sceneExpressions(
  game: Pick<LoadedGame, 'def' | 'expression'>,
  scene: Pick<Scene, 'values' | 'seatValues' | 'spaceValues'>,
): Readonly<Record<string, Expression>> {
  const values: Record<string, Expression> = {}
  for (const text of expressionsOf(game.def, scene)) {
    try {
      values[text] = game.expression(text)
    } catch (error) {
      // The function isn't defined for this seat or space, so it has no value there.
      if (!(error instanceof CompileError)) throw error
    }
  }
  return values
}
