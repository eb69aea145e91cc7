/** A name for a new table. */
import type { GameListing } from '@ludoforge/look'

/** Returns a name for a table, so that you recognize it in the lobby: the scenario or the game, and the day. */
export function suggestedName(
  { title, scenarios }: Pick<GameListing, 'title' | 'scenarios'>,
  scenario: string | undefined,
  now = new Date(),
): string {
  const chosen = scenarios.length > 1 ? scenarios.find(({ id }) => id === scenario)?.title : undefined
  return `${chosen ?? title}, ${now.toLocaleDateString('en-GB', { day: 'numeric', month: 'long' })}`
}
