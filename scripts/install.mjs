// Installs dependencies if the package files changed since the last time, or if more of them are needed.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { cache, workspaceFolders, root, run } from './process.mjs'

const stamp = path.join(cache, 'installed')

/** `everything` is for tests and development, `command` for building and running the command. */
const wanted = { everything: [], command: ['--workspace=packages/cli'] }

function fingerprint() {
  const packages = workspaceFolders().map((folder) => `${folder}/package.json`)
  const hash = createHash('sha256').update(`${process.version} ${process.platform} ${process.arch}`)
  for (const file of ['.npmrc', 'package.json', 'package-lock.json', ...packages.sort()]) {
    const full = path.join(root, file)
    if (existsSync(full)) hash.update(file).update(readFileSync(full))
  }
  return hash.digest('hex')
}

/** What was installed last, and the fingerprint of the package files then. */
function installed() {
  if (!existsSync(stamp)) return { what: undefined, fingerprintThen: undefined }
  const [what, fingerprintThen] = readFileSync(stamp, 'utf8').split(' ')
  return { what, fingerprintThen }
}

/** Uses `npm install`, because `npm ci` deletes node_modules first. */
export async function install(what = 'everything', { log = () => {}, ...options } = {}) {
  const last = installed()
  // A full installation stays full.
  const all = last.what === 'everything' ? 'everything' : what
  if (last.fingerprintThen === fingerprint() && last.what === all)
    return { code: 0, output: '', note: 'up to date' }
  log(`Installing ${all === 'command' ? 'what LudoForge needs' : 'everything for development'} …`)
  const args = ['install', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error', ...wanted[all]]
  const result = await run('npm', args, options)
  if (result.code === 0) {
    mkdirSync(cache, { recursive: true })
    writeFileSync(stamp, `${all} ${fingerprint()}`)
  }
  return result
}
