// Builds what is out of date: types and JavaScript of every package (tsc), the bundles of the command (esbuild) and the
// page (Vite). `node scripts/build.mjs` builds everything, `node scripts/build.mjs command page` only these parts.
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { notices } from './notices.mjs'
import { alone, cache, packageFolders, root, run, tool } from './process.mjs'

/** Where the bundles of the command are. */
export const bundles = path.join(root, 'packages/cli/bundle')
const page = path.join(root, 'packages/web/dist')

// Bundled CommonJS packages (commander) call `require`, which ES modules don't have.
const banner =
  "import { createRequire as createRequireOfBundle } from 'node:module'\n" +
  'const require = createRequireOfBundle(import.meta.url)'

/** Workers are bundled next to the command, where `new URL('./worker.js', import.meta.url)` finds them. */
export const entryPoints = {
  main: 'packages/cli/src/main.ts',
  worker: 'packages/sim/src/worker.ts',
  'search-worker': 'packages/sim/src/search-worker.ts',
  supervisor: 'packages/agents/src/node/supervisor.ts',
  'module-host': 'packages/agents/src/node/module-host.ts',
  'mutate-worker': 'packages/cli/src/commands/mutate-worker.ts',
  'bot-worker': 'packages/server/src/bots/bot-worker.ts',
  'replay-worker': 'packages/server/src/tables/replay-worker.ts',
  'compile-worker': 'packages/server/src/compile-worker.ts',
  'project-worker': 'packages/server/src/projects/project-worker.ts',
}

/** Dependencies that aren't bundled, because they load files from their own folders. */
const external = ['libsql', '@ludoforge/games', '@ludoforge/web']

/** How sources become a program that Node runs as it is. */
export const bundling = {
  absWorkingDir: root,
  bundle: true,
  platform: /** @type {const} */ ('node'),
  format: /** @type {const} */ ('esm'),
  target: 'node20',
  conditions: ['source'],
  banner: { js: banner },
  logLevel: /** @type {const} */ ('warning'),
}

async function bundle() {
  const esbuild = await import('esbuild')
  rmSync(bundles, { recursive: true, force: true }) // chunk names change with each build
  try {
    const { metafile } = await esbuild.build({
      ...bundling,
      entryPoints,
      outdir: bundles,
      splitting: true, // commands load their own chunks on demand
      external: [...external, 'pg-native'], // the last is never used
      metafile: true,
    })
    const files = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs))
    cpSync(path.join(root, 'packages/desk/templates'), path.join(bundles, 'templates'), { recursive: true })
    writeFileSync(path.join(bundles, 'THIRD-PARTY-LICENSES.txt'), notices(root, files))
    return { code: 0, output: '' }
  } catch (error) {
    return { code: 1, output: error.message } // esbuild has printed it already
  }
}

function types(options) {
  for (const folder of packageFolders()) {
    for (const place of orphans(folder)) rmSync(place)
    // npm packs the LICENSE in a package's folder.
    copyFileSync(path.join(root, 'LICENSE'), path.join(root, folder, 'LICENSE'))
  }
  if (existsSync(tool('tsc'))) return run(tool('tsc'), ['-b'], options)
  const output = 'Building types needs the development tools. Install them first: npm install\n'
  if (options.inherit) process.stderr.write(output)
  return { code: 1, output }
}

/** Outputs of tsc whose sources are gone. */
function orphans(folder) {
  const dist = path.join(root, folder, 'dist')
  const source = (name) => path.join(root, folder, 'src', `${name}.ts`)
  if (!existsSync(dist) || !existsSync(source('index'))) return []
  return inside(dist).filter((place) => {
    const made = /^(.*?)(?:\.d\.ts|\.js)(?:\.map)?$/.exec(path.relative(dist, place))
    return made !== null && !existsSync(source(made[1]))
  })
}

/** Builds the page with production React, even if NODE_ENV is `test`. */
function vite(options) {
  const env = { ...options.env, NODE_ENV: 'production' }
  const args = ['build', 'packages/web', '--logLevel', 'warn']
  return run(tool('vite'), args, { ...options, env })
}

/** The parts: the package each is built from, its outputs, and its build function. */
const parts = {
  types: { name: 'types', make: types }, // tsc checks itself what is up to date
  command: { name: 'the command', of: 'packages/cli', made: [bundles], make: bundle },
  page: { name: 'the page', of: 'packages/web', made: [page], make: vite },
}

/** A package and its dependencies in this workspace. */
function madeFrom(folder, seen = new Set()) {
  if (seen.has(folder)) return seen
  seen.add(folder)
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(path.join(root, folder, 'package.json'), 'utf8'),
  )
  const names = Object.keys({ ...dependencies, ...devDependencies })
  for (const name of names.filter(
    (dependency) => dependency.startsWith('@ludoforge/') && !external.includes(dependency),
  ))
    madeFrom(name.replace('@ludoforge/', 'packages/'), seen)
  return seen
}

/** The input files of a package's build. */
function sources(folder) {
  const tops = ['package.json', 'index.html', 'vite.config.ts', 'src', 'public', 'templates']
  return tops
    .map((name) => path.join(root, folder, name))
    .filter((place) => existsSync(place))
    .flatMap((place) => (path.extname(place) === '' ? inside(place) : [place]))
}

const inside = (place) =>
  readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .toSorted()

function fingerprint(folder) {
  const hash = createHash('sha256')
  const common = ['package-lock.json', 'scripts/build.mjs'].map((name) => path.join(root, name))
  for (const file of [...common, ...[...madeFrom(folder)].flatMap(sources)])
    hash.update(path.relative(root, file)).update('\0').update(readFileSync(file))
  return hash.digest('hex')
}

const done = { code: 0, output: '' }

async function buildPart(part, { log = () => {}, ...options }) {
  const { name, of, made = [], make } = parts[part]
  const stamp = path.join(cache, `built-${part}`)
  const now = of === undefined ? undefined : fingerprint(of)
  const isBuilt = () =>
    now !== undefined &&
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === now &&
    made.every((place) => existsSync(place))
  if (isBuilt()) return done
  return alone(path.join(cache, `building-${part}`), async () => {
    if (isBuilt()) return done // another process built it meanwhile
    log(`Building ${name} …`)
    const result = await make(options)
    // Deletes the old output, so that nobody mistakes it for a fresh one.
    if (result.code !== 0)
      for (const place of [stamp, ...made]) rmSync(place, { recursive: true, force: true })
    else if (now !== undefined) {
      mkdirSync(cache, { recursive: true })
      writeFileSync(stamp, now)
    }
    return result
  })
}

/** Builds these parts in order and stops at the first failure. Returns exit code and output, like `run`. */
export async function build(wanted = Object.keys(parts), options = {}) {
  for (const part of wanted) {
    const result = await buildPart(part, options)
    if (result.code !== 0) return result
  }
  return done
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const given = process.argv.slice(2)
  const unknown = given.filter((part) => !(part in parts))
  if (unknown.length > 0) {
    console.error(`There is no part ${unknown.join(', ')}. Parts: ${Object.keys(parts).join(', ')}.`)
    process.exitCode = 2
  } else {
    const { code } = await build(given.length === 0 ? undefined : given, { inherit: true })
    process.exitCode = code
  }
}
