/** The areas around a map: boxes of pieces and cards, tracks, seat panels, values, slots. */
import type { Constant, View, ZoneView } from '@ludoforge/kernel'
import { type Area, type Box, isInPlay, type Values } from '@ludoforge/look'
import { memo } from 'react'
import { inset } from '../layout/boxes.js'
import { Card, cardsOf, arrangeCards } from '../pieces/cards.js'
import { LegendArea, SeatArea, SlotsArea, ValuesArea } from './panels.js'
import { Frame, FrameTitle, glowClass } from './frame.js'
import { changesOf } from '../pieces/preview-diff.js'
import { useLook } from '../look.js'
import { type PieceGlow, ZonePieces, spokenLabel } from '../pieces/zone-pieces.js'
import { propsEqual } from '../props-equal.js'
import { ratioIn, showOf, zoneRoom } from '../layout/area-layout.js'
import { TrackArea } from './track-area.js'
import { trackValues } from '../layout/tracks.js'
import type { Glow, Glowing } from '../types.js'
import { contentsIn, kindsIn, nameOf } from '../labels.js'

export interface AreaProps {
  readonly area: Area
  readonly view: View
  readonly values: Values
  readonly glow: Glow
  readonly ghost: Pick<View, 'zones' | 'variables' | 'seats'> | null
}

export function AreaView(props: AreaProps) {
  const { area, view, values, glow, ghost } = props
  const { scene } = useLook()
  if ('seat' in area && area.seat !== undefined && !isInPlay(scene.inPlay, values, area.seat)) return null
  switch (area.kind) {
    case 'map':
      return null
    case 'zone':
      return (
        <ZoneArea
          area={area}
          view={view.zones[area.zone]}
          ghost={ghost?.zones[area.zone]}
          glowing={glow.spaces?.[area.zone]}
          pieces={glowInZone(glow.pieces, area.zone)}
          cards={glow.cards}
        />
      )
    case 'track':
      return (
        <TrackArea
          area={area}
          now={trackValues(area, view, values)}
          then={ghost === null ? null : trackValues(area, ghost, values)}
        />
      )
    case 'seat':
      return (
        <SeatArea
          area={area}
          values={values.seats[area.seat]}
          variables={view.seats[area.seat]}
          then={ghost?.seats[area.seat]}
          asked={view.deciding.includes(area.seat)}
          glowing={glow.seats?.[area.seat]}
        />
      )
    case 'values':
      return (
        <ValuesArea area={area} values={values.values} variables={view.variables} then={ghost?.variables} />
      )
    case 'slots':
      return (
        <SlotsArea
          area={area}
          seatsBySlot={area.slots.map(({ value }) => seatsIn(values.values[value] ?? null))}
        />
      )
    case 'cards':
      return <CardsArea area={area} value={values.values[area.value] ?? null} />
    case 'legend':
      return <LegendArea area={area} />
  }
}

/** Returns the seats of a value that is a seat or a list of seats. */
function seatsIn(value: Constant): string[] {
  return (Array.isArray(value) ? value : [value]).filter((seat): seat is string => typeof seat === 'string')
}

/** Returns the glow of the pieces in a zone, or `undefined` if there is none. */
export function glowInZone(glow: Glow['pieces'], zone: string): PieceGlow {
  const found = Object.entries(glow ?? {}).filter(([id]) => id.endsWith(`@${zone}`))
  return found.length === 0 ? undefined : Object.fromEntries(found)
}

type Zone = Extract<Area, { readonly kind: 'zone' }>

interface ZoneProps {
  readonly area: Zone
  readonly view: ZoneView | undefined
  readonly ghost: ZoneView | undefined
  readonly glowing: Glowing | undefined
  readonly pieces: PieceGlow
  readonly cards: Glow['cards']
}

