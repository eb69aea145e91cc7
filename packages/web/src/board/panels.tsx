/** Panels with words and numbers: of a seat, of the game, where seats stand, what signs mean. */
import type { Constant, View } from '@ludoforge/kernel'
import type { Area, Box, ValueLook, Values } from '@ludoforge/look'
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
  const size = unit * 1.2
  const name = look?.name ?? seat
  const bar = area.box[3] < unit * 3 ? area.box[3] : unit * 2
  const ink = palette.of(look?.ink ?? 'white')
  const texts = items.map(({ title, text }) => `${title} ${text}`)
  const room = w - unit * 2.4 - widthOf(name) * size * 1.1
  let beside = texts.length
  while (beside > 0 && widthOf(texts.slice(0, beside).join(' · ')) * size > room) beside -= 1
  return (
    <g
      className={`bd-space bd-seat ${glowOf(glowing)}`}
      role="button"
      tabIndex={-1}
      aria-label={[
        name,
        ...texts,
        ...(asked ? ['to decide'] : []),
        ...(glowing === undefined ? [] : ['may be chosen']),
      ].join(', ')}
      data-kind="seat"
      data-id={seat}
    >
      <rect
        className="bd-frame"
        x={x}
        y={y}
        width={w}
        height={area.box[3]}
        rx={unit * 0.5}
        fill={palette.of('panel')}
        stroke={palette.of(colour)}
        strokeWidth={asked ? unit * 0.3 : unit * 0.12}
      />
      <rect
        x={x}
        y={y}
        width={w}
        height={area.box[3]}
        rx={unit * 0.5}
        fill={palette.of(colour)}
        fillOpacity={0.2}
        pointerEvents="none"
      />
      <path d={roundedTop(x, y, w, bar, unit * 0.5, area.box[3] <= bar)} fill={palette.of(colour)} />
      {asked ? (
        <path
          d={`M${x + unit * 0.5} ${y + bar / 2 - unit * 0.5}l${unit * 0.8} ${unit * 0.5}l${-unit * 0.8} ${unit * 0.5}Z`}
          fill={ink}
        />
      ) : null}
      <text
        x={x + unit * (asked ? 1.6 : 0.6)}
        y={y + bar / 2 + size * 0.35}
        fontSize={size}
        fontWeight={700}
        fill={ink}
      >
        {shortened(name, w - unit * 2, size * 1.1)}
      </text>
      <text
        x={x + w - unit * 0.6}
        y={y + bar / 2 + size * 0.35}
        fontSize={size * 0.92}
        textAnchor="end"
        fill={ink}
      >
        {texts.slice(0, beside).join(' · ')}
      </text>
      <Flow items={items.slice(beside)} box={[x, y + bar, w, area.box[3] - bar]} />
    </g>
  )
}

function roundedTop(x: number, y: number, w: number, h: number, r: number, whole: boolean): string {
  const foot = whole ? `V${y + h - r}q0 ${r} ${-r} ${r}H${x + r}q${-r} 0 ${-r} ${-r}Z` : `V${y + h}H${x}Z`
  return `M${x} ${y + r}q0 ${-r} ${r} ${-r}H${x + w - r}q${r} 0 ${r} ${r}${foot}`
}

/** Titles and values one after the other, in as many lines as there is room for. */
function Flow({ items, box: [x, y, w, h] }: { items: readonly Item[]; box: Box }) {
  const { palette, unit } = useLook()
  const size = unit * 0.92
  const pad = unit * 0.6
  let left = pad
  let line = 0
  return items.map(({ title, text }, i) => {
    const wide = widthOf(`${title} ${text}`) * size * 1.06 + unit
    if (left > pad && left + wide > w) {
      left = pad
      line += 1
    }
    const at = left
    left += wide
    const top = y + unit * 1.25 + line * unit * 1.5
    if (top > y + h) return null
    return (
      <text key={i} x={x + at} y={top} fontSize={size} fill={palette.of('ink')}>
        <tspan fillOpacity={0.75}>{title} </tspan>
        <tspan fontWeight={700}>{text}</tspan>
      </text>
    )
  })
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
  const top = area.title === undefined ? 0 : unit * 1.4
  const size = Math.min(unit * 1.2, (h - top) * 0.6)
  const line = items.map(({ title, text }) => `${title} ${text}`).join('  ·  ')
  return (
    <g
      role="img"
      aria-label={[area.title, ...items.map(({ title, text }) => `${title} ${text}`)]
        .filter((part) => part !== undefined)
        .join(', ')}
    >
      <Frame area={area} />
      {widthOf(line) * size < w - unit ? (
        <text
          x={x + w / 2}
          y={y + top + (h - top) / 2 + size * 0.35}
          fontSize={size}
          textAnchor="middle"
          fill={palette.of('ink')}
        >
          {line}
        </text>
      ) : (
        <Flow items={items} box={[x, y + top, w, h - top]} />
      )}
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
