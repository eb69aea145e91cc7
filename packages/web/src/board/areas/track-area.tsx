import type { Constant } from '@ludoforge/kernel'
import type { Box } from '@ludoforge/look'
import { memo } from 'react'
import { Frame } from './frame.js'
import { textAttributes, shapeAttributes, useLook } from '../look.js'
import { useSlide } from '../animation/animation.js'
import { propsEqual } from '../props-equal.js'
import { SignView } from '../pieces/symbols.js'
import { type MarkerPosition, markerPositions, markerRoom, type Track } from '../layout/tracks.js'
import { valueText } from '../labels.js'

interface Props {
  readonly area: Track
  /** The value of each marker, now and in the preview. */
  readonly now: readonly Constant[]
  readonly then: readonly Constant[] | null
}

export const TrackArea = memo(function TrackArea({ area, now, then }: Props) {
  const { scene, unit } = useLook()
  const ghosts =
    then === null ? [] : markerPositions(area, then).filter(({ index }) => then[index] !== now[index])
  const spoken = area.markers.map(({ title }, i) => `${title} ${valueText(scene, now[i] ?? null)}`)
  return (
    <g role="img" aria-label={`${area.title ?? 'Track'}: ${spoken.join(', ')}`}>
      {area.title === undefined ? null : <Frame area={withRoomForTitle(area, unit)} />}
      <Cells area={area} />
      {markerPositions(area, now).map((position) => (
        <Marker key={position.index} position={position} value={now[position.index] ?? null} ghost={false} />
      ))}
      {ghosts.map((position) => (
        <Marker
          key={`ghost ${position.index}`}
          position={position}
          value={then?.[position.index] ?? null}
          ghost
        />
      ))}
    </g>
  )
}, propsEqual)

/** Extends the box so that the title is above the cells. */
function withRoomForTitle(area: Track, unit: number): Track {
  const [x, y, w, h] = area.box
  const top = Math.min(...area.cells.map(({ box }) => box[1]))
  const missing = Math.max(0, y + unit * 1.4 - top)
  return { ...area, box: [x, y - missing, w, h + missing] }
}

const Cells = memo(function Cells({ area }: { area: Track }) {
  const { scene, palette } = useLook()
  const style = area.style === undefined ? undefined : scene.styles[area.style]
  return area.cells.map(({ box, value, label }) => {
    const [x, y, w, h] = box
    const [lx, ly, size] = labelPlace(box)
    return (
      <g key={value}>
        <rect
          x={x}
          y={y}
          width={w}
          height={h}
          {...shapeAttributes(palette, style)}
          {...(value % 5 === 0 ? { fillOpacity: 0.7 } : {})}
        />
        <text
          {...textAttributes(palette, { fill: 'dim', ...(value % 5 === 0 ? { font: 'bold' } : {}) }, size)}
          x={lx}
          y={ly + size * 0.35}
          textAnchor="middle"
        >
          {label ?? value}
        </text>
      </g>
    )
  })
})

/** Returns the position and font size of a cell's number. */
function labelPlace(box: Box): [number, number, number] {
  const [x, y, w, h] = box
  const room = markerRoom(box)
  const size = Math.min(w, h) * 0.42
  if (room[0] > x) return [(x + room[0]) / 2, y + h / 2, size]
  if (room[1] > y) return [x + w / 2, (y + room[1]) / 2, size]
  return [x + w / 2, y + h / 2, size]
}

function Marker({
  position: { marker, index, x, y, size },
  value,
  ghost,
}: {
  position: MarkerPosition
  value: Constant
  ghost: boolean
}) {
  const { scene, palette } = useLook()
  const half = size / 2
  const slide = useSlide<SVGGElement>(x, y)
  return (
    <g
      className={ghost ? 'bd-marker bd-ghost' : 'bd-marker'}
      ref={slide}
      data-marker={index}
      transform={`translate(${x} ${y})`}
    >
      <title>{`${marker.title} ${valueText(scene, value)}`}</title>
      <circle r={half} cy={half * 0.1} fill="#000" fillOpacity={0.25} />
      <circle
        r={half * 0.95}
        fill={palette.of(marker.colour)}
        stroke={ghost ? palette.of('ghost') : palette.darker(marker.colour, 0.5)}
        strokeWidth={size * 0.07}
      />
      <SignView name={marker.sign} size={size * 0.66} ink={palette.on(marker.colour, marker.ink)} />
    </g>
  )
}
