/** How far an answer may freely be taken back. */
import type { Horizon } from '../protocol.js'
import type { Machine } from './machine.js'
import { isHiddenBy } from './questions.js'
import type { EventRecorder } from './event-recorder.js'
import type { State } from '../layout/state.js'

/** Of a step that this seat decided, after it was recorded. */
export function horizonOf(machine: Machine, s: State, seat: string, recorder: EventRecorder): Horizon {
  const revealed =
    recorder.learnt ||
    machine.deciding(s).some((one) => offersHidden(machine, s, one) || asksByHidden(machine, s, one))
  return { seat, rolled: recorder.chance, revealed }
}

/** Can the answers that the seat has now tell it what it may not know? */
function asksByHidden({ linker }: Machine, s: State, seat: number): boolean {
  const hidden = linker.questions[s.q]?.hiddenBy ?? null
  return hidden !== null && isHiddenBy(linker.layout, s, hidden[seat].fromAsked)
}

/** Does the question that waits offer the seat tokens that it could not see before? */
export function offersHidden(machine: Machine, s: State, seat: number): boolean {
  const asked = machine.question(s, seat)
  if (asked === undefined || machine.linker.question(s.q).type !== 'token') return false
  const { names } = machine
  return asked.values.some((t) => !names.sees(seat, names.zoneOf(s, t)))
}
