/** Words how far the decisions of a table could be replayed after an edit. */
import { choiceText, type DecisionEntry, type ReplayStop, type Vocabulary } from '@ludoforge/table'

/** Counts turns: runs of decisions of one seat. `next` is the seat that decides after them. */
export function turnOf(decisions: readonly Pick<DecisionEntry, 'seat'>[], next: string | undefined): number {
  const seats = [...decisions.map(({ seat }) => seat), ...(next === undefined ? [] : [next])]
  return seats.filter((seat, i) => seat !== seats[i - 1]).length
}

/** Returns the sentence about where and why a replay stopped. */
export function stopText(
  { decision, question, isFailing, message }: ReplayStop,
  turn: number,
  words: Vocabulary,
): string {
  if (decision === undefined) return `The game can’t start like this any more: ${message}`
  const { seat, name, choice } = decision
  const who = words.plainSeat(seat)
  if (question === undefined) return `In turn ${turn} your edit ends the game before ${who} decides.`
  if (question.seat !== seat || question.name !== name)
    return `In turn ${turn} your edit asks ${words.plainSeat(question.seat)}: ${question.prompt}`
  const answer = choiceText(choice, words, seat)
  if (isFailing) return `In turn ${turn} a rule fails after ${who} chooses ${answer}: ${message}`
  return `In turn ${turn} ${who} can’t choose ${answer} any more.`
}
