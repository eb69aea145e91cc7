/** The marks of a space, next to its name. */
import type { Constant, ZoneView } from '@ludoforge/kernel'
import type { Box, MarkLook } from '@ludoforge/look'
import type { Look } from '../look.js'
import { useLook } from '../look.js'
import { usePulse } from '../animation/animation.js'
import { SignView } from '../pieces/symbols.js'
import { isHidden, valueText } from '../labels.js'
import { MIN_TEXT_PX } from '../layout/sizes.js'
import { useScale } from './scale.js'

export interface Mark {
  readonly look: MarkLook
  readonly value: Constant
  readonly colour: string
  readonly ink: string
  readonly sign: string
  readonly count: number | undefined
  readonly title: string
}

type SpaceValues = readonly Constant[] | undefined

function valueOf(
  look: Look,
  of: MarkLook['of'],
  zone: string,
  view: ZoneView,
  values: SpaceValues,
): Constant | undefined {
  if ('attribute' in of) return look.zones.get(zone)?.attributes[of.attribute]
  if ('variable' in of) return view.markers[of.variable]
  return values?.[of.value]
}

/** Returns the visible marks of a space, in the order of the look. */
export function marksOf(look: Look, zone: string, view: ZoneView | undefined, values: SpaceValues): Mark[] {
  if (view === undefined) return []
  const { scene } = look
  return scene.marks.flatMap((mark): Mark[] => {
    const value = valueOf(look, mark.of, zone, view, values)
    if (value === undefined || value === null || isHidden(value, mark.hide)) return []
    const as = mark.looks[String(value)]
    const colour = as?.colour ?? 'panel'
    return [
      {
        look: mark,
        value,
        colour,
        ink: as?.ink ?? look.palette.on(colour),
        sign: as?.sign ?? as?.text ?? valueText(scene, value),
        count: as?.count,
        title:
          as?.title ??
          titled(mark.title, typeof value === 'number' ? String(value) : valueText(scene, value)),
      },
    ]
  })
}

const titled = (title: string, value: string): string =>
  value.toLowerCase().includes(title.toLowerCase()) ? value : `${title} ${value}`

export function Marks({
  marks,
  cells,
  changed,
}: {
  marks: readonly Mark[]
  cells: readonly Box[]
  changed?: ReadonlySet<string>
}) {
  return marks.map((mark, i) => {
    const cell = cells[i]
    return cell === undefined ? null : (
      <MarkView
        key={mark.look.title}
        mark={mark}
        cell={cell}
        changed={changed?.has(mark.look.title) === true}
      />
    )
  })
}

function MarkView({ mark, cell: [x, y, w, h], changed }: { mark: Mark; cell: Box; changed: boolean }) {
  const { palette } = useLook()
  const size = Math.min(w, h) * 0.9
  const fill = palette.of(mark.colour)
  const edge = { fill, stroke: palette.darker(mark.colour, 0.45), strokeWidth: size * 0.06 }
  const half = size / 2
  const pulse = usePulse<SVGGElement>(mark.value)
  const scale = useScale()
  return (
    <g className="bd-mark" data-mark={mark.look.title} transform={`translate(${x + w / 2} ${y + h / 2})`}>
      <title>{mark.title}</title>
      <g ref={pulse}>
        {mark.look.shape === 'round' ? <circle r={half} {...edge} /> : null}
        {mark.look.shape === 'square' ? (
          <rect x={-half} y={-half} width={size} height={size} rx={size * 0.18} {...edge} />
        ) : null}
        {mark.look.shape === 'shield' ? (
          <path
            d={`M${-half} ${-half}H${half}V${half * 0.15}C${half} ${half * 0.7} ${half * 0.4} ${half * 0.9} 0 ${half}C${-half * 0.4} ${half * 0.9} ${-half} ${half * 0.7} ${-half} ${half * 0.15}Z`}
            {...edge}
          />
        ) : null}
        <SignView name={mark.sign} size={size * 0.72} ink={palette.of(mark.ink)} />
        {mark.count !== undefined && mark.count > 1 ? (
          <text
            className="bd-sign bd-mark-count"
            x={half * 0.9}
            y={half}
            fontSize={Math.max(size * 0.5, MIN_TEXT_PX / scale)}
            fill={palette.of('ink')}
            stroke={palette.of('panel')}
          >
            {mark.count}
          </text>
        ) : null}
        {changed ? (
          <circle
            r={half * 1.3}
            fill="none"
            stroke={palette.of('ghost')}
            strokeWidth={size * 0.14}
            strokeDasharray="3 2"
          />
        ) : null}
      </g>
    </g>
  )
}
