/** Simultaneous choices at run time: the pending seats and their answers. */
import { present, RuleError, type SourceLocation } from '../errors.js'
import type { Program } from '../link/program.js'
import type { QuestionSite } from '../link/question.js'
import { FRAME, type SimultaneousLocals } from '../link/routine.js'
import { type List, listAt, NO_ITEMS, type Slot, type State } from '../layout/state.js'

/** Returns all seats of the choice, also those that have answered. */
export function allSeats(s: State, together: SimultaneousLocals): List {
  return listAt(s.k, s.fp + FRAME + together.seats)
}

/** Returns the seats that have not answered, in list order. */
export function pendingSeats(s: State, together: SimultaneousLocals): List {
  return listAt(s.k, s.fp + FRAME + together.pending)
}

/** Stores an answer in the slot of its seat, independent of the order. Returns whether it was the last. */
export function takeAnswer(s: State, together: SimultaneousLocals, seat: number, answer: Slot): boolean {
  const { k, fp } = s
  const left = pendingSeats(s, together).filter((other) => other !== seat)
  k[fp + FRAME + together.answers + seat] = answer
  k[fp + FRAME + together.pending] = left.length === 0 ? NO_ITEMS : left
  return left.length === 0
}

/** Makes these seats pending, whether they had answered or not. */
export function setPending(s: State, together: SimultaneousLocals, seats: List): void {
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
        throw new RuleError('A choice at once asks a seat that is none.', places[place] ?? {})
      return [...new Set(list)]
    },

    /** Returns the seats that have something to choose. The others get an empty answer. */
    askAtOnce(s: State, id: number, k: Slot[], fp: number): List {
      const q = present(questions[id], LINKED)
      const { seats, answers } = present(q.together, 'this question is asked of several seats at once.')
      const pending: number[] = []
      for (const seat of listAt(k, fp + FRAME + seats)) {
        if (program.asks[id](s, k, fp, seat) !== 0) pending.push(seat)
        else k[fp + FRAME + answers + seat] = q.kind === 'many' ? NO_ITEMS : -1
      }
      // The open question is that of the first pending seat.
      if (pending.length > 0) program.asks[id](s, k, fp, pending[0])
      return pending
    },
  }
}
