/** The hidden state of one seat: what it can't see, computed once per game, and how to resample it. */
import { present, reseed, type Rng, type State } from '@ludoforge/kernel'
import { type Layout, mixA, seesZone, writeCell } from '@ludoforge/kernel/internal'

const WIDEST = 1000

interface HiddenCell {
  readonly cell: number
  readonly min: number
  readonly max: number // below `min`: any number, so that it goes back to its start
  readonly start: number
}

/** A list that a seat can't see. */
interface HiddenList {
  readonly at: number // the first of its cells
  readonly min: number // of one item
  readonly max: number
  readonly most: number
}

export class HiddenState {
  private readonly hidden: Uint8Array // by zone
  private readonly cardZones: readonly number[] // hands come first
  private readonly hidesPieces: boolean
  private readonly cells: readonly HiddenCell[]
  private readonly lists: readonly HiddenList[]
  private readonly mine: readonly number[] // zones of cards that no other seat sees
  /** By token: the number of its supply. Only tokens of the same supply are swapped. */
  private readonly box: readonly number[]
  // Reused buffers.
  private readonly boxes: number[][]
  private readonly places: number[] = []
  private readonly held: Int32Array<ArrayBuffer> // cards by zone and supply

  constructor(
    private readonly layout: Layout,
    me: number,
  ) {
    const { zones, pieceZones, types } = layout
    this.hidden = Uint8Array.from(zones, ({ def, owner }) => (seesZone(def.visible, owner, me) ? 0 : 1))
    const covered = zones.map((_, z) => z).filter((z) => this.hidden[z] === 1)
    const isHand = (z: number): number => (zones[z]?.def.visible === 'none' ? 1 : 0)
    this.cardZones = covered.filter((z) => z >= pieceZones).sort((a, b) => isHand(a) - isHand(b))
    this.mine = zones.flatMap(({ def, owner }, z) =>
      def.visible === 'owner' && owner === me && z >= pieceZones ? [z] : [],
    )
    this.hidesPieces = covered.some((z) => z < pieceZones)
    const supplies = [...new Set(types.map(({ supply }) => supply))].sort((a, b) => a - b)
    this.box = layout.typeOf.map((type) => supplies.indexOf(typeAt(layout, type).supply))
    this.boxes = supplies.map(() => [])
    this.held = new Int32Array(zones.length * supplies.length)
    this.cells = hiddenCells(layout, me)
    this.lists = hiddenLists(layout, me)
  }

  /** Resamples in place; the caller owns the state. With `like`, zones keep the cards of that state if possible. */
  resample(s: State, rng: Rng, what: 'everything' | 'tokens', like: State | null): void {
    if (this.hidesPieces) this.dealPieces(s, rng)
    if (this.cardZones.length > 0) this.dealCards(s, rng, like)
    this.turnCards(s, rng)
    if (what === 'everything' && this.cells.length + this.lists.length > 0) {
      for (const { cell, min, max, start } of this.cells)
        writeCell(s, cell, max < min ? start : rng.range(min, max))
      for (const list of this.lists) this.drawList(s, rng, list)
      this.layout.countAway(s.d)
    }
    reseed(s, rng)
  }

  /**
   * Draws a hidden list again. Its length is hidden as well. The same number of draws for every length, so that nothing
   * drawn later depends on it.
   */
  private drawList(s: State, rng: Rng, { at, most, min, max }: HiddenList): void {
    const length = rng.range(0, most)
    writeCell(s, at, length)
    for (let i = 0; i < most; i++) {
      const item = rng.range(min, max)
      writeCell(s, at + 1 + i, i < length ? item : 0)
    }
  }

  /** Redistributes hidden pieces over their zones. Each piece keeps its kind. */
  private dealPieces(s: State, rng: Rng): void {
    const { hidden, boxes, box, places } = this
    const { at, pieces, pieceKinds, count, camp, camps, ownerOfKind } = this.layout
    const { d } = s
    for (let t = 0; t < pieces; t++)
      if (hidden[(cellAt(d, at + t) / pieceKinds) | 0] === 1) groupAt(boxes, itemAt(box, t)).push(t)
    for (const group of boxes) {
      if (group.length === 0) continue
      places.length = 0
      for (const t of group) places.push((cellAt(d, at + t) / pieceKinds) | 0)
      rng.shuffle(places.sort(ascending))
      for (let i = 0; i < group.length; i++) {
        const cell = at + itemAt(group, i)
        const place = itemAt(places, i)
        const old = cellAt(d, cell)
        const now = place * pieceKinds + (old % pieceKinds)
        add(d, count + old, -1)
        add(d, count + now, 1)
        if (camps > 0) {
          const one = itemAt(ownerOfKind, old % pieceKinds)
          add(d, camp + ((old / pieceKinds) | 0) * camps + one, -1)
          add(d, camp + place * camps + one, 1)
        }
        writeCell(s, cell, now)
      }
      group.length = 0
    }
  }

