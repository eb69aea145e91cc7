/** Finds the answers of your seats in the record, for a review. */
import type { Choice } from '@ludoforge/kernel'
import type { TableUpdate } from '@ludoforge/table'
import { withoutUndone } from '../store/without-undone.js'

/** Answers of one seat in a row. */
export interface AnswerRun {
  readonly number: number // of the entry before the first answer
  readonly seat: string
  readonly choices: readonly Choice[]
}

/** Returns the runs of answers of these seats, in order. Answers of simultaneous choices are left out. */
export function answerRuns(records: readonly TableUpdate[], seats: readonly string[]): readonly AnswerRun[] {
  const runs: { number: number; seat: string; choices: Choice[] }[] = []
  let last: { number: number; seat: string; choices: Choice[] } | undefined
  let before = 0
  for (const update of withoutUndone(records)) {
    if (update.type === 'step') {
      const choice = seats.includes(update.seat) ? choiceIn(update) : undefined
      if (choice === undefined) last = undefined
      else if (last?.seat === update.seat) last.choices.push(choice)
      else {
        last = { number: before, seat: update.seat, choices: [choice] }
        runs.push(last)
      }
    }
    before = update.number
  }
  return runs
}

/** The answer of the seat itself. The rules may have given others that were forced. */
function choiceIn({ seat, told }: Extract<TableUpdate, { readonly type: 'step' }>): Choice | undefined {
  const own = told.find(({ eye }) => eye === seat) ?? told[0]
  const chose = own?.events.find(
    (event) =>
      event.type === 'chose' && event.seat === seat && event.forced !== true && event.atOnce !== true,
  )
  return chose?.type === 'chose' ? chose.choice : undefined
}
