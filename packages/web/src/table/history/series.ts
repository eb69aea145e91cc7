/** Numbers of the seats over the game, decision by decision. */
import type { TableUpdate } from '@ludoforge/table'
import type { Constant } from '@ludoforge/kernel'
import type { Scene } from '@ludoforge/look'
import type { TableFrame } from '../store/history-cache.js'
import { withoutUndone } from '../store/without-undone.js'

export interface Series {
  readonly title: string
  /** By seat: its number after each decision, from the beginning on. */
  readonly of: Readonly<Record<string, readonly number[]>>
}

/** What the look of the game shows of seats, margins first; without a look, the numbers that seats have. */
export function seriesOf(
  start: TableFrame,
  records: readonly TableUpdate[],
  eye: string | null,
  scene: Scene,
  name: (variable: string) => string,
): readonly Series[] {
  const steps = withoutUndone(records).filter((one) => one.type === 'step')
  const told = steps.map((step) => step.told.find((one) => one.eye === eye) ?? step.told[0])
  const seats = Object.keys(start.view.seats)
  const looks = scene.seatValues.map(({ title, signed }, i) => ({
    title,
    signed,
    of: bySeat(seats, (seat) => {
      let last = start.values.seats[seat]?.[i] ?? null
      return [
        last,
        ...told.map((one) => {
          last = one?.values?.seats[seat]?.[i] ?? last
          return last
        }),
      ]
    }),
  }))
  const shown = [...looks.filter(({ signed }) => signed), ...looks.filter(({ signed }) => !signed)]
  const variables = new Set(seats.flatMap((seat) => Object.keys(start.view.seats[seat] ?? {})))
  const kept = [...variables].map((variable) => ({
    title: name(variable),
    of: bySeat(seats, (seat) => {
      let last = start.view.seats[seat]?.[variable] ?? null
      return [
        last,
        ...told.map((one) => {
          for (const event of one?.events ?? [])
            if (event.type === 'set' && event.of === seat && event.variable === variable) last = event.value
          return last
        }),
      ]
    }),
  }))
  const all = [...shown, ...kept].flatMap(({ title, of }) => (isMoving(of) ? [{ title, of }] : []))
  return all.filter(({ title }, i) => all.findIndex((one) => one.title === title) === i)
}

function bySeat(
  seats: readonly string[],
  of: (seat: string) => readonly Constant[],
): Record<string, readonly Constant[]> {
  return Object.fromEntries(seats.map((seat) => [seat, of(seat)]))
}

/** Only numbers, and not always the same. */
function isMoving(
  of: Readonly<Record<string, readonly Constant[]>>,
): of is Readonly<Record<string, readonly number[]>> {
  const rows = Object.values(of)
  return (
    rows.length > 0 &&
    rows.every((row) => row.every((value) => typeof value === 'number')) &&
    rows.some((row) => row.some((value) => value !== row[0]))
  )
}
