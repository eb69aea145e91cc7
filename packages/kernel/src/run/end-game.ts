/** Runtime functions that end the game. */
import { RuleError, type SourceLocation } from '../errors.js'
import type { Outcome } from '../layout/outcome.js'
import type { List, State } from '../layout/state.js'

export function makeOutcomes(seats: readonly string[], places: readonly SourceLocation[]) {
  function end(s: State, outcome: Outcome, place: number): void {
    s.over = 1
    s.outcome = outcome
    if (s.recorder !== null) s.recorder.over(s, outcome, place)
  }

  function endDraw(s: State, reason: string, place: number): void {
    const ranking = seats.map((seat) => ({ seat, rank: 1 }))
    end(s, { kind: 'draw', reason, winners: [], ranking }, place)
  }

  /** By seat: the ranking if only this seat wins. Precomputed, because most games end so. */
  const soloWins = seats.map((winner) => rankingOf([winner]))

  function rankingOf(winners: readonly string[]): Outcome['ranking'] {
    const ranking = seats.map((seat) => ({ seat, rank: winners.includes(seat) ? 1 : 1 + winners.length }))
    return ranking.sort((a, b) => a.rank - b.rank)
  }

  function endWin(s: State, list: List, reason: string, place: number): void {
    if (list.length === 1 && list[0] >= 0) {
      end(s, { kind: 'win', reason, winners: [seats[list[0]]], ranking: soloWins[list[0]] }, place)
      return
    }
    const winners = [...new Set(list)].flatMap((i) => seats[i] ?? [])
    if (winners.length === 0)
      throw new RuleError('The game ends with a win, but the list of winners is empty.', places[place] ?? {})
    end(s, { kind: 'win', reason, winners, ranking: rankingOf(winners) }, place)
  }

  function endRank(
    s: State,
    list: List,
    scores: List,
    ties: List | null,
    reason: string,
    place: number,
  ): void {
    const better = (a: number, b: number): number =>
      scores[b] - scores[a] || (ties === null ? 0 : ties[b] - ties[a])
    const order = list.map((_, i) => i).sort((a, b) => better(a, b) || a - b)
    const ranking: { seat: string; rank: number; score: number }[] = []
    order.forEach((i, n) => {
      const shared = n > 0 && better(order[n - 1], i) === 0
      ranking.push({ seat: seats[list[i]], rank: shared ? ranking[n - 1].rank : n + 1, score: scores[i] })
    })
    const winners = ranking.filter((r) => r.rank === 1).map((r) => r.seat)
    end(s, { kind: 'rank', reason, winners, ranking }, place)
  }

  return { endDraw, endWin, endRank }
}
