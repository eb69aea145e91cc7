import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Workspace } from '../workspace.js'

/** A larger file isn't a text that somebody wrote. */
const MAX_BYTES = 5_000_000

/** The files on disk, by `file:` URIs. Other URIs have none. */
export const diskWorkspace: Workspace = {
  list: (folder) =>
    existing(folder, async (path) =>
      (await readdir(path, { withFileTypes: true })).map((entry) => ({
        name: entry.name,
        isFolder: entry.isDirectory(),
      })),
    ),
  read: (file) =>
    existing(file, async (path) => {
      const bytes = await readFile(path)
      return bytes.length > MAX_BYTES ? undefined : bytes.toString('utf8')
    }),
}

/** Returns `undefined` if there is no such file, or if it can't be read. */
async function existing<T>(uri: string, work: (path: string) => Promise<T>): Promise<T | undefined> {
  if (!uri.startsWith('file:')) return undefined
  try {
    return await work(fileURLToPath(uri))
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined
    throw error
  }
}
