/** Pure logic of the board: boxes, text, colours, arrow keys, preview differences and labels. */
import type { ZoneView } from '@ludoforge/kernel'
import type { Box, MapScene, Scene } from '@ludoforge/look'
import { describe, expect, it } from 'vitest'
import {
  centre,
  contains,
  flowTexts,
  inset,
  truncateText,
  widthOf,
  wrapText,
} from '../src/board/layout/boxes.js'
import { inkOn, paletteOf } from '../src/board/colours.js'
import { changedMarks, changesOf } from '../src/board/pieces/preview-diff.js'
import { isArrow, nearestInDirection, nextInReadingOrder } from '../src/board/input/arrow-keys.js'
import { mapTransform } from '../src/board/layout/map-transform.js'
import { pilesOf } from '../src/board/layout/piles-of.js'
import { ratioIn } from '../src/board/pieces/cards.js'
import { propsEqual } from '../src/board/props-equal.js'
import { contentsIn, isHidden, kindsIn, nameOf, valueText, shortOf } from '../src/board/labels.js'

const zone = (some: Partial<ZoneView>): ZoneView => ({ size: 0, markers: {}, ...some })

/** Only the fields that labels read. */
const scene = {
  names: { 'red-cube': 'Red cube', disc: 'Disc' },
  short: { 'red-cube': 'RC' },
  seats: { red: { name: 'The Reds' } },
  cards: { ace: { title: 'Ace of Suns', shape: 'square' }, king: { title: 'King' } },
  pieces: { disc: { order: 1, size: 2 }, 'red-cube': { order: 2 } },
  marks: [
    { title: 'Mood', of: { variable: 'mood' } },
    { title: 'Terror', of: { variable: 'terror' } },
    { title: 'Control', of: { value: 0 } },
  ],
} as unknown as Scene

describe('boxes', () => {
  it('are inset on all sides, with a separate amount at the top', () => {
    expect(inset([10, 20, 100, 50], 5)).toEqual([15, 25, 90, 40])
    expect(inset([10, 20, 100, 50], 5, 20)).toEqual([15, 40, 90, 25])
    expect(inset([0, 0, 8, 8], 5)).toEqual([5, 5, 0, 0])
  })

  it('have a centre, and contain their edges', () => {
    expect(centre([10, 20, 100, 50])).toEqual([60, 45])
    const box: Box = [10, 20, 100, 50]
    for (const at of [
      [10, 20],
      [110, 70],
      [60, 45],
    ] as const)
      expect(contains(box, at)).toBe(true)
    for (const at of [
      [9, 45],
      [111, 45],
      [60, 19],
      [60, 71],
    ] as const)
      expect(contains(box, at)).toBe(false)
  })
})

describe('texts', () => {
  /** The first and the last text. */
  const placed = (texts: readonly string[], box: Box, middle?: boolean) => {
    const all = flowTexts(texts, box, 10, middle)
    const [first, last] = [all[0], all.at(-1)]
    if (first === undefined || last === undefined) throw new Error('Nothing is placed.')
    return [first, last] as const
  }

  it('are as wide as their letters', () => {
    const widths = ['i', 'm', 'A', 'Z', 'a', '→', '♠', '5'].map(widthOf)
    expect(widths).toEqual([0.34, 0.86, 0.68, 0.68, 0.55, 0.95, 0.95, 0.55])
    expect(widthOf('')).toBe(0)
    expect(widthOf('aa')).toBeCloseTo(1.1)
  })

  it('are truncated if they do not fit', () => {
    expect(truncateText('aaaa', 22, 10)).toBe('aaaa')
    expect(truncateText('aaaa', 21.9, 10)).toBe('aa…')
    expect(truncateText('aa aa', 21, 10)).toBe('aa…')
    expect(truncateText('aaaa', 1, 10)).toBe('a…')
  })

  it('wrap to lines', () => {
    expect(wrapText('aa  aa aa', 15, 10)).toEqual(['aa', 'aa', 'aa'])
    expect(wrapText('aa aa aa', 26, 10)).toEqual(['aa aa', 'aa'])
    expect(wrapText('aaaaaa a', 15, 10)).toEqual(['aaaaaa', 'a'])
    expect(wrapText(' ', 15, 10)).toEqual([])
    expect(wrapText('aa aa aa', 15, 10, 3)).toEqual(['aa', 'aa', 'aa'])
    expect(wrapText('aa bb cc', 21, 10, 2)).toEqual(['aa', 'bb…'])
    expect(wrapText('aa bb cc', 21, 10, 0)).toEqual(['aa…'])
  })

  it('flow into a box, centred or at its top', () => {
    expect(flowTexts([], [0, 0, 100, 100], 10)).toEqual([])
    expect(flowTexts(['aa'], [0, 0, 100, 9], 10)).toEqual([])
    const [top] = placed(['aa'], [5, 7, 100, 100])
    const [middle] = placed(['aa'], [5, 7, 100, 100], true)
    expect(top.size).toBeGreaterThan(9.5)
    expect(top.size).toBeLessThanOrEqual(10)
    expect(top.x).toBeCloseTo(5 + top.size * 0.65)
    expect(top.y).toBeCloseTo(7 + top.size * (1.45 / 2 + 0.35))
    expect(middle.y).toBeCloseTo(57 + top.size * 0.35)
    const [above, below] = placed(['aaaa', 'aaaa'], [0, 0, 40, 100])
    expect(above.x).toBe(below.x)
    expect(below.y - above.y).toBeCloseTo(above.size * 1.45)
    const [left, right] = placed(['aa', 'aa'], [0, 0, 100, 100])
    expect(left.y).toBe(right.y)
    expect(right.x - left.x).toBeCloseTo(left.size * (1.1 * 1.06 + 1))
  })
})

