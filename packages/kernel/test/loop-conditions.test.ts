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

describe('a value in a loop that does not use the item', () => {
  const other: Expr = { ref: 'binding', name: 'other' }
  /** The greatest worth of all zones: a round of fuel for each. */
  const greatest: Expr = {
    aggregate: { op: 'max', query: map, bind: 'it', value: { ref: 'zoneProp', zone: item, prop: 'worth' } },
  }
  const isGreatest: Expr = { op: '==', left: { ref: 'zoneProp', zone: item, prop: 'worth' }, right: greatest }
  const never: Expr = { op: '>', left: { ref: 'zoneProp', zone: item, prop: 'worth' }, right: 99 }
  const spaces = islands.zones.filter(({ space }) => space).length

  it('is computed once, even if it has names of its own', () => {
    const found = ask(where(isGreatest))
    expect(found.list).toHaveLength(1)
    expect(found.fuel).toBeLessThan(4 * spaces)
  })

  it('is not computed if no item needs it', () => {
    expect(ask(where(never, isGreatest)).fuel).toBe(ask(where(never)).fuel)
  })

  it('is computed for each item of a loop whose name it uses', () => {
    const richer: Expr = {
      query: 'filter',
      over: map,
      bind: 'other',
      where: {
        op: '<',
        left: { ref: 'zoneProp', zone: item, prop: 'worth' },
        right: { ref: 'zoneProp', zone: other, prop: 'worth' },
      },
    }
    const poorest = ask(where({ op: '==', left: count(richer), right: spaces - 3 }))
    expect(poorest.list).toHaveLength(3)
    expect(poorest.fuel).toBeGreaterThan(spaces * spaces)
  })
})
