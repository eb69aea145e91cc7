import { readFileSync } from 'node:fs'

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  readonly version: string
}

/** The version in `package.json`, which is one level above both the sources and the bundles. */
export const VERSION = manifest.version
