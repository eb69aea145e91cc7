/** The map: drawings of boards, and a list of all other spaces. */
import type { View, ZoneDef } from '@ludoforge/kernel'
import type { Values } from '@ludoforge/look'
import { cellsOf, signsOf } from './cells.js'
import { gridDrawings, isOnGrid, isOnHexes } from './grid.js'
import { hexDrawings } from './hexes.js'
import type { Labels } from './labels.js'
import { widthOf } from './text.js'

export interface MapText {
  /** The drawings of all boards that fit, the largest first. */
  readonly drawings: readonly (readonly string[])[]
  /** The legend of their signs. */
  readonly legend: readonly string[]
  /** Spaces that are not drawn. */
  readonly listed: readonly ZoneDef[]
}

export function mapOf(view: View, labels: Labels, computed: Values, width: number): MapText {
  const spaces = labels.def.zones.filter(({ space, id }) => space && !labels.isHidden(id))
  const boards = new Map<string, ZoneDef[]>()
  for (const space of spaces) {
    if (!isPlaced(space)) continue
    const key = `${space.board?.id ?? ''} ${isOnHexes(space)}`
    boards.set(key, [...(boards.get(key) ?? []), space])
  }
  const drawn: {
    readonly spaces: readonly ZoneDef[]
    readonly sizes: readonly string[][]
    readonly offered: boolean
  }[] = []
  for (const board of boards.values()) {
    const cellOf = cellsOf(view, board, labels, computed)
    const draw = board.every(isOnHexes) ? hexDrawings : gridDrawings
    const sizes = draw(board, cellOf, labels, width)
    const offered = board.some((space) => cellOf(space).offered)
    if (sizes.length > 0) drawn.push({ spaces: board, sizes, offered })
  }
  const most = Math.max(0, ...drawn.map(({ sizes }) => sizes.length))
  const drawings = Array.from({ length: most }, (_, i) =>
    drawn.flatMap(({ sizes }) => sizes[Math.min(i, sizes.length - 1)] ?? []),
  )
  const done = new Set(drawn.flatMap((board) => board.spaces))
  const legend = [...new Set(drawn.flatMap((board) => signsOf(labels).legend(view, board.spaces)))]
  const offered = drawn.some((board) => board.offered)
  return {
    drawings,
    legend: offered ? [...legend, '+ can be chosen'] : legend,
    listed: spaces.filter((space) => !done.has(space)),
  }
}

const isPlaced = (space: ZoneDef): boolean => isOnGrid(space) || isOnHexes(space)

export const widest = (lines: readonly string[]): number => Math.max(0, ...lines.map(widthOf))
