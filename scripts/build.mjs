// Builds what is not up to date: types and JavaScript of every package with tsc, the bundles that the command runs, the
// page. `node scripts/build.mjs` builds all of it, `node scripts/build.mjs command page` these parts.
import { createHash } from 'node:crypto'
import {
  copyFileSync,
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

// What is bundled from CommonJS (commander) calls `require`, which ES modules do not have.
const banner =
  "import { createRequire as createRequireOfBundle } from 'node:module'\n" +
  'const require = createRequireOfBundle(import.meta.url)'

/** The workers lie beside the command, so that `new URL('./worker.js', import.meta.url)` finds them from there too. */
export const entryPoints = {
  main: 'packages/cli/src/main.ts',
  worker: 'packages/sim/src/worker.ts',
  'search-worker': 'packages/sim/src/search-worker.ts',
  supervisor: 'packages/agents/src/node/supervisor.ts',
  'module-host': 'packages/agents/src/node/module-host.ts',
  'mutate-worker': 'packages/cli/src/commands/mutate-worker.ts',
  'bot-worker': 'packages/server/src/bots/bot-worker.ts',
  'compile-worker': 'packages/server/src/compile-worker.ts',
}

/** What is not bundled, but is a dependency of the command: these find what they need beside themselves. */
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
  rmSync(bundles, { recursive: true, force: true }) // parts have other names each time
  try {
    const { metafile } = await esbuild.build({
      ...bundling,
      entryPoints,
      outdir: bundles,
      splitting: true, // what only some commands need is loaded when they do
      external: [...external, 'pg-native'], // the last is never used
      metafile: true,
    })
    const files = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs))
    writeFileSync(path.join(bundles, 'THIRD-PARTY-LICENSES.txt'), notices(root, files))
    return { code: 0, output: '' }
  } catch (error) {
    return { code: 1, output: error.message } // esbuild has already said it to people
  }
}

function types(options) {
  for (const folder of packageFolders()) {
    for (const place of orphans(folder)) rmSync(place)
    // npm packs the licence that lies in the folder of a package.
    copyFileSync(path.join(root, 'LICENSE'), path.join(root, folder, 'LICENSE'))
  }
  if (existsSync(tool('tsc'))) return run(tool('tsc'), ['-b'], options)
  const output = 'Types are built with tools for development. Install them first: npm install\n'
  if (options.inherit) process.stderr.write(output)
  return { code: 1, output }
}

/** What tsc made of sources that are no more. */
function orphans(folder) {
  const dist = path.join(root, folder, 'dist')
  const source = (name) => path.join(root, folder, 'src', `${name}.ts`)
  if (!existsSync(dist) || !existsSync(source('index'))) return []
  return inside(dist).filter((place) => {
    const made = /^(.*?)(?:\.d\.ts|\.js)(?:\.map)?$/.exec(path.relative(dist, place))
    return made !== null && !existsSync(source(made[1]))
  })
}

/** React is built for those who play, even where NODE_ENV says that this is a test. */
function vite(options) {
  const env = { ...options.env, NODE_ENV: 'production' }
  const args = ['build', 'packages/web', '--logLevel', 'warn']
  return run(tool('vite'), args, { ...options, env })
}

/** What each part is made from (the package and those it depends on), what it makes, and how. */
const parts = {
  types: { name: 'types', make: types }, // tsc itself knows what is up to date
  command: { name: 'the command', of: 'packages/cli', made: [bundles], make: bundle },
  page: { name: 'the page', of: 'packages/web', made: [page], make: vite },
}

/** A package and all of this workspace that it is made from. */
function madeFrom(folder, seen = new Set()) {
  if (seen.has(folder)) return seen
  seen.add(folder)
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(path.join(root, folder, 'package.json'), 'utf8'),
  )
  const names = Object.keys({ ...dependencies, ...devDependencies })
  for (const name of names.filter((one) => one.startsWith('@ludoforge/') && !external.includes(one)))
    madeFrom(name.replace('@ludoforge/', 'packages/'), seen)
  return seen
}

/** Everything in a package that decides what is built of it. */
function sources(folder) {
  const tops = ['package.json', 'index.html', 'vite.config.ts', 'src', 'public']
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

async function buildPart(part, { say = () => {}, ...options }) {
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
    if (isBuilt()) return done // by another process, while this one waited
    say(`Building ${name} …`)
    const result = await make(options)
    // A stale bundle or page must not pass for a fresh one.
    if (result.code !== 0)
      for (const place of [stamp, ...made]) rmSync(place, { recursive: true, force: true })
    else if (now !== undefined) {
      mkdirSync(cache, { recursive: true })
      writeFileSync(stamp, now)
    }
    return result
  })
}

/** Builds these parts one after the other, until one fails; gives its exit code and what it printed, as `run` does. */
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
