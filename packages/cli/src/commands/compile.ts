import { writeFileSync } from 'node:fs'
import { CompileError, type LoadedGame } from '@ludoforge/compiler'
import { type Expression, writeModule } from '@ludoforge/kernel'
import { expressionsOf } from '../board/index.js'
import { type Found, findGame, load, lookOf } from '../games.js'
import type { Terminal } from '../terminal.js'
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
    terminal.out(`Wrote ${module} (${size(text)}). It plays, by loadModule, where no code may be made.`)
    if (out === undefined) return EXIT.ok
  }
  const text = JSON.stringify(game.def, null, 1)
  if (out === undefined) terminal.out(text)
  else {
    write(out, `${text}\n`)
    terminal.out(`Wrote ${out} (${size(text)}). Play it with: ludoforge play ${out}`)
  }
  return EXIT.ok
}

/** With the look of the game, as far as it makes sense, and the expressions in it. */
function moduleOf(game: LoadedGame, found: Found, terminal: Terminal): string {
  const { look, notes } = lookOf(found)
  for (const note of notes) terminal.err(note)
  const shown = expressionsOf(game.def, look)
  const values: Record<string, Expression> = {}
  for (const text of [...shown.values, ...shown.seats, ...shown.spaces]) {
    try {
      values[text] = game.expression(text)
    } catch (error) {
      if (!(error instanceof CompileError)) throw error
      terminal.err(`look/terminal.yaml: an expression is left out.\n${error.message}`)
    }
  }
  return writeModule(game.def, values, { look, shown })
}

const size = (text: string): string => `${Math.ceil(text.length / 1024)} KB`

export function write(file: string, text: string): void {
  try {
    writeFileSync(file, text)
  } catch (error) {
    throw new Failure(`Cannot write ${file}: ${error instanceof Error ? error.message : String(error)}`)
  }
}
