/** Joins consecutive events that read as one sentence: equal ones, and those that share a zone. */
import { withoutUndefined, type StepEvent } from '@ludoforge/kernel'
import type { Constant, PolicyReason } from '@ludoforge/kernel'

type Of<T extends StepEvent['type']> = Extract<StepEvent, { readonly type: T }>

/** The rule, source location and reason that the joined events share. */
interface Joined {
  readonly rule?: string
  readonly place?: string
  readonly why?: readonly PolicyReason[]
}

export interface Move {
  readonly what: string
  readonly from: string
  readonly into: string
  readonly count: number
}
/** Moves between the same two zones, or of one kind into or from one zone. */
export interface Moves extends Joined {
  readonly type: 'moves'
  readonly moves: readonly Move[]
}

export interface Counted {
  readonly id: string
  readonly count: number
}
/** Pieces that replace others, in one zone or in several. */
export interface Swap extends Joined {
  readonly type: 'swap'
  readonly at: readonly string[]
  readonly out: readonly Counted[]
  readonly in: readonly Counted[]
}

export interface Flips extends Joined {
  readonly type: 'flips'
  readonly what: string
  readonly prop: string
  readonly value: string
  readonly at: readonly Counted[]
}

export interface Change {
  readonly of?: string
  readonly from: Constant
  readonly value: Constant
}
/** Changes of one variable, one for each owner. */
export interface Changes extends Joined {
  readonly type: 'changes'
  readonly variable: string
  readonly changes: readonly Change[]
}

export type JoinedLine = Moves | Swap | Flips | Changes
export type Joinable = Of<'moved' | 'flipped' | 'set'>

/** Adds up the counts of equal ids. */
function counted(things: Iterable<Counted>): Counted[] {
  const sums = new Map<string, number>()
  for (const { id, count } of things) sums.set(id, (sums.get(id) ?? 0) + count)
  return [...sums].map(([id, count]) => ({ id, count }))
}

/** Returns the joined lines of events. It detects swaps first. */
export function joinEvents(events: readonly Joinable[], isSpace: (zone: string) => boolean): JoinedLine[] {
  const lines: JoinedLine[] = []
  for (let i = 0; i < events.length; ) {
    const moves = swapAt(events, i, isSpace)
    const event = events[i]
    if (event === undefined) break
    lines.push(moves.length > 0 ? swapOf(moves) : lineOf(event))
    i += Math.max(1, moves.length)
  }
  return joinLines(lines)
}

function lineOf(event: Joinable): JoinedLine {
  const at = withoutUndefined({ rule: event.rule, place: event.place })
  switch (event.type) {
    case 'moved': {
      const { what, from, into, count } = event
      return { type: 'moves', moves: [{ what, from, into, count }], ...at }
    }
    case 'flipped': {
      const [type = event.what] = event.what.split('+')
      const { prop, value } = event
      return { type: 'flips', what: type, prop, value, at: [{ id: event.at, count: 1 }], ...at }
    }
    case 'set': {
      const { variable, of, from, value } = event
      return { type: 'changes', variable, changes: [{ ...withoutUndefined({ of }), from, value }], ...at }
    }
  }
}

/** Returns the moves from `start` that form a swap on a space, or none. */
function swapAt(
  events: readonly Joinable[],
  start: number,
  isSpace: (zone: string) => boolean,
): readonly Of<'moved'>[] {
  const first = events[start]
  if (first?.type !== 'moved' || !isSpace(first.from)) return []
  const zone = first.from
  const run = (from: number, is: (move: Of<'moved'>) => boolean): number => {
    const end = events.findIndex((event, i) => i >= from && !(event.type === 'moved' && is(event)))
    return end < 0 ? events.length : end
  }
  const out = run(start, (move) => move.from === zone && !isSpace(move.into))
  const end = run(out, (move) => move.into === zone && !isSpace(move.from))
  if (out === start || end === out) return []
  const moves = events.slice(start, end).filter((event) => event.type === 'moved')
  const gone = new Set(moves.slice(0, out - start).map(({ what }) => what))
  return moves.slice(out - start).some(({ what }) => gone.has(what)) ? [] : moves
}

function swapOf(moves: readonly Of<'moved'>[]): Swap {
  const [first] = moves
  const zone = first?.from ?? ''
  const side = (isOut: boolean): Counted[] =>
    counted(
      moves.filter(({ from }) => (from === zone) === isOut).map(({ what, count }) => ({ id: what, count })),
    )
  return {
    type: 'swap',
    at: [zone],
    out: side(true),
    in: side(false),
    ...withoutUndefined({ rule: first?.rule, place: first?.place }),
  }
}

/** Joins lines. Each result takes the position of its first part. */
export function joinLines(lines: readonly JoinedLine[]): JoinedLine[] {
  const groups = new Map<string, JoinedLine[]>()
  for (const line of lines) {
    const key = keyOf(line)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [line])
    else group.push(line)
  }
  const order = new Map(lines.map((line, i) => [line, i]))
  return [...groups.values()]
    .flatMap((group) => joinGroup(group))
    .sort((a, b) => (order.get(a.first) ?? 0) - (order.get(b.first) ?? 0))
    .flatMap(({ line }) => line ?? [])
}

