/**
 * The board of an operation from event to event, kept from what the events tell: where answers are forced,
 * one step may deal with several spaces.
 */
import type { LoadedGame } from '@ludoforge/compiler'
import type { State, StepEvent } from '@ludoforge/kernel'
import { named, type Operation } from './operations.js'

type Board = ReadonlyMap<string, Readonly<Record<string, number>>>

/** How many pieces of these kinds a space holds. */
export type Holds = (space: string, kinds: RegExp) => number

export interface Moment {
  readonly event: StepEvent
  readonly holds: Holds // just before it
}

export function* moments(game: LoadedGame, { id, steps }: Operation): Generator<Moment> {
  for (const step of steps) {
    let board = boardOf(game, step.before)
    for (const event of step.ahead) board = after(board, event)
    for (const event of step.events) {
      yield { event, holds: holding(board) }
      board = after(board, event)
    }
    if (step !== steps.at(-1) && !same(board, boardOf(game, step.after)))
      throw new Error(`The events of ${id} do not tell what happened to the pieces.`)
  }
}

export interface Part {
  readonly space: string
  readonly holds: Holds // when it was chosen
  readonly events: readonly StepEvent[]
}

/** What belongs to one space, from its choice to the next. */
export function* bySpace(game: LoadedGame, operation: Operation): Generator<Part> {
  let open: { space: string; holds: Holds; events: StepEvent[] } | undefined
  for (const { event, holds } of moments(game, operation)) {
    if (event.type === 'chose' && event.name === 'space') {
      if (open !== undefined) yield open
      const [space] = named(event.choice)
      open = space === undefined ? undefined : { space, holds, events: [] }
    }
    open?.events.push(event)
  }
  if (open !== undefined) yield open
}

function boardOf(game: LoadedGame, state: State): Board {
  const { zones } = game.view(state, null)
  return new Map(game.def.zones.map(({ id }) => [id, zones[id]?.pieces ?? {}]))
}

function holding(board: Board): Holds {
  return (space, kinds) =>
    Object.entries(board.get(space) ?? {}).reduce((n, [kind, count]) => (kinds.test(kind) ? n + count : n), 0)
}

function after(board: Board, event: StepEvent): Board {
  if (event.type === 'moved') {
    const { what, became = what, from, into, count } = event
    return changed(changed(board, from, what, -count), into, became, count)
  }
  if (event.type !== 'flipped') return board
  const { what, became, at } = event
  return changed(changed(board, at, what, -1), at, became, 1)
}

function changed(board: Board, zone: string, kind: string, by: number): Board {
  const pieces = board.get(zone) ?? {}
  return new Map(board).set(zone, { ...pieces, [kind]: (pieces[kind] ?? 0) + by })
}

function same(one: Board, other: Board): boolean {
  for (const [zone, pieces] of one) {
    const there = other.get(zone) ?? {}
    const kinds = new Set([...Object.keys(pieces), ...Object.keys(there)])
    for (const kind of kinds) if ((pieces[kind] ?? 0) !== (there[kind] ?? 0)) return false
  }
  return true
}
