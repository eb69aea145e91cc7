/** Tokens: their zones, counts and moves. Every move updates the count tables. */
import { present, RuleError, type SourceLocation } from '../errors.js'
import type { Property } from '../layout/components.js'
import type { KindSet } from '../layout/kinds.js'
import type { Layout } from '../layout/layout.js'
import { randomBelow } from './rng.js'
import type { SpendFuel } from './lists.js'
import {
  type CellArray,
  type List,
  NO_ITEMS,
  putRandomWords,
  randomWord,
  setCell,
  type State,
} from '../layout/state.js'

/** The fuel of moving a token: the counts change, and an event is recorded. */
const MOVE_FUEL = 8

export function makeBoard(layout: Layout, places: readonly SourceLocation[], spend: SpendFuel) {
  const { at, pieces, pieceKinds, pieceZones, cardZone, cardBelow, cardAbove, top, bottom, held, count } =
    layout
  const { camp, camps, ownerOfKind } = layout
  const { cardKind, fixedKind, unseenTurn, passing, startAt, away } = layout
  const typeOf = layout.typeOf
  const startKind = typeOf.map((t) => layout.types[t].startKind)
  const supply = typeOf.map((t) => layout.types[t].supply)
  const supplyByKind = layout.kindType.map((t) => layout.types[t].supply)
  const tokens = layout.tokens
  const open = layout.zones.map(({ def }) => def.visible === 'all')

  /** A pool of visited marks by zone, all cleared, for searches. */
  const marks: Uint8Array[] = []
  const borrow = (): Uint8Array => marks.pop() ?? new Uint8Array(layout.zones.length)
  function giveBack(seen: Uint8Array, from: number, found: List): void {
    seen[from] = 0
    for (let i = 0; i < found.length; i++) seen[found[i]] = 0
    marks.push(seen)
  }

  function fail(sentence: string, place: number): never {
    throw new RuleError(sentence, places[place] ?? {})
  }

  const zoneName = (z: number): string => layout.zones[z]?.def.id ?? 'none'
  const tokenName = (t: number): string => layout.types[typeOf[t]].def.id

  function zoneOf(s: State, t: number): number {
    return t < pieces ? (s.d[at + t] / pieceKinds) | 0 : s.d[cardZone + t]
  }

  function kindOf(s: State, t: number): number {
    return t < pieces ? s.d[at + t] % pieceKinds : kindOfCard(s.d, t)
  }

  function kindOfCard(d: CellArray, t: number): number {
    const cell = cardKind[t]
    return cell < 0 ? fixedKind[t] : d[cell]
  }

  function isKind(s: State, t: number, has: Uint8Array): boolean {
    return t >= 0 && has[kindOf(s, t)] === 1
  }

  function countKinds(s: State, z: number, set: KindSet): number {
    if (z >= pieceZones) return countCards(s, z, set)
    const d = s.d
    const { camps: whole, rest } = set
    const base = count + z * pieceKinds
    let n = 0
    for (let i = 0; i < whole.length; i++) n += d[camp + z * camps + whole[i]]
    for (let i = 0; i < rest.length; i++) n += d[base + rest[i]]
    return n
  }

  function countCards(s: State, z: number, set: KindSet): number {
    if (set.cards.length === 0) return 0
    const d = s.d
    const { cardTokens } = set
    let n = 0
    if (cardTokens.length < d[held + z]) {
      s.fuel -= cardTokens.length
      for (let i = 0; i < cardTokens.length; i++) {
        const t = cardTokens[i]
        if (d[cardZone + t] === z) n += set.has[kindOfCard(d, t)]
      }
      return n
    }
    s.fuel -= d[held + z] // the caller's next spend checks it
    for (let t = d[top + z]; t >= 0; t = d[cardBelow + t]) n += set.has[kindOfCard(d, t)]
    return n
  }

  function countSupply(s: State, set: KindSet): number {
    const d = s.d
    let n = 0
    for (const q of set.pieces) n += d[count + supplyByKind[q] * pieceKinds + q]
    if (set.cards.length > 0) {
      s.fuel -= tokens - pieces
      for (let t = pieces; t < tokens; t++)
        if (set.has[kindOfCard(d, t)] === 1 && d[cardZone + t] === supply[t]) n++
    }
    return n
  }

  /** Returns at most `most` tokens of a zone: pieces by number, cards from top to bottom. */
  function tokensIn(s: State, z: number, set: KindSet, most: number): List {
    if (z >= pieceZones) return cardsIn(s, z, set, most)
    let left = Math.min(countKinds(s, z, set), most)
    if (left <= 0) return NO_ITEMS
    const d = s.d
    const out: number[] = []
    const base = z * pieceKinds
    const { ranges, has } = set
    s.fuel -= set.effort
    for (let r = 0; left > 0 && r < ranges.length; r += 2) {
      for (let t = ranges[r]; left > 0 && t < ranges[r + 1]; t++) {
        const q = d[at + t] - base
        if (q < 0 || q >= pieceKinds || has[q] === 0) continue
        left--
        out.push(t)
      }
    }
    return out
  }

  function cardsIn(s: State, z: number, set: KindSet, most: number): List {
    if (most <= 0 || set.cards.length === 0) return NO_ITEMS
    const d = s.d
    const out: number[] = []
    s.fuel -= d[held + z]
    for (let t = d[top + z]; t >= 0; t = d[cardBelow + t])
      if (set.has[kindOfCard(d, t)] === 1 && out.push(t) >= most) return out
    return out
  }

  /** Returns at most `most` tokens that are in their supply. */
  function supplyOf(s: State, set: KindSet, most: number): List {
    let left = Math.min(countSupply(s, set), most)
    if (left <= 0) return NO_ITEMS
    const d = s.d
    const out: number[] = []
    const { ranges, has } = set
    s.fuel -= set.effort
    for (let r = 0; left > 0 && r < ranges.length; r += 2) {
      for (let t = ranges[r]; left > 0 && t < ranges[r + 1]; t++) {
        const q = d[at + t] - supply[t] * pieceKinds
        if (q < 0 || q >= pieceKinds || has[q] === 0) continue
        left--
        out.push(t)
      }
    }
    for (let t = pieces; left > 0 && t < tokens; t++) {
      if (has[kindOfCard(d, t)] === 0 || d[cardZone + t] !== supply[t]) continue
      left--
      out.push(t)
    }
    return out
  }

  /** Moves a piece to a zone, with a kind. */
  function placePiece(s: State, t: number, z: number, kind: number, place: number): void {
    const old = s.d[at + t]
    const now = z * pieceKinds + kind
    if (old === now) return
    if (s.recorder !== null) s.recorder.piece(s, t, old, now, place)
    putPiece(s, t, z, now)
  }

  function putPiece(s: State, t: number, z: number, now: number): void {
    const d = s.d
    const old = d[at + t]
    d[count + old]--
    d[count + now]++
    const from = (old / pieceKinds) | 0
    if (from !== z) {
      d[held + from]--
      d[held + z]++
      if (camps > 0) {
        const owner = ownerOfKind[now % pieceKinds]
        d[camp + from * camps + owner]--
        d[camp + z * camps + owner]++
      }
    }
    setCell(s, at + t, now)
  }

  function placeCard(s: State, t: number, z: number, fresh: boolean, under: boolean, place: number): void {
    const d = s.d
    const from = d[cardZone + t]
    const turning = cardKind[t]
    const kind = fresh && turning >= 0 ? startKind[t] : kindOfCard(d, t)
    if (s.recorder !== null) s.recorder.card(s, t, from, z, kind, under, place)
    if (turning >= 0) setCell(s, turning, kind)
    const b = d[cardBelow + t]
    const a = d[cardAbove + t]
    if (a >= 0) setCell(s, cardBelow + a, b)
    else d[top + from] = b
    if (b >= 0) d[cardAbove + b] = a
    else d[bottom + from] = a
    d[held + from]--
    if (under) {
      const last = d[bottom + z]
      setCell(s, cardBelow + t, -1)
      d[cardAbove + t] = last
      if (last >= 0) setCell(s, cardBelow + last, t)
      else d[top + z] = t
      d[bottom + z] = t
    } else {
      const first = d[top + z]
      setCell(s, cardBelow + t, first)
      d[cardAbove + t] = -1
      if (first >= 0) d[cardAbove + first] = t
      else d[bottom + z] = t
      d[top + z] = t
    }
    d[held + z]++
    setCell(s, cardZone + t, z)
  }

  function move(s: State, t: number, z: number, fresh: boolean, under: boolean, place: number): void {
    if (t < 0) fail('There is no token to move here.', place)
    if (t < pieces) {
      if (z >= pieceZones)
        fail(`The piece '${tokenName(t)}' can't move to '${zoneName(z)}', which holds cards.`, place)
      placePiece(s, t, z, fresh || z === supply[t] ? startKind[t] : s.d[at + t] % pieceKinds, place)
    } else {
      if (z < pieceZones)
        fail(`The card '${tokenName(t)}' can't move to '${zoneName(z)}', which holds pieces.`, place)
      placeCard(s, t, z, fresh || z === supply[t], under, place)
    }
  }

  function moveToken(s: State, t: number, z: number, under: boolean, place: number): void {
    move(s, t, z, false, under, place)
  }

  /** Moves the tokens of a list to a zone, or (-1) each to its supply. */
  function moveTokens(s: State, list: List, z: number, fresh: boolean, under: boolean, place: number): void {
    spend(s, list.length * MOVE_FUEL, place)
    for (let i = 0; i < list.length; i++) {
      const t = list[i]
      if (t < 0) fail('There is no token to move here.', place)
      move(s, t, z < 0 ? supply[t] : z, fresh, under, place)
    }
  }

  function setProp(s: State, t: number, p: Property, value: number, place: number): void {
    if (t < 0) fail(`There is no token to set '${p.id}' of here.`, place)
    const kind = kindOf(s, t)
    const stride = p.stride[kind]
    if (stride === 0) fail(`'${tokenName(t)}' has no changing property '${p.id}'.`, place)
    if (value < p.min || value > p.max)
      fail(
        `'${p.id}' can't change from ${p.values[kind]} to ${value}: its bounds are ${p.min} to ${p.max}.`,
        place,
      )
    const now = kind + (value - p.values[kind]) * stride
    if (s.recorder !== null) s.recorder.turned(s, t, p, now, place)
    if (t < pieces) {
      const z = (s.d[at + t] / pieceKinds) | 0
      putPiece(s, t, z, z * pieceKinds + now)
    } else {
      if (!open[s.d[cardZone + t]]) setCell(s, unseenTurn, 1)
      setCell(s, cardKind[t], now)
    }
  }

  const words = [0, 0, 0, 0]

  /** Draws from the state's generator and updates the hash. That doesn't count as a change of the board. */
  function draw(s: State, n: number): number {
    if (s.chance !== null) return s.chance.below(n)
    for (let i = 0; i < 4; i++) words[i] = randomWord(s.d, i)
    const result = randomBelow(words, n)
    putRandomWords(s, words)
    return result
  }

  function roll(s: State, min: number, max: number, name: string, place: number): number {
    if (max < min)
      fail(`A roll from ${min} to ${max} is impossible: the maximum is below the minimum.`, place)
    let value: number
    if (s.forced.length > 0) {
      value = s.forced[0]
      if (value < min || value > max)
        fail(`The forced roll ${value} is not between ${min} and ${max}.`, place)
      s.forced = s.forced.slice(1)
    } else value = min + draw(s, max - min + 1)
    if (s.recorder !== null) s.recorder.rolled(s, name, value, min, max, place)
    return value
  }

  function shuffle(s: State, z: number, place: number): void {
    if (z < pieceZones)
      fail(`'${zoneName(z)}' can't be shuffled: it holds pieces, which have no order.`, place)
    const d = s.d
    spend(s, d[held + z] * 4, place)
    const cards: number[] = []
    for (let t = d[top + z]; t >= 0; t = d[cardBelow + t]) cards.push(t)
    for (let i = 0; i < 4; i++) words[i] = randomWord(d, i)
    for (let i = cards.length - 1; i > 0; i--) {
      const j = s.chance === null ? randomBelow(words, i + 1) : s.chance.below(i + 1)
      const t = cards[i]
      cards[i] = cards[j]
      cards[j] = t
    }
    putRandomWords(s, words)
    for (let i = 0; i < cards.length; i++) {
      setCell(s, cardBelow + cards[i], i + 1 < cards.length ? cards[i + 1] : -1)
      d[cardAbove + cards[i]] = i > 0 ? cards[i - 1] : -1
    }
    d[top + z] = cards[0] ?? -1
    d[bottom + z] = cards.at(-1) ?? -1
    if (s.recorder !== null) s.recorder.shuffled(s, z, place)
  }

  function put(s: State, index: number, value: number, place: number): void {
    if (s.recorder !== null) s.recorder.variable(s, index, value, place)
    putCell(s, index, value)
  }

  function putCell(s: State, index: number, value: number): void {
    if (passing[index] === 1) {
      const { d } = s
      const start = startAt[index]
      if (value !== start) d[away]++
      if (d[index] !== start) d[away]--
    }
    setCell(s, index, value)
  }

  /** Fails with the bounds of a variable. Clamping would silently lose an amount. */
  function beyond(s: State, index: number, value: number, min: number, max: number, place: number): never {
    const v = present(layout.variableAt(index), 'only variables have bounds.')
    const owner = layout.ownerOf(v, index)
    const of = owner === '' ? '' : ` of ${owner}`
    const hint = v.def.track === true ? '' : ' Declare it as a track if it should stop at its bounds.'
    fail(
      `'${v.def.id}'${of} can't change from ${s.d[index]} to ${value}: its bounds are ${min} to ${max}.${hint}`,
      place,
    )
  }

  function addExact(s: State, index: number, delta: number, min: number, max: number, place: number): void {
    const value = s.d[index] + delta
    if (value < min || value > max) beyond(s, index, value, min, max, place)
    put(s, index, value, place)
  }

  function putWithin(s: State, index: number, value: number, min: number, max: number, place: number): void {
    if (value < min || value > max) beyond(s, index, value, min, max, place)
    put(s, index, value, place)
  }

  function nz(value: number, place: number): number {
    if (value < 0) fail('A rule uses a seat, zone or token that is none. Test for none first.', place)
    return value
  }

  function div(a: number, b: number, place: number): number {
    if (b === 0) fail('A rule divides by zero.', place)
    return (a / b) | 0
  }

  function rem(a: number, b: number, place: number): number {
    if (b === 0) fail('A rule divides by zero.', place)
    return (a % b) | 0
  }

  return {
    borrow,
    giveBack,
    zoneOf,
    kindOf,
    isKind,
    countKinds,
    countSupply,
    tokensIn,
    supplyOf,
    moveToken,
    moveTokens,
    setProp,
    roll,
    shuffle,
    put,
    putCell,
    addExact,
    putWithin,
    nz,
    div,
    rem,
  }
}
