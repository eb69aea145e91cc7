/** What a board computes before it is drawn: colours, arrow keys, cards, text, marks and flights. */
import { describe, expect, it } from 'vitest'
import type { StepEvent, View } from '@ludoforge/kernel'
import type { Box, Scene } from '@ludoforge/look'
import { flowTexts, truncateText, widthOf, wrapText } from '../src/board/layout/boxes.js'
import { cardsOf, arrangeCards } from '../src/board/pieces/cards.js'
import { inkOn, paletteOf } from '../src/board/colours.js'
import { flightsOf } from '../src/board/animation/flights.js'
import { nearestInDirection } from '../src/board/input/arrow-keys.js'
import { markCells } from '../src/board/layout/mark-cells.js'
import { Positions } from '../src/board/layout/positions.js'

const inside = ([x, y, w, h]: Box, [left, top, wide, high]: Box): boolean =>
  x >= left - 0.01 && y >= top - 0.01 && x + w <= left + wide + 0.01 && y + h <= top + high + 0.01

describe('colours', () => {
  const scene = {
    colours: { sea: '#aaccdd', paper: '#ffeecc' },
    dark: { sea: '#223344' },
    safe: { sea: '#0072b2' },
  }

  it('are those of the scene in light and dark, and safe ones win', () => {
    expect(paletteOf(scene, 'light', false).of('sea')).toBe('#aaccdd')
    expect(paletteOf(scene, 'dark', false).of('sea')).toBe('#223344')
    expect(paletteOf(scene, 'dark', true).of('sea')).toBe('#0072b2')
    expect(paletteOf(scene, 'dark', false).of('paper')).toBe('#ffeecc')
    expect(paletteOf(scene, 'dark', false).of('#123456')).toBe('#123456')
  })

  it('have a readable ink', () => {
    expect(inkOn('#ffffff')).toBe('#17140f')
    expect(inkOn('#f0e442')).toBe('#17140f')
    expect(inkOn('#0b3d91')).toBe('#ffffff')
    expect(inkOn('#b3261e')).toBe('#ffffff')
    const palette = paletteOf(scene, 'light', false)
    expect(palette.on('#b3261e', '#ffeecc')).toBe('#ffeecc')
    expect(palette.on('#f0e442', '#ffffff')).toBe('#17140f')
  })

  it('become lighter and darker', () => {
    const palette = paletteOf(scene, 'light', false)
    expect(palette.lighter('#000000', 0.5)).toBe('#808080')
    expect(palette.darker('#fff', 1)).toBe('#000000')
  })
})

describe('arrow keys', () => {
  const spots = [
    { x: 10, y: 0 },
    { x: 30, y: 5 },
    { x: 0, y: -20 },
    { x: -5, y: 40 },
  ]

  it('go to the nearest spot in that direction, or nowhere', () => {
    const from = { x: 0, y: 0 }
    expect(nearestInDirection(from, spots, 'ArrowRight')).toBe(0)
    expect(nearestInDirection(from, spots, 'ArrowUp')).toBe(2)
    expect(nearestInDirection(from, spots, 'ArrowDown')).toBe(3)
    expect(nearestInDirection(from, spots, 'ArrowLeft')).toBeUndefined()
    expect(nearestInDirection(from, spots, 'Enter')).toBeUndefined()
  })
})

describe('cards', () => {
  const box: Box = [10, 20, 300, 120]

  it('are named by values with their zone', () => {
    expect(cardsOf(['storm+shaded@table', 'ace'])).toEqual(['storm+shaded', 'ace'])
    expect(cardsOf('ace@hand:north')).toEqual(['ace'])
    expect(cardsOf(null)).toEqual([])
  })

  it('stay inside their box, for any number of cards', () => {
    for (const show of ['row', 'pile', 'table'] as const)
      for (const count of [1, 2, 5, 13, 40])
        for (const { box: card } of arrangeCards(count, box, show, 5 / 7)) {
          const [x, y, w, h] = card
          expect(inside([x, y, w, h], [6, 14, 312, 132]), `${count} as ${show}`).toBe(true)
          expect(w / h).toBeCloseTo(5 / 7, 2)
        }
  })

  it('of a hand overlap, but their corners stay visible', () => {
    const hand = arrangeCards(9, box, 'fan', 5 / 7)
    const [first, second] = hand
    expect((second?.box[0] ?? 0) - (first?.box[0] ?? 0)).toBeGreaterThan((first?.box[2] ?? 0) * 0.3)
  })
})

