/** Words how far the decisions of a table could be replayed after an edit. */
import type { Decision } from '@ludoforge/kernel'
import { choiceLabel, type DecisionEntry, type ReplayStop, type Vocabulary } from '@ludoforge/table'

/** How far a replay got, for the page. */
export interface ReplayNote {
  readonly replayed: number
  readonly all: number
  /** The turn that is played now: a run of decisions of one seat. */
  readonly turn: number
  /** Where and why it stopped, as a sentence. Empty if all decisions are legal. */
  readonly stopped: string
}

/** Counts turns: runs of decisions of one seat. `next` is the seat that decides after them. */
export function turnOf(decisions: readonly Pick<DecisionEntry, 'seat'>[], next: string | undefined): number {
  const seats = [...decisions.map(({ seat }) => seat), ...(next === undefined ? [] : [next])]
  return seats.filter((seat, i) => seat !== seats[i - 1]).length
}

/** Returns the sentence about where a replay stopped. */
export function stopText(stop: ReplayStop, turn: number, words: Vocabulary): string {
  const { decision, question, message } = stop
  if (decision === undefined) return `The game can’t start like this any more: ${message}`
  const who = (seat: string): string => words.plainSeat(seat)
  if (question === undefined) return `In turn ${turn} your edit ends the game before ${who(decision.seat)} decides.`
  if (question.seat === decision.seat && question.name === decision.name)
    return `In turn ${turn} ${who(decision.seat)} can’t choose ${chosen(decision, question, words)} any more.`
  return `In turn ${turn} your edit asks ${who(question.seat)}: ${question.prompt}`
}

function chosen({ choice }: DecisionEntry, question: Decision, words: Vocabulary): string {
  return choiceLabel(choice, question, words)
}
