import { describe, expect, it } from 'vitest'
import { combineObservers, type MatchObserver } from '../src/match.js'

/** Records which of its methods were called. */
function noting(calls: string[], name: string): MatchObserver {
  return {
    started: () => void calls.push(`${name} started`),
    asked: () => void calls.push(`${name} asked`),
    chose: () => void calls.push(`${name} chose`),
    decided: () => void calls.push(`${name} decided`),
  }
}

describe('two combined observers', () => {
  it('are each notified of everything', () => {
    const calls: string[] = []
    const both = combineObservers([noting(calls, 'one'), noting(calls, 'other')])
    const nothing = undefined as never
    both.started(nothing)
    both.asked(nothing, nothing, 0)
    both.chose?.(nothing, 0, [])
    both.decided(0, 1)
    expect(calls).toEqual(
      ['started', 'asked', 'chose', 'decided'].flatMap((call) => [`one ${call}`, `other ${call}`]),
    )
  })

  it('are the first, if there is no second', () => {
    const one = noting([], 'one')
    expect(combineObservers([one])).toBe(one)
  })
})
