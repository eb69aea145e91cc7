// Installs the workspace's packages, but only when the package files changed since the last time.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { cache, root, run } from './process.mjs'

const stamp = path.join(cache, 'installed')

function fingerprint() {
  const packages = readdirSync(path.join(root, 'packages')).map((name) => `packages/${name}/package.json`)
  const hash = createHash('sha256').update(process.version)
  for (const file of ['.npmrc', 'package.json', 'package-lock.json', ...packages.sort()]) {
    const place = path.join(root, file)
    if (existsSync(place)) hash.update(file).update(readFileSync(place))
  }
  return hash.digest('hex')
}

/** `npm install` rather than `npm ci`, which fails where the registry lacks another platform's packages. */
export async function install(options = {}) {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint()) {
    return { code: 0, output: '', note: 'up to date' }
  }
  const result = await run('npm', ['install', '--include=dev', '--no-audit', '--no-fund'], options)
  if (result.code === 0) {
    mkdirSync(cache, { recursive: true })
    writeFileSync(stamp, fingerprint())
  }
  return result
}
