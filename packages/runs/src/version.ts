import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The packages whose code affects the results of games. */
const PACKAGES = ['kernel', 'play', 'agents', 'sim', 'runs']
const CODE = /(?<!\.d)\.[jt]s$/

/**
 * Returns the version with a digest of the code that plays games. Machines with the same value give the same results. The
 * digest covers the sibling packages or, in a bundle, the folder of this file.
 */
export function codeVersion(version: string): string {
  const here = path.dirname(fileURLToPath(import.meta.url))
  const siblings = PACKAGES.map((name) => path.join(here, '..', '..', name, path.basename(here)))
  const folders = siblings.every((folder) => existsSync(folder)) ? siblings : [here]
  const hash = createHash('sha256')
  for (const folder of folders) {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => CODE.test(file))
    for (const file of files.toSorted())
      hash.update(file.replaceAll(path.sep, '/')).update(readFileSync(path.join(folder, file)))
  }
  return `${version}-${hash.digest('hex').slice(0, 8)}`
}
