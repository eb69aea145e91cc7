/** How far an answer may freely be taken back. */
import type { Horizon } from './protocol.js'
import type { Machine } from './run/machine.js'
import type { Recorder } from './run/record.js'
import type { State } from './state.js'

/** Of a step that this seat decided, after it was recorded. */
export function horizonOf(machine: Machine, s: State, seat: string, recorder: Recorder): Horizon {
  return { seat, rolled: recorder.chance, revealed: recorder.learnt || offersHidden(machine, s) }
}

/** Does the question that waits offer tokens that its seat could not see before? */
export function offersHidden(machine: Machine, s: State): boolean {
  const asked = machine.question(s)
  if (asked === undefined || machine.linker.questions[s.q]!.type !== 'token') return false
  const { names } = machine
  return asked.values.some((t) => !names.sees(asked.seat, names.zoneOf(s, t)))
}
