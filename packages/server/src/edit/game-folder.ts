/** The text files of a game's folder: reads them, and writes changes that don't overwrite those of other programs. */
import { createHash, randomUUID } from 'node:crypto'
import { lstat, mkdir, open, readdir, readFile, realpath, rename, rm, rmdir } from 'node:fs/promises'
import path from 'node:path'
import {
  changedFiles,
  filesProblem,
  type FolderChange,
  type FolderFile,
  isProjectPath,
  pathProblem,
  PROJECT_LIMITS,
} from '@ludoforge/desk'
import { Refusal } from '@ludoforge/table'

/** Files by their path in the folder, with forward slashes. */
type FolderFiles = Readonly<Record<string, FolderFile>>

export class GameFolder {
  /** Writes run one after the other. */
  #last: Promise<unknown> = Promise.resolve()

  private constructor(
    /** The folder without symbolic links. */
    readonly root: string,
  ) {}

  static async open(folder: string): Promise<GameFolder> {
    return new GameFolder(await realpath(folder))
  }

  /**
   * Reads all files of the game. Leaves out what isn't one: other endings, hidden files, symbolic links, and texts that
   * aren't UTF-8.
   */
  async read(): Promise<{ readonly files: FolderFiles; readonly changed: number }> {
    const files: [string, FolderFile][] = []
    let changed = 0
    for (const file of await this.#paths('')) {
      const place = path.join(this.root, file)
      const found = await lstat(place).catch(unlessGone)
      if (found === undefined || !found.isFile() || found.size > PROJECT_LIMITS.fileBytes) continue
      const bytes = await readFile(place).catch(unlessGone)
      const text = bytes === undefined ? undefined : textOf(bytes)
      if (bytes === undefined || text === undefined) continue
      files.push([file, { text, hash: hashOf(bytes) }])
      changed = Math.max(changed, found.mtimeMs)
    }
    return { files: Object.fromEntries(files), changed: Math.round(changed) }
  }

  async #paths(below: string): Promise<string[]> {
    const entries = await readdir(path.join(this.root, below), { withFileTypes: true }).catch(unlessGone)
    const found: string[] = []
    for (const entry of (entries ?? []).toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const file = below === '' ? entry.name : `${below}/${entry.name}`
      if (entry.isDirectory() && entry.name !== 'node_modules' && isProjectPath(`${file}/x.md`))
        found.push(...(await this.#paths(file)))
      else if (entry.isFile() && isProjectPath(file)) found.push(file)
      if (found.length > PROJECT_LIMITS.files) return found.slice(0, PROJECT_LIMITS.files)
    }
    return found
  }

  /**
   * Writes changes, each file at once and whole. If a file isn't as the writer knows it, refuses all of them, so that
   * nothing of another program is lost. Returns the new hashes.
   */
  write(changes: Readonly<Record<string, FolderChange>>): Promise<Record<string, string | null>> {
    const writing = this.#last.then(() => this.#write(changes))
    this.#last = writing.catch(() => undefined)
    return writing
  }

  async #write(changes: Readonly<Record<string, FolderChange>>): Promise<Record<string, string | null>> {
    const paths = Object.keys(changes)
    for (const file of paths) {
      const problem = pathProblem(file)
      if (problem !== undefined) throw new Refusal('bad-message', problem)
    }
    const { files } = await this.read()
    const before = Object.fromEntries(Object.entries(files).map(([file, { text }]) => [file, text]))
    const texts = Object.fromEntries(Object.entries(changes).map(([file, { text }]) => [file, text]))
    const problem = filesProblem(changedFiles(before, texts))
    if (problem !== undefined) throw new Refusal('too-large', problem)
    for (const file of paths) {
      const now = await this.#hash(file)
      if (now !== changes[file]?.was)
        throw new Refusal('stale', `Another program has changed ${file}. Nothing was written.`)
    }
    const hashes: [string, string | null][] = []
    for (const [file, { text }] of Object.entries(changes)) {
      if (text === null) await this.#delete(file)
      else await this.#replace(file, Buffer.from(text, 'utf8'))
      hashes.push([file, text === null ? null : hashOf(Buffer.from(text, 'utf8'))])
    }
    return Object.fromEntries(hashes)
  }

  /** The hash of a file, or `null` if there is none. Refuses what isn't a plain file in plain folders. */
  async #hash(file: string): Promise<string | null> {
    const parts = file.split('/')
    for (let end = 1; end <= parts.length; end += 1) {
      const found = await lstat(path.join(this.root, ...parts.slice(0, end))).catch(unlessGone)
      if (found === undefined) return null
      if (end === parts.length ? !found.isFile() : !found.isDirectory())
        throw new Refusal(
          'not-allowed',
          `${parts.slice(0, end).join('/')} isn't a plain ${end === parts.length ? 'file' : 'folder'}. Nothing was written.`,
        )
    }
    return hashOf(await readFile(path.join(this.root, file)))
  }

  /** Writes next to the file and renames, so that no other program reads a half of it. */
  async #replace(file: string, bytes: Buffer): Promise<void> {
    const place = path.join(this.root, file)
    await mkdir(path.dirname(place), { recursive: true })
    const mode = (await lstat(place).catch(unlessGone))?.mode
    const temporary = path.join(path.dirname(place), `.ludoforge-${randomUUID()}.tmp`)
    try {
      const handle = await open(temporary, 'wx', mode === undefined ? 0o666 : mode & 0o777)
      try {
        await handle.writeFile(bytes)
        await handle.sync()
      } finally {
        await handle.close()
      }
      await rename(temporary, place)
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
  }

  /** Deletes a file, and the folders that are empty then. */
  async #delete(file: string): Promise<void> {
    await rm(path.join(this.root, file), { force: true })
    for (let folder = path.posix.dirname(file); folder !== '.'; folder = path.posix.dirname(folder)) {
      const isEmpty = await rmdir(path.join(this.root, folder)).then(
        () => true,
        () => false, // it has other files
      )
      if (!isEmpty) return
    }
  }
}

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('base64url')

/** Returns the text of UTF-8, or `undefined` if it isn't. */
function textOf(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function unlessGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
}
