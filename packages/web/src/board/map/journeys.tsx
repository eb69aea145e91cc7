/** Arrows of a preview: from the space that pieces leave to the space they go to. */
import { centre } from '../layout/boxes.js'
import { useLook } from '../look.js'
import type { Journey } from '../pieces/preview-diff.js'
import type { MapSpace } from './map.js'
import { useScale } from './scale.js'

const WIDTH_PX = 4
const HEAD_PX = 13
const NUMBER_PX = 15

interface Props {
  readonly journeys: readonly Journey[]
  readonly spaces: readonly MapSpace[]
}

export function Journeys({ journeys, spaces }: Props) {
  const { palette } = useLook()
  const px = 1 / useScale()
  const counts = new Map<string, { from: string; into: string; count: number }>()
  for (const { from, into, count } of journeys) {
    if (into === null || into === from) continue
    const key = `${from} ${into}`
    counts.set(key, { from, into, count: (counts.get(key)?.count ?? 0) + count })
  }
  const at = (zone: string) => {
    const space = spaces.find(({ shape }) => shape.zone === zone)
    return space === undefined ? undefined : centre(space.arrangement.plate ?? space.shape.pieces)
  }
  return (
    <g aria-hidden="true" pointerEvents="none">
      {[...counts].map(([key, { from, into, count }]) => {
        const start = at(from)
        const end = at(into)
        if (start === undefined || end === undefined) return null
        const angle = Math.atan2(end[1] - start[1], end[0] - start[0])
        const length = Math.hypot(end[0] - start[0], end[1] - start[1])
        const head = HEAD_PX * px
        const d = `M0 0H${length - head}M${length - head} ${-head * 0.6}L${length} 0L${length - head} ${head * 0.6}`
        return (
          <g key={key} className="bd-journey" data-from={from} data-into={into}>
            <g transform={`translate(${start[0]} ${start[1]}) rotate(${(angle * 180) / Math.PI})`}>
              <path className="bd-fate-edge" d={d} strokeWidth={WIDTH_PX * 2 * px} />
              <path d={d} strokeWidth={WIDTH_PX * px} stroke={palette.of('ghost')} />
            </g>
            <text
              className="bd-number"
              x={(start[0] + end[0]) / 2}
              y={(start[1] + end[1]) / 2 - 6 * px}
              fontSize={NUMBER_PX * px}
              strokeWidth={3 * px}
              fill={palette.of('ghost')}
              stroke={palette.of('panel')}
            >
              {count}
            </text>
          </g>
        )
      })}
    </g>
  )
}
