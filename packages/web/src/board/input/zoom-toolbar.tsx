/** The zoom toolbar: in, out, fit, and the regions of the map. */
import type { Box, Layout, MapScene } from '@ludoforge/look'
import { mapTransform } from '../layout/map-transform.js'
import type { Zoom } from './zoom.js'

export const ZOOM_STEP = 1.5

interface Props {
  readonly zoom: Zoom
  readonly regions: readonly Region[]
}

/** A part of the board to zoom to. */
export interface Region {
  readonly title: string
  readonly box: Box
}

/** Returns the regions of the map in layout units, and the whole map if there are other areas. */
export function regionsOf(map: MapScene | null, { areas }: Layout): Region[] {
  const area = areas.find(({ kind }) => kind === 'map')
  if (map === null || area === undefined) return []
  const { x, y, scale } = mapTransform(map, area.box)
  const whole: Region[] = areas.length > 1 && map.spaces.length > 0 ? [{ title: 'Map', box: area.box }] : []
  return [
    ...whole,
    ...map.regions.map(({ title, box }): Region => {
      return { title, box: [x + box[0] * scale, y + box[1] * scale, box[2] * scale, box[3] * scale] }
    }),
  ]
}

export function ZoomToolbar({ zoom, regions }: Props) {
  return (
    <div className="bd-bar" role="toolbar" aria-label="Zoom">
      <button type="button" onClick={() => zoom.by(ZOOM_STEP)} aria-label="Zoom in">
        +
      </button>
      <button type="button" onClick={() => zoom.by(1 / ZOOM_STEP)} aria-label="Zoom out">
        −
      </button>
      <button type="button" onClick={() => zoom.fit()} aria-label="Fit the whole board">
        ⤢
      </button>
      {regions.map(({ title, box }) => (
        <button type="button" key={title} onClick={() => zoom.show(box)}>
          {title}
        </button>
      ))}
    </div>
  )
}
