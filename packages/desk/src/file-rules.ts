/** Which files a project may have, wherever it is stored: names that are safe on every system, and sizes with limits. */
import { printable } from '@ludoforge/kernel'
import type { Files } from './files.js'

/** The limits of a project. The largest game of ours has 130 files and 2 MB. */
export const PROJECT_LIMITS = {
  files: 500,
  fileBytes: 1 << 20,
  bytes: 4 << 20,
  pathLength: 160,
  folders: 6,
} as const

const KINDS = ['md', 'yaml', 'yml', 'json', 'jsonl'] as const
const HAS_KIND = new RegExp(String.raw`\.(?:${KINDS.join('|')})$`)

/** Names that mean a device on Windows, with any ending. */
const DEVICES = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i

/** Letters, digits and a few signs. A name never starts with a dot or a hyphen, and never ends with a dot or a space. */
const PART = /^[\p{L}\p{N}_](?:[\p{L}\p{M}\p{N} _.,+()'-]*[\p{L}\p{M}\p{N}_)])?$/u

/** Whether the path is one of a project's files: `rules.md`, `look/board.yaml`. */
export function isProjectPath(path: string): boolean {
  return pathProblem(path) === undefined
}

/** Returns why a project can't have a file at this path, as a sentence, or `undefined` if it can. */
export function pathProblem(path: string): string | undefined {
  const shown = JSON.stringify(printable(path.length > 40 ? `${path.slice(0, 40)}…` : path))
  if (path.length > PROJECT_LIMITS.pathLength)
    return `The path ${shown} is too long. The limit is ${PROJECT_LIMITS.pathLength} characters.`
  if (path !== path.normalize('NFC')) return `${shown} can't be stored on every system. Choose plain letters.`
  const parts = path.split('/')
  if (parts.length > PROJECT_LIMITS.folders)
    return `${shown} is in too many folders. The limit is ${PROJECT_LIMITS.folders - 1}.`
  if (!parts.every((part) => PART.test(part)))
    return `${shown} isn't a name for a file. Use letters, digits, hyphens and dots, such as look/board.yaml.`
  if (parts.some((part) => DEVICES.test(part))) return `${shown} is reserved on Windows. Choose another name.`
  if (!HAS_KIND.test(path))
    return `${shown} isn't a file of a game. Its name must end with ${KINDS.map((kind) => `.${kind}`).join(', ')}.`
  return undefined
}

/** Returns why a text can't be stored, as a sentence. */
function textProblem(path: string, text: string): string | undefined {
  if (bytesOf(text) > PROJECT_LIMITS.fileBytes)
    return `${path} is too large. The limit is ${megabytes(PROJECT_LIMITS.fileBytes)} for a file.`
  if (/\0|\p{Surrogate}/u.test(text)) return `${path} isn't a text: it has characters that no text has.`
  return undefined
}

/** Returns why a project can't have these files, as a sentence, or `undefined` if it can. */
export function filesProblem(files: Files): string | undefined {
  const entries = Object.entries(files)
  if (entries.length > PROJECT_LIMITS.files)
    return `The project has ${entries.length} files. The limit is ${PROJECT_LIMITS.files}.`
  for (const [path, text] of entries) {
    const problem = pathProblem(path) ?? textProblem(path, text)
    if (problem !== undefined) return problem
  }
  const bytes = projectBytes(files)
  if (bytes > PROJECT_LIMITS.bytes)
    return `The project has ${megabytes(bytes)}. The limit is ${megabytes(PROJECT_LIMITS.bytes)}.`
  const twice = sameName(Object.keys(files))
  if (twice !== undefined)
    return `${twice[0]} and ${twice[1]} are one file on some systems. Rename one of them.`
  return undefined
}

/** The bytes that the paths and texts take. */
export function projectBytes(files: Files): number {
  return Object.entries(files).reduce((sum, [path, text]) => sum + bytesOf(path) + bytesOf(text), 0)
}

const encoder = new TextEncoder()
const bytesOf = (text: string): number => encoder.encode(text).length

const megabytes = (bytes: number): string => `${Math.ceil((bytes / (1 << 20)) * 10) / 10} MB`

/** Two paths that differ only in case, or where one is a folder of the other. */
function sameName(paths: readonly string[]): readonly [string, string] | undefined {
  const seen = new Map<string, string>()
  for (const path of paths) {
    const other = seen.get(path.toLowerCase())
    if (other !== undefined) return [other, path]
    seen.set(path.toLowerCase(), path)
  }
  for (const path of paths) {
    const parts = path.toLowerCase().split('/')
    for (let end = 1; end < parts.length; end += 1) {
      const other = seen.get(parts.slice(0, end).join('/'))
      if (other !== undefined) return [other, path]
    }
  }
  return undefined
}
