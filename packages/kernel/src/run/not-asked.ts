/** Why a seat has nothing to decide. */
import { IllegalChoice } from '../errors.js'
import type { Names } from '../layout/names.js'
import type { State } from '../layout/state.js'

/** Returns the error of an answer that nobody asked for. `deciding` are the seats that must decide. */
export function notAsked(names: Names, s: State, seat: number, deciding: readonly number[]): IllegalChoice {
  if (deciding.length === 0)
    return new IllegalChoice(
      s.over === 0 ? 'There is no decision in this state.' : 'There is nothing to decide: the game is over.',
    )
  const who = names.label(s, 'seat', seat)
  const present = names.layout.presentCount(s.d)
  if (seat >= present) return new IllegalChoice(`${who} is not at this table (${present} players).`)
  const waited = deciding.map((i) => names.label(s, 'seat', i))
  return new IllegalChoice(`${who} can't decide now. The decision is with ${waited.join(', ')}.`)
}