const ZoneArea = memo(function ZoneArea({ area, view, ghost, glowing, pieces, cards }: ZoneProps) {
  const { scene, zones, unit } = useLook()
  const { zone } = area
  const name = area.title ?? nameOf(scene, zone)
  const holdsCards = zones.get(zone)?.holds === 'cards'
  const contents = contentsIn(scene, view, area.only)
  const state = glowing === undefined ? '' : glowing.picked > 0 ? ', chosen' : ', can be chosen'
  return (
    <>
      <g
        className={`bd-space bd-box ${glowClass(glowing)}`}
        {...(glowing === undefined ? {} : { 'data-lit': '' })}
        role="button"
        tabIndex={-1}
        aria-label={`${name}${area.seat === undefined ? '' : ` of ${nameOf(scene, area.seat)}`}: ${contents === '' ? 'empty' : contents}${state}`}
        data-kind="space"
        data-id={zone}
        data-zone={zone}
      >
        <Frame area={area} untitled />
      </g>
      <FrameTitle area={area} />
      <g className="bd-above" data-kind="space" data-id={zone} data-zone={zone}>
        {holdsCards ? (
          <Cards area={area} view={view} glow={cards} />
        ) : view?.pieces === undefined ? (
          <HiddenCount box={zoneRoom(area, unit)} count={view?.size ?? 0} />
        ) : (
          <ZonePieces
            zone={zone}
            kinds={kindsIn(scene, view, area.only)}
            box={zoneRoom(area, unit)}
            cell={area.cell ?? unit * 2}
            glow={pieces}
            changes={changesOf(view, ghost, area.only)}
          />
        )}
      </g>
    </>
  )
}, propsEqual)

function HiddenCount({ box: [x, y, w, h], count }: { box: Box; count: number }) {
  const { palette, unit } = useLook()
  if (count === 0) return null
  return (
    <text
      x={x + w / 2}
      y={y + h / 2 + unit * 0.5}
      fontSize={unit * 1.4}
      textAnchor="middle"
      fill={palette.of('dim')}
    >
      {count}
    </text>
  )
}

function Cards({ area, view, glow }: { area: Zone; view: ZoneView | undefined; glow: Glow['cards'] }) {
  const look = useLook()
  const { scene, palette, unit } = look
  const count = view?.size ?? 0
  const shown = showOf(area)
  const known = view?.cards
  const box = zoneRoom(area, unit)
  const arranged = arrangeCards(count, box, shown, ratioIn(scene, known))
  const all = arranged.map((place, i) => ({ place, i, card: known?.[i] ?? null }))
  const pile = shown === 'pile'
  const drawn = pile ? all.slice(0, 5).reverse() : all
  const top = arranged[0]?.box
  return (
    <>
      {drawn.map(
        ({
          place: {
            box: [x, y, w, h],
            angle,
          },
          i,
          card,
        }) => {
          const glowing = card === null ? undefined : (glow?.[`${card}@${area.zone}`] ?? glow?.[card])
          return (
            <g
              key={card ?? `hidden ${i}`}
              className={`bd-lying ${glowClass(glowing)}`}
              {...(glowing === undefined ? {} : { 'data-lit': '' })}
              transform={`translate(${x} ${y}) rotate(${angle} ${w / 2} ${h})`}
              data-kind="card"
              data-id={card ?? ''}
              data-zone={area.zone}
              {...(glowing === undefined || card === null
                ? {}
                : {
                    role: 'button',
                    tabIndex: -1,
                    'aria-label': spokenLabel(nameOf(scene, card), nameOf(scene, area.zone), glowing),
                  })}
            >
              {pile && i > 0 ? (
                <Card card={null} width={w} height={h} />
              ) : (
                <Card card={card} width={w} height={h} />
              )}
              {glowing === undefined ? null : (
                <rect className="bd-card-edge" width={w} height={h} rx={w * 0.07} />
              )}
            </g>
          )
        },
      )}
      {pile && count > 1 && top !== undefined ? (
        <g transform={`translate(${top[0] + top[2]} ${top[1] + top[3]})`} className="bd-count">
          <circle r={unit * 0.85} fill={palette.of('black')} />
          <text y={unit * 0.33} fontSize={unit * 0.95} fill={palette.of('white')}>
            {count}
          </text>
        </g>
      ) : null}
    </>
  )
}

type CardsAreaOf = Extract<Area, { readonly kind: 'cards' }>

const CardsArea = memo(function CardsArea({ area, value }: { area: CardsAreaOf; value: Constant }) {
  const { scene, unit } = useLook()
  const cards = cardsOf(value)
  const box = inset(area.box, unit * 0.4, area.title === undefined ? unit * 0.4 : unit * 1.6)
  const arranged = arrangeCards(cards.length, box, 'row', ratioIn(scene, cards))
  return (
    <g
      role="img"
      aria-label={`${area.title ?? 'Cards'}: ${cards.map((card) => nameOf(scene, card)).join(', ') || 'none'}`}
    >
      <Frame area={area} />
      {arranged.map(({ box: [x, y, w, h] }, i) => (
        <g key={cards[i]} transform={`translate(${x} ${y})`} data-kind="card" data-id={cards[i]}>
          <Card card={cards[i] ?? null} width={w} height={h} />
        </g>
      ))}
    </g>
  )
}, propsEqual)
