/** A space that the look draws. Adds default positions for its name, pieces and marks. */
import type { ZoneDef } from '@ludoforge/kernel'
import type { DrawnSpace } from '../reader/look.js'
import type { Box, SpaceShape } from '../scene.js'
import { round } from './boxes.js'
import type { MapNames } from './map.js'
import { breakLines } from './names.js'

const ORDER = { ring: 0, polygon: 0, box: 1, line: 2, circle: 3 } as const

export function spaceShape(space: DrawnSpace, zone: ZoneDef | undefined, names: MapNames): SpaceShape {
  const { shape, name } = space
  const [cx, cy] = shape.middle
  const [, top, width, height] = shape.box
  const line = shape.open ? (space.width ?? 8) : undefined
  const lines =
    name.hidden === true ? [] : (name.lines ?? (shape.open ? [] : breakLines(names.name(space.zone), 14)))
  const size = name.size ?? 13
  const boxWidth = shape.open ? 60 : round(Math.max(30, width * 0.7))
  const boxHeight = shape.open ? 34 : round(Math.max(24, height * 0.5))
  const pieces: Box = space.pieces ?? [
    round(cx - boxWidth / 2),
    round(cy - boxHeight / 2),
    boxWidth,
    boxHeight,
  ]
  const marks: Box = space.marks ?? [pieces[0], round(pieces[1] + pieces[3] + 2), pieces[2], 20]
  return {
    zone: space.zone,
    path: shape.path,
    style: space.style ?? (zone === undefined ? 'space' : names.style(zone, { column: 0, row: 0 })),
    order: space.order ?? ORDER[shape.kind],
    name: {
      lines,
      at: name.at ?? [cx, round(Math.max(top + size, pieces[1] - 6 - size * (lines.length - 1)))],
      size,
      style: name.style ?? 'space-name',
      ...(name.plate === undefined ? {} : { plate: name.plate }),
    },
    pieces,
    cell: space.cell ?? (shape.open || shape.kind === 'circle' ? 15 : 20),
    ...(space.stack === undefined ? {} : { stack: space.stack }),
    marks,
    ...(line === undefined ? {} : { line }),
    ...(space.badge === undefined ? {} : { badge: space.badge }),
  }
}
