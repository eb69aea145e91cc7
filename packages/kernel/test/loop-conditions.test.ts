/** A condition that does not depend on the item of a loop is evaluated once. */
import { describe, expect, it } from 'vitest'
import type { Expr } from '../src/index.js'
import { LinkedGame } from '../src/game/game.js'
import { linkExpr } from '@ludoforge/play'
import { it as item } from './games/board.js'
import { islands } from './games/islands.js'

const game = new LinkedGame(islands)
const state = game.start({ seed: 1 })
const map: Expr = { query: 'mapSpaces' }
const count = (query: Expr): Expr => ({ aggregate: { op: 'count', query } })
const where = (...args: readonly Expr[]): Expr => ({
  query: 'filter',
  over: map,
  bind: 'it',
  where: { op: 'and', args },
})
const worth: Expr = { op: '>', left: { ref: 'zoneProp', zone: item, prop: 'worth' }, right: 1 }
/** Costs a round of fuel for each zone. */
const lengthy = (holds: boolean): Expr => ({
  op: '>',
  left: count({
    query: 'filter',
    over: map,
    bind: 'other',
    where: { op: '!=', left: { ref: 'binding', name: 'other' }, right: { zone: 'ash' } },
  }),
  right: holds ? 1 : 1000,
})

function ask(node: Expr): { readonly list: unknown; readonly fuel: number } {
  const linked = linkExpr(game, node, 'list zone')
  game.linked.machine.refuel(state)
  const before = state.fuel
  const list = linked(state, 'red')
  return { list, fuel: before - state.fuel }
}

describe('a condition without the item', () => {
  it.each([
    ['first', [lengthy(true), worth]],
    ['last', [worth, lengthy(true)]],
  ])('is evaluated once for the loop: %s', (_, conditions) => {
    const plain = ask(where(worth))
    const both = ask(where(...conditions))
    expect(both.list).toEqual(plain.list)
    expect(both.fuel - plain.fuel).toBeLessThan(2 * islands.zones.length)
  })

  it('ends the loop if it does not hold', () => {
    expect(ask(where(lengthy(false), worth)).list).toEqual([])
    expect(ask(where(worth, lengthy(false))).list).toEqual([])
    expect(ask(where(worth, lengthy(false))).fuel).toBeLessThan(3 * islands.zones.length)
  })

  it('is not evaluated before the conditions in front of it hold', () => {
    const never: Expr = { op: '>', left: { ref: 'zoneProp', zone: item, prop: 'worth' }, right: 99 }
    expect(ask(where(never, lengthy(true))).fuel).toBe(ask(where(never)).fuel)
  })

  it('is evaluated again in each round of a loop around it', () => {
    const inner = (limit: number): Expr => ({
      query: 'filter',
      over: map,
      bind: 'near',
      where: {
        op: 'and',
        args: [
          {
            op: '>',
            left: { op: '+', left: { ref: 'zoneProp', zone: item, prop: 'worth' }, right: count(map) },
            right: limit,
          },
          { op: '!=', left: { ref: 'binding', name: 'near' }, right: item },
        ],
      },
    })
    const zones = islands.zones.filter(({ space }) => space).length
    const rich = ask({
      query: 'filter',
      over: map,
      bind: 'it',
      where: { op: '>', left: count(inner(zones + 1)), right: 0 },
    })
    expect(rich.list).toEqual(ask(where(worth)).list)
  })
})
