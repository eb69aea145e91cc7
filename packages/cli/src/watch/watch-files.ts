/** Watches files by polling, which works on every file system, also in containers and network folders. */
import { type Dirent, readdirSync, statSync } from 'node:fs'
import path from 'node:path'

/** A file that changed since the last look. */
export interface FileChange {
  readonly file: string
  readonly how: 'changed' | 'new' | 'gone'
}

const EVERY_MS = 200

/** The files and their times and sizes. */
type Snapshot = ReadonlyMap<string, string>

/**
 * Calls back with the changes of these files and folders, once they have settled: no file changed between two looks. The
 * next look comes after the callback, which must not reject. Returns a function that stops.
 */
export function watchFiles(
  places: readonly string[],
  onChange: (changes: readonly FileChange[]) => Promise<void>,
  everyMs = EVERY_MS,
): () => void {
  const absolute = places.map((place) => path.resolve(place))
  let known = snapshotOf(absolute)
  let last = known
  let isStopped = false
  let timer = setTimeout(() => void look(), everyMs)

  async function look(): Promise<void> {
    const now = snapshotOf(absolute)
    const isSettled = changesBetween(last, now).length === 0
    last = now
    const changes = isSettled ? changesBetween(known, now) : []
    if (changes.length > 0) {
      known = now
      await onChange(changes)
    }
    if (!isStopped) timer = setTimeout(() => void look(), everyMs)
  }

  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}

function changesBetween(before: Snapshot, now: Snapshot): FileChange[] {
  const gone = [...before.keys()].filter((file) => !now.has(file))
  const others = [...now].flatMap(([file, stamp]): FileChange[] => {
    const old = before.get(file)
    if (old === stamp) return []
    return [{ file, how: old === undefined ? 'new' : 'changed' }]
  })
  return [...others, ...gone.map((file): FileChange => ({ file, how: 'gone' }))]
}

function snapshotOf(places: readonly string[]): Snapshot {
  return new Map(places.flatMap((place) => filesAt(place)))
}

/** The files at a place with their stamps, without hidden ones. A file can vanish between two calls. */
function filesAt(place: string): [string, string][] {
  const found = statSync(place, { throwIfNoEntry: false })
  if (found === undefined) return []
  if (!found.isDirectory()) return [[place, `${found.mtimeMs} ${found.size}`]]
  return entriesOf(place)
    .filter(({ name }) => !name.startsWith('.') && name !== 'node_modules')
    .flatMap((entry) => {
      const inside = path.join(place, entry.name)
      return entry.isSymbolicLink() ? linkedFile(inside) : filesAt(inside)
    })
}

/** The file that a symbolic link means. Links to folders aren't followed, as in a game: they can lead in a circle. */
function linkedFile(place: string): [string, string][] {
  try {
    const found = statSync(place, { throwIfNoEntry: false })
    return found?.isFile() === true ? [[place, `${found.mtimeMs} ${found.size}`]] : []
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ELOOP') return []
    throw error
  }
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
