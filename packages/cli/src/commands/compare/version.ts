/** A version of a game: a folder as it is, or as it was at a git revision. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { LoadedGame } from '@ludoforge/compiler'
import { findGame, load } from '../../games.js'
import { filesAtRevision } from '../../git/folder-revisions.js'
import { UsageError } from '../../usage.js'

/** Loads `GAME` or `FOLDER@REVISION`. */
export async function loadVersion(name: string): Promise<LoadedGame> {
  const at = name.lastIndexOf('@')
  if (at <= 0 || existsSync(name)) return load(findGame(name))
  const found = findGame(name.slice(0, at))
  if (found.kind === 'file') throw new UsageError(`${found.given} isn't a folder, so it has no revisions.`)
  return loadRevision(found.path, name.slice(at + 1))
}

async function loadRevision(folder: string, revision: string): Promise<LoadedGame> {
  const copy = mkdtempSync(path.join(tmpdir(), 'ludoforge-revision-'))
  try {
    for (const [file, text] of Object.entries(await filesAtRevision(folder, revision))) {
      const target = path.join(copy, file)
      mkdirSync(path.dirname(target), { recursive: true })
      writeFileSync(target, text)
    }
    return await load({ given: `${folder}@${revision}`, path: copy, kind: 'folder' })
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}
