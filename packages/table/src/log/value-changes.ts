/** Renders changes of computed values, such as scores or the control of a space. */
import type { Constant } from '@ludoforge/kernel'
import type { Values } from '@ludoforge/look'
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
    ...values.flatMap(({ title }, i) => render(title, changed(undefined, before.values[i], after.values[i]))),
    ...seatValues.flatMap(({ title }, i) => render(title, each(before.seats, after.seats, i))),
    ...spaceValues.flatMap(({ title }, i) => render(title, each(before.spaces, after.spaces, i))),
  ]
}

function each(before: Values['seats'], after: Values['seats'], i: number): Change[] {
  return Object.keys(after).flatMap((id) => changed(id, before[id]?.[i], after[id]?.[i]))
}

function changed(of: string | undefined, from: Constant | undefined, value: Constant | undefined): Change[] {
  if (from === undefined || value === undefined || from === null || value === null) return []
  return isSameConstant(from, value) ? [] : [{ ...(of === undefined ? {} : { of }), from, value }]
}
