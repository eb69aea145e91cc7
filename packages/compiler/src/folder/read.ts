import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { SourceFile } from '../source/index.js'

/** `look/` holds no rules, and `words/` translations, so the compiler skips them. */
const SKIPPED = new Set(['look', 'node_modules', 'words'])

/** Reads the *.md, *.yaml and *.yml files of a game folder, sorted by path, and another file if it exists. */
export async function readFolder(dir: string, other?: string): Promise<SourceFile[]> {
  const isThere = other !== undefined && (await stat(join(dir, other)).catch(() => undefined))?.isFile()
  const paths = [...(await listFiles(dir, '')), ...(isThere === true ? [other] : [])]
  const read = paths.map(async (path) => ({ path, text: await readFile(join(dir, path), 'utf8') }))
  return Promise.all(read)
}

async function listFiles(root: string, below: string): Promise<string[]> {
  const found: string[] = []
  for (const entry of await readdir(join(root, below), { withFileTypes: true })) {
    if (entry.name.startsWith('.')) continue
    const path = below === '' ? entry.name : `${below}/${entry.name}`
    if (entry.isDirectory()) {
      if (!SKIPPED.has(entry.name)) found.push(...(await listFiles(root, path)))
    } else if (entry.isFile() && /\.(md|ya?ml)$/i.test(entry.name)) {
      found.push(path)
    }
  }
  // By code unit, not by locale: a folder compiles to the same game on every machine.
  return found.toSorted((left, right) => (left < right ? -1 : 1))
}
