/** Buttons to zoom: all of it, closer, farther, and the regions of the map. */
import type { MapScene } from '@ludoforge/look'
import type { Zoom } from './zoom.js'

const STEP = 1.5

interface Props {
  readonly zoom: Zoom
  readonly map: MapScene | null
  readonly place: { readonly x: number; readonly y: number; readonly scale: number } | null
}

export function Controls({ zoom, map, place }: Props) {
  return (
    <div className="bd-controls" role="toolbar" aria-label="Zoom">
      <button type="button" onClick={() => zoom.by(STEP)} aria-label="Closer">
        +
      </button>
      <button type="button" onClick={() => zoom.by(1 / STEP)} aria-label="Farther">
        −
      </button>
      <button type="button" onClick={() => zoom.fit()} aria-label="The whole board">
        ⤢
      </button>
      {place === null
        ? null
        : map?.regions.map(({ title, box: [x, y, w, h] }) => (
            <button
              type="button"
              key={title}
              onClick={() =>
                zoom.show([
                  place.x + x * place.scale,
                  place.y + y * place.scale,
                  w * place.scale,
                  h * place.scale,
                ])
              }
            >
              {title}
            </button>
          ))}
    </div>
  )
}
