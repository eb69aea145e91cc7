/** Panels with words and numbers: of a seat, of the game, where seats stand, what signs mean. */
import type { Constant, View } from '@ludoforge/kernel'
import type { Area, ValueLook, Values } from '@ludoforge/look'
import { Frame, glowOf } from './frame.js'
import { shortened, widthOf } from './boxes.js'
import { painted, useLook } from './look.js'
import { Sign } from './symbols.js'
import { isHidden, nameOf, said, shortOf } from './words.js'
import type { Glowing } from './types.js'

type Of<K extends Area['kind']> = Extract<Area, { readonly kind: K }>

interface Item {
  readonly title: string
  readonly text: string
}

function itemOf(
  look: ValueLook | undefined,
  value: Constant | undefined,
  scene: Parameters<typeof said>[0],
): Item[] {
  if (look === undefined || value === undefined || value === null || isHidden(value, look.hide)) return []
  return [{ title: look.title, text: said(scene, value, look.signed) }]
}

export function SeatArea({
  area,
  view,
  values,
  glowing,
}: {
  area: Of<'seat'>
  view: View
  values: Values
  glowing: Glowing | undefined
}) {
  const { scene, palette, unit } = useLook()
  const { seat } = area
  const look = scene.seats[seat]
  const [x, y, w] = area.box
  const colour = look?.colour ?? 'dim'
  const asked = view.deciding.includes(seat)
  const items: Item[] = [
    ...area.values.flatMap((i) => itemOf(scene.seatValues[i], values.seats[seat]?.[i], scene)),
    ...area.variables.flatMap((id) => {
      const value = view.seats[seat]?.[id]
      return value === undefined || value === null
        ? []
        : [{ title: shortOf(scene, id), text: said(scene, value) }]
    }),
  ]
  const size = unit * 1.25
  const text = items.map(({ title, text: value }) => `${title} ${value}`).join(' · ')
  const name = shortened(
    look?.name ?? seat,
    Math.max(w * 0.4, w - unit * 3 - widthOf(text) * size * 0.92),
    size,
  )
  return (
    <g
      className={`bd-space bd-seat ${glowOf(glowing)}`}
      role="button"
      tabIndex={-1}
      aria-label={[
        nameOf(scene, seat),
        text,
        ...(asked ? ['to decide'] : []),
        ...(glowing === undefined ? [] : ['may be chosen']),
      ]
        .filter((part) => part !== '')
        .join(', ')}
      data-kind="seat"
      data-id={seat}
    >
      <rect
        className="bd-frame"
        x={x}
        y={y}
        width={w}
        height={area.box[3]}
        rx={unit * 0.6}
        fill={palette.of(colour)}
        fillOpacity={0.22}
        stroke={palette.of(colour)}
        strokeWidth={asked ? unit * 0.35 : unit * 0.16}
      />
      <path
        d={`M${x} ${y + unit * 1.95}V${y + unit * 0.6}Q${x} ${y} ${x + unit * 0.6} ${y}H${x + w - unit * 0.6}Q${x + w} ${y} ${x + w} ${y + unit * 0.6}V${y + unit * 1.95}Z`}
        fill={palette.of(colour)}
      />
      <text
        x={x + unit * 0.6}
        y={y + unit * 1.4}
        fontSize={size}
        fontWeight={700}
        fill={palette.of(look?.ink ?? 'white')}
      >
        {asked ? `▸ ${name}` : name}
      </text>
      <text
        x={x + w - unit * 0.6}
        y={y + unit * 1.4}
        fontSize={size * 0.92}
        textAnchor="end"
        fill={palette.of(look?.ink ?? 'white')}
      >
        {text}
      </text>
    </g>
  )
}

