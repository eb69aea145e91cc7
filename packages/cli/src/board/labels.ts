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

  constructor(
    readonly def: GameDef,
    readonly look: Look,
    readonly paint: Paint,
  ) {
    for (const { id, name } of def.zones) this.#names.set(`zone:${id}`, name)
    for (const [index, { id, name }] of def.seats.entries()) {
      this.#names.set(`seat:${id}`, name)
      this.#colours.set(id, painter(paint, look.colours[id], index))
    }
    const seats = new Set(def.seats.map(({ id }) => id))
    const ownerProps = def.properties.filter(({ type, changes }) => type === 'seat' && !changes)
    this.#types = new Map(
      def.tokens.map(({ id, name, props }) => {
        const owner = ownerProps.map((prop) => props[prop.id]).find((value) => typeof value === 'string')
        return [id, { name, owner: typeof owner === 'string' && seats.has(owner) ? owner : undefined }]
      }),
    )
    this.#variables = new Map(def.variables.map((variable) => [variable.id, variable]))
    this.#actions = new Map(def.procedures.map(({ id, title }) => [id, title ?? id]))
  }

  zone(id: string): string {
    return this.look.short[id] ?? this.#names.get(`zone:${id}`) ?? id
  }

  seat(id: string): string {
    const name = this.look.short[id] ?? this.#names.get(`seat:${id}`) ?? id
    return this.#colours.get(id)?.(name) ?? name
  }

  action(id: string): string {
    return this.look.short[id] ?? this.#actions.get(id) ?? id
  }

  variable(id: string): string {
    return this.look.short[id] ?? id.replaceAll('-', ' ')
  }

  /** Pieces and cards come as `type` or `type+value`. */
  kind(kind: string): string {
    const [id = kind, ...values] = kind.split('+')
    const type = this.#types.get(id)
    const name = this.look.short[kind] ?? this.look.short[id] ?? type?.name ?? id
    const full =
      this.look.short[kind] === undefined && values.length > 0 ? `${name} (${values.join(', ')})` : name
    return type?.owner === undefined ? full : (this.#colours.get(type.owner)?.(full) ?? full)
  }

  /** A value of a variable; names of seats and zones where it holds one. */
  value(variable: string, value: Constant): string {
    if (value === null) return 'none'
    if (typeof value === 'boolean') return value ? 'yes' : 'no'
    if (Array.isArray(value)) return value.map((item: Constant) => this.value(variable, item)).join(', ')
    const type = this.#variables.get(variable)?.type
    if (type === 'seat') return this.seat(String(value))
    if (type === 'zone') return this.zone(String(value))
    if (type === 'action') return this.action(String(value))
    return String(value)
  }

  /** Whether a marker says something: not what it said at the start. */
  isNews(variable: string, value: Constant): boolean {
    return this.#variables.get(variable)?.start !== value
  }
}

function painter(paint: Paint, wanted: string | undefined, index: number): Painter {
  const colour = COLOURS.find((known) => known === wanted) ?? DEFAULT_COLOURS[index % DEFAULT_COLOURS.length]
  return paint[(colour ?? 'cyan') satisfies Colour]
}
