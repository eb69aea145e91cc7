/** Every game of the repository has a board, with and without its look. */
import { fileURLToPath } from 'node:url'
import { gameNames } from '@ludoforge/games'
import type { GameDef } from '@ludoforge/kernel'
import { describe, expect, it } from 'vitest'
import { gameAt } from '../../../test/support/games.js'
import { overlaps } from '../src/build/boxes.js'
import { sceneOf } from '../src/build/scene.js'
import { kindsOf } from '../src/kinds.js'
import { lookIn } from '../src/reader/folder.js'
import { type Look, PLAIN_LOOK } from '../src/reader/look.js'
import type { Area, Box, Layout, Scene } from '../src/scene.js'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const folders = [
  ...gameNames().map((name) => `games/${name}`),
  'docs/tutorial',
  'docs/phases',
  'docs/language',
]
/**
 * Returns boxes that overlap or leave the screen. A track covers its cells only, a seat may contain other areas, and a map
 * without spaces may be below everything.
 */
function clashes({ areas, size }: Layout, map: Scene['map']): string[] {
  const screen: Box = [0, 0, size[0], size[1]]
  const inside = ([x, y, width, height]: Box, [X, Y, W, H]: Box): boolean =>
    x >= X - 0.6 && y >= Y - 0.6 && x + width <= X + W + 0.6 && y + height <= Y + H + 0.6
  const called = (area: Area): string => `${area.kind} ${area.title ?? ''}`
  const off = areas
    .filter(({ box }) => !inside(box, screen))
    .map((area) => `${called(area)} is off the screen`)
  const covered = (area: Area): readonly Box[] => {
    if (area.kind === 'track') return area.cells.map(({ box }) => box)
    return area.kind === 'map' && map?.spaces.length === 0 ? [] : [area.box]
  }
  const frames = (a: Area, b: Area): boolean => a.kind === 'seat' && inside(b.box, a.box)
  const clash = (a: Area, b: Area): boolean =>
    !frames(a, b) &&
    !frames(b, a) &&
    covered(a).some((one) => covered(b).some((other) => overlaps(one, other)))
  const on = areas.flatMap((a, i) =>
    areas.slice(i + 1).flatMap((b) => (clash(a, b) ? [`${called(a)} lies on ${called(b)}`] : [])),
  )
  const cells = areas.flatMap((area) => {
    if (area.kind !== 'track') return []
    return area.cells.flatMap((a, i) => [
      ...(inside(a.box, area.box) ? [] : [`cell ${a.value} is outside of its track`]),
      ...area.cells
        .slice(i + 1)
        .flatMap((b) => (overlaps(a.box, b.box) ? [`cell ${a.value} lies on ${b.value}`] : [])),
    ])
  })
  return [...off, ...on, ...cells]
}

/** Returns the ids without a position or an appearance in a scene. */
function missing(def: GameDef, scene: Scene, { hide }: Look): string[] {
  const hidden = (id: string, family?: string): boolean => hide.includes(id) || hide.includes(family ?? id)
  const drawn = new Set(scene.map?.spaces.map(({ zone }) => zone))
  return [scene.layouts.wide, scene.layouts.tall].flatMap(({ areas }) => {
    const placed = new Set(areas.flatMap((area) => (area.kind === 'zone' ? [area.zone] : [])))
    const seats = new Set(areas.flatMap((area) => (area.kind === 'seat' ? [area.seat] : [])))
    return [
      ...def.zones
        .filter(({ id, family, space }) => !hidden(id, family) && !(space ? drawn : placed).has(id))
        .map(({ id }) => id),
      ...def.seats.filter(({ id }) => !seats.has(id) || scene.seats[id] === undefined).map(({ id }) => id),
      ...kindsOf(def)
        .filter(({ id, type }) => (type.family === 'cards' ? scene.cards : scene.pieces)[id] === undefined)
        .map(({ id }) => id),
      ...(drawn.size > 0 && !areas.some(({ kind }) => kind === 'map') ? ['the map'] : []),
    ]
  })
}

const colourOf = (scene: Scene, name: string): boolean => /^#[0-9a-f]{6}$/.test(scene.colours[name] ?? name)

describe.each(folders)('%s', (name) => {
  it('has a box for everything, and no boxes overlap', async () => {
    const { def, ...rest } = await gameAt(name)
    const { look, diagnostics } = lookIn(`${root}/${name}`, { def, ...rest })
    expect(diagnostics).toEqual([])
    for (const one of [PLAIN_LOOK, look]) {
      const scene = sceneOf(def, one)
      expect(missing(def, scene, one)).toEqual([])
      expect(clashes(scene.layouts.wide, scene.map)).toEqual([])
      expect(clashes(scene.layouts.tall, scene.map)).toEqual([])
      const { spaces = [] } = scene.map ?? {}
      const boxes = spaces.map(({ pieces }) => pieces)
      expect(boxes.flatMap((a, i) => boxes.slice(i + 1).filter((b) => overlaps(a, b)))).toEqual([])
    }
  })

  it('uses the same name for a space on the map and in lists', async () => {
    const { def, ...rest } = await gameAt(name)
    const scene = sceneOf(def, lookIn(`${root}/${name}`, { def, ...rest }).look)
    const letters = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
    const others = (scene.map?.spaces ?? []).flatMap(({ zone, name: { lines } }) => {
      const [written, called] = [lines.join(' '), scene.names[zone] ?? zone]
      return written === '' || letters(written) === letters(called) ? [] : [`${called}: ${written}`]
    })
    expect(others).toEqual([])
  })

  it('uses only existing styles and colours, and is deterministic', async () => {
    const { def } = await gameAt(name)
    const scene = sceneOf(def)
    expect(sceneOf(structuredClone(def))).toEqual(scene)
    const styles = [
      ...(scene.map?.spaces.flatMap(({ style, name: at }) => [style, at.style]) ?? []),
      ...(scene.map?.under.map(({ style }) => style) ?? []),
    ]
    expect(styles.filter((style) => scene.styles[style] === undefined)).toEqual([])
    const colours = [
      ...Object.values(scene.styles).flatMap(({ fill, stroke }) => [fill ?? 'ink', stroke ?? 'ink']),
      ...Object.values(scene.pieces).map(({ colour }) => colour),
      ...Object.values(scene.seats).flatMap(({ colour, ink }) => [colour, ink]),
    ]
    expect(colours.filter((colour) => colour !== 'none' && !colourOf(scene, colour))).toEqual([])
  })
})

/** The contrast of two colours (WCAG). */
function contrast(one: string, two: string): number {
  const light = (colour: string): number => {
    const [r = 0, g = 0, b = 0] = [1, 3, 5]
      .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const [low = 0, high = 0] = [light(one), light(two)].toSorted((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

it('text on a seat colour is readable in the light, dark and colour-blind palettes', async () => {
  const { def } = await gameAt('games/texas-holdem')
  const { colours, dark, safe, seats } = sceneOf(def)
  for (const palette of [
    colours,
    { ...colours, ...dark },
    { ...colours, ...safe },
    { ...colours, ...dark, ...safe },
  ]) {
    for (const { colour, ink } of Object.values(seats)) {
      expect(contrast(palette[colour] ?? '', palette[ink] ?? ''), colour).toBeGreaterThan(4.5)
    }
  }
})
