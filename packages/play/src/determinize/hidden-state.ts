/** What one seat of a game cannot see, worked out once, and how chance puts something else in its place. */
import { present, reseed, type Rng, type State } from '@ludoforge/kernel'
import { type Layout, mixA, writeCell } from '@ludoforge/kernel/internal'

const WIDEST = 1000

interface HiddenCell {
  readonly cell: number
  readonly min: number
  readonly max: number // below `min`: any number, so that it goes back to its start
  readonly start: number
}

export class HiddenState {
  private readonly hidden: Uint8Array // by zone
  private readonly cardZones: readonly number[] // hands come first
  private readonly hidesPieces: boolean
  private readonly cells: readonly HiddenCell[]
  private readonly mine: readonly number[] // zones of cards that no other seat sees
  /** By token, the number of its supply: what comes from one box can be mistaken for each other. */
  private readonly box: readonly number[]
  // Kept from one time to the next.
  private readonly boxes: number[][]
  private readonly places: number[] = []
  private readonly held: Int32Array // cards by zone and supply

  constructor(
    private readonly layout: Layout,
    me: number,
  ) {
    const { zones, pieceZones, types } = layout
    this.hidden = Uint8Array.from(zones, ({ def, owner }) =>
      def.visible === 'none' || (def.visible === 'owner' && owner !== me) ? 1 : 0,
    )
    const covered = zones.map((_, z) => z).filter((z) => this.hidden[z] === 1)
    const isHand = (z: number): number => (zones[z].def.visible === 'owner' ? 0 : 1)
    this.cardZones = covered.filter((z) => z >= pieceZones).sort((a, b) => isHand(a) - isHand(b))
    this.mine = zones.flatMap(({ def, owner }, z) =>
      def.visible === 'owner' && owner === me && z >= pieceZones ? [z] : [],
    )
    this.hidesPieces = covered.some((z) => z < pieceZones)
    const supplies = [...new Set(types.map(({ supply }) => supply))].sort((a, b) => a - b)
    this.box = layout.typeOf.map((type) => supplies.indexOf(types[type].supply))
    this.boxes = supplies.map(() => [])
    this.held = new Int32Array(zones.length * supplies.length)
    this.cells = hiddenCells(layout, me)
  }

  /** In place. The state is the caller's own. With `like` zones hold the cards that they hold there, if they can. */
  resample(s: State, rng: Rng, what: 'everything' | 'tokens', like: State | null): void {
    if (this.hidesPieces) this.dealPieces(s, rng)
    if (this.cardZones.length > 0) this.dealCards(s, rng, like)
    this.turnCards(s, rng)
    if (what === 'everything' && this.cells.length > 0) {
      for (const { cell, min, max, start } of this.cells)
        writeCell(s, cell, max < min ? start : rng.range(min, max))
      this.layout.countAway(s.d)
    }
    reseed(s, rng)
  }

  /** Pieces behind screens: the places, in order, are dealt out anew; what each piece is stays with it. */
  private dealPieces(s: State, rng: Rng): void {
    const { hidden, boxes, box, places } = this
    const { at, pieces, pieceKinds, count, camp, camps, ownerOfKind } = this.layout
    const { d } = s
    for (let t = 0; t < pieces; t++) if (hidden[(d[at + t] / pieceKinds) | 0] === 1) boxes[box[t]].push(t)
    for (const group of boxes) {
      if (group.length === 0) continue
      places.length = 0
      for (const t of group) places.push((d[at + t] / pieceKinds) | 0)
      rng.shuffle(places.sort(ascending))
      for (let i = 0; i < group.length; i++) {
        const old = d[at + group[i]]
        const now = places[i] * pieceKinds + (old % pieceKinds)
        d[count + old]--
        d[count + now]++
        if (camps > 0) {
          const one = ownerOfKind[old % pieceKinds]
          d[camp + ((old / pieceKinds) | 0) * camps + one]--
          d[camp + places[i] * camps + one]++
        }
        writeCell(s, at + group[i], now)
      }
      group.length = 0
    }
  }

  /**
   * Every zone keeps how many cards of each supply it has, in any order; which ones they are is dealt out anew,
   * from all of them in their own order.
   */
  private dealCards(s: State, rng: Rng, like: State | null): void {
    const { hidden, boxes, box, places, cardZones, held } = this
    const { pieces, tokens, cardZone, cardBelow, cardAbove, top, bottom } = this.layout
    const { d } = s
    const kinds = boxes.length
    held.fill(0)
    for (let t = pieces; t < tokens; t++) {
      const zone = d[cardZone + t]
      if (hidden[zone] === 0) continue
      boxes[box[t]].push(t)
      held[zone * kinds + box[t]]++
    }
    for (const group of boxes) if (group.length > 1) rng.shuffle(group)
    for (const zone of cardZones) {
      places.length = 0
      for (let b = 0; b < kinds; b++) for (let n = held[zone * kinds + b]; n > 0; n--) places.push(b)
      if (places.length === 0) continue
      if (places[0] !== places.at(-1)) rng.shuffle(places)
      let above = -1
      for (const b of places) {
        const t = this.draw(boxes[b], zone, like)
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

  /** The last card, or one that lies in this zone there. */
  private draw(cards: number[], zone: number, like: State | null): number {
    const last = present(cards.pop(), 'there is a card for every place.')
    if (like === null) return last
    const { cardZone } = this.layout
    if (like.d[cardZone + last] === zone) return last
    const at = cards.findIndex((t) => like.d[cardZone + t] === zone)
    if (at < 0) return last
    const found = cards[at]
    cards[at] = last
    return found
  }

  /** A number that changes with the cards which only this seat sees. */
  handOf({ d }: State): number {
    const { top, cardBelow } = this.layout
    let hand = 0
    for (const zone of this.mine)
      for (let t = d[top + zone]; t >= 0; t = d[cardBelow + t]) hand ^= mixA(zone, t)
    return hand
  }

  private turnCards(s: State, rng: Rng): void {
    const { unseenTurn, pieces, tokens, cardKind, cardZone, types, typeOf } = this.layout
    const { d } = s
    if (unseenTurn < 0 || d[unseenTurn] === 0) return
    for (let t = pieces; t < tokens; t++) {
      if (cardKind[t] < 0 || this.hidden[d[cardZone + t]] === 0) continue
      const { kind, kinds } = types[typeOf[t]]
      writeCell(s, cardKind[t], kind + rng.below(kinds))
    }
  }
}

const ascending = (a: number, b: number): number => a - b

function hiddenCells(layout: Layout, me: number): HiddenCell[] {
  const found: HiddenCell[] = []
  for (const { def, cell, cells, min, max, start } of layout.variables.values()) {
    if (def.hidden === undefined) continue
    for (let i = 0; i < cells; i++) {
      if (def.hidden === 'owner' && def.scope === 'seat' && i === me) continue
      found.push({ cell: cell + i, min, max: max - min <= WIDEST ? max : min - 1, start })
    }
  }
  return found
}
