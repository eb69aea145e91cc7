/** The hidden state of one seat: what it can't see, computed once per game, and how to resample it. */
import { present, reseed, type Rng, type State } from '@ludoforge/kernel'
import { type Layout, mixA, writeCell } from '@ludoforge/kernel/internal'

const MAX_RANGE = 1000 // a hidden variable with a wider range isn't sampled

interface HiddenCell {
  readonly cell: number
  readonly min: number
  readonly max: number // below `min`: not sampled, but reset to its start value
  readonly start: number
}

export class HiddenState {
  private readonly hidden: Uint8Array // by zone
  private readonly cardZones: readonly number[] // hands come first
  private readonly hidesPieces: boolean
  private readonly cells: readonly HiddenCell[]
  private readonly mine: readonly number[] // zones of cards that no other seat sees
  /** By token: the number of its supply. Only tokens of the same supply are swapped. */
  private readonly supplyOf: readonly number[]
  // Reused buffers.
  private readonly bySupply: number[][]
  private readonly zonesToDeal: number[] = []
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
    this.supplyOf = layout.typeOf.map((type) => supplies.indexOf(types[type].supply))
    this.bySupply = supplies.map(() => [])
    this.held = new Int32Array(zones.length * supplies.length)
    this.cells = hiddenCells(layout, me)
  }

  /** Resamples in place; the caller owns the state. With `like`, zones keep the cards of that state if possible. */
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

  /** Redistributes hidden pieces over their zones. Each piece keeps its kind. */
  private dealPieces(s: State, rng: Rng): void {
    const { hidden, bySupply, supplyOf, zonesToDeal } = this
    const { at, pieces, pieceKinds, count, camp, camps, ownerOfKind } = this.layout
    const { d } = s
    for (let t = 0; t < pieces; t++)
      if (hidden[(d[at + t] / pieceKinds) | 0] === 1) bySupply[supplyOf[t]].push(t)
    for (const group of bySupply) {
      if (group.length === 0) continue
      zonesToDeal.length = 0
      for (const t of group) zonesToDeal.push((d[at + t] / pieceKinds) | 0)
      rng.shuffle(zonesToDeal.sort(ascending))
      for (let i = 0; i < group.length; i++) {
        const old = d[at + group[i]]
        const now = zonesToDeal[i] * pieceKinds + (old % pieceKinds)
        d[count + old]--
        d[count + now]++
        if (camps > 0) {
          const owner = ownerOfKind[old % pieceKinds]
          d[camp + ((old / pieceKinds) | 0) * camps + owner]--
          d[camp + zonesToDeal[i] * camps + owner]++
        }
        writeCell(s, at + group[i], now)
      }
      group.length = 0
    }
  }

  /**
   * Redistributes hidden cards. Every zone keeps its number of cards of each supply, in a random order. Cards are drawn
   * from all hidden cards in token order, so the result doesn't depend on where they really are.
   */
  private dealCards(s: State, rng: Rng, like: State | null): void {
    const { hidden, bySupply, supplyOf, zonesToDeal, cardZones, held } = this
    const { pieces, tokens, cardZone, cardBelow, cardAbove, top, bottom } = this.layout
    const { d } = s
    const kinds = bySupply.length
    held.fill(0)
    for (let t = pieces; t < tokens; t++) {
      const zone = d[cardZone + t]
      if (hidden[zone] === 0) continue
      bySupply[supplyOf[t]].push(t)
      held[zone * kinds + supplyOf[t]]++
    }
    for (const group of bySupply) if (group.length > 1) rng.shuffle(group)
    for (const zone of cardZones) {
      zonesToDeal.length = 0
      for (let b = 0; b < kinds; b++) for (let n = held[zone * kinds + b]; n > 0; n--) zonesToDeal.push(b)
      if (zonesToDeal.length === 0) continue
      if (zonesToDeal[0] !== zonesToDeal.at(-1)) rng.shuffle(zonesToDeal)
      let above = -1
      for (const b of zonesToDeal) {
        const t = this.draw(bySupply[b], zone, like)
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
    const found = cards[at]
    cards[at] = last
    return found
  }

  /** Returns a hash of the cards that only this seat sees. */
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
      found.push({ cell: cell + i, min, max: max - min <= MAX_RANGE ? max : min - 1, start })
    }
  }
  return found
}