export function ValuesArea({ area, view, values }: { area: Of<'values'>; view: View; values: Values }) {
  const { scene, palette, unit } = useLook()
  const items = area.items.flatMap((item): Item[] => {
    if ('value' in item) return itemOf(scene.values[item.value], values.values[item.value], scene)
    const value = view.variables[item.variable]
    return value === undefined || value === null
      ? []
      : [{ title: shortOf(scene, item.variable), text: said(scene, value) }]
  })
  const [x, y, w, h] = area.box
  const size = Math.min(unit * 1.3, h * 0.5)
  return (
    <g
      role="img"
      aria-label={[area.title, ...items.map(({ title, text }) => `${title} ${text}`)]
        .filter((part) => part !== undefined)
        .join(', ')}
    >
      <Frame area={area} />
      <text
        x={x + w / 2}
        y={y + h / 2 + size * 0.35}
        fontSize={size}
        textAnchor="middle"
        fill={palette.of('ink')}
      >
        {shortened(items.map(({ title, text }) => `${title} ${text}`).join(' · '), w - unit, size)}
      </text>
    </g>
  )
}

export function SlotsArea({ area, values }: { area: Of<'slots'>; values: Values }) {
  const { scene, palette, unit } = useLook()
  return (
    <g>
      {area.slots.map((slot, i) => {
        const value = values.values[slot.value] ?? null
        const there = (Array.isArray(value) ? value : [value]).filter(
          (seat): seat is string => typeof seat === 'string',
        )
        const [x, y, w, h] = slot.box
        const size = Math.min(h * 0.5, w / Math.max(1, there.length) - 2, unit * 2.4)
        const title = Math.min(unit * 0.8, h * 0.22)
        return (
          <g
            key={i}
            role="img"
            aria-label={`${slot.title}: ${there.map((seat) => nameOf(scene, seat)).join(', ') || 'nobody'}`}
          >
            <rect
              x={x}
              y={y}
              width={w}
              height={h}
              rx={unit * 0.4}
              {...painted(palette, area.style === undefined ? undefined : scene.styles[area.style])}
            />
            <text
              className="bd-small"
              x={x + w / 2}
              y={y + title * 1.25}
              fontSize={title}
              textAnchor="middle"
              fill={palette.of('dim')}
            >
              {shortened(slot.title, w - 2, title)}
            </text>
            {there.map((seat, n) => {
              const look = scene.seats[seat]
              return (
                <g
                  key={seat}
                  transform={`translate(${x + w / 2 + (n - (there.length - 1) / 2) * size * 1.08} ${y + h / 2 + title * 0.6})`}
                >
                  <circle r={size / 2} cy={size * 0.06} fill="#000" fillOpacity={0.25} />
                  <circle
                    r={size * 0.47}
                    fill={palette.of(look?.colour ?? 'dim')}
                    stroke={palette.darker(look?.colour ?? 'dim', 0.45)}
                    strokeWidth={size * 0.06}
                  />
                  <Sign
                    name={look?.short ?? seat}
                    size={size * 0.64}
                    ink={palette.of(look?.ink ?? 'white')}
                  />
                </g>
              )
            })}
          </g>
        )
      })}
    </g>
  )
}

export function LegendArea({ area }: { area: Of<'legend'> }) {
  const { scene, palette, unit } = useLook()
  const [x, y, w, h] = area.box
  const top = area.title === undefined ? 0 : unit * 1.6
  const columns = Math.max(1, Math.round((w / Math.max(1, h - top)) * 0.5))
  const rows = Math.ceil(area.rows.length / columns)
  const high = Math.min(unit * 1.7, (h - top - unit * 0.4) / Math.max(1, rows))
  return (
    <g role="img" aria-label={`${area.title ?? 'Legend'}: ${area.rows.map(({ text }) => text).join(', ')}`}>
      <Frame area={area} />
      {area.rows.map(({ sign, style, text }, i) => (
        <g
          key={i}
          transform={`translate(${x + unit * 0.5 + Math.floor(i / rows) * (w / columns)} ${y + top + unit * 0.2 + (i % rows) * high})`}
        >
          {style === undefined ? null : (
            <rect
              y={high * 0.12}
              width={high * 1.2}
              height={high * 0.72}
              rx={high * 0.12}
              {...painted(palette, scene.styles[style])}
            />
          )}
          {sign === undefined ? null : (
            <g transform={`translate(${high * 0.6} ${high * 0.5})`}>
              <Sign name={sign} size={high * 0.8} ink={palette.of('ink')} />
            </g>
          )}
          <text x={high * 1.5} y={high * 0.68} fontSize={high * 0.56} fill={palette.of('ink')}>
            {shortened(text, w / columns - high * 2, high * 0.56)}
          </text>
        </g>
      ))}
    </g>
  )
}
