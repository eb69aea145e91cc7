import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The games that `new` can start from. Each is a folder in `templates/` of this package. */
export const TEMPLATES = ['grid', 'hex', 'map', 'cards', 'tricks', 'euro'] as const

/** The folder of a template. `templates/` is next to the folder of the sources, and to that of the bundles. */
export function templateFolder(name: string): string {
  let folder = path.dirname(fileURLToPath(import.meta.url))
  while (!existsSync(path.join(folder, 'templates')) && path.dirname(folder) !== folder)
    folder = path.dirname(folder)
  return path.join(folder, 'templates', name)
}
