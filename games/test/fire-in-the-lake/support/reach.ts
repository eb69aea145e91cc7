/** What an operation may touch: which pieces may come and go, which may be flipped, which markers may change. */
import { expect } from 'vitest'
import { movements, type Operation } from './operations.js'

export interface Reach {
  readonly into: RegExp // pieces that may enter a space of the map
  readonly lost: RegExp // pieces that may leave the map
  readonly flips?: { readonly what: RegExp; readonly value: RegExp }
  readonly sets: readonly string[]
}

/** What the procedure itself keeps track of. */
const BOOKKEEPING = ['under-way', 'operating', 'in-operation', 'open-to-ambush']
const NOTHING = /^$/

export const nobody = NOTHING

export function expectWithin(operation: Operation, reach: Reach): void {
  const note = `${operation.id}, seed ${operation.seed}`
  for (const { what, into } of movements(operation.events)) {
    const leaves = into.includes(':') || into === 'casualties' || into === 'out-of-play'
    expect(what, `${note}: ${what} to ${into}`).toMatch(leaves ? reach.lost : reach.into)
    if (!leaves && /^(?:us|arvn)-/.test(what)) expect(into, note).not.toBe('north-vietnam')
  }
  for (const event of operation.events) {
    if (event.type === 'flipped') {
      const { what, value } = reach.flips ?? { what: NOTHING, value: NOTHING }
      expect(event.what.replace(/\+.*/, ''), note).toMatch(what)
      expect(event.value, note).toMatch(value)
    }
    if (event.type === 'set' && !BOOKKEEPING.includes(event.variable))
      expect(reach.sets, `${note}: ${event.variable}`).toContain(event.variable)
  }
}
