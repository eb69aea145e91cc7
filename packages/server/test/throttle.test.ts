import { describe, expect, it } from 'vitest'
import { Throttle } from '../src/accounts/throttle.js'

describe('a throttle that allows three failures', () => {
  const opened = (failures: number) => {
    let now = 0
    const throttle = new Throttle(3, () => now)
    for (let n = 0; n < failures; n += 1) throttle.count('ann')
    return {
      throttle,
      isClosedAt: (ms: number) => {
        now = ms
        return throttle.isClosed('ann')
      },
    }
  }

  it.each([1, 2])('stays open after %i', (failures) => {
    expect(opened(failures).isClosedAt(0)).toBe(false)
  })

  it.each([
    [3, 1000],
    [4, 2000],
    [5, 4000],
    [40, 15 * 60_000],
  ])('after %i closes for exactly %i ms', (failures, ms) => {
    const { isClosedAt } = opened(failures)
    expect(isClosedAt(0)).toBe(true)
    expect(isClosedAt(ms - 1)).toBe(true)
    expect(isClosedAt(ms)).toBe(false)
  })

  it('counts each key separately, and unblocks a key that is reset', () => {
    const { throttle } = opened(3)
    expect(throttle.isClosed('bob')).toBe(false)
    expect([throttle.closedMs('ann'), throttle.closedMs('bob')]).toEqual([1000, 0])
    throttle.forget('ann')
    expect(throttle.isClosed('ann')).toBe(false)
    throttle.count('ann')
    expect(throttle.isClosed('ann')).toBe(false)
  })
})

it('failures halve every ten minutes', () => {
  let now = 0
  const throttle = new Throttle(3, () => now)
  for (let n = 0; n < 8; n += 1) throttle.count('ann')
  now = 20 * 60_000
  expect(throttle.failures('ann')).toBeCloseTo(2)
  expect(throttle.failures('bob')).toBe(0)
})