describe('text', () => {
  it('wraps to lines that fit, and the last line marks truncation', () => {
    const text = 'Some words that are to be shown on a card, in as many lines as there are'
    for (const line of wrapText(text, 100, 10)) expect(widthOf(line) * 10).toBeLessThanOrEqual(100)
    expect(wrapText(text, 100, 10).join(' ')).toBe(text)
    const two = wrapText(text, 100, 10, 2)
    expect(two).toHaveLength(2)
    expect(two[1]).toMatch(/…$/)
    expect(truncateText('short', 100, 10)).toBe('short')
  })

  const values = ['Season winter storm', 'Favour 24', 'Resistance 18', 'Gold 15', 'Weather fine']

  it.each([
    [188, 58],
    [188, 82],
    [538, 32],
    [538, 62],
    [120, 200],
  ])('of values stand inside a box of %i by %i, however many lines they take', (w, h) => {
    for (const middle of [false, true])
      for (const [i, { x, y, size }] of flowTexts(values, [10, 20, w, h], 18, middle).entries()) {
        const wide = widthOf(values[i] ?? '') * size
        expect(inside([x, y - size, wide, size * 1.25], [10, 20, w, h])).toBe(true)
      }
  })

  it('of values takes another line only if it gets much larger', () => {
    const lines = (w: number, h: number) =>
      new Set(flowTexts(values, [0, 0, w, h], 18).map(({ y }) => y)).size
    expect(lines(188, 82)).toBe(3)
    expect(lines(440, 32)).toBe(1)
    expect(lines(440, 62)).toBe(2)
    expect(flowTexts(values, [0, 0, 538, 10], 18)).toEqual([])
  })
})

describe('marks of a space', () => {
  it('are in their box without overlap, in one row or two', () => {
    for (const box of [
      [0, 0, 84, 20],
      [0, 0, 40, 40],
    ] as const)
      for (let count = 1; count <= 5; count++) {
        const cells = markCells(count, box, [0, 0], 20)
        expect(cells).toHaveLength(count)
        for (const cell of cells) expect(inside(cell, box)).toBe(true)
        expect(new Set(cells.map(([x, y]) => `${x} ${y}`)).size).toBe(count)
      }
  })
})

describe('flights', () => {
  const space = (zone: string, x: number) => ({
    zone,
    pieces: [x, 0, 100, 100],
    marks: [x, 80, 100, 20],
    cell: 20,
    name: { at: [x, 0] },
  })
  const map = { size: [400, 100], spaces: [space('a', 0), space('b', 150), space('c', 300)] }
  const scene = { pieces: {}, map, cards: {} } as unknown as Scene
  const places = new Positions(scene)
  const view = (a: object, b: object, c: object): Pick<View, 'zones' | 'seat'> => ({
    seat: 'red',
    zones: Object.fromEntries(
      Object.entries({ a, b, c }).map(([id, pieces]) => [id, { size: 1, pieces, markers: {} }]),
    ) as View['zones'],
  })
  const moved = (from: string, into: string, count = 1, more: object = {}): StepEvent => ({
    type: 'moved',
    what: 'cube',
    from,
    into,
    count,
    ...more,
  })
  const fly = (events: readonly StepEvent[]) =>
    flightsOf(places, () => false, view({ cube: 3 }, {}, {}), view({}, {}, { cube: 3 }), events, 100)

  it('go from the old to the new position of a piece, and equal moves are merged', () => {
    const flights = fly([moved('a', 'c', 2), moved('a', 'c')])
    expect(flights).toHaveLength(1)
    expect(flights[0]).toMatchObject({
      what: 'cube',
      became: 'cube',
      count: 3,
      start: 0,
      waits: true,
      zone: 'c',
    })
    expect(flights[0]?.from.x).toBeCloseTo(50, 0)
    expect(flights[0]?.to.x).toBeCloseTo(350, 0)
  })

  it('of a piece that moves again start after it has landed', () => {
    const [first, second] = fly([moved('a', 'b', 3), moved('b', 'c', 3)])
    expect(second?.start).toBeGreaterThanOrEqual((first?.start ?? 0) + (first?.length ?? 0))
    expect(second?.waits).toBe(false)
  })

  it('skip events the viewer is not sent, and fade where a zone is not on the board', () => {
    expect(fly([moved('a', 'c', 1, { to: ['blue'] })])).toEqual([])
    const [gone] = fly([moved('a', 'box')])
    expect(gone).toMatchObject({ vanishes: true, appears: false })
    expect(fly([moved('box', 'stock')])).toEqual([])
  })

  it('of a card to an empty zone have the size of a card, not of the zone', () => {
    const board = { ...scene, map: { ...map, spaces: [{ ...space('board', 0), pieces: [0, 0, 480, 150] }] } }
    const table = new Positions(board as unknown as Scene)
    const empty = { seat: 'red', zones: { board: { size: 0, cards: [], markers: {} } } } as Pick<
      View,
      'zones' | 'seat'
    >
    const [flight] = flightsOf(
      table,
      () => true,
      empty,
      empty,
      [moved('deck', 'board', 1, { bottom: true })],
      100,
    )
    expect(flight?.to.size).toBeLessThan(150)
  })

  it('take no longer in total if there are many', () => {
    const many = Array.from({ length: 60 }, (_, i) => moved('a', 'c', 1, { what: `kind-${i}` }))
    const ends = fly(many).map(({ start, length }) => start + length)
    expect(Math.max(...ends)).toBeLessThanOrEqual(1000)
  })
})
