/** What the camera shows: default view, questions, other players' moves, and the player's own view. */
import { describe, expect, it } from 'vitest'
import type { Box, MapScene, SpaceShape } from '@ludoforge/look'
import { Camera, type QuestionSpace } from '../src/board/camera/camera.js'
import { spacesOutside } from '../src/board/camera/outside.js'
import { isOthersStep, zonesOf } from '../src/board/camera/use-camera.js'
import {
  cameraScale,
  clampView,
  edgeOf,
  frameOf,
  homeView,
  isInView,
  naturalScale,
  type Stage,
  viewOfBoxes,
  type Viewport,
  wholeView,
} from '../src/board/camera/viewport.js'

const stage = (width: number, height: number): Stage => ({ width, height, size: [1000, 1500], natural: 0.8 })
const laptop = stage(816, 842)

const shape = (cell: number, size: number): SpaceShape => ({
  zone: 'a',
  path: '',
  style: '',
  order: 0,
  name: { lines: ['A'], at: [0, 0], size, style: '' },
  pieces: [0, 0, 100, 60],
  cell,
  marks: [0, 0, 60, 20],
})
const map = (spaces: SpaceShape[], size: [number, number], regions: MapScene['regions'] = []): MapScene => ({
  size,
  spaces,
  under: [],
  over: [],
  regions,
})

describe('the default view', () => {
  it('is the full width of the map, between 0.80 and 1.06 pixels a unit', () => {
    expect(homeView(laptop).scale).toBeCloseTo(0.816)
    expect(homeView(stage(702, 742)).scale).toBe(0.8)
    expect(homeView(stage(1110, 1014)).scale).toBeCloseTo(1.06)
    expect(homeView(stage(390, 651)).scale).toBe(0.8)
    expect(homeView(laptop).x).toBe(500)
  })

  it('is at a scale that makes most names and pieces legible, if the look declares none', () => {
    expect(naturalScale(map([shape(26, 15), shape(26, 15), shape(17, 9)], [1000, 1500]))).toBeCloseTo(0.8, 2)
    expect(naturalScale(map([shape(60, 8)], [1000, 1500]))).toBeCloseTo(1.4)
    const unnamed = { ...shape(60, 8), name: { ...shape(60, 8).name, lines: [] } }
    expect(naturalScale(map([unnamed], [1000, 1500]))).toBeCloseTo(0.35, 2)
  })

  it('of a small board or a grid is the whole board', () => {
    const grid = map([shape(30, 12)], [520, 560])
    expect(cameraScale(grid, { width: 816, height: 842 }, undefined)).toBeNull()
    expect(cameraScale(grid, { width: 390, height: 700 }, undefined)).toBeNull()
    const large = map([shape(26, 15)], [1000, 1500], [{ title: 'North', box: [0, 0, 1000, 500] }])
    expect(cameraScale(large, { width: 816, height: 842 }, undefined)).toBeCloseTo(0.8, 2)
    expect(cameraScale(large, { width: 2000, height: 2000 }, undefined)).toBeNull()
    expect(cameraScale(large, { width: 816, height: 842 }, 0.9)).toBe(0.9)
    const whole = homeView({ ...laptop, natural: null })
    expect(whole).toEqual(wholeView(laptop))
  })
})

