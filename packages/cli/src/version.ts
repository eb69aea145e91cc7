import { readFileSync } from 'node:fs'

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  readonly version: string
}

/** The version of this program: that of its package, beside which sources and bundles lie one level deep. */
export const VERSION = manifest.version
