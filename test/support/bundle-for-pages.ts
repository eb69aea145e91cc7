/** Bundles programs for workers of pages, where no module of Node can be resolved. */
import path from 'node:path'
import { build } from 'esbuild'
import { root } from '../../scripts/process.mjs'

/** Bundles a program as a module of this package. Returns its input files. Throws if it imports a module of Node. */
export async function bundledForPages(folder: string, contents: string): Promise<readonly string[]> {
  const { metafile } = await build({
    absWorkingDir: root,
    stdin: { contents, resolveDir: path.join(root, folder) },
    bundle: true,
    platform: 'browser',
    format: 'esm',
    conditions: ['source'],
    metafile: true,
    write: false,
    logLevel: 'silent',
  })
  return Object.keys(metafile.inputs)
}
