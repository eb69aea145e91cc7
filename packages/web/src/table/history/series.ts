/** The seats' values over the game, one point per turn. */
import type { StoryTurn, TableUpdate } from '@ludoforge/table'
import type { Constant } from '@ludoforge/kernel'
import type { Scene } from '@ludoforge/look'
import type { TableFrame } from '../store/history-cache.js'
import { withoutUndone } from '../store/without-undone.js'

export interface Series {
  readonly title: string
  /** By seat: its value at the start and after each turn. */
  readonly of: Readonly<Record<string, readonly number[]>>
}

/** Returns the series of the look's seat values, signed ones first, then of the seats' variables. */
export function seriesOf(
  start: TableFrame,
  records: readonly TableUpdate[],
  turns: readonly Pick<StoryTurn, 'seat' | 'last'>[],
  viewer: string | null,
  scene: Scene,
  name: (variable: string) => string,
): readonly Series[] {
  const steps = withoutUndone(records).filter((update) => update.type === 'step')
  const ends = turnEnds(
    steps.map(({ number }) => number),
    turns,
  )
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
  const all = [...shown, ...fromVariables].flatMap(({ title, of }) => {
    const byTurn = bySeat(seats, (seat) => ends.map((end) => of[seat]?.[end] ?? null))
    return isPlottable(byTurn) ? [{ title, of: byTurn }] : []
  })
  return all.filter(({ title }, i) => all.findIndex((other) => other.title === title) === i)
}

/** Returns how many steps were taken at the start, after each turn of a seat, and now. */
function turnEnds(
  numbers: readonly number[],
  turns: readonly Pick<StoryTurn, 'seat' | 'last'>[],
): readonly number[] {
  const ends = turns.flatMap(({ seat, last }) =>
    seat === undefined ? [] : [numbers.findLastIndex((number) => number <= last) + 1],
  )
  return [...new Set([0, ...ends, numbers.length])].toSorted((a, b) => a - b)
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
