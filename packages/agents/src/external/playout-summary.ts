import type { GameDef, Outcome } from '@ludoforge/kernel'

/** How playouts ended, per seat. A shared win counts as a fraction. */
export interface PlayoutSummary {
  readonly ended: number
  readonly won: Readonly<Record<string, number>>
  readonly draws: number
  readonly scores?: Readonly<Record<string, number | null>> // the mean, if the game has scores
}

/** Sums up the outcomes of playouts. `null` is a playout that didn't end. */
export function summarizeOutcomes(
  { seats }: Pick<GameDef, 'seats'>,
  outcomes: readonly (Outcome | null)[],
): PlayoutSummary {
  const ended = outcomes.filter((outcome) => outcome !== null)
  const won = seats.map(({ id }) =>
    ended.reduce(
      (n, { kind, winners }) => n + (kind !== 'draw' && winners.includes(id) ? 1 / winners.length : 0),
      0,
    ),
  )
  const scores = seats.map(({ id }) => {
    const known = ended.flatMap(({ ranking }) => ranking.find(({ seat }) => seat === id)?.score ?? [])
    return known.length === 0 ? null : known.reduce((a, b) => a + b, 0) / known.length
  })
  const perSeat = <Value>(values: readonly Value[]): Record<string, Value> =>
    Object.fromEntries(seats.flatMap(({ id }, i) => values.slice(i, i + 1).map((value) => [id, value])))
  return {
    ended: ended.length,
    won: perSeat(won),
    draws: ended.filter(({ kind }) => kind === 'draw').length,
    ...(scores.every((score) => score === null) ? {} : { scores: perSeat(scores) }),
  }
}
