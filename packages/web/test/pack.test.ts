/** Pieces stay in their box without overlap, for any number of them. */
import { describe, expect, it } from 'vitest'
import type { Box } from '@ludoforge/look'
import { numberRoom, pack, type Pile, type PlacedPiece } from '../src/board/layout/pack.js'

const BOXES: readonly Box[] = [
  [0, 0, 114, 82],
  [10, 20, 64, 46],
  [5, 5, 58, 32],
  [0, 0, 400, 40],
  [0, 0, 30, 200],
]

/** A number of pieces of several kinds, some of them larger. */
function someOf(count: number, kinds: number): Pile[] {
  return Array.from({ length: kinds }, (_, i) => ({
    kind: `kind-${i}`,
    count: Math.floor(count / kinds) + (i < count % kinds ? 1 : 0),
    size: i % 3 === 2 ? 1.15 : 1,
  }))
}

/** The room of a number is in cells, and a piece may be larger than a cell. */
const LARGEST = 1.15

const sides = ({ x, y, size, count }: PlacedPiece) => ({
  left: x - size / 2,
  right: x + size / 2 + (size * numberRoom(count)) / LARGEST,
  top: y - size / 2,
  bottom: y + size / 2,
})

const SLACK = 0.01

function overlap(a: PlacedPiece, b: PlacedPiece): boolean {
  const one = sides(a)
  const other = sides(b)
  return (
    one.left < other.right - SLACK &&
    other.left < one.right - SLACK &&
    one.top < other.bottom - SLACK &&
    other.top < one.bottom - SLACK
  )
}

function isOutside(one: PlacedPiece, [x, y, w, h]: Box): boolean {
  const { left, right, top, bottom } = sides(one)
  return left < x - SLACK || right > x + w + SLACK || top < y - SLACK || bottom > y + h + SLACK
}

describe('pieces in a box', () => {
  for (const box of BOXES)
    it(`stay inside ${box.join(' ')} without overlap, from 1 to 60 of them in 1 to 12 kinds`, () => {
      const wrong: string[] = []
      for (let count = 1; count <= 60; count++)
        for (const kinds of [1, 2, 5, 12]) {
          const placed = pack(someOf(count, kinds), box, 20)
          const shown = `${count} of ${kinds} kinds`
          if (placed.some((one) => isOutside(one, box))) wrong.push(`${shown}: one lies outside`)
          if (placed.some((one, i) => placed.slice(i + 1).some((other) => overlap(one, other))))
            wrong.push(`${shown}: one lies on another`)
          if (placed.reduce((sum, one) => sum + one.count, 0) !== count) wrong.push(`${shown}: some are lost`)
        }
      expect(wrong).toEqual([])
    })

  it('keep their size while there is room, then shrink, then form groups with a number', () => {
    const box: Box = [0, 0, 100, 80]
    const few = pack(someOf(12, 2), box, 20)
    expect(few.every(({ size }) => size === 20)).toBe(true)
    const more = pack(someOf(30, 2), box, 20)
    expect(more).toHaveLength(30)
    expect(more.every(({ size }) => size < 20 && size > 12)).toBe(true)
    const many = pack(someOf(120, 2), box, 20)
    expect(many.map(({ kind, count }) => [kind, count])).toEqual([
      ['kind-0', 60],
      ['kind-1', 60],
    ])
  })

  it('are none for an empty zone', () => {
    expect(pack([{ kind: 'kind', count: 0, size: 1 }], [0, 0, 10, 10], 5)).toEqual([])
  })
})
