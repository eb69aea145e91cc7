/** The space inside an area for its pieces and cards. */
import type { Area, Box, Scene } from '@ludoforge/look'
import { inset } from './boxes.js'
import { CARD_RATIO } from '../pieces/cards.js'

export function zoneRoom(area: Pick<Area, 'box' | 'title'>, unit: number): Box {
  const [, , , h] = area.box
  const pad = Math.min(unit * 0.4, h * 0.06)
  return inset(area.box, pad, area.title === undefined ? pad : Math.min(unit * 1.5, h * 0.4))
}

/** Returns the aspect ratio of the first visible card, otherwise of any card of the game. */
export function ratioIn(scene: Scene, cards: readonly string[] | undefined): number {
  const look =
    cards?.map((card) => scene.cards[card]).find((card) => card !== undefined) ??
    Object.values(scene.cards)[0]
  return CARD_RATIO[look?.shape ?? 'playing']
}

/** Returns the arrangement of cards in an area. */
export function showOf({ show }: Extract<Area, { readonly kind: 'zone' }>): 'row' | 'fan' | 'pile' | 'table' {
  return show === 'pieces' ? 'row' : show
}
