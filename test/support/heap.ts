/** How much the heap of a process of its own grows over so many decisions of a game. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)

export async function growth(folder: string, decisions: number): Promise<number> {
  const child = fileURLToPath(new URL('memory-child.ts', import.meta.url))
  // Without the optimizing compiler, whose notes about hot code grow for a while and mean nothing here.
  const args = [
    '--expose-gc',
    '--no-opt',
    '--conditions=source',
    '--import',
    'tsx',
    child,
    folder,
    String(decisions),
  ]
  const { stdout } = await run(process.execPath, args)
  const { before, after } = JSON.parse(stdout) as { before: number; after: number }
  return after - before
}
