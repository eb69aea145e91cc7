/** The games that tables can be made of. */
import type { GameListing } from '@ludoforge/look'
import { Refusal, type Reply } from '@ludoforge/table'
import { call, fetchFile, site } from './site.js'

export const loadGames = (): Promise<readonly GameListing[]> => fetchFile('games/index.json')

/** A game that the server has found and is still compiling. */
export type Preparing = Reply<'preparing'>[number]

interface Shelf {
  readonly games: readonly GameListing[]
  readonly preparing: readonly Preparing[]
}

/** What there is and what is coming, asked for in the other order: nothing that becomes ready meanwhile is missed. */
export async function loadShelf(): Promise<Shelf> {
  // Without a connection the games that were seen last are listed, and none is coming.
  const preparing = (await site()).server ? await call('preparing').catch(() => []) : []
  const games = await loadGames()
  return { games, preparing: preparing.filter(({ id }) => !games.some((game) => game.id === id)) }
}

const PREPARING_MS = 500

/** Waits for a game that is being prepared. */
export async function loadGame(id: string): Promise<GameListing> {
  for (;;) {
    const { games, preparing } = await loadShelf()
    const found = games.find((game) => game.id === id)
    if (found !== undefined) return found
    if (!preparing.some((game) => game.id === id))
      throw new Refusal('not-found', `There is no game “${id}” here.`)
    await new Promise((resolve) => {
      setTimeout(resolve, PREPARING_MS)
    })
  }
}

/** A picture that came as text: as an image it can neither run scripts nor load anything. */
export function pictureOf({ picture }: Pick<GameListing, 'picture'>): string {
  return `data:image/svg+xml,${encodeURIComponent(picture)}`
}

const WIDE = 1.2

const SHEET = /viewBox="0 0 (\S+) (\S+)"><path d="M0 0H\1V\2H0Z"/

/** A wide picture on a ground of its own may be cut to fill its place; of any other something would be missing. */
export function shapeOf({ picture }: Pick<GameListing, 'picture'>): 'wide' | 'tall' {
  const [, width, height] = SHEET.exec(picture) ?? []
  return Number(width) / Number(height) >= WIDE ? 'wide' : 'tall'
}
