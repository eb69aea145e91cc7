/** The standing of one seat: score, goal, margin, resources and forces. */
import type { Constant, View } from '@ludoforge/kernel'
import type { CountedZone, Item, Scene, Values } from '@ludoforge/look'
import type { ReactNode } from 'react'
import {
  CardIcon,
  isHidden,
  nameOf,
  PieceIcon,
  SeatDisc,
  shortOf,
  useSeatStyle,
  valueText,
} from '../../board/index.js'
import { useTable } from '../context.js'
import { usePopover } from './popover.js'

/** The goal is at the same place in every gauge, so that lengths can be compared. */
const GOAL_AT = 0.8

/** A cell of the bar. It opens to everything that is known about the seat. */
export function SeatCell({ seat }: { readonly seat: string }): ReactNode {
  const scene = useTable((state) => state.scene)
  const view = useTable((state) => state.shown.view)
  const values = useTable((state) => state.shown.values)
  const isOwn = useTable(({ eye }) => eye === seat)
  const isOption = useTable(
    ({ decision, sought }) =>
      sought === 'seat' || (decision?.type === 'seat' && decision.options.some(({ id }) => id === seat)),
  )
  const pickTarget = useTable((state) => state.pickTarget)
  const style = useSeatStyle()
  const { root, open, setOpen } = usePopover<HTMLLIElement>()
  const { standing } = scene.table
  const isDeciding = view.deciding.includes(seat)
  const number = (index: number | null): number | undefined => {
    const value = index === null ? undefined : values.seats[seat]?.[index]
    return typeof value === 'number' ? value : undefined
  }
  const [score, margin] = [number(standing.score), number(standing.margin)]
  const isAlarm = margin !== undefined && margin >= standing.alarm
  const isNear = margin !== undefined && !isAlarm && margin >= standing.near
  const name = nameOf(scene, seat)
  return (
    <li
      ref={root}
      className={`seat-cell${isOwn ? ' own' : ''}${isDeciding ? ' deciding' : ''}${isAlarm ? ' alarm' : ''}`}
      style={style(seat)}
      data-cell={seat}
    >
      <button
        type="button"
        title={name} // a narrow bar has no room for it
        aria-expanded={isOption ? undefined : open}
        className={isOption ? 'lit' : ''}
        onClick={() => (isOption ? pickTarget({ kind: 'seat', id: seat, zone: null }) : setOpen(!open))}
      >
        <span className="unseen">
          {[
            margin === undefined ? '' : isAlarm ? 'Would win.' : `${-margin} short.`,
            isDeciding ? 'Decides.' : '',
            isOption ? 'Can be chosen.' : '',
          ].join(' ')}
        </span>
        <span className="seat-top">
          <SeatDisc seat={seat} />
          <span className="seat-title">{name}</span>
          {score === undefined ? null : (
            <span className="seat-score">
              {score}
              {margin === undefined ? null : <small> / {score - margin}</small>}
            </span>
          )}
          {score === undefined || margin === undefined ? null : (
            <Gauge score={score} goal={score - margin} seat={seat} />
          )}
          {margin === undefined ? null : (
            <span className={`seat-margin${isAlarm ? ' win' : isNear ? ' near' : ''}`}>
              {isAlarm && margin > 0 ? '▲ ' : ''}
              {valueText(scene, margin, true)}
            </span>
          )}
        </span>
        <span className="seat-bottom">
          <Spend seat={seat} />
          {standing.items.map((item, i) => (
            <ItemText key={i} item={item} seat={seat} />
          ))}
          <Counts zones={standing.seats[seat]?.pieces ?? []} view={view} keepsZero />
          <span className="seat-more">
            <Counts zones={standing.seats[seat]?.more ?? []} view={view} />
          </span>
        </span>
      </button>
      {open ? <SeatDetails seat={seat} {...{ scene, view, values }} /> : null}
    </li>
  )
}

function Gauge({
  score,
  goal,
  seat,
}: {
  readonly score: number
  readonly goal: number
  readonly seat: string
}): ReactNode {
  const then = useThen(seat)
  const part = (value: number): string =>
    `${Math.max(0, Math.min(1, (value / Math.max(1, goal)) * GOAL_AT)) * 100}%`
  return (
    <span className="gauge" aria-hidden="true">
      <i style={{ width: part(score) }} />
      {then === undefined || then === score ? null : <i className="ghost" style={{ width: part(then) }} />}
      <em style={{ left: `${GOAL_AT * 100}%` }} />
    </span>
  )
}

/** The previewed score of a seat. */
function useThen(seat: string): number | undefined {
  return useTable(({ foreseen, stepping }) =>
    stepping === undefined
      ? foreseen?.consequences.scores.find((change) => change.seat === seat)?.score[1]
      : undefined,
  )
}

function Spend({ seat }: { readonly seat: string }): ReactNode {
  const scene = useTable((state) => state.scene)
  const value = useItem(scene.table.standing.spend, seat)
  if (value === undefined) return null
  return (
    <span className="seat-spend" title={titleOf(scene, scene.table.standing.spend)}>
      {value}
    </span>
  )
}

