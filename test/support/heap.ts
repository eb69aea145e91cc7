/** Measures heap growth in a separate process. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { childProgram } from './run/children.js'

const run = promisify(execFile)

/** Heap growth over N decisions of a game. */
export async function growth(folder: string, decisions: number): Promise<number> {
  return grown(new URL('memory-child.ts', import.meta.url), folder, decisions)
}

/** Heap growth over N different expressions. */
export async function growthByAsking(folder: string, texts: number): Promise<number> {
  return grown(new URL('evaluate-child.ts', import.meta.url), folder, texts)
}

async function grown(child: URL, folder: string, count: number): Promise<number> {
  // Without the optimizing compiler, whose profiles grow for a while and don't matter here.
  const args = ['--expose-gc', '--no-opt', await childProgram(child), folder, String(count)]
  const { stdout } = await run(process.execPath, args)
  const { before, after } = JSON.parse(stdout) as { before: number; after: number }
  return after - before
}
