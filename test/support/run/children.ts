/** Programs of the tests that run in processes of their own: bundled once, as tsx would compile them at every start. */
import { renameSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { bundling } from '../../../scripts/build.mjs'
import { cache } from '../../../scripts/process.mjs'

const bundled = new Map<string, Promise<string>>()

async function bundle(source: string): Promise<string> {
  const file = path.join(cache, 'children', `${path.basename(source, '.ts')}.mjs`)
  const own = `${file}.${process.pid}`
  await build({ ...bundling, entryPoints: [source], outfile: own })
  renameSync(own, file) // at once: another worker may be starting it
  return file
}

/** Returns the file that Node runs for a program of the tests. */
export function childProgram(source: URL): Promise<string> {
  const made = bundled.get(source.href) ?? bundle(fileURLToPath(source))
  bundled.set(source.href, made)
  return made
}
