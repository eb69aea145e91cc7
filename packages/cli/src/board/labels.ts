import type { Constant, GameDef, VariableDef } from '@ludoforge/kernel'
import type { Paint } from '../terminal.js'
import type { Look } from './look.js'

type Painter = (text: string) => string

const COLOURS = ['red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white', 'gray'] as const
const DEFAULT_COLOURS = ['cyan', 'yellow', 'magenta', 'green', 'blue', 'red'] as const

type Colour = (typeof COLOURS)[number]

/** Names for people, in the colour of the seat they belong to. */
export class Labels {
  readonly #names = new Map<string, string>()
  readonly #types: ReadonlyMap<string, { readonly name: string; readonly owner: string | undefined }>
  readonly #variables: ReadonlyMap<string, VariableDef>
  readonly #colours = new Map<string, Painter>()
  readonly #actions: ReadonlyMap<string, string>
  readonly #hidden: ReadonlySet<string>

  constructor(
    readonly def: GameDef,
    readonly look: Look,
    readonly paint: Paint,
  ) {
    this.#hidden = new Set(look.hide)
    for (const { id, name } of def.zones) this.#names.set(`zone:${id}`, name)
    for (const [index, { id, name }] of def.seats.entries()) {
      this.#names.set(`seat:${id}`, name)
      this.#colours.set(id, painter(paint, look.colours[id], index))
    }
    const seats = new Set(def.seats.map(({ id }) => id))
    const ownerProps = def.properties.filter(({ type, changes }) => type === 'seat' && !changes)
    for (const [id, wanted] of Object.entries(look.colours)) {
      if (!seats.has(id)) this.#colours.set(id, painter(paint, wanted, 0))
    }
    this.#types = new Map(
      def.tokens.map(({ id, name, props }) => {
        const owner = ownerProps.map((prop) => props[prop.id]).find((value) => typeof value === 'string')
        return [id, { name, owner: typeof owner === 'string' && seats.has(owner) ? owner : undefined }]
      }),
    )
    this.#variables = new Map(def.variables.map((variable) => [variable.id, variable]))
    this.#actions = new Map(
      def.procedures.map(({ id, title }) => [id, typeof title === 'string' ? title : id]),
    )
  }

  readonly arrow = '->'

  times(name: string, count: number): string {
    return count === 1 ? name : `${name} x${count}`
  }

  zone(id: string): string {
    return this.look.short[id] ?? this.#names.get(`zone:${id}`) ?? id
  }

  seat(id: string): string {
    const name = this.plainSeat(id)
    return this.#colours.get(id)?.(name) ?? name
  }

  plainSeat(id: string): string {
    return this.look.short[id] ?? this.#names.get(`seat:${id}`) ?? id
  }

  action(id: string): string {
    return this.look.short[id] ?? this.#actions.get(id) ?? id
  }

  variable(id: string): string {
    return this.look.short[id] ?? id.replaceAll('-', ' ')
  }

  /** Whether the look does not want it shown: a variable, a marker, or a zone by its own id or its family's. */
  isHidden(id: string): boolean {
    return this.#hidden.has(id) || this.#hidden.has(id.split(':')[0] ?? id)
  }

  /** Whether a variable is what an action keeps for itself. */
  isKept(variable: string): boolean {
    return this.#variables.get(variable)?.during !== undefined
  }

  /** Pieces and cards come as `type` or `type+value`. On the board they have short names. */
  kind(kind: string): string {
    const [id = kind, ...values] = kind.split('+')
    const name = this.look.short[kind] ?? this.look.short[id] ?? this.#types.get(id)?.name ?? id
    return this.#inColour(id, this.look.short[kind] === undefined ? withValues(name, values) : name)
  }

  /** The whole name, for sentences. */
  fullKind(kind: string): string {
    const [id = kind, ...values] = kind.split('+')
    return this.#inColour(id, withValues(this.#types.get(id)?.name ?? id, values))
  }

  /** The seat that a piece belongs to. */
  ownerOf(kind: string): string | undefined {
    return this.#types.get(kind.split('+')[0] ?? kind)?.owner
  }

  #inColour(type: string, text: string): string {
    const owner = this.#types.get(type)?.owner
    return owner === undefined ? text : (this.#colours.get(owner)?.(text) ?? text)
  }

  /** The name of a value of the rules, in its colour. On the board it is short. */
  word(id: string): string {
    const short = this.look.short[id]
    return short === undefined ? this.fullWord(id) : (this.#colours.get(id)?.(short) ?? short)
  }

  /** The whole name, for sentences. */
  fullWord(id: string): string {
    const name = this.#names.get(`seat:${id}`) ?? id.replaceAll(/(?<=\w)-(?=\w)/g, ' ')
    return this.#colours.get(id)?.(name) ?? name
  }

  /** A value of a variable; names of seats and zones where it holds one. */
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

  /** A derived value: names that the look or the rules know are told in their own way. */
  derived(text: string): string {
    return text
      .split(' ')
      .map((id) => this.word(id))
      .join(' ')
  }

  /** Whether a marker says something: not what it said at the start. */
  isNews(variable: string, value: Constant): boolean {
    return this.#variables.get(variable)?.start !== value
  }
}

function withValues(name: string, values: readonly string[]): string {
  return values.length === 0 ? name : `${name} (${values.join(', ')})`
}

function painter(paint: Paint, wanted: string | undefined, index: number): Painter {
  const colour = COLOURS.find((known) => known === wanted) ?? DEFAULT_COLOURS[index % DEFAULT_COLOURS.length]
  return paint[(colour ?? 'cyan') satisfies Colour]
}
