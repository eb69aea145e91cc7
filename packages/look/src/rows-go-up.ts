/** The direction in which the rows of a grid count. */
import type { ZoneDef } from '@ludoforge/kernel'

/** Returns whether the rows of a grid count from the south: north leads to a higher row. */
export function rowsGoUp(zones: readonly ZoneDef[]): boolean {
  const rows = new Map(zones.map(({ id, board }) => [id, board?.row ?? 0]))
  return zones.some(({ board }) =>
    NORTHERN.some((direction) => (rows.get(board?.toward[direction] ?? '') ?? 0) > (board?.row ?? 0)),
  )
}

const NORTHERN = ['north', 'north-east', 'north-west']
