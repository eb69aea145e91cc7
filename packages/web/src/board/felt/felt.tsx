/** The table of a game without a map: zones in the middle, the seats around it, the viewer's own cards in large. */
import type { Constant, View } from '@ludoforge/kernel'
import { type Item, type Scene, type TitledZone, type Values } from '@ludoforge/look'
import { type CSSProperties, type ReactNode, useMemo, useRef } from 'react'
import { isHidden, nameOf, valueText } from '../labels.js'
import { useLook } from '../look.js'
import { PieceIcon, SeatDisc, useSeatStyle } from '../scene-provider.js'
import { useReducedMotion, useSize } from '../screen.js'
import type { BoardProps, Glow, Target } from '../types.js'
import { FeltCards } from './felt-cards.js'
import { aroundTable } from './around-table.js'
import { useCardFlights } from './use-card-flights.js'

const NO_GLOW: Glow = {}

/** The felt of a scene without a map. */
export function Felt(props: BoardProps): ReactNode {
  const { scene, view, values, glow = NO_GLOW, steps = [], speed = 2, onPick, onPoint, onAsk } = props
  const felt = scene.table.felt
  const root = useRef<HTMLDivElement>(null)
  const [width] = useSize(root)
  const still = useReducedMotion() || speed === 0
  useCardFlights(root, view, steps, still)
  const seats = useMemo(
    () => Object.keys(scene.seats).filter((seat) => seat in view.seats), // the seats that are present
    [scene, view.seats],
  )
  if (felt === null) return null
  const own = view.seat !== null && seats.includes(view.seat) ? view.seat : undefined
  const at = own === undefined ? 0 : seats.indexOf(own) + 1
  const others = [...seats.slice(at), ...seats.slice(0, at)].filter((seat) => seat !== own)
  const { left, top, right } = aroundTable(others, width)
  const seat = (id: string): ReactNode => <FeltSeat key={id} id={id} {...{ scene, view, values, glow }} />
  const pick = (target: Target | null): void => {
    if (target !== null) onPick?.(target)
  }
  return (
    <div
      ref={root}
      className="felt"
      role="group"
      aria-label={`Table of ${scene.title}`}
      onClick={(event) => pick(targetOf(event.target, glow))}
      onContextMenu={(event) => {
        const target = targetOf(event.target, glow)
        if (target === null || onAsk === undefined) return
        event.preventDefault()
        onAsk(target)
      }}
      onPointerOver={(event) => onPoint?.(targetOf(event.target, glow))}
      onPointerLeave={() => onPoint?.(null)}
      onFocus={(event) => onPoint?.(targetOf(event.target, glow))}
    >
      <div className="felt-cloth" aria-hidden="true" />
      <div className="felt-top" style={{ '--seats': top.length } as CSSProperties}>
        {top.map(seat)}
      </div>
      <div className="felt-left">{left.map(seat)}</div>
      <div className="felt-middle">
        <FeltFront
          sides={{ left, top, right, own: own === undefined ? [] : [own] }}
          {...{ scene, view, values, glow }}
        />
        {felt.middle.map((zone) => (
          <FeltZone key={zone.zone} zone={zone} {...{ scene, view, values, glow }} place="middle" />
        ))}
        <FeltValues items={felt.values} {...{ scene, view, values }} />
      </div>
      <div className="felt-right">{right.map(seat)}</div>
      {own === undefined ? null : (
        <div className="felt-own">
          <FeltSeat id={own} own {...{ scene, view, values, glow }} />
        </div>
      )}
    </div>
  )
}

interface FrontProps extends Omit<ZoneProps, 'zone' | 'place'> {
  readonly sides: Readonly<Record<'left' | 'top' | 'right' | 'own', readonly string[]>>
}

/** What lies in front of the seats, each towards its seat. Its room is kept, so that nothing jumps with each card. */
function FeltFront({ sides, scene, view, values, glow }: FrontProps): ReactNode {
  const front = scene.table.felt?.front ?? {}
  if (Object.values(front).every((zones) => zones.length === 0)) return null
  return (
    <div className="felt-front">
      {Object.entries(sides).map(([side, seats]) => (
        <div key={side} className={`felt-front-${side}`}>
          {seats.flatMap((seat) =>
            (front[seat] ?? []).map((zone) => (
              <FeltZone key={zone.zone} zone={zone} {...{ scene, view, values, glow }} place="front" />
            )),
          )}
        </div>
      ))}
    </div>
  )
}

function targetOf(node: EventTarget, { cards, spaces }: Glow): Target | null {
  const element = node instanceof Element ? node.closest<HTMLElement>('[data-kind]') : null
  const { kind, id = '', zone = null } = element?.dataset ?? {}
  if (kind !== 'card' && kind !== 'seat' && kind !== 'space') return null
  const isOpen = cards?.[id] !== undefined || cards?.[`${id}@${zone}`] !== undefined
  // A card that isn't an option stands for its zone, if that is one.
  if (kind === 'card' && zone !== null && !isOpen && (id === '' || spaces?.[zone] !== undefined))
    return { kind: 'space', id: zone, zone }
  return { kind, id, zone }
}

