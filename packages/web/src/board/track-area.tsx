import type { Constant, View } from '@ludoforge/kernel'
import type { Box, Values } from '@ludoforge/look'
import { Frame } from './frame.js'
import { lettered, painted, useLook } from './look.js'
import { useSlide } from './moving.js'
import { Sign } from './symbols.js'
import { markerValue, type Standing, standing, standingRoom, type Track } from './tracks.js'
import { said } from './words.js'

interface Props {
  readonly area: Track
  readonly view: View
  readonly values: Values
  readonly ghost: Pick<View, 'variables' | 'seats'> | null
}

export function TrackArea({ area, view, values, ghost }: Props) {
  const { scene } = useLook()
  const now = standing(area, view, values)
  const then: Props['view'] = ghost === null ? view : { ...view, ...ghost }
  const moved = standing(area, then, values).filter(
    ({ marker }) => markerValue(marker, then, values) !== markerValue(marker, view, values),
  )
  const spoken = area.markers.map(
    (marker) => `${marker.title} ${said(scene, markerValue(marker, view, values) ?? null)}`,
  )
  return (
    <g role="img" aria-label={`${area.title ?? 'Track'}: ${spoken.join(', ')}`}>
      {area.box[2] > 0 && area.title !== undefined ? <Frame area={area} /> : null}
      <Cells area={area} />
      {now.map((one) => (
        <Marker key={one.index} one={one} value={markerValue(one.marker, view, values)} ghost={false} />
      ))}
      {moved.map((one) => (
        <Marker key={`ghost ${one.index}`} one={one} value={undefined} ghost />
      ))}
    </g>
  )
}

function Cells({ area }: { area: Track }) {
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
          {...painted(palette, style)}
          {...(value % 5 === 0 ? { fillOpacity: 0.7 } : {})}
        />
        <text
          {...lettered(palette, { fill: 'dim', ...(value % 5 === 0 ? { font: 'bold' } : {}) }, size)}
          x={lx}
          y={ly + size * 0.35}
          textAnchor="middle"
        >
          {label ?? value}
        </text>
      </g>
    )
  })
}

/** Where the number of a cell is written, and how large. */
function labelPlace(box: Box): [number, number, number] {
  const [x, y, w, h] = box
  const room = standingRoom(box)
  const size = Math.min(w, h) * 0.42
  if (room[0] > x) return [(x + room[0]) / 2, y + h / 2, size]
  if (room[1] > y) return [x + w / 2, (y + room[1]) / 2, size]
  return [x + w / 2, y + h / 2, size]
}

function Marker({
  one: { marker, index, x, y, size },
  value,
  ghost,
}: {
  one: Standing
  value: Constant | undefined
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
      <title>{value === undefined ? marker.title : `${marker.title} ${said(scene, value)}`}</title>
      <circle r={half} cy={half * 0.1} fill="#000" fillOpacity={0.25} />
      <circle
        r={half * 0.95}
        fill={palette.of(marker.colour)}
        stroke={ghost ? palette.of('ghost') : palette.darker(marker.colour, 0.5)}
        strokeWidth={size * 0.07}
      />
      <Sign
        name={marker.sign}
        size={size * 0.66}
        ink={marker.ink === undefined ? palette.on(marker.colour) : palette.of(marker.ink)}
      />
    </g>
  )
}
