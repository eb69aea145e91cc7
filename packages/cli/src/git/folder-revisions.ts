/** A game's folder in git: the revisions that changed it, and its files at a revision. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { FolderRevision } from '@ludoforge/desk'
import { Failure, UsageError } from '../usage.js'

const MAX_LISTED = 30

/** Lists the latest commits that changed the folder, newest first. Empty if it isn't in a git checkout. */
export async function revisionsOf(folder: string): Promise<FolderRevision[]> {
  let text: string
  try {
    const format = '--format=%H%x09%ct%x09%s'
    text = (await git(folder, ['log', `--max-count=${MAX_LISTED}`, format, '--', '.'])).toString('utf8')
  } catch (error) {
    if (error instanceof Failure) return [] // not a checkout, no commit yet, or no git
    throw error
  }
  const lines = text.split('\n').filter((line) => line !== '')
  return lines.map((line) => {
    const [id = '', seconds = '', ...name] = line.split('\t')
    return { id, name: name.join('\t'), at: Number(seconds) * 1000 }
  })
}

/** Reads the files of the folder at a revision, by their path in it. */
export async function filesAtRevision(folder: string, revision: string): Promise<Record<string, Buffer>> {
  if (!/^[\w./~^@{}:+-]+$/.test(revision) || revision.startsWith('-'))
    throw new UsageError(`"${revision}" isn't a git revision. Write FOLDER@REVISION, such as my-game@HEAD~1.`)
  const listed = await git(folder, ['ls-tree', '-r', '-z', '--name-only', revision, '--', '.'])
  const names = listed.toString('utf8').split('\0')
  const wanted = names.filter((file) => /\.(?:md|ya?ml|jsonl?)$/i.test(file) && !file.startsWith('..'))
  if (!wanted.some((file) => /\.(?:md|ya?ml)$/i.test(file)))
    throw new Failure(`At ${revision}, ${folder} has no rules.`)
  const files: [string, Buffer][] = []
  for (const file of wanted)
    files.push([file, await git(folder, ['cat-file', 'blob', `${revision}:./${file}`])])
  return Object.fromEntries(files)
}

const MAX_BYTES = 64 * 1024 * 1024
const run = promisify(execFile)

async function git(folder: string, args: readonly string[]): Promise<Buffer> {
  try {
    const { stdout } = await run('git', ['--no-optional-locks', '-C', folder, ...args], {
      maxBuffer: MAX_BYTES,
      encoding: 'buffer',
    })
    return stdout
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new Failure("git isn't installed, which FOLDER@REVISION needs.")
    const text = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error)
    throw new Failure(`git can't read ${folder}: ${text.trim().split('\n')[0] ?? ''}`)
  }
}
