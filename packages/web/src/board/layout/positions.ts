/** Positions of zones, pieces and cards on the board, in layout units. */
import type { ZoneView } from '@ludoforge/kernel'
import type { Area, Box, Layout, Scene, SpaceShape } from '@ludoforge/look'
import { centre } from './boxes.js'
import { arrangeCards } from '../pieces/cards.js'
import { mapTransform } from './map-transform.js'
import { pack, type PlacedPiece } from './pack.js'
import { pilesOf } from './piles-of.js'
import { ratioIn, showOf, zoneRoom } from './area-layout.js'
import { kindsIn } from '../labels.js'

/** The centre of something, and its width. */
export interface Position {
  readonly x: number
  readonly y: number
  readonly size: number
}

type ZoneArea = Extract<Area, { readonly kind: 'zone' }>

export class Positions {
  readonly #scene: Scene
  readonly #layout: Layout
  readonly #unit: number

  constructor(scene: Scene, layout: Layout, unit: number) {
    this.#scene = scene
    this.#layout = layout
    this.#unit = unit
  }

  /** Returns the box of a zone with its name, marks and pieces. */
  zone(id: string): Box | undefined {
    const shape = this.#shape(id)
    return shape === undefined ? this.#areas(id)[0]?.box : this.#onMap(boundsOf(shape))
  }

  /** Returns the position of the last `count` pieces of a kind, or the zone's centre if there are none. */
  piece(id: string, zone: ZoneView | undefined, kind: string, count: number): Position | undefined {
    const shape = this.#shape(id)
    if (shape !== undefined) {
      const spot = spotIn(this.#packed(zone, shape.pieces, shape.cell), kind, count, shape.pieces, shape.cell)
      const [x, y, size] = this.#onMap([spot.x, spot.y, spot.size, spot.size])
      return { x, y, size }
    }
    const areas = this.#areas(id)
    const area = areas.find(({ only }) => only === undefined || only.includes(kind)) ?? areas[0]
    if (area === undefined) return undefined
    const room = zoneRoom(area, this.#unit)
    const cell = area.cell ?? this.#unit * 2
    return spotIn(this.#packed(zone, room, cell, area.only), kind, count, room, cell)
  }

  /** Returns the position of the card at `index` from the top. */
  card(id: string, zone: ZoneView | undefined, index: number): Position | undefined {
    const area = this.#areas(id)[0]
    const shape = this.#shape(id)
    const box = area === undefined ? shape && this.#onMap(shape.pieces) : zoneRoom(area, this.#unit)
    if (box === undefined) return undefined
    const ratio = ratioIn(this.#scene, zone?.cards)
    const count = Math.max(1, zone?.size ?? 0)
    const lying = arrangeCards(count, box, area === undefined ? 'pile' : showOf(area), ratio)
    // An empty zone has the position of its first card.
    const at = lying[Math.max(0, Math.min(index, count - 1))]?.box ?? box
    const [x, y] = centre(at)
    return { x, y, size: at[2] }
  }

  #shape(id: string): SpaceShape | undefined {
    if (!this.#layout.areas.some((area) => area.kind === 'map')) return undefined
    return this.#scene.map?.spaces.find(({ zone }) => zone === id)
  }

  #areas(id: string): ZoneArea[] {
    return this.#layout.areas.filter((area): area is ZoneArea => area.kind === 'zone' && area.zone === id)
  }

  #packed(
    zone: ZoneView | undefined,
    box: Box,
    cell: number,
    only?: readonly string[],
  ): readonly PlacedPiece[] {
    return pack(pilesOf(this.#scene, kindsIn(this.#scene, zone, only)), box, cell)
  }

  #onMap([x, y, w, h]: Box): Box {
    const area = this.#layout.areas.find(({ kind }) => kind === 'map')
    if (this.#scene.map === null || area === undefined) return [x, y, w, h]
    const place = mapTransform(this.#scene.map, area.box)
    return [place.x + x * place.scale, place.y + y * place.scale, w * place.scale, h * place.scale]
  }
}

function spotIn(
  placed: readonly PlacedPiece[],
  kind: string,
  count: number,
  box: Box,
  cell: number,
): Position {
  const found = placed.filter((piece) => piece.kind === kind).slice(-count)
  const size = found[0]?.size ?? placed[0]?.size ?? cell
  if (found.length === 0) {
    const [x, y] = centre(box)
    return { x, y, size }
  }
  const mean = (of: (piece: PlacedPiece) => number): number =>
    found.reduce((sum, piece) => sum + of(piece), 0) / found.length
  return { x: mean(({ x }) => x), y: mean(({ y }) => y), size }
}

/** Returns the bounding box of a space's name, marks and pieces. */
function boundsOf({ pieces, marks, name }: SpaceShape): Box {
  const boxes: Box[] = [pieces, marks, name.plate ?? [name.at[0] - 40, name.at[1] - 10, 80, 20]]
  const left = Math.min(...boxes.map(([x]) => x))
  const top = Math.min(...boxes.map(([, y]) => y))
  const right = Math.max(...boxes.map(([x, , w]) => x + w))
  const bottom = Math.max(...boxes.map(([, y, , h]) => y + h))
  return [left, top, right - left, bottom - top]
}
