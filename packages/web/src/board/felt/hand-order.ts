/** How a felt sorts cards for the eye. */
import type { Scene } from '@ludoforge/look'

/** Whether the cards of a zone are sorted where a felt shows them at a seat. Captions are for positions. */
export function isSortedHand({ map, table: { felt } }: Scene, zone: string): boolean {
  return map === null && (felt?.captions[zone] ?? []).length === 0
}

/** Returns the comparison of two kinds of cards by their places in a sorted hand. */
export function byPlaceInHand({ cards }: Pick<Scene, 'cards'>): (a: string, b: string) => number {
  return (a, b) => (cards[a]?.order ?? 0) - (cards[b]?.order ?? 0)
}
