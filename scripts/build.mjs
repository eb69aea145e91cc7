// Builds everything: types and JavaScript of every package with tsc, the bundles that the command runs, then the page.
import { existsSync, rmSync } from 'node:fs'
import path from 'node:path'
import { root, run, tool } from './process.mjs'

const bundles = path.join(root, 'packages/cli/bundle')
const page = path.join(root, 'packages/web/dist')

// What is bundled from CommonJS (commander) calls `require`, which ES modules do not have.
const banner =
  "import { createRequire as createRequireOfBundle } from 'node:module'\n" +
  'const require = createRequireOfBundle(import.meta.url)'

// The workers lie beside the command, so that `new URL('./worker.js', import.meta.url)` finds them from there too.
const entryPoints = {
  main: 'packages/cli/src/main.ts',
  worker: 'packages/sim/src/worker.ts',
  mutating: 'packages/cli/src/commands/mutating.ts',
  'bot-worker': 'packages/server/src/bots/bot-worker.ts',
  'compile-worker': 'packages/server/src/compile-worker.ts',
}

async function bundle() {
  const { build } = await import('esbuild')
  rmSync(bundles, { recursive: true, force: true }) // parts have other names each time
  const present = Object.entries(entryPoints).filter(([, file]) => existsSync(path.join(root, file)))
  await build({
    absWorkingDir: root,
    entryPoints: Object.fromEntries(present),
    outdir: bundles,
    bundle: true,
    splitting: true, // what only some commands need is loaded when they do
    external: ['libsql', 'pg-native'], // libsql finds its binary beside itself; the other is never used
    platform: 'node',
    format: 'esm',
    target: 'node20',
    conditions: ['source'],
    sourcemap: true,
    banner: { js: banner },
    logLevel: 'warning',
  })
}

const types = await run(tool('tsc'), ['-b'], { inherit: true })
process.exitCode = types.code
try {
  if (types.code === 0) await bundle()
} catch {
  process.exitCode = 1 // esbuild has already said what is wrong
}
if (process.exitCode === 0) {
  const web = await run(tool('vite'), ['build', 'packages/web', '--logLevel', 'warn'], { inherit: true })
  process.exitCode = web.code
}
// A stale bundle or page must not pass for a fresh one.
if (process.exitCode !== 0) for (const made of [bundles, page]) rmSync(made, { recursive: true, force: true })
