// Installs what is needed, but only when the package files changed since the last time, or more is needed.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { cache, packageFolders, root, run } from './process.mjs'

const stamp = path.join(cache, 'installed')

/** Everything is for tests and development; the command is what building and running it needs. */
const wanted = { everything: [], command: ['--workspace=packages/cli'] }

function fingerprint() {
  const packages = packageFolders().map((folder) => `${folder}/package.json`)
  const hash = createHash('sha256').update(`${process.version} ${process.platform} ${process.arch}`)
  for (const file of ['.npmrc', 'package.json', 'package-lock.json', ...packages.sort()]) {
    const place = path.join(root, file)
    if (existsSync(place)) hash.update(file).update(readFileSync(place))
  }
  return hash.digest('hex')
}

/** What was installed last, and by which package files. */
function installed() {
  if (!existsSync(stamp)) return { what: undefined, by: undefined }
  const [what, by] = readFileSync(stamp, 'utf8').split(' ')
  return { what, by }
}

/** `npm install` rather than `npm ci`, which would begin by deleting what is there. */
export async function install(what = 'everything', { say = () => {}, ...options } = {}) {
  const last = installed()
  // Who once had everything keeps it.
  const all = last.what === 'everything' ? 'everything' : what
  if (last.by === fingerprint() && last.what === all) return { code: 0, output: '', note: 'up to date' }
  say(`Installing ${all === 'command' ? 'what LudoForge needs' : 'everything for development'} …`)
  const args = ['install', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error', ...wanted[all]]
  const result = await run('npm', args, options)
  if (result.code === 0) {
    mkdirSync(cache, { recursive: true })
    writeFileSync(stamp, `${all} ${fingerprint()}`)
  }
  return result
}
