import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The places of the templates: next to the bundles, or in the package of the desk next to this one. */
const PLACES = ['templates', 'desk/templates']

/** The folder of a template, found from the sources and from the bundles. */
export function templateFolder(name: string): string {
  let folder = path.dirname(fileURLToPath(import.meta.url))
  for (;;) {
    const found = PLACES.map((place) => path.join(folder, place, name)).find((one) => existsSync(one))
    if (found !== undefined) return found
    const above = path.dirname(folder)
    if (above === folder) throw new Error(`The template ${name} isn't installed. Install ludoforge again.`)
    folder = above
  }
}