function ItemText({ item, seat }: { readonly item: Item; readonly seat: string }): ReactNode {
  const scene = useTable((state) => state.scene)
  const value = useItem(item, seat)
  if (value === undefined) return null
  return (
    <span className="seat-item">
      <small>{'variable' in item ? shortOf(scene, item.variable) : titleOf(scene, item)}</small> {value}
    </span>
  )
}

const titleOf = (scene: Scene, item: Item | null): string =>
  item === null
    ? ''
    : 'variable' in item
      ? nameOf(scene, item.variable)
      : (scene.seatValues[item.value]?.title ?? '')

/** The text of a value of a seat. `undefined` if the seat has none, or it isn't worth showing. */
function useItem(item: Item | null, seat: string): string | undefined {
  return useTable(({ scene, shown: { view, values } }) => {
    if (item === null) return undefined
    const value = itemValue(item, seat, view, values)
    if (value === null) return undefined
    if ('value' in item) {
      const look = scene.seatValues[item.value]
      return look === undefined || isHidden(value, look.hide)
        ? undefined
        : valueText(scene, value, look.signed)
    }
    return value === false ? undefined : value === true ? '' : valueText(scene, value)
  })
}

function itemValue(item: Item, seat: string, view: View, values: Values): Constant {
  return ('variable' in item ? view.seats[seat]?.[item.variable] : values.seats[seat]?.[item.value]) ?? null
}

interface CountsProps {
  readonly zones: readonly CountedZone[]
  readonly view: View
  readonly keepsZero?: boolean
}

/** Tokens as icons with their numbers. A 0 of what a seat could take is news, and stays. */
function Counts({ zones, view, keepsZero = false }: CountsProps): ReactNode {
  const scene = useTable((state) => state.scene)
  return zones.flatMap(({ zone, title, types, isSupply }) => {
    const contents = view.zones[zone]
    if (contents === undefined) return []
    if (types === null)
      return contents.size === 0
        ? []
        : [
            <span key={zone} className="count" title={`${contents.size} ${title}`}>
              <CardIcon />
              {contents.size}
            </span>,
          ]
    return types.flatMap((type) => {
      const count = countOf(contents.pieces, type)
      return count === 0 && !(keepsZero && isSupply)
        ? []
        : [
            <span
              key={`${zone} ${type}`}
              className={`count${count === 0 ? ' none' : ''}`}
              title={`${title}: ${count} ${(count === 1 ? scene.names[type] : scene.many[type]) ?? nameOf(scene, type)}`}
            >
              <PieceIcon kind={type} />
              {count}
            </span>,
          ]
    })
  })
}

function countOf(pieces: Readonly<Record<string, number>> | undefined, type: string): number {
  return Object.entries(pieces ?? {}).reduce(
    (sum, [kind, count]) => sum + (kind === type || kind.startsWith(`${type}+`) ? count : 0),
    0,
  )
}

interface DetailsProps {
  readonly seat: string
  readonly scene: Scene
  readonly view: View
  readonly values: Values
}

function SeatDetails({ seat, scene, view, values }: DetailsProps): ReactNode {
  const { standing } = scene.table
  const forces = standing.seats[seat]
  const zones = [...(forces?.pieces ?? []), ...(forces?.more ?? [])].flatMap(
    ({ zone, title, types, isSupply }) => {
      const counts = (types ?? []).map((type) => ({ type, count: countOf(view.zones[zone]?.pieces, type) }))
      const shown = counts.filter(({ count }) => count > 0 || isSupply)
      return shown.length === 0 ? [] : [{ zone, title, counts: shown }]
    },
  )
  const rows = scene.seatValues.flatMap(({ title, hide, signed }, i) => {
    const value = values.seats[seat]?.[i]
    return value === undefined || value === null || isHidden(value, hide)
      ? []
      : [[title, valueText(scene, value, signed)] as const]
  })
  const made = (forces?.madeOf ?? []).map(
    (i) => [scene.values[i]?.title ?? '', valueText(scene, values.values[i] ?? null)] as const,
  )
  const spend = standing.spend === null ? null : itemValue(standing.spend, seat, view, values)
  return (
    <div className="popover details" role="group" aria-label={nameOf(scene, seat)}>
      <h2>{nameOf(scene, seat)}</h2>
      <dl>
        {[
          ...rows,
          ...(spend === null ? [] : [[titleOf(scene, standing.spend), valueText(scene, spend)] as const]),
          ...made,
        ].map(([title, text]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {zones.map(({ zone, title, counts }) => (
        <section key={zone}>
          <h3>{title}</h3>
          <ul>
            {counts.map(({ type, count }) => (
              <li key={type} className={count === 0 ? 'none' : ''}>
                <PieceIcon kind={type} size={22} />
                {count} {(count === 1 ? scene.names[type] : scene.many[type]) ?? nameOf(scene, type)}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
