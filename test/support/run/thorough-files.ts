/** The test files that `npm test` runs in part and `npm run test:slow` whole: those that read `isThorough`. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../../../scripts/process.mjs'

const FOLDERS = ['packages', 'games/test', 'test']

/** Returns their paths, relative to the repository. */
export function thoroughFiles(): string[] {
  return FOLDERS.flatMap((folder) => testsIn(folder)).filter((file) =>
    readFileSync(path.join(root, file), 'utf8').includes('isThorough'),
  )
}

function testsIn(folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = path.posix.join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : testsIn(name)
    return name.endsWith('.test.ts') && !/\.(?:slow|redis)\.test\.ts$/.test(name) ? [name] : []
  })
}
