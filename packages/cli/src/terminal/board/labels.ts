import type { Constant, GameDef, VariableDef } from '@ludoforge/kernel'
import {
  type AllNames,
  cardOrder,
  coloursOf,
  type Look,
  namesIn,
  unmarkedVariables,
  terminalColour,
} from '@ludoforge/look/node'
import { type Vocabulary, wordsOf } from '@ludoforge/table'
import type { Paint } from '../terminal.js'

type Painter = (text: string) => string

/** Names for people, in the colours of their seats: whole in sentences (`words`), short on the board. */
export class Labels {
  readonly #variables: ReadonlyMap<string, VariableDef>
  readonly #colours = new Map<string, Painter>()
  /** The names in sentences, the same as on the page. */
  readonly words: Vocabulary
  readonly #plain: Vocabulary // without colours
  readonly all: AllNames
  readonly #order: ReadonlyMap<string, number> // of types of cards in a sorted hand
  /** Variables of spaces that are shown without a mark of the look. */
  readonly otherMarks: readonly VariableDef[]

  constructor(
    readonly def: GameDef,
    readonly look: Look,
    readonly paint: Paint,
  ) {
    this.all = namesIn(def, look)
    this.#order = cardOrder(def, look)
    this.otherMarks = unmarkedVariables(def, look)
    const colours = coloursOf(def, look)
    for (const id of [...def.seats.map((seat) => seat.id), ...Object.keys(look.colours)]) {
      const colour = colours[id]
      if (colour !== undefined) this.#colours.set(id, paint[terminalColour(colour)])
    }
    this.#variables = new Map(def.variables.map((variable) => [variable.id, variable]))
    const { hide, values, seatValues, spaceValues } = look
    const scene = { ...this.all, hide, values, seatValues, spaceValues }
    this.words = wordsOf(def, scene, { paint, inColour: (id, text) => this.#inColour(id, text) })
    this.#plain = wordsOf(def, scene)
  }

  /** Short names, for the board. */
  get short(): Readonly<Record<string, string>> {
    return this.all.short
  }

  zone(id: string): string {
    return this.short[id] ?? this.words.zone(id)
  }

  /** The name of a space to type. On a board, it is its coordinates: `c4`. */
  place(id: string): string {
    const name = this.words.zone(id)
    const placed = /^[a-z-]+\d+$/.test(id) && name.toLowerCase() === id
    return this.short[id] ?? (placed ? id : name)
  }

  seat(id: string): string {
    return this.#inColour(id, this.plainSeat(id))
  }

  plainSeat(id: string): string {
    return this.short[id] ?? this.words.plainSeat(id)
  }

  action(id: string): string {
    return this.words.action(id)
  }

  variable(id: string): string {
    return this.short[id] ?? this.words.variable(id)
  }

  /** Whether the look hides it: a variable, a marker, or a zone, by its id or its family's. */
  isHidden(id: string): boolean {
    return this.words.isHidden(id)
  }

  /** A fixed attribute of a space. */
  attribute(zone: string, attribute: string): Constant | undefined {
    return this.def.zones.find(({ id }) => id === zone)?.attributes[attribute]
  }

  /** The name of a kind (`type` or `type+value`) on the board, where it is short. */
  kind(kind: string): string {
    return this.#short(kind) ?? this.words.kind(kind)
  }

  /** Pieces with their number on the board: `3 Red soldiers`, and one without a number. */
  held(kind: string, count: number): string {
    const short = this.#short(kind)
    if (count === 1) return short ?? this.words.kind(kind)
    return short === undefined ? this.words.counted(kind, count) : `${count} ${short}`
  }

  #short(kind: string): string | undefined {
    const [type = kind, ...values] = kind.split('+')
    const own = this.short[kind]
    if (own !== undefined) return this.inColourOf(kind, own)
    const short = this.short[type]
    if (short === undefined) return undefined
    return this.inColourOf(kind, [...values.map((value) => this.#plain.word(value)), short].join(' '))
  }

  /** The full name of one piece or card, without its colour. */
  plainKind(kind: string): string {
    return this.#plain.kind(kind)
  }

  /** The cards as the look sorts a hand; in their own order if it doesn't. */
  inHandOrder(cards: readonly string[]): readonly string[] {
    if (this.look.sort.length === 0) return cards
    const order = (card: string) => this.handPlace(card) ?? 0
    return cards.toSorted((a, b) => order(a) - order(b))
  }

  /** The place of a card in a sorted hand. Undefined of a piece, or if the look doesn't sort. */
  handPlace(card: string): number | undefined {
    return this.look.sort.length === 0 ? undefined : this.#order.get(card.split(/[+@]/)[0] ?? card)
  }

  /** The owner of a piece. */
  ownerOf(kind: string): string | undefined {
    return this.words.ownerOf(kind)
  }

  #inColour(id: string, text: string): string {
    return this.#colours.get(id)?.(text) ?? text
  }

  /** A sign for a piece or card, in the colour of its owner. */
  inColourOf(kind: string, text: string): string {
    const owner = this.ownerOf(kind)
    return owner === undefined ? text : this.#inColour(owner, text)
  }

  /** The short name of a value of the rules, in its colour, for the board. */
  word(id: string): string {
    const short = this.short[id]
    return short === undefined ? this.words.word(id) : this.#inColour(id, short)
  }

  /** A value of a variable on the board, where it is short. */
  value(variable: string, value: Constant): string {
    const short = typeof value === 'string' ? this.short[value] : undefined
    if (short !== undefined) return this.#inColour(String(value), short)
    return Array.isArray(value)
      ? value.map((item: Constant) => this.value(variable, item)).join(', ')
      : this.words.value(variable, value)
  }

  /** A computed value, with the names and colours that the look or the rules define. */
  derived(text: string): string {
    return text
      .split(' ')
      .map((id) => this.word(id))
      .join(' ')
  }

  /** Whether a marker differs from its initial value. */
  isNews(variable: string, value: Constant): boolean {
    return this.#variables.get(variable)?.start !== value
  }
}
