import { roundedInterval } from '../rounding.js'
import { type Interval, wilsonInterval } from '../tournament/intervals.js'
import type { GameNote, OptionName, OptionUse } from './game-note.js'

/** How often something could be chosen, how often it was, and how often its choosers won. */
export interface UseSummary {
  /** The decisions at which it could be chosen. */
  readonly possible: number
  readonly taken: number
  /** `taken` as a share of `possible`. */
  readonly rate: Interval
  /** The games in which it was taken; by several seats, once for each. */
  readonly games: number
  /** The share of these games that the chooser won. This doesn't show a cause. */
  readonly won: Interval
}

/** The use of an action, a card or an option. */
export interface OptionSummary extends OptionName {
  readonly key: string
  readonly all: UseSummary
  /** By the id of the seat. Seats that could never choose it are left out. */
  readonly seats: Readonly<Record<string, UseSummary>>
}

/** Summarises the use of all options, by kind, the most frequent first. */
export function optionSummaries(
  notes: readonly GameNote[],
  names: ReadonlyMap<string, OptionName>,
  seats: readonly { readonly seat: number; readonly id: string }[],
): OptionSummary[] {
  const summaries = [...names].map(([key, name]): OptionSummary => {
    const uses = notes.flatMap((note) => {
      const use = note.uses[key]
      return use === undefined ? [] : [{ use, note }]
    })
    const bySeat = seats.map(({ seat, id }) => ({ id, sums: sumsOf(uses, seat) }))
    const whole = bySeat.reduce((sum, { sums }) => added(sum, sums), NONE)
    const possible = bySeat.filter(({ sums }) => sums.possible > 0)
    return {
      key,
      ...name,
      all: summaryOf(whole),
      seats: Object.fromEntries(possible.map(({ id, sums }) => [id, summaryOf(sums)])),
    }
  })
  return summaries.toSorted(
    (a, b) =>
      KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || b.all.taken - a.all.taken || (a.key < b.key ? -1 : 1),
  )
}

const KINDS: readonly OptionName['kind'][] = ['action', 'card', 'option']

interface Sums {
  readonly possible: number
  readonly taken: number
  readonly games: number
  readonly wins: number
}

const NONE: Sums = { possible: 0, taken: 0, games: 0, wins: 0 }

function sumsOf(uses: readonly { readonly use: OptionUse; readonly note: GameNote }[], seat: number): Sums {
  let sums = NONE
  for (const { use, note } of uses) {
    const taken = use.taken[seat] ?? 0
    const games = taken > 0 ? 1 : 0
    const wins = games === 1 && note.winners.includes(seat) ? 1 : 0
    sums = added(sums, { possible: use.possible[seat] ?? 0, taken, games, wins })
  }
  return sums
}

const added = (a: Sums, b: Sums): Sums => ({
  possible: a.possible + b.possible,
  taken: a.taken + b.taken,
  games: a.games + b.games,
  wins: a.wins + b.wins,
})

function summaryOf({ possible, taken, games, wins }: Sums): UseSummary {
  return {
    possible,
    taken,
    rate: roundedInterval(wilsonInterval(taken, possible), 4),
    games,
    won: roundedInterval(wilsonInterval(wins, games), 4),
  }
}
