/** Sizes that hold at every zoom: pieces, names and marks of a map, arranged for its scale. */
import { describe, expect, it } from 'vitest'
import type { Box, SpaceShape } from '@ludoforge/look'
import { arrangeSpace, nameBox, packSpace, plateOf } from '../src/board/layout/arrange.js'
import { type Pile, type PlacedPiece } from '../src/board/layout/pack.js'
import { placeLabels } from '../src/board/layout/place-labels.js'
import { MAX_GROWTH, MIN_CELL_PX, MIN_MARK_PX, MIN_TEXT_PX } from '../src/board/layout/sizes.js'

const SCALES = [0.3, 0.45, 0.56, 0.7, 0.8, 1, 1.5, 3]

const space = (changes: Partial<SpaceShape> = {}): SpaceShape => ({
  zone: 'a',
  path: 'M0 0H300V200H0Z',
  style: 'land',
  order: 0,
  name: { lines: ['A Long-', 'Ish Name'], at: [60, 30], size: 15, style: 'name' },
  pieces: [120, 60, 134, 90],
  cell: 26,
  marks: [20, 50, 84, 20],
  ...changes,
})

const piles = (...counts: number[]): Pile[] =>
  counts.map((count, i) => ({ kind: `kind-${i}`, count, size: i === 1 ? 1.15 : 1 }))

const shared = ([x, y, w, h]: Box, [a, b, c, d]: Box): boolean =>
  x < a + c - 0.6 && a < x + w - 0.6 && y < b + d - 0.6 && b < y + h - 0.6

const boxOf = ({ x, y, size }: PlacedPiece): Box => [x - size / 2, y - size / 2, size, size]

describe('pieces on a map', () => {
  it('have at least 18 pixels at every scale, for any number of them', () => {
    for (const scale of SCALES)
      for (const counts of [[1], [3, 2], [8, 8, 4, 4], [30, 1, 1], [5, 5, 5, 5, 5, 5, 5]])
        for (const { size } of packSpace(space(), piles(...counts), scale))
          expect(size * scale).toBeGreaterThanOrEqual(MIN_CELL_PX - 0.01)
  })

  it('never overlap and never get lost', () => {
    for (const scale of SCALES)
      for (const counts of [
        [2, 3],
        [12, 9],
        [4, 4, 4, 4, 4, 4],
        [60, 20, 9],
      ]) {
        const placed = packSpace(space(), piles(...counts), scale)
        expect(placed.reduce((sum, { count }) => sum + count, 0)).toBe(counts.reduce((a, b) => a + b, 0))
        placed.forEach((one, i) => {
          for (const other of placed.slice(i + 1)) expect(shared(boxOf(one), boxOf(other))).toBe(false)
        })
      }
  })

  it('stack from an edge of their box if the look says so', () => {
    const column: Box = [0, 100, 26, 200]
    const heights = (stack?: 'top' | 'bottom') =>
      packSpace(space({ pieces: column, ...(stack === undefined ? {} : { stack }) }), piles(3), 1).map(
        ({ y }) => y,
      )
    expect(heights()).toEqual([174, 200, 226])
    expect(heights('top')).toEqual([113, 139, 165])
    expect(heights('bottom')).toEqual([287, 261, 235])
  })

  it('are as large as drawn where that is enough, and in their box', () => {
    const placed = packSpace(space(), piles(6), 1)
    expect(placed.every(({ size }) => size === 26)).toBe(true)
    const plate = plateOf(placed)
    expect(plate?.[0]).toBeGreaterThanOrEqual(120 - 3)
    expect(plate?.[1]).toBeGreaterThanOrEqual(60 - 3)
  })

  it('grow in place before they form groups, and only the most numerous kinds do', () => {
    const ten = packSpace(space(), piles(10), 0.7)
    expect(ten).toHaveLength(10)
    const [, , width = 0, height = 0] = plateOf(ten) ?? []
    expect(width).toBeLessThanOrEqual(134 * MAX_GROWTH + 6)
    expect(height).toBeLessThanOrEqual(90 * MAX_GROWTH + 6)
    const many = packSpace(space(), piles(30, 1, 2), 0.5)
    expect(many.find(({ kind }) => kind === 'kind-0')?.count).toBe(30)
    expect(many.filter(({ kind }) => kind === 'kind-2')).toHaveLength(2)
  })

  it('are one piece of each kind with its count if nothing else fits', () => {
    const crowd = packSpace(space({ pieces: [0, 0, 40, 30] }), piles(5, 5, 5), 0.4)
    expect(crowd.map(({ count }) => count)).toEqual([5, 5, 5])
  })
})

