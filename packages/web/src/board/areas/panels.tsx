/** Panels of text: seats, values, slots and the legend. */
import type { Constant } from '@ludoforge/kernel'
import type { Area, Box, Scene, ValueLook } from '@ludoforge/look'
import { memo } from 'react'
import { Frame, glowClass } from './frame.js'
import { flowTexts, EXTRA_LINE_GAIN, type TextPosition, truncateText, widthOf } from '../layout/boxes.js'
import { shapeAttributes, useLook } from '../look.js'
import { useSlide } from '../animation/animation.js'
import { propsEqual } from '../props-equal.js'
import { SignView } from '../pieces/symbols.js'
import { isHidden, nameOf, valueText, shortOf } from '../labels.js'
import type { Glowing } from '../types.js'

type Of<K extends Area['kind']> = Extract<Area, { readonly kind: K }>

interface Item {
  readonly title: string
  readonly text: string
}

/** Returns a value with its title, and an arrow to its previewed value if that differs. */
function itemOf(
  scene: Scene,
  look: ValueLook,
  value: Constant | undefined,
  then: Constant | undefined,
): Item[] {
  if (value === undefined || value === null || isHidden(value, look.hide)) return []
  const text = valueText(scene, value, look.signed)
  const previewed = then === undefined || then === null ? text : valueText(scene, then, look.signed)
  return [{ title: look.title, text: text === previewed ? text : `${text} → ${previewed}` }]
}

const variableLook = (scene: Scene, id: string): ValueLook => ({
  title: shortOf(scene, id),
  expression: id,
  hide: [],
  signed: false,
})

type Variables = Readonly<Record<string, Constant>>

interface SeatProps {
  readonly area: Of<'seat'>
  readonly values: readonly Constant[] | undefined
  readonly variables: Variables | undefined
  readonly then: Variables | undefined
  readonly asked: boolean
  readonly glowing: Glowing | undefined
}

