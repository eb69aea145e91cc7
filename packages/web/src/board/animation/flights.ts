/** What is seen moving after something happened: which things fly from where to where, and when. */
import type { StepEvent, View } from '@ludoforge/kernel'
import { isVisibleTo } from '@ludoforge/play'
import type { Places, Spot } from '../layout/places.js'

export interface Flight {
  readonly id: number
  readonly thing: 'piece' | 'card'
  /** The kind it leaves as, and the one it arrives as; null is a card that nobody may see. */
  readonly what: string | null
  readonly became: string | null
  readonly count: number
  readonly from: Spot
  readonly to: Spot
  /** It fades in or out where the other end is not on the board. */
  readonly appears: boolean
  readonly vanishes: boolean
  /** In milliseconds. */
  readonly start: number
  readonly length: number
  /** It lay there before anything happened: until it starts it is seen lying there. */
  readonly waits: boolean
  /** Where it comes to lie. */
  readonly zone: string
}

interface Move {
  readonly what: string
  readonly became: string
  readonly from: string
  readonly into: string
  count: number
  readonly index: number
  readonly bottom: boolean
}

/** Milliseconds by the speed of the settings: off, slow, usual, fast. */
const LENGTHS = [0, 900, 550, 280]
/** All of it takes no longer than so many flights one after the other. */
const MOST = 9

export function lengthAt(speed: number): number {
  return LENGTHS[Math.max(0, Math.min(3, Math.round(speed)))] ?? 0
}

type Zones = Pick<View, 'zones' | 'seat'>

/** `holdsCards` tells which zones hold cards. */
export function flightsOf(
  places: Places,
  holdsCards: (zone: string) => boolean,
  before: Zones,
  after: Zones,
  events: readonly StepEvent[],
  length: number,
): Flight[] {
  const moves = movesIn(events.filter((event) => isVisibleTo(event, after.seat)))
  const step = moves.length === 0 ? 0 : Math.min(length * 0.45, (length * MOST) / moves.length)
  const landed = new Map<string, number>()
  return moves.flatMap((move, i): Flight[] => {
    const { what, became, from, into, count } = move
    const cards = holdsCards(from) || holdsCards(into)
    const was = before.zones[from]
    const start = cards
      ? places.card(from, was, move.index)
      : places.piece(from, was?.pieces?.[what] === undefined ? after.zones[from] : was, what, count)
    const end = cards
      ? places.card(into, after.zones[into], move.bottom ? (after.zones[into]?.size ?? 1) - 1 : 0)
      : places.piece(into, after.zones[into], became, count)
    const known = start ?? end
    if (known === undefined) return []
    const begin = Math.max(i * step, landed.get(`${what}@${from}`) ?? 0)
    landed.set(`${became}@${into}`, begin + length)
    return [
      {
        id: i,
        thing: cards ? 'card' : 'piece',
        what: isUnknown(what) ? null : what,
        became: isUnknown(became) ? null : became,
        count,
        from: start ?? known,
        to: end ?? known,
        appears: start === undefined,
        vanishes: end === undefined,
        start: begin,
        length: from === into ? length * 0.7 : length,
        waits: start !== undefined && (cards || (was?.pieces?.[what] ?? 0) >= count),
        zone: into,
      },
    ]
  })
}

/** Who may not know what moves is told only that something does. */
const isUnknown = (what: string): boolean => what === 'piece' || what === 'card'

/** What an event moves or turns: one, or none. */
function moveIn(event: StepEvent): readonly Move[] {
  switch (event.type) {
    case 'moved': {
      const { what, became = what, from, into, count, index = 0, bottom = false } = event
      return [{ what, became, from, into, count, index, bottom }]
    }
    case 'flipped': {
      const { what, became, at, index = 0 } = event
      return [{ what, became, from: at, into: at, count: 1, index, bottom: false }]
    }
    case 'chose':
    case 'answered':
    case 'began':
    case 'ended':
    case 'entered':
    case 'left':
    case 'set':
    case 'rolled':
    case 'shuffled':
    case 'revealed':
    case 'said':
    case 'over':
      return []
  }
}

/** What moves or turns, in order; the same move again is one with more pieces. */
function movesIn(events: readonly StepEvent[]): Move[] {
  const moves: Move[] = []
  for (const move of events.flatMap(moveIn)) {
    const last = moves.at(-1)
    const again =
      last !== undefined &&
      last.what === move.what &&
      last.became === move.became &&
      last.from === move.from &&
      last.into === move.into
    if (again) last.count += move.count
    else moves.push(move)
  }
  return moves
}
