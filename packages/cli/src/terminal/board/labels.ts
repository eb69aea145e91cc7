import type { Constant, GameDef, VariableDef } from '@ludoforge/kernel'
import { coloursOf, type Look, namesIn, unmarkedVariables, terminalColour } from '@ludoforge/look/node'
import type { Paint } from '../terminal.js'

type Painter = (text: string) => string

/** Names for people, in the colours of their seats. */
export class Labels {
  readonly #names = new Map<string, string>()
  readonly #types: ReadonlyMap<string, { readonly name: string; readonly owner: string | undefined }>
  readonly #variables: ReadonlyMap<string, VariableDef>
  readonly #colours = new Map<string, Painter>()
  readonly #actions: ReadonlyMap<string, string>
  readonly #hidden: ReadonlySet<string>
  /** Short names, for the board. */
  readonly short: Readonly<Record<string, string>>
  /** Full names, for sentences. */
  readonly names: Readonly<Record<string, string>>
  /** Variables of spaces that are shown without a mark of the look. */
  readonly otherMarks: readonly VariableDef[]

  constructor(
    readonly def: GameDef,
    readonly look: Look,
    readonly paint: Paint,
  ) {
    this.#hidden = new Set(look.hide)
    const { names, short } = namesIn(def, look)
    this.names = names
    this.short = short
    this.otherMarks = unmarkedVariables(def, look)
    const colours = coloursOf(def, look)
    for (const { id, name } of def.zones) this.#names.set(`zone:${id}`, look.names[id] ?? name)
    for (const { id, name } of def.seats) this.#names.set(`seat:${id}`, look.names[id] ?? name)
    for (const id of [...def.seats.map((seat) => seat.id), ...Object.keys(look.colours)]) {
      const colour = colours[id]
      if (colour !== undefined) this.#colours.set(id, paint[terminalColour(colour)])
    }
    const seats = new Set(def.seats.map(({ id }) => id))
    const ownerProps = def.properties.filter(({ type, changes }) => type === 'seat' && !changes)
    this.#types = new Map(
      def.tokens.map(({ id, name, props }) => {
        const owner = ownerProps.map((prop) => props[prop.id]).find((value) => typeof value === 'string')
        return [
          id,
          {
            name: names[id] ?? name,
            owner: typeof owner === 'string' && seats.has(owner) ? owner : undefined,
          },
        ]
      }),
    )
    this.#variables = new Map(def.variables.map((variable) => [variable.id, variable]))
    this.#actions = new Map(
      def.procedures.map(({ id, title }) => [id, typeof title === 'string' ? title : id]),
    )
  }

  readonly arrow = '->'

  get reckoned(): Pick<Look, 'values' | 'seatValues' | 'spaceValues'> {
    return this.look
  }

  times(name: string, count: number): string {
    return count === 1 ? name : `${name} x${count}`
  }

  zone(id: string): string {
    return this.short[id] ?? this.#names.get(`zone:${id}`) ?? id
  }

  /** The full name, for sentences. */
  fullZone(id: string): string {
    return this.#names.get(`zone:${id}`) ?? id
  }

  /** The name of a space to type. On a board, it is its coordinates: `c4`. */
  place(id: string): string {
    const name = this.fullZone(id)
    const placed = /^[a-z-]+\d+$/.test(id) && name.toLowerCase() === id
    return this.short[id] ?? (placed ? id : name)
  }

  seat(id: string): string {
    const name = this.plainSeat(id)
    return this.#colours.get(id)?.(name) ?? name
  }

  plainSeat(id: string): string {
    return this.short[id] ?? this.#names.get(`seat:${id}`) ?? id
  }

  action(id: string): string {
    return this.short[id] ?? this.look.names[id] ?? this.#actions.get(id) ?? id
  }

  variable(id: string): string {
    return this.short[id] ?? this.look.names[id] ?? id.replaceAll('-', ' ')
  }

  /** Whether the look hides it: a variable, a marker, or a zone, by its id or its family's. */
  isHidden(id: string): boolean {
    return this.#hidden.has(id) || this.#hidden.has(id.split(':')[0] ?? id)
  }

  /** A fixed attribute of a space. */
  attribute(zone: string, attribute: string): Constant | undefined {
    return this.def.zones.find(({ id }) => id === zone)?.attributes[attribute]
  }

  /** Whether a variable is internal to an action. */
  isKept(variable: string): boolean {
    return this.#variables.get(variable)?.during !== undefined
  }

  /** The name of a kind (`type` or `type+value`) on the board, where it is short. */
  kind(kind: string): string {
    const [id = kind, ...values] = kind.split('+')
    const name = this.short[kind] ?? this.short[id] ?? this.#types.get(id)?.name ?? id
    return this.#inColour(id, this.short[kind] === undefined ? withValues(name, values) : name)
  }

  /** The full name, for sentences. */
  fullKind(kind: string): string {
    return this.inColourOf(kind, this.plainKind(kind))
  }

  plainKind(kind: string): string {
    const [id = kind, ...values] = kind.split('+')
    return withValues(this.#types.get(id)?.name ?? id, values)
  }

  /** The owner of a piece. */
  ownerOf(kind: string): string | undefined {
    return this.#types.get(kind.split('+')[0] ?? kind)?.owner
  }

  #inColour(type: string, text: string): string {
    const owner = this.#types.get(type)?.owner
    return owner === undefined ? text : (this.#colours.get(owner)?.(text) ?? text)
  }

  /** A sign for a piece or card, in the colour of its owner. */
  inColourOf(kind: string, text: string): string {
    return this.#inColour(kind.split('+')[0] ?? kind, text)
  }

  /** The short name of a value of the rules, in its colour, for the board. */
  word(id: string): string {
    const short = this.short[id]
    return short === undefined ? this.fullWord(id) : (this.#colours.get(id)?.(short) ?? short)
  }

  /** The full name, for sentences. */
  fullWord(id: string): string {
    const name = this.#names.get(`seat:${id}`) ?? this.look.names[id] ?? id.replaceAll(/(?<=\w)-(?=\w)/g, ' ')
    return this.#colours.get(id)?.(name) ?? name
  }

  /** A value of a variable, with the names of seats and zones. */
  value(variable: string, value: Constant): string {
    return this.#value(variable, value, (id) => this.word(id))
  }

  fullValue(variable: string, value: Constant): string {
    return this.#value(variable, value, (id) => this.fullWord(id))
  }

  #value(variable: string, value: Constant, word: (id: string) => string): string {
    if (value === null) return 'none'
    if (typeof value === 'boolean') return value ? 'yes' : 'no'
    if (typeof value === 'number') return String(value)
    if (typeof value !== 'string') return value.map((item) => this.#value(variable, item, word)).join(', ')
    const type = this.#variables.get(variable)?.type
    if (type === 'seat') return this.seat(value)
    if (type === 'zone') return this.zone(value)
    if (type === 'action') return this.action(value)
    return word(value)
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

function withValues(name: string, values: readonly string[]): string {
  return values.length === 0 ? name : `${name} (${values.join(', ')})`
}
