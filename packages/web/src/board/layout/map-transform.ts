import type { Box, MapScene } from '@ludoforge/look'

/** The transform from map units to layout units. */
export interface MapTransform {
  readonly x: number
  readonly y: number
  readonly scale: number
}

export function mapTransform(map: MapScene, [x, y, w, h]: Box): MapTransform {
  const scale = Math.min(w / map.size[0], h / map.size[1])
  return { x: x + (w - map.size[0] * scale) / 2, y: y + (h - map.size[1] * scale) / 2, scale }
}
