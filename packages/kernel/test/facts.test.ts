/** What the linker knows of generated code: how much work it is, how long it is, and what it reads. */
import { describe, expect, it } from 'vitest'
import type { Expr } from '../src/index.js'
import { LinkedGame } from '../src/game/game.js'
import { expr } from '../src/link/expr.js'
import { ACTOR, type Facts, TOKENS, VARIABLES } from '../src/link/facts.js'
import { Fn, Scope } from '../src/link/scope.js'
import { islands } from './games/islands.js'
import { actor, it as item, ref } from './games/board.js'

const { linker } = new LinkedGame(islands).linked.machine
const factsOf = (node: Expr): Facts =>
  linker.attempt(() => linker.meter.measure(() => expr(linker, new Scope(new Fn(null)), node)).facts)

const map: Expr = { query: 'mapSpaces' }
const armies = (zone: Expr): Expr => ({ query: 'tokensInZone', zone, filter: [{ type: 'red-army' }] })
const count = (query: Expr): Expr => ({ aggregate: { op: 'count', query } })
const unrest = (space: Expr): Expr => ({ ref: 'markerState', marker: 'unrest', space })
const cedar: Expr = { zone: 'cedar' }
const tense: Expr = { op: '==', left: unrest(cedar), right: { value: 'tense', of: 'unrest' } }

describe('the facts of an expression', () => {
  it.each<[string, Expr, number]>([
    ['a number', 3, 0],
    ['who acts', actor, ACTOR],
    ['a marker', tense, VARIABLES],
    ['pieces that are counted', count(armies(cedar)), TOKENS],
    [
      'pieces in a loop',
      count({
        query: 'filter',
        over: map,
        bind: 'it',
        where: { op: '>', left: count(armies(item)), right: 0 },
      }),
      TOKENS,
    ],
    ['what never changes', { ref: 'zoneProp', zone: cedar, prop: 'worth' }, 0],
    [
      'several of these',
      { op: 'and', args: [tense, { op: '==', left: actor, right: { seat: 'red' } }] },
      VARIABLES | ACTOR,
    ],
  ])('tell what it reads: %s', (_, node, reads) => {
    expect(factsOf(node).reads).toBe(reads)
  })

  it('tell that a loop is as much work as its rounds', () => {
    const everywhere = factsOf(count({ query: 'filter', over: map, bind: 'it', where: tense }))
    expect(everywhere.cost).toBeGreaterThan(islands.zones.length * factsOf(tense).cost)
  })

  it('count the nodes of one function: what has a loop of its own is a function of its own', () => {
    const long: Expr = { op: 'and', args: Array.from({ length: 50 }, () => tense) }
    expect(factsOf(long).size).toBeGreaterThan(50)
    expect(factsOf(count({ query: 'filter', over: map, bind: 'it', where: long })).size).toBeLessThan(5)
  })

  it('do not depend on what was linked before', () => {
    const before = factsOf(tense)
    factsOf(count(map))
    expect(() => factsOf(ref('nobody'))).toThrow()
    expect(factsOf(tense)).toEqual(before)
  })
})
