/** A version of a game: a folder as it is, or as it was at a git revision. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { LoadedGame } from '@ludoforge/compiler'
import { findGame, load } from '../../games.js'
import { Failure, UsageError } from '../../usage.js'

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
    for (const file of filesAt(folder, revision)) {
      const target = path.join(copy, file)
      mkdirSync(path.dirname(target), { recursive: true })
      writeFileSync(target, git(folder, ['show', `${revision}:./${file}`]))
    }
    return await load({ given: `${folder}@${revision}`, path: copy, kind: 'folder' })
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

/** The Markdown and YAML files of the folder at a revision, relative to it. */
function filesAt(folder: string, revision: string): string[] {
  if (!/^[\w./~^@{}:+-]+$/.test(revision) || revision.startsWith('-'))
    throw new UsageError(`"${revision}" isn't a git revision. Write FOLDER@REVISION, such as my-game@HEAD~1.`)
  const listed = git(folder, ['ls-tree', '-r', '-z', '--name-only', revision, '--', '.'])
  const files = listed.toString('utf8').split('\0')
  const wanted = files.filter((file) => /\.(?:md|ya?ml)$/i.test(file) && !file.startsWith('..'))
  if (wanted.length === 0) throw new Failure(`At ${revision}, ${folder} has no rules.`)
  return wanted
}

const MAX_BYTES = 64 * 1024 * 1024

function git(folder: string, args: readonly string[]): Buffer {
  try {
    return execFileSync('git', ['-C', folder, ...args], {
      maxBuffer: MAX_BYTES,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new Failure("git isn't installed, which FOLDER@REVISION needs.")
    const text = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error)
    throw new Failure(`git can't read ${folder}: ${text.trim().split('\n')[0] ?? ''}`)
  }
}
