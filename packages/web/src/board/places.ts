/** Where a zone is on the board, in units of the layout. */
import type { Box, Layout, Scene, SpaceShape } from '@ludoforge/look'
import { mapPlace } from './map.js'

export function placeOfZone(scene: Scene, layout: Layout, zone: string): Box | undefined {
  const shape = scene.map?.spaces.find((space) => space.zone === zone)
  const map = layout.areas.find((area) => area.kind === 'map')
  if (shape !== undefined && map !== undefined && scene.map !== null) {
    const { x, y, scale } = mapPlace(scene.map, map.box)
    const box = around(shape)
    return [x + box[0] * scale, y + box[1] * scale, box[2] * scale, box[3] * scale]
  }
  return layout.areas.find((area) => area.kind === 'zone' && area.zone === zone)?.box
}

/** The name, the marks and the pieces of a space. */
function around({ pieces, marks, name }: SpaceShape): Box {
  const boxes: Box[] = [pieces, marks, name.plate ?? [name.at[0] - 40, name.at[1] - 10, 80, 20]]
  const left = Math.min(...boxes.map(([x]) => x))
  const top = Math.min(...boxes.map(([, y]) => y))
  const right = Math.max(...boxes.map(([x, , w]) => x + w))
  const bottom = Math.max(...boxes.map(([, y, , h]) => y + h))
  return [left, top, right - left, bottom - top]
}
