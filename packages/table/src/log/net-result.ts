/** The net result of a part of the log: what differs on the board afterwards, the most important first. */
import type { Constant } from '@ludoforge/kernel'
import type { Values } from '@ludoforge/look'
import { isGroup, type LogGroup, type LogLine } from './game-log.js'
import { isSameConstant } from './join-events.js'
import { ownerText, typeOf, zoneOf } from './change-sentences.js'
import type { Vocabulary } from './vocabulary.js'

/** Pieces of which there are so few that each one is told with its space. */
const SCARCE = 10
/** Spaces that are named. More are counted. */
const MAX_NAMED = 2

interface Difference {
  readonly from: Constant
  value: Constant
}

/** Adds up the changes of lines of the log. */
export class Net {
  /** By type, then by space. */
  readonly pieces = new Map<string, Map<string, number>>()
  /** By variable, then by owner ('': none). */
  readonly values = new Map<string, Map<string, Difference>>()
  moved = 0

  constructor(private readonly words: Vocabulary) {}

  add(line: LogLine['line']): void {
    switch (line?.type) {
      case 'moves':
        for (const { what, from, into, count } of line.moves) {
          this.#put(what, from, -count)
          this.#put(what, into, count)
        }
        break
      case 'swap':
        for (const zone of line.at) {
          for (const { id, count } of line.out) this.#put(id, zone, -count / line.at.length)
          for (const { id, count } of line.in) this.#put(id, zone, count / line.at.length)
        }
        break
      case 'changes':
        for (const { of = '', from, value } of line.changes) this.set(line.variable, of, from, value)
        break
      default:
        break
    }
  }

  set(variable: string, of: string, from: Constant, value: Constant): void {
    const owners = this.values.get(variable) ?? new Map<string, Difference>()
    const known = owners.get(of)
    if (known === undefined) owners.set(of, { from, value })
    else known.value = value
    this.values.set(variable, owners)
  }

  /** Adds computed values of spaces, such as control. */
  addComputed(before: Values, after: Values): void {
    this.words.reckoned.spaceValues.forEach(({ title }, i) => {
      for (const [zone, values] of Object.entries(after.spaces)) {
        const [from, value] = [before.spaces[zone]?.[i], values[i]]
        if (typeof from === 'string' && typeof value === 'string') this.set(title, zone, from, value)
      }
    })
  }

  #put(kind: string, zone: string, count: number): void {
    const type = typeOf(kind, this.words)
    if (type?.family !== 'pieces' || zoneOf(zone, this.words)?.space !== true) return
    const zones = this.pieces.get(type.id) ?? new Map<string, number>()
    zones.set(zone, (zones.get(zone) ?? 0) + count)
    this.pieces.set(type.id, zones)
  }
}

/** Returns the parts of the net result for the seat whose turn it was, if any, in order of importance. */
export function netResult(group: LogGroup, seat: string | undefined, words: Vocabulary): string[] {
  const net = new Net(words)
  const walk = (inner: LogGroup): void => {
    for (const item of inner.items) {
      if (isGroup(item)) walk(item)
      else net.add(item.line)
    }
  }
  walk(group)
  if (group.before !== undefined && group.after !== undefined) net.addComputed(group.before, group.after)
  const { scarce, sums } = pieceTexts(net, seat, words)
  const { states, counters, tracks } = valueTexts(net, seat, words)
  return [...scarce, ...states, ...sums, ...counters, ...tracks]
}

interface PieceTexts {
  readonly scarce: readonly string[]
  readonly sums: readonly string[]
}

function pieceTexts({ pieces }: Net, seat: string | undefined, words: Vocabulary): PieceTexts {
  const scarce: string[] = []
  const sums: string[] = []
  for (const [type, zones] of pieces) {
    const changed = [...zones].filter(([, count]) => count !== 0)
    const isOwn = words.ownerOf(type) === seat
    const named = (count: number): string =>
      isOwn ? words.countedOwn(type, count) : words.counted(type, count)
    // One piece is told without its number.
    const bare = (count: number): string =>
      count !== 1 ? named(count) : isOwn ? words.ownKind(type) : words.kind(type)
    const total = changed.reduce((sum, [, count]) => sum + count, 0)
    const isScarce = (typeOf(type, words)?.count ?? 0) <= SCARCE
    const moved = changed.reduce((sum, [, count]) => sum + Math.max(0, count), 0)
    const [[from, lost] = ['', 0], [into, gained] = ['', 0]] = changed.toSorted(([, a], [, b]) => a - b)
    if (isScarce && changed.length === 2 && lost === -gained)
      scarce.push(words.say.moved(bare(gained), words.zone(from), words.zone(into)))
    else if (isScarce && changed.length <= MAX_NAMED)
      for (const [zone, count] of changed) scarce.push(placeText(zone, count, bare, words))
    else if (total !== 0) sums.push(`${total > 0 ? '+' : '−'}${named(Math.abs(total))}`)
    else if (moved > 0) sums.push(words.say.movedPieces(named(moved)))
  }
  return { scarce, sums }
}

