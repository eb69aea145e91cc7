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

/** An item about seats or spaces is one list expression, so that it is evaluated once and not for each. */
export function derive(def: GameDef, look: Look, evaluate: Evaluate): Derived {
  const seats = def.seats.map(({ id }) => id)
  const spaces = def.zones.filter(({ space }) => space).map(({ id }) => id)
  return {
    values: look.values.map((item) => worthShowing(item, evaluate(item.value))),
    seats: columnsOf(seats, look['seat-values'], evaluate),
    spaces: columnsOf(spaces, look['space-values'], evaluate),
  }
}

function columnsOf(
  ids: readonly string[],
  items: readonly ValueLook[],
  evaluate: Evaluate,
): Record<string, (string | undefined)[]> {
  const rows = ids.map((): (string | undefined)[] => [])
  for (const item of items) {
    const found = evaluate(`[${ids.map((id) => expressionOf(item.value, id)).join(', ')}]`)
    rows.forEach((row, i) => {
      row.push(worthShowing(item, Array.isArray(found) ? found[i] : undefined))
    })
  }
  return Object.fromEntries(ids.map((id, i) => [id, rows[i] ?? []]))
}

/** `score` is short for `score({it})`. */
function expressionOf(text: string, id: string): string {
  return text.includes('{it}') ? text.replaceAll('{it}', id) : `${text}(${id})`
}

function worthShowing({ hide, signed }: ValueLook, value: ReturnType<Evaluate>): string | undefined {
  if (value === undefined) return undefined
  const text = typeof value === 'object' ? value.join(' ') : String(value)
  if (text === '' || hide.includes(text)) return undefined
  return signed && /^\d/.test(text) ? `+${text}` : text
}
