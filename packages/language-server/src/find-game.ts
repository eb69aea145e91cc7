/** Finds the folder of the game that a file belongs to. */
import { childUri, gameFiles, isGameFile, parentUri, pathBelow, type Workspace } from './workspace.js'

/** A `yaml` block or file declares a game. */
const DECLARES_GAME = /^game:(?:\s|$)/m

/**
 * Returns the folder of the game that a file belongs to, or `undefined` if it belongs to none. It is the highest folder
 * above the file that has rules or data of its own, and exactly one game in all its files. `roots`: the folders that are
 * open in the editor. What is above them is never read.
 */
export async function findGame(
  workspace: Workspace,
  file: string,
  roots: readonly string[] = [],
): Promise<string | undefined> {
  let found: string | undefined
  for (let folder = parentUri(file); folder !== undefined; folder = parentUri(folder)) {
    if (
      roots.length > 0 &&
      !roots.some((root) => root === folder || pathBelow(root, `${folder}/`) !== undefined)
    )
      return found
    const entries = (await workspace.list(folder)) ?? []
    const isOwn = entries.some(
      ({ name, isFolder }) => !isFolder && isGameFile(name) && (name !== 'README.md' || found === undefined),
    )
    if (!isOwn && found !== undefined) return found
    if (!isOwn) continue
    const isRepository = entries.some(({ name }) => name === '.git' || name === 'package.json')
    if (isRepository && found !== undefined) return found
    const games = await gamesIn(workspace, folder)
    if (games > 1) return found
    if (games === 1) found = folder
  }
  return found
}

/** The number of folders in which a game is declared: 0, 1, or 2 for more. */
async function gamesIn(workspace: Workspace, folder: string): Promise<number> {
  const paths = await gameFiles(workspace, folder)
  if (paths === undefined) return 2
  const places = new Set<string>()
  for (const path of paths.filter((one) => !/^(?:look|words)\//.test(one))) {
    const text = await workspace.read(childUri(folder, path))
    if (text !== undefined && declaresGame(path, text))
      places.add(path.slice(0, Math.max(0, path.lastIndexOf('/'))))
    if (places.size > 1) return 2
  }
  return places.size
}

/** Whether a file declares a game in a `yaml` block, or is YAML that does. */
function declaresGame(path: string, text: string): boolean {
  if (!DECLARES_GAME.test(text)) return false
  return !/\.md$/i.test(path) || /^ {0,3}(?:`{3,}|~{3,})\s*yaml\b[^]*?^game:/m.test(text)
}
