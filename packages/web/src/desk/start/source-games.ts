/** The games of this site whose sources can be copied. */
import type { Files } from '@ludoforge/desk'
import type { GameListing } from '@ludoforge/look'
import { loadGames } from '../../app/games.js'
import { fetchFile } from '../../app/site.js'

export const loadSourceGames = (): Promise<readonly GameListing[]> => loadGames()

/** Loads the files of a game's folder. */
export const sourceFiles = (fingerprint: string): Promise<Files> =>
  fetchFile<Files>(`games/${fingerprint}/sources.json`)
