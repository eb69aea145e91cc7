import type { GameDef } from '@ludoforge/kernel'
import { policyNames } from '@ludoforge/play'

/** Agents from weak to strong: those that the game supports. */
export function skillAgents(def: GameDef): string[] {
  const policies = def.seats.some(({ id }) => policyNames(def, id).length > 0)
  return [
    'random',
    ...(def.worth === undefined ? [] : ['greedy']),
    ...(policies ? ['policy'] : []),
    'easy', // searches
  ]
}
