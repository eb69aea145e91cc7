/** Projects as zip files. Reading one is safe: a zip comes from anywhere. */
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { filesProblem, PROJECT_LIMITS } from './file-rules.js'
import type { Files } from './files.js'

/** A zip that isn't a project. The message is for the designer. */
class ZipError extends Error {
  override readonly name = 'ZipError'
}

/** Packs files into a zip, in a folder. The same files make the same zip. */
export function zipFiles(files: Files, folder: string): Uint8Array<ArrayBuffer> {
  const entries = Object.entries(files).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return new Uint8Array(
    zipSync(Object.fromEntries(entries.map(([path, text]) => [`${folder}/${path}`, strToU8(text)])), {
      mtime: new Date(1980, 0, 1),
    }),
  )
}

/** The files that a project has: texts. Pictures and programs are left out. */
const IS_TEXT = /\.(?:md|ya?ml|jsonl?)$/

/**
 * Unpacks the texts of a zip. A folder around everything is removed. Throws `ZipError` if the zip is damaged, too large,
 * or leads out of its folder.
 */
export function unzipFiles(zip: Uint8Array): Files {
  let count = 0
  let bytes = 0
  const unpacked = unzipped(zip, (name, size) => {
    if (name.endsWith('/') || isHidden(name)) return false
    if (leadsOut(name))
      throw new ZipError('This zip has a file that leads out of its folder, so nothing was imported.')
    if (!IS_TEXT.test(name)) return false
    count += 1
    bytes += size
    const { files: mostFiles, fileBytes: mostOfFile, bytes: mostBytes } = PROJECT_LIMITS
    if (count > mostFiles || size > mostOfFile || bytes > mostBytes)
      throw new ZipError('This zip unpacks to more than a game may have, so nothing was imported.')
    return true
  })
  const files = withoutFolder(unpacked)
  if (!Object.keys(files).some((name) => name.endsWith('.md')))
    throw new ZipError(
      'This zip has no Markdown file, so it isn’t a game. Choose the zip of a game’s folder.',
    )
  const problem = filesProblem(files)
  if (problem !== undefined) throw new ZipError(`${problem} Nothing was imported.`)
  return files
}

/** Unpacks the wanted files. An entry never unpacks to more bytes than it claims, because its buffer has that size. */
function unzipped(
  zip: Uint8Array,
  isWanted: (name: string, size: number) => boolean,
): Readonly<Record<string, Uint8Array>> {
  try {
    return unzipSync(zip, { filter: ({ name, originalSize }) => isWanted(name, originalSize) })
  } catch (error) {
    if (error instanceof ZipError) throw error
    throw new ZipError('This file isn’t a zip, or it is damaged. Choose the zip that Export made.', {
      cause: error,
    })
  }
}

/** Files of systems that nobody wrote: `__MACOSX/`, `.DS_Store`, `.git/`. */
const isHidden = (name: string): boolean =>
  name
    .split(/[/\\]/)
    .some((part) => part === '__MACOSX' || (part.startsWith('.') && part !== '..' && part !== '.'))

/** Whether a path is absolute, or goes up. */
const leadsOut = (name: string): boolean =>
  name.startsWith('/') || name.includes('\\') || /^[a-z]:/i.test(name) || name.split('/').includes('..')

function withoutFolder(unpacked: Readonly<Record<string, Uint8Array>>): Files {
  const paths = Object.keys(unpacked)
  const [first = ''] = paths
  const top = first.slice(0, first.indexOf('/') + 1)
  const cut = top !== '' && paths.every((path) => path.startsWith(top)) ? top.length : 0
  return Object.fromEntries(
    Object.entries(unpacked).map(([path, bytes]) => [
      path.slice(cut),
      strFromU8(bytes)
        .replace(/^\uFEFF/, '')
        .replaceAll('\r\n', '\n'),
    ]),
  )
}