function keyOf(line: JoinedLine): string {
  switch (line.type) {
    case 'moves':
      return 'moves'
    case 'swap':
      return JSON.stringify([line.type, line.out, line.in])
    case 'flips':
      return JSON.stringify([line.type, line.what, line.prop, line.value])
    case 'changes':
      return JSON.stringify([line.type, line.variable])
  }
}

/** A joined line, and the first of its parts. */
interface Result {
  readonly first: JoinedLine
  readonly line: JoinedLine | undefined // undefined if the parts cancel out
}

function joinGroup(group: readonly JoinedLine[]): Result[] {
  const [first] = group
  if (first === undefined) return []
  if (first.type === 'moves') return joinMoves(group.filter((line) => line.type === 'moves'))
  const around = commonOf(group)
  switch (first.type) {
    case 'swap': {
      const swaps = group.filter((line) => line.type === 'swap')
      const at = [...new Set(swaps.flatMap((swap) => swap.at))]
      const side = (of: 'out' | 'in'): Counted[] => counted(swaps.flatMap((swap) => swap[of]))
      return [{ first, line: { ...first, ...around, at, out: side('out'), in: side('in') } }]
    }
    case 'flips': {
      const at = counted(group.flatMap((line) => (line.type === 'flips' ? line.at : [])))
      return [{ first, line: { ...first, ...around, at } }]
    }
    case 'changes': {
      const changes = chained(group.flatMap((line) => (line.type === 'changes' ? line.changes : [])))
      return [{ first, line: changes.length === 0 ? undefined : { ...first, ...around, changes } }]
    }
  }
}

/** Returns the rule, if all share it, and the first reason. */
function commonOf(lines: readonly Joined[]): Joined {
  const [first] = lines
  const rule = lines.every((line) => line.rule === first?.rule) ? first?.rule : undefined
  const why = lines.find((line) => line.why !== undefined)?.why
  return { ...withoutUndefined({ rule, why }), ...(first?.place === undefined ? {} : { place: first.place }) }
}

/** Merges successive changes of an owner and drops those that cancel out. */
function chained(changes: readonly Change[]): Change[] {
  const found = new Map<string, Change>()
  for (const change of changes) {
    const key = change.of ?? ''
    const before = found.get(key)
    found.set(key, before === undefined ? change : { ...before, value: change.value })
  }
  return [...found.values()].filter(({ from, value }) => !isSameConstant(from, value))
}

export function isSameConstant(a: Constant, b: Constant): boolean {
  return a === b || (typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b))
}

interface Atom extends Move {
  readonly line: Moves // its origin
}

/** Groups moves by route or by kind, whichever needs fewer lines. */
function joinMoves(lines: readonly Moves[]): Result[] {
  const atoms = new Map<string, Atom>()
  for (const line of lines)
    for (const move of line.moves) {
      const key = JSON.stringify([move.what, move.from, move.into])
      const before = atoms.get(key)
      atoms.set(
        key,
        before === undefined ? { ...move, line } : { ...before, count: before.count + move.count },
      )
    }
  const all = [...atoms.values()]
  const byRoute = partition(
    partition(
      all.map((atom) => [atom]),
      (some) => JSON.stringify([some[0]?.from, some[0]?.into]),
    ),
    (some) => loadKey(some),
  )
  const byKind = partition(
    partition(
      all.map((atom) => [atom]),
      (some) => JSON.stringify([some[0]?.what, some[0]?.into]),
    ),
    (some) => (some.length > 1 ? undefined : JSON.stringify([some[0]?.what, some[0]?.from])),
  )
  return (byKind.length < byRoute.length ? byKind : byRoute).flatMap((some) => {
    const [first] = some
    const around = commonOf(lines.filter((line) => some.some((atom) => atom.line === line)))
    const moves = some.map(({ what, from, into, count }) => ({ what, from, into, count }))
    return first === undefined ? [] : [{ first: first.line, line: { type: 'moves', moves, ...around } }]
  })
}

/** The key of equal loads from one zone into several. */
function loadKey(some: readonly Atom[]): string | undefined {
  const load = some.map(({ what, count }) => [what, count])
  return JSON.stringify([load, some[0]?.from])
}

/** Merges groups with the same key. Groups without a key stay as they are. */
function partition(
  groups: readonly (readonly Atom[])[],
  keyOfGroup: (some: readonly Atom[]) => string | undefined,
): Atom[][] {
  const found: Atom[][] = []
  const known = new Map<string, Atom[]>()
  for (const group of groups) {
    const key = keyOfGroup(group)
    const before = key === undefined ? undefined : known.get(key)
    if (before === undefined) {
      const merged = [...group]
      found.push(merged)
      if (key !== undefined) known.set(key, merged)
    } else before.push(...group)
  }
  return found
}
