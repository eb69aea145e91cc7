import type { Statistics, TournamentResult } from '@ludoforge/sim'

/** All that is no time, as text: the same bits or not. */
export function timeless(result: Statistics | TournamentResult): string {
  if ('thinking' in result) {
    const { seconds: _, thinking, ...rest } = result
    return JSON.stringify({ ...rest, decisions: thinking.map(({ decisions }) => decisions) })
  }
  const { seconds: _, decisionsPerSecond: _d, gamesPerSecond: _g, slowestDecisionMs: _s, ...rest } = result
  return JSON.stringify(rest)
}