describe('a palette', () => {
  const palette = (theme: 'light' | 'dark', safe = false) =>
    paletteOf({ colours: { sea: '#aaccdd', paper: '#ffeecc' }, dark: { sea: '#223344' }, safe: { sea: '#0072b2' } }, theme, safe) // biome-ignore format: one line

  it('has the colours of the scene, the built-in ones, and grey for unknown names', () => {
    const day = palette('light')
    expect(['sea', 'paper', 'ink', '#123456', 'none', 'odd'].map((name) => day.of(name))).toEqual(['#aaccdd', '#ffeecc', '#26221a', '#123456', 'none', '#8a8a8a']) // biome-ignore format: one line
    const night = palette('dark')
    expect(['sea', 'paper', 'ink', 'red'].map((name) => night.of(name))).toEqual(['#223344', '#ffeecc', '#f2ecdf', '#b3261e']) // biome-ignore format: one line
    expect(palette('dark', true).of('sea')).toBe('#0072b2')
    expect([day.theme, day.safe, night.theme, palette('dark', true).safe]).toEqual([
      'light',
      false,
      'dark',
      true,
    ])
  })

  it('mixes colours with white and black', () => {
    const day = palette('light')
    const lighter = (name: string, by: number) => day.lighter(name, by)
    const darker = (name: string, by: number) => day.darker(name, by)
    expect([lighter('#000000', 0.5), darker('#ffffff', 0.5)]).toEqual(['#808080', '#808080'])
    expect([lighter('#102030', 0), lighter('#102030', 1), darker('#102030', 1)]).toEqual(['#102030', '#ffffff', '#000000']) // biome-ignore format: one line
    expect(lighter('#a0f', 0)).toBe('#aa00ff')
    expect(darker('#0000ff', 0.95)).toBe('#00000d')
  })

  it('returns the wanted ink if its contrast is enough, otherwise dark or light ink', () => {
    const day = palette('light')
    const on = (name: string, wanted?: string) => day.on(name, wanted)
    expect(on('#ffffff', '#000000')).toBe('#000000')
    expect(on('#ffffff', '#eeeeee')).toBe('#17140f')
    expect([on('#ffffff'), on('#000000'), on('#0000ff'), on('#00ff00')]).toEqual(['#17140f', '#ffffff', '#ffffff', '#17140f']) // biome-ignore format: one line
    expect([on('#ffffff', '#949494'), on('#ffffff', '#969696')]).toEqual(['#949494', '#17140f'])
    expect(inkOn('#ff0000')).toBe('#17140f')
    expect(inkOn('#990000')).toBe('#ffffff')
  })
})

