import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { SourceFile } from '../source/index.js'
import { byCodeUnit, isRuleFile, isSkippedFolder } from './rule-files.js'

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
    const path = below === '' ? entry.name : `${below}/${entry.name}`
    if (entry.isDirectory()) {
      if (!isSkippedFolder(entry.name)) found.push(...(await listFiles(root, path)))
    } else if (entry.isFile() && isRuleFile(entry.name)) {
      found.push(path)
    }
  }
  return found.toSorted(byCodeUnit)
}
