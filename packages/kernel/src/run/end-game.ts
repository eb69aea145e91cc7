/** Runtime functions that end the game, and that depend on the seats that are present. */
import { RuleError, type SourceLocation } from '../errors.js'
import type { Layout } from '../layout/layout.js'
import type { Outcome } from '../layout/outcome.js'
import type { List, State } from '../layout/state.js'

export function makeOutcomes(layout: Layout, places: readonly SourceLocation[]) {
  const { seats } = layout
  const present = (s: State): readonly string[] => seats.slice(0, layout.presentCount(s.d))

  function end(s: State, outcome: Outcome, place: number): void {
    s.over = 1
    s.outcome = outcome
    if (s.recorder !== null) s.recorder.over(s, outcome, place)
  }

  function endDraw(s: State, reason: string, place: number): void {
    const ranking = present(s).map((seat) => ({ seat, rank: 1 }))
    end(s, { kind: 'draw', reason, winners: [], ranking }, place)
  }

  /** By seat: the ranking if only this seat wins and all are present. Precomputed, because most games end so. */
  const soloWins = seats.map((winner) => rankingOf(seats, [winner]))

  function rankingOf(among: readonly string[], winners: readonly string[]): Outcome['ranking'] {
    const ranking = among.map((seat) => ({ seat, rank: winners.includes(seat) ? 1 : 1 + winners.length }))
    return ranking.sort((a, b) => a.rank - b.rank)
  }

  /** Everybody wins or loses. Nobody is first if all lose. */
  function endTogether(s: State, wins: boolean, score: number | null, reason: string, place: number): void {
    const all = present(s)
    const rank = wins ? 1 : 2
    const ranking = all.map((seat) => ({ seat, rank, ...(score === null ? {} : { score }) }))
    end(s, { kind: wins ? 'win' : 'lose', reason, winners: wins ? all : [], ranking }, place)
  }

  /** Adds the other seats of the winners' teams. */
  function withTeams(list: List): List {
    return layout.teams === null ? list : list.flatMap((seat) => layout.teams?.[seat] ?? [seat])
  }

  function endWin(s: State, list: List, reason: string, place: number): void {
    if (list.length === 1 && list[0] >= 0 && layout.present === null && layout.teams === null) {
      end(s, { kind: 'win', reason, winners: [seats[list[0]]], ranking: soloWins[list[0]] }, place)
      return
    }
    const here = present(s).length
    const winners = [...new Set(withTeams(list))].flatMap((i) => (i < here ? (seats[i] ?? []) : []))
    if (winners.length === 0)
      throw new RuleError('The game ends with a win, but the list of winners is empty.', places[place] ?? {})
    end(s, { kind: 'win', reason, winners, ranking: rankingOf(present(s), winners) }, place)
  }

  function endRank(
    s: State,
    list: List,
    scores: List,
    least: boolean, // the lowest score is the best
    ties: readonly List[],
    reason: string,
    place: number,
  ): void {
    const better = (a: number, b: number): number => {
      const difference = least ? scores[a] - scores[b] : scores[b] - scores[a]
      if (difference !== 0) return difference
      for (const tie of ties) if (tie[a] !== tie[b]) return tie[b] - tie[a]
      return 0
    }
    const first = firstOfTeams(list, better)
    const order = list.map((_, i) => i).sort((a, b) => better(first[a], first[b]) || a - b)
    const ranking: { seat: string; rank: number; score: number }[] = []
    order.forEach((i, n) => {
      const shared = n > 0 && better(first[order[n - 1]], first[i]) === 0
      ranking.push({ seat: seats[list[i]], rank: shared ? ranking[n - 1].rank : n + 1, score: scores[i] })
    })
    const winners = ranking.filter((r) => r.rank === 1).map((r) => r.seat)
    end(s, { kind: 'rank', reason, winners, ranking }, place)
  }

  /** By index into the list: the index of the best seat of its team, which places the whole team. */
  function firstOfTeams(list: List, better: (a: number, b: number) => number): List {
    const indexes = list.map((_, i) => i)
    const { teams } = layout
    if (teams === null) return indexes
    return indexes.map((i) => indexes.filter((j) => teams[list[i]].includes(list[j])).sort(better)[0])
  }

  /** Returns the seat after this one, of those up to the last that is present. */
  const nextOf = (seat: number, last: number): number => (seat < last ? seat + 1 : 0)

  return { endDraw, endTogether, endWin, endRank, nextOf }
}