describe('arrow keys', () => {
  const spots = [{ x: 10, y: 0 }, { x: 30, y: 0 }, { x: -20, y: 5 }, { x: 0, y: 40 }, { x: 0, y: -40 }] // biome-ignore format: one line
  it('find the nearest spot in their direction', () => {
    const go = (key: string, some = spots) => nearestInDirection({ x: 0, y: 0 }, some, key)
    expect(['ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp', 'Enter'].map((key) => go(key))).toEqual([0, 2, 3, 4, undefined]) // biome-ignore format: one line
    expect(go('ArrowRight', [{ x: 1, y: 0 }])).toBeUndefined()
    expect(go('ArrowRight', [{ x: 2, y: 0 }])).toBe(0)
    expect(go('ArrowRight', [{ x: 10, y: 17 }])).toBeUndefined()
    expect(go('ArrowRight', [{ x: 10, y: 16 }])).toBe(0)
    expect(go('ArrowRight', [{ x: 10, y: 10 }, { x: 23, y: 0 }])).toBe(1) // biome-ignore format: one line
    expect(go('ArrowRight', [{ x: 10, y: 10 }, { x: 25, y: 0 }])).toBe(0) // biome-ignore format: one line
    expect(go('ArrowDown', [{ x: 10, y: 10 }, { x: 0, y: 23 }])).toBe(1) // biome-ignore format: one line
    expect(nearestInDirection({ x: 5, y: 5 }, [{ x: 5, y: 9 }, { x: 5, y: 8 }], 'ArrowDown')).toBe(1) // biome-ignore format: one line
  })

  it('leave reading order to Tab: line by line, and from left to right', () => {
    const lines = [{ x: 90, y: 2 }, { x: 10, y: 5 }, { x: 40, y: 60 }, { x: 5, y: 63 }] // biome-ignore format: one line
    const walk = (from: { x: number; y: number }, step: 1 | -1): readonly number[] => {
      const next = nextInReadingOrder(from, lines, step)
      const spot = next === undefined ? undefined : lines[next]
      return next === undefined || spot === undefined ? [] : [next, ...walk(spot, step)]
    }
    expect(walk({ x: 0, y: 0 }, 1)).toEqual([1, 0, 3, 2])
    expect(walk({ x: 0, y: 200 }, -1)).toEqual([2, 3, 0, 1])
  })

  it('are four', () => {
    expect(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'a'].map(isArrow)).toEqual([true, true, true, true, false]) // biome-ignore format: one line
  })
})

describe('layout', () => {
  it('centres a map in its box', () => {
    const map = { size: [100, 50] } as unknown as MapScene
    expect(mapTransform(map, [10, 20, 200, 200])).toEqual({ x: 10, y: 70, scale: 2 })
    expect(mapTransform(map, [10, 20, 300, 50])).toEqual({ x: 110, y: 20, scale: 1 })
  })

  it('uses the shape of the first visible card', () => {
    expect(ratioIn(scene, ['ace'])).toBe(ratioIn(scene, undefined))
    expect(ratioIn(scene, ['odd', 'king'])).toBe(ratioIn(scene, ['king']))
    expect(ratioIn(scene, ['king'])).not.toBe(ratioIn(scene, ['ace']))
    expect(ratioIn({ ...scene, cards: {} }, ['ace'])).toBe(ratioIn(scene, ['king']))
  })
})

describe('a space is redrawn', () => {
  const alike = (a: unknown, b: unknown) => propsEqual({ value: a }, { value: b })
  it.each<[unknown, unknown, boolean]>([
    [1, 1, true],
    [1, 2, false],
    [Number.NaN, Number.NaN, true],
    [null, {}, false],
    [{}, null, false],
    [null, null, true],
    ['a', { a: 1 }, false],
    [{ a: 1 }, 'a', false],
    [{ a: 1 }, { a: 1 }, true],
    [{ a: 1 }, { a: 2 }, false],
    [{ a: 1 }, { a: 1, b: 2 }, false],
    [{ a: 1, b: 2 }, { a: 1 }, false],
    [{ a: undefined }, { b: undefined }, false],
    [{ a: { b: [1] } }, { a: { b: [1] } }, true],
    [{ a: { b: [1] } }, { a: { b: [2] } }, false],
    [[1, 2], [1, 2], true],
    [[1, 2], [1], false],
    [[1], [1, 2], false],
    [[], {}, false],
    [{}, [], false],
    [new Set([1]), new Set([1]), true],
    [new Set([1]), new Set([2]), false],
    [new Set(), {}, false],
    [{}, new Set(), false],
  ])('unless its properties are the same: %j, %j: %s', (a, b, same) => {
    expect(alike(a, b)).toBe(same)
  })

  it('if its shape or area is another object, even an equal one', () => {
    const shape = { at: 1 }
    expect(propsEqual({ shape }, { shape })).toBe(true)
    expect(propsEqual({ shape }, { shape: { ...shape } })).toBe(false)
    expect(propsEqual({ area: shape }, { area: { ...shape } })).toBe(false)
    expect(propsEqual({ a: 1, b: 1 }, { a: 1, b: 2 })).toBe(false)
  })
})