describe('a viewport', () => {
  it('shows nothing beyond the map, unless the map is smaller', () => {
    const at = clampView(laptop, { x: 0, y: 9000, scale: 0.9 })
    const [x, y, w, h] = frameOf(laptop, at)
    expect(x).toBeGreaterThanOrEqual(-0.01)
    expect(y + h).toBeLessThanOrEqual(1500.01)
    expect(w).toBeCloseTo(816 / 0.9)
    expect(clampView(laptop, { x: 10, y: 10, scale: 0.1 })).toEqual(wholeView(laptop))
  })

  const at = homeView(laptop)

  it('stays if it shows a question already', () => {
    expect(viewOfBoxes(laptop, at, [[400, 700, 100, 60]])).toBe(at)
  })

  it('moves as little as needed to show all spaces of a question', () => {
    const boxes: Box[] = [
      [500, 100, 120, 90],
      [500, 700, 120, 90],
    ]
    const to = viewOfBoxes(laptop, at, boxes)
    expect(boxes.every((box) => isInView(laptop, to, box))).toBe(true)
    expect(to.scale).toBeCloseTo(at.scale)
    expect(frameOf(laptop, to)[1]).toBeGreaterThan(60)
  })

  it('steps back to 0.77 if that shows all of them, and no further', () => {
    const far: Box[] = [
      [500, 100, 120, 90],
      [500, 1050, 120, 90],
    ]
    const to = viewOfBoxes(laptop, at, far)
    expect(to.scale).toBeLessThan(0.8)
    expect(to.scale).toBeGreaterThanOrEqual(0.77)
    expect(far.every((box) => isInView(laptop, to, box))).toBe(true)
    const farther: Box[] = [...far, [500, 1380, 120, 90]]
    const most = viewOfBoxes(laptop, at, farther)
    expect(most.scale).toBeGreaterThanOrEqual(0.77)
    expect(farther.filter((box) => isInView(laptop, most, box))).toHaveLength(2)
  })

  it('knows the edge beyond which a space is', () => {
    expect(edgeOf(laptop, at, [500, 10, 100, 50])).toBe('up')
    expect(edgeOf(laptop, at, [500, 1400, 100, 50])).toBe('down')
    expect(edgeOf(laptop, at, [500, 700, 100, 50])).toBeUndefined()
    const phone = stage(390, 651)
    expect(edgeOf(phone, homeView(phone), [10, 700, 100, 50])).toBe('left')
    expect(edgeOf(phone, homeView(phone), [890, 700, 100, 50])).toBe('right')
  })
})

