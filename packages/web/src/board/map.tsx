/** The map: what is drawn under, the spaces, what is drawn over them, and what lies in them. */
import type { View } from '@ludoforge/kernel'
import type { Box, MapScene, Values } from '@ludoforge/look'
import { useMemo } from 'react'
import { only } from './areas.js'
import { Drawings } from './drawings.js'
import { changedMarks, changesOf } from './ghosts.js'
import { SpaceAbove, SpaceBelow, SpaceGlow, type SpaceProps } from './spaces.js'
import type { Glow } from './types.js'
import { useLook } from './look.js'

interface Props {
  readonly map: MapScene
  readonly box: Box
  readonly view: View
  readonly values: Values
  readonly glow: Glow
  readonly ghost: Pick<View, 'zones'> | null
  readonly first: string | undefined
}

/** Map units to units of the layout. */
export function mapPlace(map: MapScene, [x, y, w, h]: Box): { x: number; y: number; scale: number } {
  const scale = Math.min(w / map.size[0], h / map.size[1])
  return { x: x + (w - map.size[0] * scale) / 2, y: y + (h - map.size[1] * scale) / 2, scale }
}

export function MapView({ map, box, view, values, glow, ghost, first }: Props) {
  const { scene, prefix } = useLook()
  const { x, y, scale } = mapPlace(map, box)
  const shapes = useMemo(() => [...map.spaces].sort((a, b) => a.order - b.order), [map])
  const spaces = shapes.map((shape): SpaceProps => {
    const now = view.zones[shape.zone]
    const then = ghost?.zones[shape.zone]
    return {
      shape,
      view: now,
      values: values.spaces[shape.zone],
      glowing: glow.spaces?.[shape.zone],
      pieces: only(glow.pieces, shape.zone),
      changes: changesOf(now, then),
      marked: changedMarks(scene, now, then),
    }
  })
  return (
    <g transform={`translate(${x} ${y}) scale(${scale})`} clipPath={`url(#${prefix}map)`}>
      <clipPath id={`${prefix}map`}>
        <rect width={map.size[0]} height={map.size[1]} rx={6} />
      </clipPath>
      <Drawings drawings={map.under} layer="under" />
      {spaces.map((space) => (
        <SpaceBelow key={space.shape.zone} {...space} focusable={space.shape.zone === first} />
      ))}
      <Drawings drawings={map.over} layer="over" />
      {spaces.map(({ shape, glowing }) => (
        <SpaceGlow key={shape.zone} shape={shape} glowing={glowing} />
      ))}
      {spaces.map((space) => (
        <SpaceAbove key={space.shape.zone} {...space} />
      ))}
    </g>
  )
}
