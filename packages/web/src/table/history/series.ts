/** The seats' values over the game, one point per decision. */
import type { TableUpdate } from '@ludoforge/table'
import type { Constant } from '@ludoforge/kernel'
import type { Scene } from '@ludoforge/look'
import type { TableFrame } from '../store/history-cache.js'
import { withoutUndone } from '../store/without-undone.js'

export interface Series {
  readonly title: string
  /** By seat: its value at the start and after each decision. */
  readonly of: Readonly<Record<string, readonly number[]>>
}

/** Returns the series of the look's seat values, signed ones first, then of the seats' variables. */
export function seriesOf(
  start: TableFrame,
  records: readonly TableUpdate[],
  viewer: string | null,
  scene: Scene,
  name: (variable: string) => string,
): readonly Series[] {
  const steps = withoutUndone(records).filter((update) => update.type === 'step')
  const updates = steps.map((step) => step.told.find(({ eye }) => eye === viewer) ?? step.told[0])
  const seats = Object.keys(start.view.seats)
  const fromLook = scene.seatValues.map(({ title, signed }, i) => ({
    title,
    signed,
    of: bySeat(seats, (seat) => {
      let last = start.values.seats[seat]?.[i] ?? null
      return [
        last,
        ...updates.map((update) => {
          last = update?.values?.seats[seat]?.[i] ?? last
          return last
        }),
      ]
    }),
  }))
  const shown = [...fromLook.filter(({ signed }) => signed), ...fromLook.filter(({ signed }) => !signed)]
  const variables = new Set(seats.flatMap((seat) => Object.keys(start.view.seats[seat] ?? {})))
  const fromVariables = [...variables].map((variable) => ({
    title: name(variable),
    of: bySeat(seats, (seat) => {
      let last = start.view.seats[seat]?.[variable] ?? null
      return [
        last,
        ...updates.map((update) => {
          for (const event of update?.events ?? [])
            if (event.type === 'set' && event.of === seat && event.variable === variable) last = event.value
          return last
        }),
      ]
    }),
  }))
  const all = [...shown, ...fromVariables].flatMap(({ title, of }) =>
    isPlottable(of) ? [{ title, of }] : [],
  )
  return all.filter(({ title }, i) => all.findIndex((other) => other.title === title) === i)
}

function bySeat(
  seats: readonly string[],
  of: (seat: string) => readonly Constant[],
): Record<string, readonly Constant[]> {
  return Object.fromEntries(seats.map((seat) => [seat, of(seat)]))
}

/** Returns whether all values are numbers and at least one changes. */
function isPlottable(
  of: Readonly<Record<string, readonly Constant[]>>,
): of is Readonly<Record<string, readonly number[]>> {
  const rows = Object.values(of)
  return (
    rows.length > 0 &&
    rows.every((row) => row.every((value) => typeof value === 'number')) &&
    rows.some((row) => row.some((value) => value !== row[0]))
  )
}
