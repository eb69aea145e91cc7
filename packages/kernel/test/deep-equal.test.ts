import { deepEqual } from '@ludoforge/kernel'
import { describe, expect, it } from 'vitest'

describe('deep equality', () => {
  it.each<[unknown, unknown]>([
    [1, 1],
    [Number.NaN, Number.NaN],
    [null, null],
    [
      { a: [1, { b: 2 }], c: undefined },
      { c: undefined, a: [1, { b: 2 }] },
    ],
    [new Set([1, 2]), new Set([1, 2])],
    [new Map([['a', [1]]]), new Map([['a', [1]]])],
    [Object.create(null), {}],
  ])('finds %o and %o equal', (a, b) => expect(deepEqual(a, b)).toBe(true))

  it.each<[unknown, unknown]>([
    [1, '1'],
    [0, -0],
    [null, undefined],
    [{}, null],
    [[], {}],
    [{}, []],
    [[1], [1, 2]],
    [{ a: undefined }, {}],
    [{ a: 1 }, { b: 1 }],
    [{ a: [1, { b: 2 }] }, { a: [1, { b: 3 }] }],
    [new Set([1]), new Set([2])],
    [new Set(), {}],
    [new Map([['a', 1]]), new Map([['a', 2]])],
    [{}, new Map()],
    [new Date(0), new Date(1)],
  ])('finds %o and %o different', (a, b) => expect(deepEqual(a, b)).toBe(false))
})
