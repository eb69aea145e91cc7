import { readFileSync } from 'node:fs'

const manifest: { readonly version: string } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
)

/** The version in `package.json`, which is one level above both the sources and the bundles. */
export const VERSION = manifest.version