export const SeatArea = memo(function SeatArea({ area, values, variables, then, asked, glowing }: SeatProps) {
  const { scene, palette, unit } = useLook()
  const { seat } = area
  const look = scene.seats[seat]
  const [x, y, w] = area.box
  const colour = look?.colour ?? 'dim'
  const items: Item[] = [
    ...area.values.flatMap((i) => {
      const shown = scene.seatValues[i]
      return shown === undefined ? [] : itemOf(scene, shown, values?.[i], undefined)
    }),
    ...area.variables.flatMap((id) => itemOf(scene, variableLook(scene, id), variables?.[id], then?.[id])),
  ]
  const size = unit * 1.2
  const name = look?.name ?? seat
  const bar = area.box[3] < unit * 3 ? area.box[3] : unit * 2
  const ink = palette.on(colour, look?.ink)
  const texts = items.map(({ title, text }) => `${title} ${text}`)
  const room = w - unit * 2.4 - widthOf(name) * size * 1.1
  let inTitle = texts.length // the items that fit next to the name
  while (inTitle > 0 && widthOf(texts.slice(0, inTitle).join(' · ')) * size > room) inTitle -= 1
  return (
    <>
      <g
        className={`bd-space bd-seat ${glowClass(glowing)}`}
        {...(glowing === undefined ? {} : { 'data-lit': '' })}
        role="button"
        tabIndex={-1}
        aria-label={[
          name,
          ...texts,
          ...(asked ? ['to decide'] : []),
          ...(glowing === undefined ? [] : ['can be chosen']),
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
      </g>
      <g aria-hidden="true" pointerEvents="none">
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
          {truncateText(name, w - unit * 2, size * 1.1)}
        </text>
        <text
          x={x + w - unit * 0.6}
          y={y + bar / 2 + size * 0.35}
          fontSize={size * 0.92}
          textAnchor="end"
          fill={ink}
        >
          {texts.slice(0, inTitle).join(' · ')}
        </text>
        <Flow
          items={items.slice(inTitle)}
          places={flowTexts(texts.slice(inTitle), [x, y + bar, w, area.box[3] - bar], unit * 0.92)}
        />
      </g>
    </>
  )
}, propsEqual)

function roundedTop(x: number, y: number, w: number, h: number, r: number, whole: boolean): string {
  const foot = whole ? `V${y + h - r}q0 ${r} ${-r} ${r}H${x + r}q${-r} 0 ${-r} ${-r}Z` : `V${y + h}H${x}Z`
  return `M${x} ${y + r}q0 ${-r} ${r} ${-r}H${x + w - r}q${r} 0 ${r} ${r}${foot}`
}

/** Titles and values at the positions that `flowed` returns. */
function Flow({ items, places }: { items: readonly Item[]; places: readonly TextPosition[] }) {
  const { palette } = useLook()
  return places.map(({ x, y, size }, i) => (
    <text key={i} x={x} y={y} fontSize={size} fill={palette.of('ink')}>
      <tspan fillOpacity={0.75}>{items[i]?.title} </tspan>
      <tspan fontWeight={700}>{items[i]?.text}</tspan>
    </text>
  ))
}

interface ValuesProps {
  readonly area: Of<'values'>
  readonly values: readonly Constant[]
  readonly variables: Variables
  readonly then: Variables | undefined
}

export const ValuesArea = memo(function ValuesArea({ area, values, variables, then }: ValuesProps) {
  const { scene, palette, unit } = useLook()
  const items = area.items.flatMap((item): Item[] => {
    if ('variable' in item) {
      const { variable } = item
      return itemOf(scene, variableLook(scene, variable), variables[variable], then?.[variable])
    }
    const shown = scene.values[item.value]
    return shown === undefined ? [] : itemOf(scene, shown, values[item.value], undefined)
  })
  const [x, y, w, h] = area.box
  const top = area.title === undefined ? 0 : unit * 1.4
  const texts = items.map(({ title, text }) => `${title} ${text}`)
  const line = texts.join('  ·  ')
  const size = Math.min(unit * 1.4, (h - top) * 0.6, (w - unit) / Math.max(1, widthOf(line)))
  const places = flowTexts(texts, [x, y + top, w, h - top], unit * 1.4, true)
  return (
    <g role="img" aria-label={[area.title, ...texts].filter((part) => part !== undefined).join(', ')}>
      <Frame area={area} />
      {size * EXTRA_LINE_GAIN >= (places[0]?.size ?? 0) ? (
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
        <Flow items={items} places={places} />
      )}
    </g>
  )
}, propsEqual)

/** Slots, with a token for each seat in them. */
export const SlotsArea = memo(function SlotsArea({
  area,
  seatsBySlot,
}: {
  area: Of<'slots'>
  seatsBySlot: readonly (readonly string[])[]
}) {
  const { scene, palette, unit } = useLook()
  const ground = shapeAttributes(palette, area.style === undefined ? undefined : scene.styles[area.style])
  const tokens = area.slots.flatMap((slot, i) => {
    const seats = seatsBySlot[i] ?? []
    const { title, flat } = slotTitle(slot.box, unit)
    const left = flat ? widthOf(slot.title) * title + unit : 0
    const [x, y, w, h] = [slot.box[0] + left, slot.box[1], slot.box[2] - left, slot.box[3]]
    const size = Math.min(h * (flat ? 0.8 : 0.5), w / Math.max(1, seats.length) - 2, unit * 2.4)
    return seats.map((seat, n) => ({
      key: `${seat} ${area.slots.slice(0, i).filter((_, before) => seatsBySlot[before]?.includes(seat)).length}`,
      seat,
      size,
      x: x + w / 2 + (n - (seats.length - 1) / 2) * size * 1.08,
      y: y + h / 2 + (flat ? 0 : title * 0.6),
    }))
  })
  return (
    <g>
      {area.slots.map(({ box: [x, y, w, h], title: text }, i) => {
        const { title, flat } = slotTitle([x, y, w, h], unit)
        const seats = (seatsBySlot[i] ?? []).map((seat) => nameOf(scene, seat))
        return (
          <g key={i} role="img" aria-label={`${text}: ${seats.join(', ') || 'nobody'}`}>
            <rect x={x} y={y} width={w} height={h} rx={unit * 0.4} {...ground} />
            <text
              className="bd-small"
              x={flat ? x + unit * 0.5 : x + w / 2}
              y={flat ? y + h / 2 + title * 0.35 : y + title * 1.25}
              fontSize={title}
              textAnchor={flat ? 'start' : 'middle'}
              fill={palette.of('dim')}
            >
              {truncateText(text, w - 2, title)}
            </text>
          </g>
        )
      })}
      {tokens
        .toSorted((a, b) => (a.key < b.key ? -1 : 1))
        .map(({ key, ...token }) => (
          <SeatToken key={key} {...token} />
        ))}
    </g>
  )
}, propsEqual)

/** Returns the font size of a slot's title, and whether it is left of the seats (in a flat slot) or above them. */
function slotTitle([, , w, h]: Box, unit: number): { readonly title: number; readonly flat: boolean } {
  const flat = w > h * 5 && h < unit * 3
  return { title: Math.min(unit * 0.8, h * (flat ? 0.5 : 0.22)), flat }
}

function SeatToken({ seat, x, y, size }: { seat: string; x: number; y: number; size: number }) {
  const { scene, palette } = useLook()
  const { colour, ink, short } = scene.seats[seat] ?? { colour: 'dim', ink: 'white', short: seat }
  const slide = useSlide<SVGGElement>(x, y)
  return (
    <g ref={slide} transform={`translate(${x} ${y})`} pointerEvents="none">
      <circle r={size / 2} cy={size * 0.06} fill="#000" fillOpacity={0.25} />
      <circle
        r={size * 0.47}
        fill={palette.of(colour)}
        stroke={palette.darker(colour, 0.45)}
        strokeWidth={size * 0.06}
      />
      <SignView name={short} size={size * 0.64} ink={palette.on(colour, ink)} />
    </g>
  )
}

export const LegendArea = memo(function LegendArea({ area }: { area: Of<'legend'> }) {
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
              {...shapeAttributes(palette, scene.styles[style])}
            />
          )}
          {sign === undefined ? null : (
            <g transform={`translate(${high * 0.6} ${high * 0.5})`}>
              <SignView name={sign} size={high * 0.8} ink={palette.of('ink')} />
            </g>
          )}
          <text x={high * 1.5} y={high * 0.68} fontSize={high * 0.56} fill={palette.of('ink')}>
            {truncateText(text, w / columns - high * 2, high * 0.56)}
          </text>
        </g>
      ))}
    </g>
  )
})
