/**
 * The map in two pictures. The ground has the drawings and the spaces; the browser keeps it as it is while pieces move. The
 * contents are pieces, names, marks and numbers, arranged for the scale.
 */
import type { View } from '@ludoforge/kernel'
import type { MapScene, SpaceShape, Values } from '@ludoforge/look'
import { useMemo } from 'react'
import { kindsIn } from '../labels.js'
import { type Arrangement, arrangeSpace } from '../layout/arrange.js'
import { pilesOf } from '../layout/piles-of.js'
import { placeLabels, signSpot } from '../layout/place-labels.js'
import { OPTION_PX } from '../layout/sizes.js'
import { type Look, useLook } from '../look.js'
import { changedMarks, changesOf, type Journey, journeysOf } from '../pieces/preview-diff.js'
import { glowInZone } from '../pieces/zone-pieces.js'
import type { Glow } from '../types.js'
import { Drawings } from './drawings.js'
import { Highlights } from './highlights.js'
import { Journeys } from './journeys.js'
import { type Mark, marksOf } from './marks.js'
import { useScale } from './scale.js'
import { SpaceChoice, SpaceClips, SpaceGlow, SpaceLabels, SpacePieces, SpaceShapeView } from './spaces.js'

interface Props {
  readonly map: MapScene
  readonly view: View
  readonly values: Values
  readonly glow: Glow
  readonly ghost: Pick<View, 'zones'> | null
  readonly touched: Readonly<Record<string, string>>
  /** Titles of marks that aren't drawn at this scale. */
  readonly leftOut: readonly string[]
}

const NO_JOURNEYS: readonly Journey[] = []

/** The spaces of a map in drawing order: cities over provinces. */
const inOrder = (map: MapScene): SpaceShape[] => [...map.spaces].sort((a, b) => a.order - b.order)

export function MapGround({ map, view, values, glow }: Omit<Props, 'ghost' | 'touched' | 'leftOut'>) {
  const { prefix } = useLook()
  const shapes = useMemo(() => inOrder(map), [map])
  const levels = [...new Set(shapes.map(({ order }) => order))].map((order) => {
    const onLevel = shapes.filter((shape) => shape.order === order)
    return {
      below: onLevel.map((shape) => (
        <SpaceShapeView
          key={shape.zone}
          shape={shape}
          view={view.zones[shape.zone]}
          values={values.spaces[shape.zone]}
          glowing={glow.spaces?.[shape.zone]}
        />
      )),
      glows: onLevel.map((shape) => (
        <SpaceGlow key={shape.zone} shape={shape} glowing={glow.spaces?.[shape.zone]} />
      )),
    }
  })
  const [ground, ...higher] = levels
  return (
    <g clipPath={`url(#${prefix}map)`}>
      <clipPath id={`${prefix}map`}>
        <rect width={map.size[0]} height={map.size[1]} rx={6} />
      </clipPath>
      <Drawings drawings={map.under} layer="under" />
      <SpaceClips shapes={shapes} />
      {ground?.below}
      <Drawings drawings={map.over} layer="over" />
      {ground?.glows}
      {higher.map(({ below, glows }, i) => (
        <g key={i}>
          {below}
          {glows}
        </g>
      ))}
    </g>
  )
}

export function MapContents({ map, view, values, glow, ghost, touched, leftOut }: Props) {
  const look = useLook()
  const { scene } = look
  const scale = useScale()
  const shapes = useMemo(() => inOrder(map), [map])
  const spaces = useMemo(
    () => arrangeMap(look, shapes, map.size, view, values, leftOut, scale),
    [look, shapes, map, view, values, leftOut, scale],
  )
  const journeys = useMemo(
    () => (ghost === null ? NO_JOURNEYS : journeysOf(view, ghost, new Set(shapes.map(({ zone }) => zone)))),
    [view, ghost, shapes],
  )
  return (
    <>
      <Highlights shapes={shapes} />
      {spaces.map(({ shape, arrangement }) => {
        const now = view.zones[shape.zone]
        return (
          <SpacePieces
            key={shape.zone}
            shape={shape}
            kinds={kindsIn(scene, now)}
            arrangement={arrangement}
            isLit={glow.spaces?.[shape.zone] !== undefined}
            pieces={glowInZone(glow.pieces, shape.zone)}
            changes={changesOf(now, ghost?.zones[shape.zone])}
            leaving={journeys.filter(({ from }) => from === shape.zone)}
          />
        )
      })}
      <Journeys journeys={journeys} spaces={spaces} />
      {spaces.map(({ shape, arrangement, marks }) => (
        <SpaceLabels
          key={shape.zone}
          shape={shape}
          marks={marks}
          arrangement={arrangement}
          glowing={glow.spaces?.[shape.zone]}
          marked={changedMarks(scene, view.zones[shape.zone], ghost?.zones[shape.zone])}
          touchedBy={touched[shape.zone]}
        />
      ))}
      {spaces.map((space) => {
        const { shape } = space
        const glowing = glow.spaces?.[shape.zone]
        if (glowing === undefined) return null
        const at = signSpot(space, spaces, OPTION_PX / scale)
        return <SpaceChoice key={shape.zone} shape={shape} at={at} glowing={glowing} />
      })}
    </>
  )
}

export interface MapSpace {
  readonly shape: SpaceShape
  readonly marks: readonly Mark[]
  readonly arrangement: Arrangement
}

function arrangeMap(
  look: Look,
  shapes: readonly SpaceShape[],
  size: MapScene['size'],
  view: View,
  values: Values,
  leftOut: readonly string[],
  scale: number,
): MapSpace[] {
  const spaces = shapes.map((shape) => {
    const now = view.zones[shape.zone]
    const marks = marksOf(look, shape.zone, now, values.spaces[shape.zone]).filter(
      ({ look: { title } }) => !leftOut.includes(title),
    )
    const hasBadge = shape.badge !== undefined && marks.length > 0
    const piles = pilesOf(look.scene, kindsIn(look.scene, now))
    const inRow = marks.length - (hasBadge ? 1 : 0)
    return { shape, marks, arrangement: arrangeSpace(shape, piles, inRow, hasBadge, scale) }
  })
  const placed = placeLabels(spaces, size)
  return spaces.map((space, i) => ({ ...space, arrangement: placed[i] ?? space.arrangement }))
}
