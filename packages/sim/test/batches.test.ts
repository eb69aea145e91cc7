import { describe, expect, it } from 'vitest'
import { BatchScheduler } from '../src/index.js'

const sizeOf = (batch: { readonly from: number; readonly to: number } | undefined): number =>
  batch === undefined ? 0 : batch.to - batch.from

describe('batches', () => {
  it('hand out every game once, in order', () => {
    const batches = new BatchScheduler(1000, 100)
    let next = 0
    for (let batch = batches.take(); batch !== undefined; batch = batches.take()) {
      expect(batch.from).toBe(next)
      next = batch.to
      batches.learn(batch, sizeOf(batch))
    }
    expect(next).toBe(1000)
    expect(batches.left).toBe(0)
  })

  it('grow gradually to their target duration', () => {
    const batches = new BatchScheduler(1e6, 100)
    const sizes: number[] = []
    for (let i = 0; i < 5; i += 1) {
      const batch = batches.take()
      sizes.push(sizeOf(batch))
      if (batch !== undefined) batches.learn(batch, sizeOf(batch) / 2) // two games a millisecond
    }
    expect(sizes).toEqual([1, 8, 64, 200, 200])
  })

  it('do not shrink because of an earlier, smaller batch', () => {
    const batches = new BatchScheduler(1e6, 100, { first: 1000 })
    batches.learn({ from: 0, to: 1 }, 50)
    expect(sizeOf(batches.take())).toBe(1000)
    batches.learn({ from: 0, to: 1000 }, 200) // but because of one that takes too long
    expect(sizeOf(batches.take())).toBe(500)
  })

  it('resume at a game, and shrink towards the end, but not too much', () => {
    const batches = new BatchScheduler(10_000, 100, { from: 6000, first: 1000 })
    const sizes: number[] = []
    for (let batch = batches.take(1 / 8); batch !== undefined; batch = batches.take(1 / 8))
      sizes.push(sizeOf(batch))
    expect(sizes[0]).toBe(500)
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a))
    expect(sizes.at(-2)).toBe(125)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(4000)
  })
})
