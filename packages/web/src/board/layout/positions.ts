/** Positions of zones, pieces and cards on the map, in map units. */
import type { ZoneView } from '@ludoforge/kernel'
import type { Box, Scene, SpaceShape } from '@ludoforge/look'
import { centre } from './boxes.js'
import { arrangeCards, ratioIn } from '../pieces/cards.js'
import { packSpace } from './arrange.js'
import type { PlacedPiece } from './pack.js'
import { pilesOf } from './piles-of.js'
import { kindsIn } from '../labels.js'

/** The centre of something, and its width. */
export interface Position {
  readonly x: number
  readonly y: number
  readonly size: number
}

export class Positions {
  readonly #scene: Scene
  readonly #scale: number

  /** `scale` is the scale at which the map is drawn, on which sizes depend. */
  constructor(scene: Scene, scale = 1) {
    this.#scene = scene
    this.#scale = scale
  }

  /** Returns the box of a zone with its name, marks and pieces. */
  zone(id: string): Box | undefined {
    const shape = this.#shape(id)
    return shape === undefined ? undefined : boundsOf(shape)
  }

  /** Returns the position of the last `count` pieces of a kind, or the zone's centre if there are none. */
  piece(id: string, zone: ZoneView | undefined, kind: string, count: number): Position | undefined {
    const shape = this.#shape(id)
    if (shape === undefined) return undefined
    const placed = packSpace(shape, pilesOf(this.#scene, kindsIn(this.#scene, zone)), this.#scale)
    return spotIn(placed, kind, count, shape.pieces, shape.cell)
  }

  /** Returns the position of the card at `index` from the top. */
  card(id: string, zone: ZoneView | undefined, index: number): Position | undefined {
    const box = this.#shape(id)?.pieces
    if (box === undefined) return undefined
    const count = Math.max(1, zone?.size ?? 0)
    const lying = arrangeCards(count, box, 'pile', ratioIn(this.#scene, zone?.cards))
    // An empty zone has the position of its first card.
    const at = lying[Math.max(0, Math.min(index, count - 1))]?.box ?? box
    const [x, y] = centre(at)
    return { x, y, size: at[2] }
  }

  #shape(id: string): SpaceShape | undefined {
    return this.#scene.map?.spaces.find(({ zone }) => zone === id)
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