describe('names and marks on a map', () => {
  it('have at least 11 and 18 pixels at every scale', () => {
    for (const scale of SCALES) {
      const { name, marks } = arrangeSpace(space(), [], 3, false, scale)
      expect((name?.size ?? 0) * scale).toBeGreaterThanOrEqual(MIN_TEXT_PX - 0.01)
      for (const [, , w] of marks) expect(w * scale).toBeGreaterThanOrEqual(MIN_MARK_PX - 0.01)
    }
  })

  it('stay where the look has them at natural size', () => {
    const { name, marks } = arrangeSpace(space(), [], 2, false, 1)
    expect(name).toEqual({ at: [60, 30], size: 15 })
    expect(marks).toHaveLength(2)
    expect(marks.every(([x, y]) => x >= 20 && y >= 50 && y < 70)).toBe(true)
  })

  it('of a line are left out if they would have to grow', () => {
    const road = space({ line: 7, name: { lines: ['Road'], at: [60, 30], size: 9, style: 'name' } })
    expect(arrangeSpace(road, [], 0, false, 0.8).name).toBeNull()
    expect(arrangeSpace(road, [], 0, false, 1.5).name).not.toBeNull()
  })

  it('move apart as the name grows', () => {
    for (const scale of SCALES) {
      const shape = space()
      const { name, marks } = arrangeSpace(shape, [], 3, false, scale)
      if (name === null) throw new Error('The name is left out.')
      const box = nameBox(shape.name, name)
      expect(marks.some((mark) => shared(mark, box))).toBe(false)
    }
  })

  it('step off their own pieces and off the labels of neighbours', () => {
    const shapes = [
      space({ zone: 'a' }),
      space({
        zone: 'b',
        name: { lines: ['Neighbour'], at: [80, 45], size: 15, style: 'name' },
        marks: [60, 120, 84, 20],
        pieces: [60, 20, 60, 40],
      }),
    ]
    const spaces = shapes.map((shape) => ({
      shape,
      arrangement: arrangeSpace(shape, piles(4), 2, false, 0.6),
    }))
    const boxes = (arrangements: readonly (typeof spaces)[number]['arrangement'][]) =>
      arrangements.map(({ name, marks }, i) => [
        ...(name === null ? [] : [nameBox(shapes[i]?.name ?? space().name, name)]),
        ...marks,
      ])
    const conflicts = (arrangements: readonly (typeof spaces)[number]['arrangement'][]): number => {
      const [first = [], second = []] = boxes(arrangements)
      const plates = arrangements.flatMap(({ plate }) => (plate === null ? [] : [plate]))
      const labels = [...first, ...second].filter((box) => plates.some((plate) => shared(box, plate))).length
      return labels + first.filter((box) => second.some((other) => shared(box, other))).length
    }
    expect(conflicts(spaces.map(({ arrangement }) => arrangement))).toBeGreaterThan(0)
    expect(conflicts(placeLabels(spaces, [600, 400]))).toBe(0)
  })

  it('that touch nothing stay exactly where they are', () => {
    const spaces = [0, 400].map((x) => {
      const shape = space({
        zone: `at ${x}`,
        name: { lines: ['Name'], at: [x + 60, 30], size: 15, style: 'name' },
        marks: [x + 20, 50, 84, 20],
        pieces: [x + 120, 60, 134, 90],
      })
      return { shape, arrangement: arrangeSpace(shape, piles(3), 2, false, 1) }
    })
    const placed = placeLabels(spaces, [800, 300])
    placed.forEach((arrangement, i) => expect(arrangement).toBe(spaces[i]?.arrangement))
  })
})
