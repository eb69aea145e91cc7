/** How a game ended for each seat: its place, its distance to the goal, and the headline for the player. */
import type { Outcome } from '@ludoforge/kernel'
import { outcomeText, signed, standingValue, type Vocabulary, winningTeam } from '@ludoforge/table'
import type { Values } from '@ludoforge/look'

/** A seat at the end of a game. */
export interface Standing {
  readonly seat: string
  readonly rank: number
  readonly isWinner: boolean
  /** Its margin or score. */
  readonly score?: number
  /** 0 or more is enough to win, so that the distance to the goal can be drawn. */
  readonly isMargin: boolean
}

/** Returns the seats in the order of their places. */
export function standingsOf(
  { ranking, winners }: Outcome,
  values: Pick<Values, 'seats'>,
  words: Pick<Vocabulary, 'reckoned'>,
): readonly Standing[] {
  const index = standingValue(words)
  const isMargin = words.reckoned.seatValues[index]?.marginOf !== undefined
  return ranking
    .map(({ seat, rank, score }) => {
      const margin = isMargin ? values.seats[seat]?.[index] : undefined
      const number = typeof margin === 'number' ? margin : score
      return {
        seat,
        rank,
        isWinner: winners.includes(seat),
        isMargin: typeof margin === 'number',
        ...(number === undefined ? {} : { score: number }),
      }
    })
    .toSorted((a, b) => a.rank - b.rank)
}

/** Returns the score as text. Margins have a sign. */
export const scoreText = ({ score, isMargin }: Standing): string =>
  score === undefined ? '' : isMargin ? signed(score) : String(score)

/** `You won`, `Your team won`, `You lost by 3`, or who won for spectators and players of several seats. */
export function headline(
  outcome: Outcome,
  standings: readonly Standing[],
  mine: readonly string[],
  words: Vocabulary,
): string {
  const { head } = outcomeText(outcome, words)
  const [seat, ...others] = mine
  if (seat === undefined || others.length > 0 || outcome.kind === 'draw' || outcome.winners.length === 0)
    return head
  if (outcome.kind === 'win' && outcome.winners.length > 1 && outcome.winners.length === standings.length)
    return head
  if (outcome.winners.includes(seat)) {
    if (outcome.winners.length === 1) return 'You won'
    return winningTeam(outcome, words.def) === undefined ? 'You won, with others' : 'Your team won'
  }
  const own = standings.find((one) => one.seat === seat)?.score
  const best = standings.find(({ isWinner }) => isWinner)?.score
  const by = own === undefined || best === undefined ? 0 : best - own
  return by > 0 ? `You lost by ${by}` : 'You lost'
}
