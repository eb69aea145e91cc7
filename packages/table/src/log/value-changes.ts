/** What the rules compute beside a position (scores, who holds a space), and how that has changed. */
import type { Constant } from '@ludoforge/kernel'
import type { Values } from '@ludoforge/look'
import { type Change, isSame } from './join.js'
import { sentence } from './sentences.js'
import type { Vocabulary } from './vocabulary.js'

/** What was computed for an eye when it looked last, and what is now. */
export interface ValueChange {
  readonly before: Values
  readonly after: Values
}

/** A sentence for each value that is another one now; what the eye does not know is not among them. */
export function valueChangeTexts({ before, after }: ValueChange, words: Vocabulary): string[] {
  const { values, seatValues, spaceValues } = words.reckoned
  const told = (title: string, changes: readonly Change[]): string[] =>
    changes.length === 0 ? [] : [sentence({ type: 'changes', variable: title, changes }, words, null)]
  return [
    ...values.flatMap(({ title }, i) => told(title, changed(undefined, before.values[i], after.values[i]))),
    ...seatValues.flatMap(({ title }, i) => told(title, each(before.seats, after.seats, i))),
    ...spaceValues.flatMap(({ title }, i) => told(title, each(before.spaces, after.spaces, i))),
  ]
}

function each(before: Values['seats'], after: Values['seats'], i: number): Change[] {
  return Object.keys(after).flatMap((id) => changed(id, before[id]?.[i], after[id]?.[i]))
}

function changed(of: string | undefined, from: Constant | undefined, value: Constant | undefined): Change[] {
  if (from === undefined || value === undefined || from === null || value === null) return []
  return isSame(from, value) ? [] : [{ ...(of === undefined ? {} : { of }), from, value }]
}
