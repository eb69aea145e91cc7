/** Several seats asked at once, at run time: who is still to answer, and what is known when all have. */
import { present, RuleError, type SourceLocation } from '../errors.js'
import type { Program } from '../link/program.js'
import type { QuestionSite } from '../link/question.js'
import { FRAME, type SimultaneousLocals } from '../link/routine.js'
import { type List, listAt, NO_ITEMS, type Slot, type State } from '../layout/state.js'

/** All seats of the list, those that have answered too. */
export function allSeats(s: State, together: SimultaneousLocals): List {
  return listAt(s.k, s.fp + FRAME + together.seats)
}

/** Seats that have not answered the question that waits, in the order of the list. */
export function pendingSeats(s: State, together: SimultaneousLocals): List {
  return listAt(s.k, s.fp + FRAME + together.pending)
}

/** Takes an answer. It lies in the place of its seat, whenever it came; gives whether it was the last. */
export function takeAnswer(s: State, together: SimultaneousLocals, seat: number, answer: Slot): boolean {
  const { k, fp } = s
  const left = pendingSeats(s, together).filter((other) => other !== seat)
  k[fp + FRAME + together.answers + seat] = answer
  k[fp + FRAME + together.pending] = left.length === 0 ? NO_ITEMS : left
  return left.length === 0
}

/** These are to answer, whether they had answered or not. */
export function askAgain(s: State, together: SimultaneousLocals, seats: List): void {
  s.k[s.fp + FRAME + together.pending] = seats
}

export function answerAt(s: State, together: SimultaneousLocals, seat: number): Slot {
  return s.k[s.fp + FRAME + together.answers + seat]
}

const LINKED = 'a state waits at a question that is linked.'

export function makeSimultaneous(
  program: Program,
  questions: readonly (QuestionSite | null)[],
  places: readonly SourceLocation[],
) {
  return {
    seatsAtOnce(list: List, place: number): List {
      if (list.some((seat) => seat < 0))
        throw new RuleError('One of those who are asked at once is no seat.', places[place] ?? {})
      return [...new Set(list)]
    },

    /** Those of the seats that have something to choose; what the others answer is nothing. */
    askAtOnce(s: State, id: number, k: Slot[], fp: number): List {
      const q = present(questions[id], LINKED)
      const { seats, answers } = present(q.together, 'this question is asked of several seats at once.')
      const pending: number[] = []
      for (const seat of listAt(k, fp + FRAME + seats)) {
        if (program.asks[id](s, k, fp, seat) !== 0) pending.push(seat)
        else k[fp + FRAME + answers + seat] = q.kind === 'many' ? NO_ITEMS : -1
      }
      // The question at hand is that of the first.
      if (pending.length > 0) program.asks[id](s, k, fp, pending[0])
      return pending
    },
  }
}
