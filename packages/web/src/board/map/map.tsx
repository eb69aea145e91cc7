/** The map in layers: drawings under it, lowest spaces, drawings over them, higher spaces, then names, marks and pieces. */
import type { View } from '@ludoforge/kernel'
import type { Box, MapScene, Values } from '@ludoforge/look'
import { useMemo } from 'react'
import { glowInZone } from '../areas/areas.js'
import { Drawings } from './drawings.js'
import { changedMarks, changesOf } from '../pieces/preview-diff.js'
import { Highlights } from './highlights.js'
import { SpaceClips, SpaceContents, SpaceShapeView, SpaceGlow, type SpaceProps } from './spaces.js'
import type { Glow } from '../types.js'
import { useLook } from '../look.js'
import { mapTransform } from '../layout/map-transform.js'

interface Props {
  readonly map: MapScene
  readonly box: Box
  readonly view: View
  readonly values: Values
  readonly glow: Glow
  readonly ghost: Pick<View, 'zones'> | null
}

const below = (space: SpaceProps) => <SpaceShapeView key={space.shape.zone} {...space} />

const glows = ({ shape, glowing }: SpaceProps) => (
  <SpaceGlow key={shape.zone} shape={shape} glowing={glowing} />
)

export function MapView({ map, box, view, values, glow, ghost }: Props) {
  const { scene, prefix } = useLook()
  const { x, y, scale } = mapTransform(map, box)
  const shapes = useMemo(() => [...map.spaces].sort((a, b) => a.order - b.order), [map])
  const spaces = shapes.map((shape): SpaceProps => {
    const now = view.zones[shape.zone]
    const then = ghost?.zones[shape.zone]
    return {
      shape,
      view: now,
      values: values.spaces[shape.zone],
      glowing: glow.spaces?.[shape.zone],
      pieces: glowInZone(glow.pieces, shape.zone),
      changes: changesOf(now, then),
      marked: changedMarks(scene, now, then),
    }
  })
  const orders = [...new Set(shapes.map(({ order }) => order))]
  const level = (order: number) => {
    const onLevel = spaces.filter(({ shape }) => shape.order === order)
    return { below: onLevel.map(below), glows: onLevel.map(glows) }
  }
  const [ground, ...higher] = orders.map(level)
  return (
    <g transform={`translate(${x} ${y}) scale(${scale})`} clipPath={`url(#${prefix}map)`}>
      <clipPath id={`${prefix}map`}>
        <rect width={map.size[0]} height={map.size[1]} rx={6} />
      </clipPath>
      <Drawings drawings={map.under} layer="under" />
      <SpaceClips shapes={shapes} />
      {ground?.below}
      <Drawings drawings={map.over} layer="over" />
      {ground?.glows}
      {higher.map(({ below: shapesOf, glows: glowsOf }, i) => (
        <g key={i}>
          {shapesOf}
          {glowsOf}
        </g>
      ))}
      <Highlights shapes={shapes} />
      {spaces.map((space) => (
        <SpaceContents key={space.shape.zone} {...space} />
      ))}
    </g>
  )
}