function placeText(zone: string, count: number, named: (count: number) => string, words: Vocabulary): string {
  const thing = named(Math.abs(count))
  return count > 0 ? words.say.in(thing, words.zone(zone)) : words.say.removed(thing, words.zone(zone))
}

interface ValueTexts {
  readonly states: readonly string[]
  readonly counters: readonly string[]
  readonly tracks: readonly string[]
}

/** States of spaces as they are now, counters by their sum, tracks as they stand. */
function valueTexts({ values }: Net, seat: string | undefined, words: Vocabulary): ValueTexts {
  const texts = { states: [] as string[], counters: [] as string[], tracks: [] as string[] }
  for (const [variable, owners] of values) {
    const changed = [...owners].filter(([, { from, value }]) => !isSameConstant(from, value))
    const numbers = changed.flatMap(([of, { from, value }]) =>
      typeof from === 'number' && typeof value === 'number' ? [{ of, by: value - from, value }] : [],
    )
    const sum = numbers.reduce((all, { by }) => all + by, 0)
    const counted = words.countedVariable(variable, Math.abs(sum))
    if (numbers.length > 0 && counted !== undefined) {
      const isOfSeats = numbers.every(({ of }) => words.def.seats.some(({ id }) => id === of))
      if (isOfSeats) texts.counters.push(...seatCounters(variable, numbers, seat, words))
      else if (sum !== 0) texts.counters.push(`${sum > 0 ? '+' : '−'}${counted}`)
    } else if (numbers.length > 0) {
      // The acting seat's own come first.
      for (const { of, value } of numbers.toSorted((a, b) => Number(b.of === seat) - Number(a.of === seat)))
        texts.tracks.push(`${ownerOf(of, seat, words)}${words.variable(variable)} ${value}`)
    } else texts.states.push(...stateTexts(variable, changed, words))
  }
  return texts
}

/** `+2 coins` of the acting seat, `Left +1 coin` of another, `−1 coin each` if all of several are alike. */
function seatCounters(
  variable: string,
  changes: readonly { readonly of: string; readonly by: number }[],
  seat: string | undefined,
  words: Vocabulary,
): string[] {
  const text = (by: number): string =>
    `${by > 0 ? '+' : '−'}${words.countedVariable(variable, Math.abs(by)) ?? ''}`
  const [first] = changes
  if (first !== undefined && changes.length > 1 && changes.every(({ by }) => by === first.by))
    return [words.say.each(text(first.by))]
  return changes
    .toSorted((a, b) => Number(b.of === seat) - Number(a.of === seat))
    .map(({ of, by }) => `${ownerOf(of, seat, words)}${text(by)}`)
}

function stateTexts(
  variable: string,
  changed: readonly (readonly [string, Difference])[],
  words: Vocabulary,
): string[] {
  const inSpaces = changed.filter(([of]) => zoneOf(of, words)?.space === true)
  if (inSpaces.length > MAX_NAMED) {
    const isOff = inSpaces.every(([, { value }]) => value === false)
    const name = isOff ? words.say.not(words.variable(variable)) : words.variable(variable)
    return [`${name} ${words.say.spaces(inSpaces.length)}`]
  }
  return inSpaces.map(([of, { value }]) => {
    if (typeof value === 'boolean')
      return `${words.zone(of)} ${value ? words.variable(variable) : words.say.not(words.variable(variable))}`
    return `${words.zone(of)} ${words.value(variable, value)}`
  })
}

const ownerOf = (of: string, seat: string | undefined, words: Vocabulary): string =>
  of === '' || of === seat ? '' : `${ownerText(of, words)} `
