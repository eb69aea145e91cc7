/** Things that happened one after the other and read as one sentence: equal ones, and those that share their places. */
import { withoutUndefined, type StepEvent } from '@ludoforge/kernel'
import type { Constant, PolicyReason } from '@ludoforge/kernel'

type Of<T extends StepEvent['type']> = Extract<StepEvent, { readonly type: T }>

/** The rule and the place of what was joined, where it is one. */
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
/** Moves with one origin and one aim, of one thing to one place, or of one thing from one place. */
export interface Moves extends Joined {
  readonly type: 'moves'
  readonly moves: readonly Move[]
}

export interface Counted {
  readonly id: string
  readonly count: number
}
/** Pieces that took the place of others. */
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
/** Of one variable, each of its owners once. */
export interface Changes extends Joined {
  readonly type: 'changes'
  readonly variable: string
  readonly changes: readonly Change[]
}

export type JoinedLine = Moves | Swap | Flips | Changes
export type Joinable = Of<'moved' | 'flipped' | 'set'>

/** A number of the same is one with a sum, wherever it stands. */
function counted(things: Iterable<Counted>): Counted[] {
  const sums = new Map<string, number>()
  for (const { id, count } of things) sums.set(id, (sums.get(id) ?? 0) + count)
  return [...sums].map(([id, count]) => ({ id, count }))
}

/** As one line each, before anything is joined but pieces that take the place of others. */
export function linesOf(events: readonly Joinable[], isSpace: (zone: string) => boolean): JoinedLine[] {
  const lines: JoinedLine[] = []
  for (let i = 0; i < events.length; ) {
    const moves = swapAt(events, i, isSpace)
    const event = events[i]
    if (event === undefined) break
    lines.push(moves.length > 0 ? swapOf(moves) : lineOf(event))
    i += Math.max(1, moves.length)
  }
  return joined(lines)
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

/** Returns the next moves that take pieces off a space and put others there at once. */
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

/** The same in fewer lines, each where its first part stood. */
export function joined(lines: readonly JoinedLine[]): JoinedLine[] {
  const groups = new Map<string, JoinedLine[]>()
  for (const line of lines) {
    const key = keyOf(line)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [line])
    else group.push(line)
  }
  const order = new Map(lines.map((line, i) => [line, i]))
  return [...groups.values()]
    .flatMap((group) => together(group))
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

/** One of the lines that are joined now, and the first of those that it was joined of. */
interface Result {
  readonly first: JoinedLine
  readonly line: JoinedLine | undefined // undefined: it came to nothing
}

function together(group: readonly JoinedLine[]): Result[] {
  const [first] = group
  if (first === undefined) return []
  if (first.type === 'moves') return movesTogether(group.filter((line) => line.type === 'moves'))
  const around = commonOf(group)
  switch (first.type) {
    case 'swap': {
      const at = group.flatMap((line) => (line.type === 'swap' ? line.at : []))
      return [{ first, line: { ...first, ...around, at: [...new Set(at)] } }]
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

/** Of all of them, or of none. The reason is that of the first that has one. */
function commonOf(lines: readonly Joined[]): Joined {
  const [first] = lines
  const rule = lines.every((line) => line.rule === first?.rule) ? first?.rule : undefined
  const why = lines.find((line) => line.why !== undefined)?.why
  return { ...withoutUndefined({ rule, why }), ...(first?.place === undefined ? {} : { place: first.place }) }
}

/** A change that comes in parts is one, and none if it comes to nothing. */
function chained(changes: readonly Change[]): Change[] {
  const found = new Map<string, Change>()
  for (const change of changes) {
    const key = change.of ?? ''
    const before = found.get(key)
    found.set(key, before === undefined ? change : { ...before, value: change.value })
  }
  return [...found.values()].filter(({ from, value }) => !isSame(from, value))
}

export function isSame(a: Constant, b: Constant): boolean {
  return a === b || (typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b))
}

interface Atom extends Move {
  readonly line: Moves // that it came from
}

/** By what goes the same way, or by what one thing does: whichever is shorter. */
function movesTogether(lines: readonly Moves[]): Result[] {
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
  const ways = partition(
    partition(
      all.map((atom) => [atom]),
      (some) => JSON.stringify([some[0]?.from, some[0]?.into]),
    ),
    (some) => alike(some),
  )
  const things = partition(
    partition(
      all.map((atom) => [atom]),
      (some) => JSON.stringify([some[0]?.what, some[0]?.into]),
    ),
    (some) => (some.length > 1 ? undefined : JSON.stringify([some[0]?.what, some[0]?.from])),
  )
  return (things.length < ways.length ? things : ways).flatMap((some) => {
    const [first] = some
    const around = commonOf(lines.filter((line) => some.some((atom) => atom.line === line)))
    const moves = some.map(({ what, from, into, count }) => ({ what, from, into, count }))
    return first === undefined ? [] : [{ first: first.line, line: { type: 'moves', moves, ...around } }]
  })
}

/** The same from one place into several. */
function alike(some: readonly Atom[]): string | undefined {
  const load = some.map(({ what, count }) => [what, count])
  return JSON.stringify([load, some[0]?.from])
}

/** Groups with the same key become one; those without a key stay. */
function partition(
  groups: readonly (readonly Atom[])[],
  name: (some: readonly Atom[]) => string | undefined,
): Atom[][] {
  const found: Atom[][] = []
  const known = new Map<string, Atom[]>()
  for (const group of groups) {
    const key = name(group)
    const before = key === undefined ? undefined : known.get(key)
    if (before === undefined) {
      const made = [...group]
      found.push(made)
      if (key !== undefined) known.set(key, made)
    } else before.push(...group)
  }
  return found
}
