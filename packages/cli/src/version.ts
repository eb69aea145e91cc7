import { readFileSync } from 'node:fs'

const manifest: { readonly version: string } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
)

/** The version of this program: that of its package, beside which sources and bundles lie one level deep. */
export const VERSION = manifest.version
