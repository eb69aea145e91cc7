import type { Statistics, TournamentResult } from '@ludoforge/sim'

/** Returns a result without its times, as text, for exact comparison. */
export function timeless(result: Statistics | TournamentResult): string {
  if ('thinking' in result) {
    const { seconds: _, thinking, ...rest } = result
    return JSON.stringify({ ...rest, decisions: thinking.map(({ decisions }) => decisions) })
  }
  const { seconds: _, decisionsPerSecond: _d, gamesPerSecond: _g, slowestDecisionMs: _s, ...rest } = result
  return JSON.stringify(rest)
}
