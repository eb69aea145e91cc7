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
import type { Scene } from '../src/scene.js'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const folders = [
  ...gameNames().map((name) => `games/${name}`),
  'docs/tutorial',
  'docs/phases',
  'docs/teams',
  'docs/language',
]
/** Returns the zones that a page shows: on the map, on the felt, in the rail or with the standing of a seat. */
function shownZones({ map, table }: Scene): Set<string> {
  const { felt, rail, standing } = table
  return new Set([
    ...(map?.spaces ?? []).map(({ zone }) => zone),
    ...[
      ...(felt?.middle ?? []),
      ...Object.values(felt?.seats ?? {}).flat(),
      ...Object.values(felt?.front ?? {}).flat(),
    ].map(({ zone }) => zone),
    ...rail.flatMap((item) => (item.kind === 'zone' ? [item.zone] : [])),
    ...Object.values(standing.seats).flatMap(({ pieces, more }) =>
      [...pieces, ...more].map(({ zone }) => zone),
    ),
  ])
}

/** Returns the ids without a place or an appearance in a scene. */
function missing(def: GameDef, scene: Scene, { hide, table }: Look): string[] {
  const hidden = (id: string, family?: string): boolean => hide.includes(id) || hide.includes(family ?? id)
  const shown = shownZones(scene)
  // A look that lists the zones of a region has chosen what to leave out.
  const chooses = table.rail !== null || table.stage.middle !== null
  return [
    ...def.zones
      .filter(({ id, family, space }) => !hidden(id, family) && (space || !chooses) && !shown.has(id))
      .map(({ id }) => id),
    ...def.seats.filter(({ id }) => scene.seats[id] === undefined).map(({ id }) => id),
    ...kindsOf(def)
      .filter(({ id, type }) => (type.family === 'cards' ? scene.cards : scene.pieces)[id] === undefined)
      .map(({ id }) => id),
  ]
}

const colourOf = (scene: Scene, name: string): boolean => /^#[0-9a-f]{6}$/.test(scene.colours[name] ?? name)

describe.each(folders)('%s', (name) => {
  it('has a place for everything, and no boxes of the map overlap', async () => {
    const { def, ...rest } = await gameAt(name)
    const { look, diagnostics } = lookIn(`${root}/${name}`, { def, ...rest })
    expect(diagnostics).toEqual([])
    for (const one of [PLAIN_LOOK, look]) {
      const scene = sceneOf(def, one)
      expect(missing(def, scene, one)).toEqual([])
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

it('the cards of a trick lie in the middle, not at the seats', async () => {
  const { def, ...rest } = await gameAt('games/hearts')
  const { felt } = sceneOf(def, lookIn(`${root}/games/hearts`, { def, ...rest }).look).table
  const zonesOf = (bySeat: NonNullable<typeof felt>['seats'] = {}): string[] =>
    Object.values(bySeat).flatMap((zones) => zones.map(({ title }) => title))
  expect(new Set(zonesOf(felt?.front))).toEqual(new Set(['Played']))
  expect(new Set(zonesOf(felt?.seats))).toEqual(new Set(['Hand']))
})

it('counts what a seat can still take even if it is 0, and captured pieces only if there are any', async () => {
  const piecesOf = async (name: string) => {
    const { def, ...rest } = await gameAt(name)
    const { standing } = sceneOf(def, lookIn(`${root}/${name}`, { def, ...rest }).look).table
    return Object.values(standing.seats).flatMap(({ pieces }) => pieces)
  }
  const captured = await piecesOf('games/chess')
  expect(captured.map(({ title, isSupply }) => [title, isSupply])).toEqual([
    ['Captured', false],
    ['Captured', false],
  ])
  const available = await piecesOf('games/fire-in-the-lake')
  expect(new Set(available.map(({ isSupply }) => isSupply))).toEqual(new Set([true]))
})
