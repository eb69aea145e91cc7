/** The URIs by which the desk and its language server name the files of a project. */

/** The folder of the project. */
export const GAME_FOLDER = 'file:///game'

export const uriOf = (path: string): string =>
  `${GAME_FOLDER}/${path.split('/').map(encodeURIComponent).join('/')}`

/** The path of a file in the project. Returns `undefined` for a file elsewhere. */
export const pathOf = (uri: string): string | undefined =>
  uri.startsWith(`${GAME_FOLDER}/`) ? decodeURIComponent(uri.slice(GAME_FOLDER.length + 1)) : undefined
