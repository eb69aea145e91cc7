/** Renders changes of computed values, such as scores or the control of a space. */
import type { Constant } from '@ludoforge/kernel'
import type { ValueLook, Values } from '@ludoforge/look'
import { type Change, isSameConstant } from './join-events.js'
import { sentence } from './sentences.js'
import type { Vocabulary } from './vocabulary.js'

/** The computed values of a viewer, before and after. */
export interface ValueChange {
  readonly before: Values
  readonly after: Values
}

/** Returns a sentence for each changed value. Hidden values have none. */
export function valueChangeTexts({ before, after }: ValueChange, words: Vocabulary): string[] {
  const { values, seatValues, spaceValues } = words.reckoned
  const render = (title: string, changes: readonly Change[]): string[] =>
    changes.length === 0 ? [] : [sentence({ type: 'changes', variable: title, changes }, words, null)]
  return [
    ...values.flatMap((look, i) =>
      render(look.title, changed(look, undefined, before.values[i], after.values[i])),
    ),
    ...seatValues.flatMap((look, i) => render(look.title, each(look, before.seats, after.seats, i))),
    ...spaceValues.flatMap((look, i) => render(look.title, each(look, before.spaces, after.spaces, i))),
  ]
}

function each(look: ValueLook, before: Values['seats'], after: Values['seats'], i: number): Change[] {
  return Object.keys(after).flatMap((id) => changed(look, id, before[id]?.[i], after[id]?.[i]))
}

/** A list is told as it is now, with a dash for each item that the look hides. What was hidden before is new. */
function changed(
  { hide }: ValueLook,
  of: string | undefined,
  from: Constant | undefined,
  value: Constant | undefined,
): Change[] {
  if (from === undefined || value === undefined || from === null || value === null) return []
  if (isSameConstant(from, value)) return []
  const isHidden = (item: Constant): boolean => item === null || hide.includes(String(item))
  const owner = of === undefined ? {} : { of }
  if (typeof value !== 'object') return [{ ...owner, from: isHidden(from) ? null : from, value }]
  if (value.every(isHidden)) return []
  return [{ ...owner, from: null, value: value.map((item) => (isHidden(item) ? '–' : item)) }]
}
