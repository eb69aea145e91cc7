/** Who sees the contents of a zone. */
import type { ZoneDef } from '../def/index.js'

type Visibility = ZoneDef['visible']

/** All values of `visible`. */
export const VISIBILITIES: readonly Visibility[] = ['all', 'owner', 'others', 'none']

/** Returns whether a seat (-1: a spectator) sees into a zone of this owner (-1: none). */
export function seesZone(visible: Visibility, owner: number, seat: number): boolean {
  if (visible === 'all') return true
  if (visible === 'none' || owner < 0 || seat < 0) return false
  return (owner === seat) === (visible === 'owner')
}
