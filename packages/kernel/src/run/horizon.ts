/** The undo horizon: how far a seat may freely undo its answers. */
import type { Horizon } from '../protocol.js'
import type { Machine } from './machine.js'
import { isHiddenBy } from './questions.js'
import type { EventRecorder } from './event-recorder.js'
import type { State } from '../layout/state.js'

/** Returns the horizon of a recorded step that this seat decided. */
export function horizonOf(machine: Machine, s: State, seat: string, recorder: EventRecorder): Horizon {
  const revealed =
    recorder.learnt ||
    machine.deciding(s).some((other) => offersHidden(machine, s, other) || asksByHidden(machine, s, other))
  return { seat, rolled: recorder.chance, revealed }
}

/** Returns whether the set of answers can reveal hidden information to the seat. */
export function asksByHidden({ linker }: Machine, s: State, seat: number): boolean {
  const hidden = linker.questions[s.q]?.hiddenBy ?? null
  return hidden !== null && isHiddenBy(linker.layout, s, hidden[seat].fromAsked)
}

/** Returns whether the open question offers the seat tokens that it can't see otherwise. */
export function offersHidden(machine: Machine, s: State, seat: number): boolean {
  const asked = machine.question(s, seat)
  if (asked === undefined || machine.linker.question(s.q).type !== 'token') return false
  const { names } = machine
  return asked.values.some((t) => !names.sees(seat, names.zoneOf(s, t)))
}
