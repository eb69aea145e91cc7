/** The last cell of the bar: the phase in progress, how far something is away, or other values. */
import type { Constant } from '@ludoforge/kernel'
import type { ReactNode } from 'react'
import { isHidden, nameOf, SeatDisc, shortOf, valueText } from '../../board/index.js'
import { useTable } from '../context.js'
import { usePhases } from '../rail/phases.js'

/** What comes next. Nothing if the game says nothing about it. */
export function ClockCell(): ReactNode {
  const scene = useTable((state) => state.scene)
  const values = useTable((state) => state.shown.values.values)
  const variables = useTable((state) => state.shown.view.variables)
  const [running] = usePhases()
  const clock = scene.table.clock
  if (running !== undefined) {
    const at = running.phases.findIndex(({ state }) => state === 'now')
    return (
      <div className="clock" role="status">
        <b>{running.title}</b>
        <span>
          {at < 0 ? '' : `${at + 1} of ${running.phases.length}: ${running.phases[at]?.title ?? ''}`}
        </span>
      </div>
    )
  }
  if (clock === null) return null
  const number = (index: number | null): number => {
    const value = index === null ? null : (values[index] ?? null)
    return typeof value === 'number' ? value : 0
  }
  const range = rangeText(number(clock.from), number(clock.to), clock.counted)
  const items = clock.items.flatMap((item): (readonly [string, string])[] => {
    const [title, value, hide]: readonly [string, Constant, readonly string[]] =
      'variable' in item
        ? [shortOf(scene, item.variable), variables[item.variable] ?? null, []]
        : [
            scene.values[item.value]?.title ?? '',
            values[item.value] ?? null,
            scene.values[item.value]?.hide ?? [],
          ]
    return value === null || value === 0 || isHidden(value, hide) ? [] : [[title, valueText(scene, value)]]
  })
  const named = clock.next === null ? null : (values[clock.next] ?? null)
  const following = (Array.isArray(named) ? named : [named]).filter(
    (one): one is string => typeof one === 'string' && one in scene.seats,
  )
  if (range === '' && items.length === 0 && following.length === 0) return null
  return (
    <div className="clock">
      {clock.title === '' || (clock.to !== null && range === '') ? null : <span>{clock.title}</span>}
      {range === '' ? null : <b>{range}</b>}
      {items.map(([title, text]) => (
        <span key={title} className="clock-item">
          {title} <b>{text}</b>
        </span>
      ))}
      {following.length === 0 ? null : (
        <span
          className="clock-next"
          title={`Then ${following.map((seat) => nameOf(scene, seat)).join(', ')}`}
        >
          then
          {following.map((seat) => (
            <SeatDisc key={seat} seat={seat} />
          ))}
        </span>
      )}
    </div>
  )
}

function rangeText(from: number, to: number, counted: string): string {
  if (to <= 0) return ''
  if (to === 1) return 'next'
  return from >= to ? `in ${to} ${counted}` : `in ${from} to ${to} ${counted}`
}
