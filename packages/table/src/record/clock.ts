/** Computes the clock of a table from the times of its entries, so that every process computes the same. Pure. */
import type { ClockFace, ClockRule, SeatClock, SeatDocument } from '../protocol/index.js'
import type { Transition } from './replay.js'

/** A seat's clock, and the person who plays the seat. Bots and open seats have no person. */
interface PlayedClock extends SeatClock {
  readonly person?: string
}

/** The clock after an entry. */
export interface ClockState {
  readonly number: number // of the entry
  /** The most active decisions so far. A decision made again after an undo earns no second increment. */
  readonly rewarded: number
  readonly seats: Readonly<Record<string, PlayedClock>>
}

/** A player who returns has at least this share of the budget, so that the seat isn't lost at once. */
const RETURN_SHARE = 0.1

/** Returns the clock of a new table. */
export function startClock(
  rule: ClockRule,
  seats: readonly SeatDocument[],
  deciding: readonly string[],
  { number, decisions, at }: { readonly number: number; readonly decisions: number; readonly at: number },
): ClockState {
  const clocks = seats.map((seat) => {
    const person = playerOf(seat)
    const runs = person !== undefined && deciding.includes(seat.seat)
    return [seat.seat, clockOf(rule.seconds * 1000, person, runs ? at : undefined)] as const
  })
  return { number, rewarded: decisions, seats: Object.fromEntries(clocks) }
}

/** Returns the clock after a transition. `deciding` has the seats that decide after it. */
export function clockAfter(
  rule: ClockRule,
  state: ClockState,
  { entry, after }: Pick<Transition, 'entry' | 'after'>,
  deciding: readonly string[],
): ClockState {
  const { number } = entry
  switch (entry.kind) {
    case 'decision':
    case 'undo':
    case 'seats':
    case 'moved':
      break
    case 'proposal':
    case 'consent':
    case 'chat':
    case 'note':
    case 'disclosed':
    case 'rematch':
      return { ...state, number }
  }
  const isRewarded = after.decisions > state.rewarded
  const seats = Object.entries(state.seats).map(([seat, before]) => {
    const changed = entry.kind === 'seats' ? entry.seats.find((other) => other.seat === seat) : undefined
    const person = changed === undefined ? before.person : playerOf(changed)
    const isOwn = entry.kind === 'decision' && entry.seat === seat
    const isNew = person !== before.person
    const restarts = isOwn || isNew || entry.kind === 'undo' || entry.kind === 'moved'
    const runs = person !== undefined && deciding.includes(seat)
    if (runs && before.since !== undefined && !restarts) return [seat, before] as const
    const left = leftAfter(rule, before, entry.at, isOwn && isRewarded, isNew && person !== undefined)
    return [seat, clockOf(left, person, runs ? entry.at : undefined)] as const
  })
  return {
    number,
    rewarded: Math.max(state.rewarded, after.decisions),
    seats: Object.fromEntries(seats),
  }
}

function leftAfter(
  rule: ClockRule,
  { left, since }: SeatClock,
  at: number,
  isRewarded: boolean,
  returns: boolean,
): number {
  const full = rule.seconds * 1000
  if (rule.type === 'turn') return full
  const spent = since === undefined ? 0 : Math.max(0, at - since)
  const banked = Math.max(0, left - spent) + (isRewarded ? rule.increment * 1000 : 0)
  return returns ? Math.max(banked, Math.round(full * RETURN_SHARE)) : banked
}

function clockOf(left: number, person: string | undefined, since: number | undefined): PlayedClock {
  return { left, ...(since === undefined ? {} : { since }), ...(person === undefined ? {} : { person }) }
}

function playerOf({ kind, person }: SeatDocument): string | undefined {
  return kind === 'person' ? person : undefined
}

/** Returns the public part of a clock. */
export function clockFaceOf(rule: ClockRule, { seats }: ClockState): ClockFace {
  const faces = Object.entries(seats).map(([seat, { left, since }]) => [
    seat,
    clockOf(left, undefined, since),
  ])
  return { rule, seats: Object.fromEntries(faces) }
}

/** Returns how many milliseconds a seat has left at the time `now`. Never below 0. */
export function timeLeft({ left, since }: SeatClock, now: number): number {
  return since === undefined ? left : Math.max(0, left - Math.max(0, now - since))
}

/** A seat whose clock runs, with the time of its end and of the reminder before it. */
export interface Deadline {
  readonly seat: string
  readonly at: number
  readonly remindAt: number
}

const REMIND_SHARE = 0.25 // of the time that the player had
const MIN_REMINDED_MS = 10 * 60_000 // players with less time are at the table

/** Returns the deadlines of all running clocks, the first one first. */
export function deadlinesOf({ seats }: Pick<ClockFace, 'seats'>): Deadline[] {
  return Object.entries(seats)
    .flatMap(([seat, { left, since }]) => {
      if (since === undefined) return []
      const remindAt = left < MIN_REMINDED_MS ? since + left : since + Math.round(left * (1 - REMIND_SHARE))
      return [{ seat, at: since + left, remindAt }]
    })
    .toSorted((a, b) => a.at - b.at)
}
