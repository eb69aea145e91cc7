/** What the rules can compute and the look wants shown: scores, who holds a space, the order of play. */
import type { GameDef } from '@ludoforge/kernel'
import type { Look, ValueLook } from './look.js'

/** For each item of the look its value by name; undefined where there is none worth showing. */
export interface Derived {
  readonly values: readonly (string | undefined)[]
  readonly seats: Readonly<Record<string, readonly (string | undefined)[]>>
  readonly spaces: Readonly<Record<string, readonly (string | undefined)[]>>
}

export const NOTHING_DERIVED: Derived = { values: [], seats: {}, spaces: {} }

/** The value of an expression as the one who looks may know it; undefined: it has none now. */
export type Evaluate = (text: string) => string | number | boolean | readonly string[] | undefined

/**
 * The expressions of a look, item by item. One about seats or spaces is a list in the order of the GameDef, so that
 * it is evaluated once and not for each.
 */
export interface Shown {
  readonly values: readonly string[]
  readonly seats: readonly string[]
  readonly spaces: readonly string[]
}

export function expressionsOf(def: GameDef, look: Look): Shown {
  const { seats, spaces } = idsOf(def)
  return {
    values: look.values.map(({ value }) => value),
    seats: look['seat-values'].map(({ value }) => ofEach(value, seats)),
    spaces: look['space-values'].map(({ value }) => ofEach(value, spaces)),
  }
}

export function derive(def: GameDef, look: Look, evaluate: Evaluate): Derived {
  const shown = expressionsOf(def, look)
  const { seats, spaces } = idsOf(def)
  return {
    values: look.values.map((item, i) => worthShowing(item, evaluate(shown.values[i] ?? ''))),
    seats: columnsOf(seats, look['seat-values'], shown.seats.map(evaluate)),
    spaces: columnsOf(spaces, look['space-values'], shown.spaces.map(evaluate)),
  }
}

function idsOf({ seats, zones }: GameDef): { readonly seats: string[]; readonly spaces: string[] } {
  return {
    seats: seats.map(({ id }) => id),
    spaces: zones.filter(({ space }) => space).map(({ id }) => id),
  }
}

function columnsOf(
  ids: readonly string[],
  items: readonly ValueLook[],
  found: readonly ReturnType<Evaluate>[],
): Record<string, (string | undefined)[]> {
  const of = (values: ReturnType<Evaluate>, i: number): string | undefined =>
    Array.isArray(values) ? values[i] : undefined
  return Object.fromEntries(
    ids.map((id, i) => [id, items.map((item, n) => worthShowing(item, of(found[n], i)))]),
  )
}

/** `score` is short for `score({it})`. */
function ofEach(text: string, ids: readonly string[]): string {
  const one = (id: string): string => (text.includes('{it}') ? text.replaceAll('{it}', id) : `${text}(${id})`)
  return `[${ids.map(one).join(', ')}]`
}

function worthShowing({ hide, signed }: ValueLook, value: ReturnType<Evaluate>): string | undefined {
  if (value === undefined) return undefined
  const text = typeof value === 'object' ? value.join(' ') : String(value)
  if (text === '' || hide.includes(text)) return undefined
  return signed && /^\d/.test(text) ? `+${text}` : text
}