describe('the camera', () => {
  const top: QuestionSpace = { zone: 'top', name: 'Top', key: '1', box: [500, 20, 120, 90] }
  const bottom: QuestionSpace = { zone: 'bottom', name: 'Bottom', key: '2', box: [500, 1380, 120, 90] }
  const regions = [
    { title: 'North', box: [0, 0, 1000, 500] as const },
    { title: 'South', box: [0, 1000, 1000, 500] as const },
  ]

  function watched(speed = 2, cuts = false) {
    const camera = new Camera()
    const moves: { readonly to: Viewport; readonly ms: number }[] = []
    camera.configure(speed, cuts)
    camera.attach((to, ms) => moves.push({ to, ms }))
    camera.setStage(laptop, regions)
    moves.length = 0
    return { camera, moves }
  }
  const shows = (camera: Camera, { box }: QuestionSpace): boolean => {
    const { stage: at, view } = camera.get()
    return at !== null && isInView(at, view, box)
  }

  it('moves to the spaces of a question once, and not again while you pick', () => {
    const { camera, moves } = watched()
    camera.ask('1', [top], false)
    expect(shows(camera, top)).toBe(true)
    expect(moves).toHaveLength(1)
    expect(moves[0]?.ms).toBeGreaterThan(0)
    camera.ask('1', [bottom], false)
    expect(moves).toHaveLength(1)
    camera.ask('2', [bottom], false)
    expect(shows(camera, bottom)).toBe(true)
  })

  it('leaves your own view alone until the first question of your next turn', () => {
    const { camera, moves } = watched()
    camera.movedByPlayer({ x: 500, y: 750, scale: 2 })
    camera.ask('1', [top], false)
    camera.follow([bottom.box])
    expect(moves).toHaveLength(0)
    expect(camera.get().held).toBe(true)
    camera.ask('2', [bottom], true)
    expect(camera.get().held).toBe(false)
    expect(shows(camera, bottom)).toBe(true)
  })

  it('returns to the question on request, at a legible scale', () => {
    const { camera } = watched()
    camera.ask('1', [top], false)
    camera.movedByPlayer({ x: 500, y: 1200, scale: 3 })
    expect(shows(camera, top)).toBe(false)
    expect(camera.back()).toBe(true)
    expect(shows(camera, top)).toBe(true)
    expect(camera.get().view.scale).toBeLessThanOrEqual(0.82)
    expect(camera.get().held).toBe(false)
    expect(camera.back()).toBe(false)
  })

  it('follows other players and then returns', () => {
    const { camera } = watched()
    const before = camera.get().view
    camera.follow([top.box])
    expect(shows(camera, top)).toBe(true)
    camera.follow([bottom.box])
    camera.rest()
    expect(camera.get().view).toEqual(before)
  })

  it('shows the whole map and goes back, and regions', () => {
    const { camera } = watched()
    const before = camera.get().view
    camera.toggleWhole()
    expect(camera.get().view).toEqual(wholeView(laptop))
    camera.toggleWhole()
    expect(camera.get().view).toEqual(before)
    expect(camera.get().held).toBe(false)
    expect(camera.showRegion(1)).toBe(true)
    expect(isInView(laptop, camera.get().view, [0, 1000, 1000, 500])).toBe(true)
    expect(camera.showRegion(7)).toBe(false)
  })

  it('starts with the whole map on request, and stays there when something is asked', () => {
    const camera = new Camera({ whole: true })
    camera.setStage(laptop, [])
    expect(camera.get().view).toEqual(wholeView(laptop))
    const box: Box = [40, 40, 100, 100]
    camera.ask('first', [{ zone: 'a', name: 'A', box }], false)
    expect(camera.get().view).toEqual(wholeView(laptop))
    const small = stage(300, 200)
    camera.setStage(small, [])
    expect(camera.get().view).toEqual(wholeView(small))
  })

  it('reveals what is pointed at only if it is outside', () => {
    const { camera, moves } = watched()
    camera.reveal([[450, 700, 100, 60]])
    expect(moves).toHaveLength(0)
    camera.reveal([top.box])
    expect(moves).toHaveLength(1)
    expect(camera.get().held).toBe(false)
  })

  it('cuts with reduced motion, and moves only on request if it is off', () => {
    const reduced = watched(2, true)
    reduced.camera.ask('1', [top], false)
    expect(reduced.moves.map(({ ms }) => ms)).toEqual([0])
    const off = watched(0)
    off.camera.ask('1', [top], true)
    off.camera.follow([bottom.box])
    expect(off.moves).toHaveLength(0)
    off.camera.goTo(top.box)
    expect(shows(off.camera, top)).toBe(true)
  })

  it('keeps the question in view when the stage changes its size', () => {
    const { camera } = watched()
    camera.ask('1', [bottom], false)
    camera.setStage(stage(390, 400), regions)
    expect(shows(camera, bottom)).toBe(true)
  })

  it('lists the spaces outside by edge', () => {
    const { camera } = watched(0)
    camera.ask('1', [top, bottom, { ...top, zone: 'middle', box: [450, 700, 100, 60] }], false)
    const outside = spacesOutside(camera.get())
    expect(outside.up.map(({ zone }) => zone)).toEqual(['top'])
    expect(outside.down.map(({ zone }) => zone)).toEqual(['bottom'])
    expect([...outside.left, ...outside.right]).toEqual([])
  })
})

describe('events that the camera follows', () => {
  it('are answers of other seats, and their zones', () => {
    const choice: string[] = []
    expect(isOthersStep([{ type: 'chose', seat: 'red', name: 'a', choice }], 'red')).toBe(false)
    expect(isOthersStep([{ type: 'chose', seat: 'blue', name: 'a', choice }], 'red')).toBe(true)
    expect(isOthersStep([{ type: 'answered', seat: 'blue', name: 'a' }], null)).toBe(true)
    expect([
      ...zonesOf([
        { type: 'moved', what: 'cube', from: 'a', into: 'b', count: 1 },
        { type: 'flipped', what: 'cube', became: 'cube+up', at: 'c', prop: 'side', value: 'up' },
        { type: 'set', variable: 'v', of: 'd', from: 0, value: 1 },
        { type: 'set', variable: 'w', from: 0, value: 1 },
      ]),
    ]).toEqual(['a', 'b', 'c', 'd'])
  })
})
