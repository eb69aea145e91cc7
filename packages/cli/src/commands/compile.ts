import { writeFileSync } from 'node:fs'
import { type LoadedGame, renderDiagnostic } from '@ludoforge/compiler'
import { moduleText, sceneOf } from '@ludoforge/look/node'
import { type FoundGame, findGame, load, lookOf } from '../games.js'
import type { Terminal } from '../terminal/terminal.js'
import { EXIT, Failure } from '../usage.js'

export interface CompileOptions {
  readonly out?: string
  readonly module?: string
}

/** Writes the GameDef of a game, to a file or to standard output, or the game as a module. */
export async function compile(name: string, options: CompileOptions, terminal: Terminal): Promise<number> {
  const { out, module } = options
  const found = findGame(name)
  const game = await load(found)
  if (module !== undefined) {
    const text = moduleOf(game, found, terminal)
    write(module, text)
    terminal.out(`Wrote ${module} (${size(text)}). Load it with loadModule, which needs no eval.`)
    if (out === undefined) return EXIT.ok
  }
  const text = JSON.stringify(game.def, null, 1)
  if (out === undefined) terminal.out(text)
  else {
    write(out, `${text}\n`)
    terminal.out(`Wrote ${out} (${size(text)}). Play it with: ${terminal.command} play ${out}`)
  }
  return EXIT.ok
}

/** The game as a module, with its scene and the expressions the scene uses. */
function moduleOf(game: LoadedGame, found: FoundGame, terminal: Terminal): string {
  const { look, diagnostics, sources } = lookOf(found, game)
  const colour = terminal.paint.isColorSupported
  for (const diagnostic of diagnostics) terminal.err(renderDiagnostic(diagnostic, sources, { colour }))
  return moduleText(game, sceneOf(game.def, look))
}

const size = (text: string): string => `${Math.ceil(text.length / 1024)} KB`

export function write(file: string, text: string): void {
  try {
    writeFileSync(file, text)
  } catch (error) {
    throw new Failure(`Can't write ${file}: ${error instanceof Error ? error.message : String(error)}`)
  }
}
