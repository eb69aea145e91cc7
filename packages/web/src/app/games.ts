/** The games that tables can be made of. */
import type { GameCard } from '@ludoforge/look'
import { Refusal } from '@ludoforge/client'
import { fetchFile } from './site.js'

export const loadGames = (): Promise<readonly GameCard[]> => fetchFile('games/index.json')

export async function loadGame(id: string): Promise<GameCard> {
  const games = await loadGames()
  const found = games.find((game) => game.id === id)
  if (found === undefined) throw new Refusal('not-found', `There is no game “${id}” here.`)
  return found
}

/** A picture that came as text: as an image it can neither run scripts nor load anything. */
export function pictureOf({ picture }: Pick<GameCard, 'picture'>): string {
  return `data:image/svg+xml,${encodeURIComponent(picture)}`
}

const WIDE = 1.2

const SHEET = /viewBox="0 0 (\S+) (\S+)"><path d="M0 0H\1V\2H0Z"/

/** A wide picture on a ground of its own may be cut to fill its place; of any other something would be missing. */
export function shapeOf({ picture }: Pick<GameCard, 'picture'>): 'wide' | 'tall' {
  const [, width, height] = SHEET.exec(picture) ?? []
  return Number(width) / Number(height) >= WIDE ? 'wide' : 'tall'
}
