import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The packages that decide how a game goes. */
const PLAYING = ['kernel', 'play', 'agents', 'sim', 'runs']
const CODE = /(?<!\.d)\.[jt]s$/

/**
 * The version of this program with a digest of the code that plays: two machines give the same results if both are
 * the same. Code that lies in one folder, as a bundle does, is taken as it is; else the packages beside this one.
 */
export function versionOf(version: string): string {
  const here = path.dirname(fileURLToPath(import.meta.url))
  const beside = PLAYING.map((name) => path.join(here, '..', '..', name, path.basename(here)))
  const folders = beside.every((folder) => existsSync(folder)) ? beside : [here]
  const hash = createHash('sha256')
  for (const folder of folders) {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => CODE.test(file))
    for (const file of files.toSorted())
      hash.update(file.replaceAll(path.sep, '/')).update(readFileSync(path.join(folder, file)))
  }
  return `${version}-${hash.digest('hex').slice(0, 8)}`
}