  /**
   * Redistributes hidden cards. Every zone keeps its number of cards of each supply, in a random order. Cards are drawn
   * from all hidden cards in token order, so the result doesn't depend on where they really are.
   */
  private dealCards(s: State, rng: Rng, like: State | null): void {
    const { hidden, boxes, box, places, cardZones, held } = this
    const { pieces, tokens, cardZone, cardBelow, cardAbove, top, bottom } = this.layout
    const { d } = s
    const kinds = boxes.length
    held.fill(0)
    for (let t = pieces; t < tokens; t++) {
      const zone = cellAt(d, cardZone + t)
      if (hidden[zone] === 0) continue
      const b = itemAt(box, t)
      groupAt(boxes, b).push(t)
      add(held, zone * kinds + b, 1)
    }
    for (const group of boxes) if (group.length > 1) rng.shuffle(group)
    for (const zone of cardZones) {
      places.length = 0
      for (let b = 0; b < kinds; b++) for (let n = cellAt(held, zone * kinds + b); n > 0; n--) places.push(b)
      if (places.length === 0) continue
      if (places[0] !== places.at(-1)) rng.shuffle(places)
      let above = -1
      for (const b of places) {
        const t = this.draw(groupAt(boxes, b), zone, like)
        writeCell(s, cardZone + t, zone)
        d[cardAbove + t] = above
        if (above < 0) d[top + zone] = t
        else writeCell(s, cardBelow + above, t)
        above = t
      }
      writeCell(s, cardBelow + above, -1)
      d[bottom + zone] = above
    }
  }

  /** Draws the last card, or one that is in this zone of `like`. */
  private draw(cards: number[], zone: number, like: State | null): number {
    const last = present(cards.pop(), 'there is a card for every place.')
    if (like === null) return last
    const { cardZone } = this.layout
    if (like.d[cardZone + last] === zone) return last
    const at = cards.findIndex((t) => like.d[cardZone + t] === zone)
    if (at < 0) return last
    const found = itemAt(cards, at)
    cards[at] = last
    return found
  }

  /** Returns a hash of the cards that only this seat sees. */
  handOf({ d }: State): number {
    const { top, cardBelow } = this.layout
    let hand = 0
    for (const zone of this.mine)
      for (let t = cellAt(d, top + zone); t >= 0; t = cellAt(d, cardBelow + t)) hand ^= mixA(zone, t)
    return hand
  }

  private turnCards(s: State, rng: Rng): void {
    const { unseenTurn, pieces, tokens, cardKind, cardZone, typeOf } = this.layout
    const { d } = s
    if (unseenTurn < 0 || d[unseenTurn] === 0) return
    for (let t = pieces; t < tokens; t++) {
      const cell = itemAt(cardKind, t)
      if (cell < 0 || this.hidden[cellAt(d, cardZone + t)] === 0) continue
      const { kind, kinds } = typeAt(this.layout, itemAt(typeOf, t))
      writeCell(s, cell, kind + rng.below(kinds))
    }
  }
}

const ascending = (a: number, b: number): number => a - b

const cellAt = (cells: State['d'], at: number): number => present(cells[at], 'the layout counts its cells.')

const itemAt = (list: readonly number[], at: number): number => present(list[at], 'a list has all its items.')

const groupAt = (boxes: readonly number[][], supply: number): number[] =>
  present(boxes[supply], 'every supply has its box.')

const typeAt = ({ types }: Layout, type: number) => present(types[type], 'every token has its type.')

function add(cells: State['d'], at: number, n: number): void {
  cells[at] = cellAt(cells, at) + n
}

function hiddenCells(layout: Layout, me: number): HiddenCell[] {
  const found: HiddenCell[] = []
  for (const { def, cell, cells, min, max, start, list } of layout.variables.values()) {
    if (def.hidden === undefined || list !== null) continue
    for (let i = 0; i < cells; i++) {
      if (def.hidden === 'owner' && def.scope === 'seat' && i === me) continue
      found.push({ cell: cell + i, min, max: max - min <= WIDEST ? max : min - 1, start })
    }
  }
  return found
}

/** Returns the hidden lists. Lists of tokens and positions stay: their items have no meaning that a seat could learn. */
function hiddenLists(layout: Layout, me: number): HiddenList[] {
  return [...layout.variables.values()].flatMap(({ def, cell, cells, list }) => {
    if (def.hidden === undefined || list === null || list.item === 'token' || list.item === 'position')
      return []
    const { stride, most } = list
    const near = Math.min(Math.max(0, list.min), list.max)
    const [min, max] = list.max - list.min <= WIDEST ? [list.min, list.max] : [near, near]
    const all = Array.from({ length: cells / stride }, (_, i) => ({ at: cell + i * stride, most, min, max }))
    return def.hidden === 'owner' && def.scope === 'seat' ? all.filter((_, i) => i !== me) : all
  })
}
