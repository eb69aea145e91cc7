import type { Game, State, ZoneDef } from '@ludoforge/kernel'

/**
 * Whether a seat has private information. Its answers depend on it, so averaging over determinizations would mislead.
 */
export function hasPrivate(game: Game, state: State): boolean {
  const { zones, variables } = game.def
  if (variables.some(({ hidden }) => hidden === 'owner')) return true
  const isPrivate = ({ visible }: ZoneDef): boolean => visible === 'owner' || visible === 'others'
  if (!zones.some(isPrivate)) return false
  const publicZones = game.view(state, null).zones
  return zones.some((zone) => isPrivate(zone) && (publicZones[zone.id]?.size ?? 0) > 0)
}
