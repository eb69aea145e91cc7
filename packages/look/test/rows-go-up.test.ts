/** Grids whose first row is in the south are drawn upside down. */
import type { ZoneDef } from '@ludoforge/kernel'
import { describe, expect, it } from 'vitest'
import { rowsGoUp } from '../src/index.js'

const zone = (id: string, row: number, toward: Readonly<Record<string, string>>): ZoneDef => ({
  id,
  name: id,
  space: true,
  holds: 'pieces',
  visible: 'all',
  attributes: {},
  adjacent: [],
  board: { id: 'board', column: 1, row, toward },
})

describe('the rows of a grid', () => {
  it('go up if north leads to a higher row', () => {
    expect(rowsGoUp([zone('a1', 1, { north: 'a2' }), zone('a2', 2, { south: 'a1' })])).toBe(true)
    expect(rowsGoUp([zone('a1', 1, { south: 'a2' }), zone('a2', 2, { north: 'a1' })])).toBe(false)
    expect(rowsGoUp([zone('a1', 1, { 'north-east': 'b2' }), zone('b2', 2, { 'south-west': 'a1' })])).toBe(
      true,
    )
  })
})
