/** The files that the server works on. The host provides them: a disk, or the storage of a page. */

/** An entry of a folder. */
export interface FolderEntry {
  readonly name: string
  readonly isFolder: boolean
}

/** Access to files by URI. Both methods resolve to `undefined` if there is no such folder or file. */
export interface Workspace {
  list(folder: string): Promise<readonly FolderEntry[] | undefined>
  read(file: string): Promise<string | undefined>
}

const IS_TEXT = /\.(?:md|ya?ml)$/i

/** Whether a file can be part of a game. */
export const isGameFile = (name: string): boolean => IS_TEXT.test(name)

/** The URI of something in a folder. */
export function childUri(folder: string, path: string): string {
  return `${folder}/${path.split('/').map(encodeURIComponent).join('/')}`
}

/** The folder of a file or folder. Returns `undefined` at the root. */
export function parentUri(uri: string): string | undefined {
  const at = uri.lastIndexOf('/')
  return at <= 0 || uri[at - 1] === '/' ? undefined : uri.slice(0, at)
}

/** The path of a file below a folder, with forward slashes. Returns `undefined` for a file elsewhere. */
export function pathBelow(folder: string, uri: string): string | undefined {
  const [outer, inner] = [decoded(folder), decoded(uri)]
  return inner.startsWith(`${outer}/`) ? inner.slice(outer.length + 1) : undefined
}

/** A URI without its escapes, because editors escape differently. */
function decoded(uri: string): string {
  try {
    return decodeURIComponent(uri)
  } catch {
    return uri // a lone `%` in a name
  }
}

/** Folders in which a game has nothing to compile. */
const SKIPPED = new Set(['node_modules'])

/** A folder with more entries than this isn't the folder of one game. */
const MAX_ENTRIES = 20_000

/**
 * The paths of all Markdown and YAML files of a folder, sorted as the compiler reads them. Returns `undefined` if the
 * folder is too large for a game.
 */
export async function gameFiles(workspace: Workspace, folder: string): Promise<string[] | undefined> {
  const found: string[] = []
  const open = ['']
  let seen = 0
  for (let below = open.pop(); below !== undefined; below = open.pop()) {
    const entries = (await workspace.list(below === '' ? folder : childUri(folder, below))) ?? []
    seen += entries.length
    if (seen > MAX_ENTRIES) return undefined
    for (const { name, isFolder } of entries) {
      if (name.startsWith('.') || SKIPPED.has(name)) continue
      const path = below === '' ? name : `${below}/${name}`
      if (isFolder) open.push(path)
      else if (isGameFile(name)) found.push(path)
    }
  }
  return found.toSorted((left, right) => (left < right ? -1 : 1))
}
