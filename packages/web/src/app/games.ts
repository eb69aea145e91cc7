/** The games of this site. */
import type { GameListing } from '@ludoforge/look'
import { Refusal, type Reply } from '@ludoforge/table'
import { call, fetchFile, site } from './site.js'

export const loadGames = (): Promise<readonly GameListing[]> => fetchFile('games/index.json')

/** A game that the server has found and is still compiling. */
export type PendingGame = Reply<'preparing'>[number]

interface Shelf {
  readonly games: readonly GameListing[]
  readonly preparing: readonly PendingGame[]
}

/** Loads the pending games before the ready ones, so that a game that becomes ready in between isn't missed. */
export async function loadGamesAndPending(): Promise<Shelf> {
  // Offline, the service worker returns the last list of games, and none is pending.
  const preparing = (await site()).server ? await call('preparing').catch(() => []) : []
  const games = await loadGames()
  return { games, preparing: preparing.filter(({ id }) => !games.some((game) => game.id === id)) }
}

const POLL_MS = 500

/** Returns a game, and polls while the server still compiles it. */
export async function loadGame(id: string): Promise<GameListing> {
  for (;;) {
    const { games, preparing } = await loadGamesAndPending()
    const found = games.find((game) => game.id === id)
    if (found !== undefined) return found
    if (!preparing.some((game) => game.id === id))
      throw new Refusal('not-found', `There’s no game “${id}” on this site.`)
    await new Promise((resolve) => {
      setTimeout(resolve, POLL_MS)
    })
  }
}

/** Returns an SVG as a data URL: in an `<img>` it can't run scripts or load anything. */
export function pictureOf({ picture }: Pick<GameListing, 'picture'>): string {
  return `data:image/svg+xml,${encodeURIComponent(picture)}`
}

const MIN_WIDE_RATIO = 1.2

const BACKGROUND_RECT = /viewBox="0 0 (\S+) (\S+)"><path d="M0 0H\1V\2H0Z"/

/** Only a wide picture with a full background may be cropped to fill its box. Others would lose content. */
export function shapeOf({ picture }: Pick<GameListing, 'picture'>): 'wide' | 'tall' {
  const [, width, height] = BACKGROUND_RECT.exec(picture) ?? []
  return Number(width) / Number(height) >= MIN_WIDE_RATIO ? 'wide' : 'tall'
}
