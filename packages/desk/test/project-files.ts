/** The files of the games of the repository, as a desk has them. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gameFolder } from '@ludoforge/games'
import type { Files } from '../src/index.js'

/** Reads all text files of a game's folder. */
export function projectFiles(game: string): Files {
  const folder = gameFolder(game)
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
  return Object.fromEntries(
    names
      .filter((entry) => entry.isFile() && /\.(?:md|ya?ml|jsonl|svg)$/.test(entry.name))
      .map((entry) => {
        const file = path.join(entry.parentPath, entry.name)
        return [path.relative(folder, file).split(path.sep).join('/'), readFileSync(file, 'utf8')]
      }),
  )
}

/** Returns the files after a replacement in one of them. Throws if the text isn't there. */
export function edited(files: Files, file: string, from: string, to: string): Files {
  const text = files[file] ?? ''
  if (!text.includes(from)) throw new Error(`${file} has no ${from}`)
  return { ...files, [file]: text.replace(from, to) }
}
