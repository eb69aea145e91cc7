/** Computes flights from events: what flies from where to where, and when. */
import type { StepEvent, View } from '@ludoforge/kernel'
import { isVisibleTo } from '@ludoforge/play'
import type { Positions, Position } from '../layout/positions.js'

export interface Flight {
  readonly id: number
  readonly thing: 'piece' | 'card'
  /** The kind at the start and at the end. `null` is a hidden card. */
  readonly what: string | null
  readonly became: string | null
  readonly count: number
  readonly from: Position
  readonly to: Position
  /** Fades in or out, if the other end isn't on the board. */
  readonly appears: boolean
  readonly vanishes: boolean
  /** In milliseconds. */
  readonly start: number
  readonly length: number
  /** It was there before the step, so it stays visible until its flight starts. */
  readonly waits: boolean
  /** The target zone. */
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

/** Milliseconds by speed setting: off, slow, normal, fast. */
const DURATIONS = [0, 900, 550, 280]
/** All flights of a step together take at most as long as this many in sequence. */
const MAX_SEQUENTIAL = 9

export function durationAt(speed: number): number {
  return DURATIONS[Math.max(0, Math.min(3, Math.round(speed)))] ?? 0
}

type Zones = Pick<View, 'zones' | 'seat'>

/** Returns the flights of a step. `holdsCards` returns whether a zone holds cards. */
export function flightsOf(
  places: Positions,
  holdsCards: (zone: string) => boolean,
  before: Zones,
  after: Zones,
  events: readonly StepEvent[],
  length: number,
): Flight[] {
  const moves = movesIn(events.filter((event) => isVisibleTo(event, after.seat)))
  const step = moves.length === 0 ? 0 : Math.min(length * 0.45, (length * MAX_SEQUENTIAL) / moves.length)
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

/** A viewer who can't see the token gets only its family. */
const isUnknown = (what: string): boolean => what === 'piece' || what === 'card'

/** Returns the move of an event, or none. */
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

/** Returns the moves of events in order. Equal consecutive moves are merged. */
function movesIn(events: readonly StepEvent[]): Move[] {
  const moves: Move[] = []
  for (const move of events.flatMap(moveIn)) {
    const last = moves.at(-1)
    const isRepeated =
      last !== undefined &&
      last.what === move.what &&
      last.became === move.became &&
      last.from === move.from &&
      last.into === move.into
    if (isRepeated) last.count += move.count
    else moves.push(move)
  }
  return moves
}
