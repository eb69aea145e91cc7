/** Compiles folders on disk, and loads a game from its folder or from a compiled GameDef. */
import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { GameDef } from '@ludoforge/kernel'
import { isPrintable, printable } from '@ludoforge/kernel'
import type { Compilation } from './compilation.js'
import { compileFiles, compileRules } from './compile.js'
import type { CompileOptions } from './dialect.js'
import { readFolder } from './folder/read.js'
import { type LoadedGame, loadCompilation, loadGameDef } from './loaded-game.js'
import { wordsFile } from './words/index.js'

/** Compiles a folder, and returns the GameDef and all diagnostics. */
export async function compileFolder(dir: string, options: CompileOptions = {}): Promise<Compilation> {
  return compileFiles(await readFolder(dir, wordsOf(options)), options)
}

/** The file with the words of the language, if another one than the author's is wanted. */
const wordsOf = ({ language }: CompileOptions): string | undefined =>
  language === undefined ? undefined : wordsFile(language)

/** The path has no game. The message says what is there instead. */
export class InvalidGameFolder extends Error {
  override readonly name = 'InvalidGameFolder'
}

/**
 * Loads the game of a folder or of a compiled file. Throws `CompileError` if it has errors, or `InvalidGameFolder`.
 */
export async function loadGame(path: string, options: CompileOptions = {}): Promise<LoadedGame> {
  const info = await stat(path).catch(() => undefined)
  if (info === undefined) throw new InvalidGameFolder(`There is no game at ${path}. Check the path.`)
  if (info.isDirectory())
    return loadCompilation(compileRules(await readFolder(path, wordsOf(options)), options))
  if (!info.isFile()) throw new InvalidGameFolder(`${path} is a device or a pipe, not a compiled game.`)
  return loadGameDef(parseGameDef(await readFile(path, 'utf8'), path))
}

function parseGameDef(text: string, path: string): GameDef {
  const invalid = (why: string): InvalidGameFolder =>
    new InvalidGameFolder(`${basename(path)} is not a compiled game: ${why}`)
  let def: unknown
  try {
    def = JSON.parse(text)
  } catch (error) {
    throw invalid(error instanceof Error ? error.message : String(error))
  }
  const unprintable = unprintableIn(def)
  if (unprintable !== undefined)
    throw invalid(`it contains a text with a control character: ${printable(unprintable).slice(0, 80)}`)
  return def as GameDef // linking checks every part of it
}

/** Finds a text with control characters: names and prompts are printed unchanged, and a terminal would execute them. */
function unprintableIn(value: unknown): string | undefined {
  const open = [value]
  for (let next = open.pop(); open.length > 0 || next !== undefined; next = open.pop()) {
    if (typeof next === 'string') {
      if (!isPrintable(next)) return next
    } else if (typeof next === 'object' && next !== null)
      for (const [key, part] of Object.entries(next)) open.push(key, part)
  }
  return undefined
}