interface SeatProps {
  readonly id: string
  readonly own?: boolean
  readonly scene: Scene
  readonly view: View
  readonly values: Values
  readonly glow: Glow
}

function FeltSeat({ id, own = false, scene, view, values, glow }: SeatProps): ReactNode {
  const style = useSeatStyle()
  const { felt, standing } = scene.table
  const dealer = felt === null || felt.dealer === null ? null : (values.values[felt.dealer] ?? null)
  const isDealer = dealer === id || (Array.isArray(dealer) && dealer.includes(id))
  const glowing = glow.seats?.[id]
  const score = standing.score === null ? [] : [{ value: standing.score }]
  const texts = [...score, ...standing.items].flatMap((item) => seatText(scene, id, item, view, values))
  const isDeciding = view.deciding.includes(id)
  const name = nameOf(scene, id)
  return (
    <section
      className={`felt-seat${own ? ' own' : ''}${isDeciding ? ' deciding' : ''}${glowing === undefined ? '' : ' lit'}`}
      style={style(id)}
      aria-label={name}
    >
      {(felt?.seats[id] ?? []).map((zone) => (
        <FeltZone
          key={zone.zone}
          zone={zone}
          {...{ scene, view, values, glow }}
          place={own ? 'own' : 'seat'}
        />
      ))}
      <p
        className="felt-name"
        data-kind="seat"
        data-id={id}
        {...(glowing === undefined ? {} : { role: 'button', tabIndex: 0 })}
      >
        <SeatDisc seat={id} state={isDeciding ? 'now' : ''} />
        <b>{name}</b>
        {isDealer ? (
          <span className="dealer" title="Dealer">
            D
          </span>
        ) : null}
        {texts.map((text) => (
          <span key={text}>{text}</span>
        ))}
      </p>
    </section>
  )
}

function seatText(scene: Scene, seat: string, item: Item, view: View, values: Values): string[] {
  if ('variable' in item) {
    const value = view.seats[seat]?.[item.variable]
    return value === undefined || value === null || value === false
      ? []
      : [
          value === true
            ? nameOf(scene, item.variable)
            : `${nameOf(scene, item.variable)} ${valueText(scene, value)}`,
        ]
  }
  const look = scene.seatValues[item.value]
  const value = values.seats[seat]?.[item.value]
  if (look === undefined || value === undefined || value === null || isHidden(value, look.hide)) return []
  return [`${look.title} ${valueText(scene, value, look.signed)}`]
}

function FeltValues({
  items,
  scene,
  view,
  values,
}: {
  readonly items: readonly Item[]
  readonly scene: Scene
  readonly view: View
  readonly values: Values
}): ReactNode {
  const shown = items.flatMap((item): (readonly [string, string])[] => {
    const [title, value, hide] =
      'variable' in item
        ? [nameOf(scene, item.variable), view.variables[item.variable] ?? null, NOTHING]
        : [
            scene.values[item.value]?.title ?? '',
            values.values[item.value] ?? null,
            scene.values[item.value]?.hide ?? NOTHING,
          ]
    return isShown(value, hide) ? [[title, valueText(scene, value)]] : []
  })
  if (shown.length === 0) return null
  return (
    <dl className="felt-values">
      {shown.map(([title, text]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}

const NOTHING: readonly string[] = []
const isShown = (value: Constant, hide: readonly string[]): boolean =>
  value !== null && !isHidden(value, hide)

interface ZoneProps {
  readonly zone: TitledZone
  readonly scene: Scene
  readonly view: View
  readonly values: Values
  readonly glow: Glow
  readonly place: 'middle' | 'front' | 'seat' | 'own'
}

function FeltZone({ zone: { zone, title }, scene, view, values, glow, place }: ZoneProps): ReactNode {
  const { zones } = useLook()
  const contents = view.zones[zone]
  const glowing = glow.spaces?.[zone]
  const about = zones.get(zone)
  if (
    contents === undefined ||
    (contents.size === 0 && glowing === undefined && place !== 'middle' && place !== 'front')
  )
    return null
  return (
    <div
      className={`felt-zone ${place}${glowing === undefined || glowing.soft === true ? '' : ' lit'}`}
      data-kind="space"
      data-id={zone}
      data-zone={zone}
      role="group"
      aria-label={title}
    >
      {about?.holds === 'cards' ? (
        <FeltCards
          zone={zone}
          contents={contents}
          glow={glow}
          place={place}
          hidden={about.visible === 'none'}
          owner={about.owner}
          values={values}
        />
      ) : (
        <ul className="felt-pieces">
          {Object.entries(contents.pieces ?? {}).map(([kind, count]) => (
            <li key={kind}>
              <PieceIcon kind={kind} size={26} />
              {count}
            </li>
          ))}
        </ul>
      )}
      {place === 'middle' && contents.size > 0 ? (
        <p className="felt-title">{scene.names[zone] ?? title}</p>
      ) : null}
    </div>
  )
}