describe('a preview difference', () => {
  it('counts the pieces that come and go', () => {
    const [now, then] = [
      zone({ pieces: { cube: 3, disc: 1 } }),
      zone({ pieces: { cube: 1, disc: 1, tower: 2 } }),
    ]
    expect(changesOf(now, then)).toEqual({ cube: -2, tower: 2 })
    expect(changesOf(now, then, ['tower'])).toEqual({ tower: 2 })
    expect(changesOf(now, then, ['disc'])).toBeUndefined()
    expect(changesOf(now, now)).toBeUndefined()
    expect(changesOf(undefined, then)).toBeUndefined()
    expect(changesOf(now, zone({}))).toBeUndefined()
    expect(changesOf(zone({}), then)).toBeUndefined()
  })

  it('lists the marks that change', () => {
    const [now, then] = [zone({ markers: { mood: 'calm', terror: 1 } }), zone({ markers: { mood: 'angry', terror: 1 } })] // biome-ignore format: one line
    expect(changedMarks(scene, now, then)).toEqual(new Set(['Mood']))
    expect(changedMarks(scene, now, now)).toBeUndefined()
    expect(changedMarks(scene, undefined, then)).toBeUndefined()
    expect(changedMarks(scene, now, undefined)).toBeUndefined()
  })
})

describe('labels', () => {
  it('use names of the look, seats or cards, otherwise the id as words', () => {
    expect(['red-cube', 'red', 'ace', 'old-mill:x+y'].map((id) => nameOf(scene, id))).toEqual(['Red cube', 'The Reds', 'Ace of Suns', 'old mill x y']) // biome-ignore format: one line
    expect(['red-cube', 'disc'].map((id) => shortOf(scene, id))).toEqual(['RC', 'Disc'])
  })

  it('format values', () => {
    expect([null, 3, -3, 0, true, false, 'red', ['red', 2]].map((value) => valueText(scene, value as never))).toEqual(['–', '3', '−3', '0', 'yes', 'no', 'The Reds', 'The Reds, 2']) // biome-ignore format: one line
    expect([3, 0, -3].map((value) => valueText(scene, value, true))).toEqual(['+3', '0', '−3'])
    expect([isHidden(0, ['0']), isHidden('none', ['0'])]).toEqual([true, false])
  })

  it('list the contents of a zone, in the order of the look', () => {
    const pieces = { 'red-cube': 3, disc: 1, b: 1, a: 2, gone: 0 }
    expect(kindsIn(scene, zone({ pieces }))).toEqual([['disc', 1], ['red-cube', 3], ['a', 2], ['b', 1]]) // biome-ignore format: one line
    expect(kindsIn(scene, zone({ pieces }), ['a', 'gone'])).toEqual([['a', 2]])
    expect(kindsIn(scene, zone({ pieces: { a: 1, b: 1 } }))).toEqual([['a', 1], ['b', 1]]) // biome-ignore format: one line
    expect(kindsIn(scene, undefined)).toEqual([])
    expect(contentsIn(scene, zone({ pieces }), ['disc', 'red-cube'])).toBe('1 Disc, 3 Red cube')
    expect(contentsIn(scene, zone({ cards: ['ace', 'king'] }))).toBe('Ace of Suns, King')
    expect([zone({ size: 4 }), zone({ size: 0 }), undefined].map((one) => contentsIn(scene, one))).toEqual(['4 hidden', '', '']) // biome-ignore format: one line
    expect(pilesOf(scene, [['disc', 2], ['odd', 1]])).toEqual([{ kind: 'disc', count: 2, size: 2 }, { kind: 'odd', count: 1, size: 1 }]) // biome-ignore format: one line
  })
})
