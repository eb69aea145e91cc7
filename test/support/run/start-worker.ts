/**
 * In tests, threads run the built bundles: from sources each would load tsx and compile what it imports again.
 * `vitest.config.ts` puts this in place of the module of the same name.
 */
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { startWorker as start } from '../../../packages/agents/src/node/start-worker.js'
import { bundles, entryPoints } from '../../../scripts/build.mjs'
import { root } from '../../../scripts/process.mjs'

const BUNDLED = new Set(Object.values(entryPoints).map((file) => path.join(root, file)))
const BUNDLE = pathToFileURL(path.join(bundles, 'main.js')).href

/** Starts the thread from its bundle if it has one; tests have some that have none. */
export const startWorker: typeof start = (here, name, ...rest) => {
  const source = fileURLToPath(new URL(`./${name}.ts`, here))
  return start(BUNDLED.has(source) ? BUNDLE : here, name, ...rest)
}
