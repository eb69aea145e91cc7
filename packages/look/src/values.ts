/** The expressions of a scene as texts: what a host computes, and a module is written with. */
import type { GameDef } from '@ludoforge/kernel'
import type { Scene } from './scene.js'

/** In the order of the scene; of each seat and of each space. */
export interface ValueTexts {
  readonly values: readonly string[]
  readonly seats: Readonly<Record<string, readonly string[]>>
  readonly spaces: Readonly<Record<string, readonly string[]>>
}

export function valueTexts(
  { seats, zones }: Pick<GameDef, 'seats' | 'zones'>,
  { values, seatValues, spaceValues }: Pick<Scene, 'values' | 'seatValues' | 'spaceValues'>,
): ValueTexts {
  const each = (ids: readonly string[], looks: Scene['values']): Record<string, string[]> =>
    looks.length === 0
      ? {}
      : Object.fromEntries(ids.map((id) => [id, looks.map(({ expression }) => textOf(expression, id))]))
  const spaces = zones.filter(({ space }) => space).map(({ id }) => id)
  return {
    values: values.map(({ expression }) => expression),
    seats: each(
      seats.map(({ id }) => id),
      seatValues,
    ),
    spaces: each(spaces, spaceValues),
  }
}

/** `score` is short for `score({it})`. */
function textOf(expression: string, id: string): string {
  return expression.includes('{it}') ? expression.replaceAll('{it}', id) : `${expression}(${id})`
}
