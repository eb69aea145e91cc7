/** Reads the look of a game's folder. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Diagnostic, LoadedGame, SourceFile } from '@ludoforge/compiler/files'
import { lookOfFiles } from './look-of-files.js'
import type { LookRead } from './read-look.js'

/** The maximum size of a file. A drawn map has about a hundred pages. */
const MAX_BYTES = 2_000_000
const MAX_FILES = 50

/**
 * Reads `look/*.yaml` of a game's folder. Without a folder there is no look. With `words`, it skips files that only draw a
 * map, which halves the time for a game with a drawn map.
 */
export function lookIn(
  folder: string | undefined,
  game: Pick<LoadedGame, 'def' | 'expression' | 'blocks'>,
  parts: 'all' | 'words' = 'all',
): LookRead {
  const { files, diagnostics } =
    folder === undefined ? { files: [], diagnostics: [] } : lookFilesIn(path.join(folder, 'look'))
  const read = lookOfFiles(files, game, parts)
  return { ...read, diagnostics: [...diagnostics, ...read.diagnostics] }
}

/** Reads the files of a look: those in the folder `look` of a game. */
export function lookFilesIn(folder: string): {
  readonly files: SourceFile[]
  readonly diagnostics: Diagnostic[]
} {
  const files: SourceFile[] = []
  const diagnostics: Diagnostic[] = []
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return { files, diagnostics }
  const names = readdirSync(folder).filter((name) => /\.ya?ml$/i.test(name))
  for (const name of names.toSorted().slice(0, MAX_FILES)) {
    const file = path.join(folder, name)
    const info = statSync(file, { throwIfNoEntry: false })
    const at = `look/${name}`
    if (info?.isFile() === true && info.size <= MAX_BYTES)
      files.push({ path: at, text: readFileSync(file, 'utf8') })
    else {
      const message = `${at} is skipped: it isn't a file, or it is larger than ${MAX_BYTES / 1e6} MB.`
      diagnostics.push({ severity: 'warning', code: 'no-file', message })
    }
  }
  return { files, diagnostics }
}
