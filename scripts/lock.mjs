// Completes package-lock.json with packages for other platforms that the registry in use lacks. Without an entry,
// `npm ci` refuses the lock file, and `npm install` on that platform skips the package.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './process.mjs'

const systems = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
  'wasi',
]
const processors = [
  'arm64',
  'arm',
  'ia32',
  'loong64',
  'mips64el',
  'ppc64',
  'riscv64',
  's390x',
  'x64',
  'wasm32',
]

/** Derives the platform from a package's name: `@rolldown/binding-linux-arm64-musl` is for Linux, arm64, musl. */
function platformOf(name) {
  const words = name.slice(name.indexOf('/') + 1).split('-')
  const os = systems.filter((system) => words.includes(system))
  const cpu = processors.filter((processor) => words.includes(processor))
  if (os.length !== 1 || cpu.length !== 1) return undefined
  if (os[0] !== 'linux') return { cpu, os: os[0] === 'wasi' ? undefined : os }
  const libc = words.some((word) => word.startsWith('musl'))
    ? 'musl'
    : words.some((word) => word.startsWith('gnu'))
      ? 'glibc'
      : undefined
  return { cpu, libc: libc === undefined ? undefined : [libc], os }
}

/** Whether the lock file lists `name` where the package at `place` would load it from. */
function isListed(packages, place, name) {
  for (let at = place; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    if (packages[path.posix.join(at, 'node_modules', name)] !== undefined) return true
    if (at === '') return false
  }
}

/** Optional packages that the lock file requires but doesn't list, with version and platform. */
function missing({ packages }) {
  const all = Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !isListed(packages, place, name))
      .map(([name, version]) => ({ name, version, wantedBy: place, platform: platformOf(name) })),
  )
  return all
}

/** The missing packages, as messages. */
export const lacking = (lock) =>
  missing(lock).map(
    ({ name, wantedBy }) =>
      `package-lock.json: ${name}, of ${wantedBy.replace(/^.*node_modules\//, '')}, is missing. Run npm run lock.`,
  )

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const file = path.join(root, 'package-lock.json')
  const lock = JSON.parse(readFileSync(file, 'utf8'))
  const added = missing(lock)
  for (const { name, version, platform, wantedBy } of added) {
    if (platform === undefined || !/^\d+\.\d+\.\d+/.test(version))
      throw new Error(`${name}@${version}, wanted by ${wantedBy}, has no known platform or no exact version.`)
    const { dev } = lock.packages[wantedBy]
    lock.packages[`node_modules/${name}`] = {
      version,
      cpu: platform.cpu,
      dev,
      libc: platform.libc,
      optional: true,
      os: platform.os,
    }
  }
  const sorted = Object.entries(lock.packages).toSorted(([a], [b]) => a.localeCompare(b, 'en'))
  writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`)
  console.log(`${added.length} packages of other platforms added.`)
}
