/** Comparing large values again and again, in properties. */
import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'

/** Expects what `toEqual` expects. What is the same in the strictest sense is found so in a fraction of the time. */
export function expectSame(found: unknown, wanted: unknown): void {
  if (!isDeepStrictEqual(found, wanted)) expect(found).toEqual(wanted)
}
