/** The order of options that are cards of a hand. */
import type { Decision } from '@ludoforge/kernel'
import type { Scene } from '@ludoforge/look'
import { byPlaceInHand, isSortedHand } from '../../board/felt/hand-order.js'
import { zoneOf } from './targets.js'

/** Returns the questions with options in the order in which the felt shows the hand. Choices name options by id. */
export function inHandOrder(asked: readonly Decision[], scene: Scene): readonly Decision[] {
  return asked.map((decision) => {
    const { options } = decision
    const [zone, ...others] = new Set(options.map((option) => zoneOf(decision, option)))
    const kindOf = (id: string): string => id.slice(0, id.lastIndexOf('@'))
    if (zone === undefined || others.length > 0 || !isSortedHand(scene, zone)) return decision
    if (options.some(({ id }) => scene.cards[kindOf(id)] === undefined)) return decision
    const compare = byPlaceInHand(scene)
    return { ...decision, options: options.toSorted((a, b) => compare(kindOf(a.id), kindOf(b.id))) }
  })
}
