// Plain JavaScript, so that it runs before anything is built.
import { readdirSync } from 'node:fs'
import path from 'node:path'

export const gamesFolder = import.meta.dirname

/** A game has a rulebook in its folder; `test` and `node_modules` have none. */
const hasRulebook = (name) => readdirSync(path.join(gamesFolder, name)).some((file) => file.endsWith('.md'))

export function gameNames() {
  return readdirSync(gamesFolder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && hasRulebook(entry.name))
    .map(({ name }) => name)
    .toSorted()
}

export function gameFolder(name) {
  const names = gameNames()
  if (!names.includes(name))
    throw new RangeError(`There is no game "${name}" here, but: ${names.join(', ')}.`)
  return path.join(gamesFolder, name)
}
