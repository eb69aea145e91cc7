/** Positions of markers on a track: in the cell of their value, side by side if they share it. */
import type { Constant, View } from '@ludoforge/kernel'
import type { Area, Box, TrackMarker, Values } from '@ludoforge/look'

export type Track = Extract<Area, { readonly kind: 'track' }>

type Numbers = Pick<View, 'variables' | 'seats'>

function markerValue({ of }: TrackMarker, view: Numbers, values: Values): Constant | undefined {
  if ('variable' in of) return 'seat' in of ? view.seats[of.seat]?.[of.variable] : view.variables[of.variable]
  return 'seat' in of ? values.seats[of.seat]?.[of.value] : values.values[of.value]
}

export interface MarkerPosition {
  readonly marker: TrackMarker
  readonly index: number
  readonly x: number
  readonly y: number
  readonly size: number
}

/** The part of a cell's longer side that its label takes. */
const LABEL_SHARE = 0.38

/** Returns the part of a cell for markers: next to the number, or the whole cell if it's about square. */
export function markerRoom([x, y, w, h]: Box): Box {
  if (w > h * 1.5) return [x + w * LABEL_SHARE, y, w * (1 - LABEL_SHARE), h]
  if (h > w * 1.5) return [x, y + h * LABEL_SHARE, w, h * (1 - LABEL_SHARE)]
  return [x, y, w, h]
}

/** Returns the value of each marker, in order. */
export function trackValues({ markers }: Track, view: Numbers, values: Values): Constant[] {
  return markers.map((marker) => markerValue(marker, view, values) ?? null)
}

export function markerPositions(track: Track, numbers: readonly Constant[]): MarkerPosition[] {
  const byCell = new Map<number, number[]>()
  numbers.forEach((value, index) => {
    const cell = typeof value === 'number' ? cellOf(track, value) : -1
    if (cell < 0) return
    const markersThere = byCell.get(cell)
    if (markersThere === undefined) byCell.set(cell, [index])
    else markersThere.push(index)
  })
  return [...byCell].flatMap(([cell, markers]) =>
    share(track, markers, track.cells[cell]?.box ?? [0, 0, 0, 0]),
  )
}

/** Returns the cell of a value, or the closest one if the value is off the track. */
function cellOf({ cells }: Track, value: number): number {
  const at = cells.findIndex((cell) => cell.value === value)
  if (at >= 0 || cells.length === 0) return at
  let nearest = 0
  cells.forEach((cell, i) => {
    if (Math.abs(cell.value - value) < Math.abs((cells[nearest]?.value ?? 0) - value)) nearest = i
  })
  return nearest
}

function share({ markers }: Track, indexes: readonly number[], cell: Box): MarkerPosition[] {
  const [x, y, w, h] = markerRoom(cell)
  let best = { across: 1, size: 0 }
  for (let across = 1; across <= indexes.length; across++) {
    const size = Math.min(w / across, h / Math.ceil(indexes.length / across))
    if (size > best.size) best = { across, size }
  }
  const { across, size } = best
  const down = Math.ceil(indexes.length / across)
  return indexes.flatMap((index, i): MarkerPosition[] => {
    const marker = markers[index]
    if (marker === undefined) return []
    const row = Math.floor(i / across)
    const inRow = Math.min(across, indexes.length - row * across)
    return [
      {
        marker,
        index,
        x: x + (w - inRow * size) / 2 + ((i % across) + 0.5) * size,
        y: y + (h - down * size) / 2 + (row + 0.5) * size,
        size: size * 0.92,
      },
    ]
  })
}
