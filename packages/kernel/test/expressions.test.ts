/** The semantics of expressions, on a small map. */
import { beforeAll, describe, expect, it } from 'vitest'
import { type Expr, type Filter, linkGame, type State } from '../src/index.js'
import { linkBlock, linkExpr, showValue } from '@ludoforge/play'
import { islands } from './games/islands.js'
import { actor, it as item, ref } from './games/board.js'

const game = linkGame(islands)
let state: State
const eval_ = (expr: Expr, type: string, who = 'red'): string =>
  showValue(game, state, type, linkExpr(game, expr, type)(state, who))
const number = (expr: Expr, who?: string): number => Number(eval_(expr, 'number', who))
const flag = (expr: Expr, who?: string): boolean => eval_(expr, 'flag', who) === 'true'
const zones = (expr: Expr, who?: string): string => eval_(expr, 'list zone', who)
const tokens = (zone: Expr, filter: Filter): Expr => ({ query: 'tokensInZone', zone, filter })
const count = (query: Expr): Expr => ({ aggregate: { op: 'count', query } })
const map: Expr = { query: 'mapSpaces' }
const worth = (z: Expr): Expr => ({ ref: 'zoneProp', zone: z, prop: 'worth' })
const terrain = (value: string): Expr => ({ value, of: 'terrain' })

beforeAll(() => {
  const put = (owner: string, n: number, zone: string) => ({
    moveTokens: {
      tokens: { query: 'supply', filter: [{ type: `${owner}-army` }] },
      to: { zone },
      limit: n,
    } as const,
  })
  const first = {
    aggregate: { op: 'first', query: tokens({ zone: 'cedar' }, [{ type: 'red-army' }]) },
  } as const
  state = linkBlock(game, [
    put('red', 3, 'cedar'),
    put('blue', 2, 'cedar'),
    put('red', 1, 'elm'),
    { setTokenProp: { token: first, prop: 'stance', value: { value: 'active', of: 'stance' } } },
    { setTokenProp: { token: first, prop: 'worn', value: true } },
    { setMarker: { marker: 'unrest', space: { zone: 'dune' }, state: { value: 'tense', of: 'unrest' } } },
  ]).run(game.start({ empty: true }))
})

describe('numbers', () => {
  it('are whole: division truncates toward zero, the rest takes the sign of the left side', () => {
    expect(number({ op: '/', left: 7, right: 2 })).toBe(3)
    expect(number({ op: '/', left: -7, right: 2 })).toBe(-3)
    expect(number({ op: '%', left: -7, right: 2 })).toBe(-1)
    expect(number({ op: '%', left: 7, right: { op: '-', left: 0, right: 4 } })).toBe(3)
    expect(number({ op: 'max', left: { op: '*', left: 3, right: -2 }, right: -5 })).toBe(-5)
  })

  it('wrap at 32 bits instead of becoming inexact', () => {
    expect(number({ op: '+', left: 2147483647, right: 1 })).toBe(-2147483648)
    expect(number({ op: '*', left: 2147483647, right: 3 })).toBe(2147483645)
  })

  it('cannot be divided by zero: that is a RuleError', () => {
    expect(() => number({ op: '/', left: 1, right: { op: '-', left: 1, right: 1 } })).toThrow(
      /divides by zero/,
    )
  })
})

describe('counts', () => {
  it('see type, group, owner, fixed and changing properties', () => {
    const cedar: Expr = { zone: 'cedar' }
    expect(number(count(tokens(cedar, [])))).toBe(5)
    expect(number(count(tokens(cedar, [{ type: 'red-army' }])))).toBe(3)
    expect(number(count(tokens(cedar, [{ group: 'armies' }])))).toBe(5)
    expect(number(count(tokens(cedar, [{ prop: 'owner', eq: actor }])), 'blue')).toBe(2)
    expect(number(count(tokens(cedar, [{ prop: 'stance', eq: { value: 'active', of: 'stance' } }])))).toBe(1)
    expect(number(count(tokens(cedar, [{ prop: 'stance', neq: { value: 'active', of: 'stance' } }])))).toBe(4)
    expect(
      number(
        count(
          tokens(cedar, [
            { prop: 'worn', eq: true },
            { prop: 'owner', neq: actor },
          ]),
        ),
      ),
    ).toBe(0)
    expect(
      number(count(tokens(cedar, [{ not: [{ prop: 'owner', in: [actor, { seat: 'red' }] }] }])), 'red'),
    ).toBe(2)
    expect(number(count(tokens(cedar, [{ prop: 'strength', eq: { op: '+', left: 1, right: 1 } }])))).toBe(0)
  })

  it('see several zones, the map, and the supply', () => {
    expect(number(count(tokens(map, [{ type: 'red-army' }])))).toBe(4)
    expect(number(count({ query: 'supply', filter: [{ prop: 'owner', eq: actor }] }))).toBe(4)
    expect(number(count({ query: 'supply', filter: [{ type: 'blue-army' }] }))).toBe(4)
    expect(number({ ref: 'zoneCount', zone: { zone: 'cedar' } })).toBe(5)
  })

  it('see kinds that are known only in play', () => {
    const kinds = (f: Filter): Expr => ({ kinds: f })
    const either: Expr = {
      if: {
        when: { op: '==', left: actor, right: { seat: 'red' } },
        then: kinds([{ type: 'red-army' }]),
        else: kinds([{ group: 'forts' }]),
      },
    }
    expect(number(count(tokens(map, [{ kind: either }])), 'red')).toBe(4)
    expect(number(count(tokens(map, [{ kind: either }])), 'blue')).toBe(0)
    expect(
      number(
        count(tokens(map, [{ kind: kinds([{ prop: 'owner', eq: actor }]) }, { group: 'armies' }])),
        'blue',
      ),
    ).toBe(2)
    expect(eval_(either, 'kind', 'red')).toBe('red-army')
    expect(eval_(either, 'kind', 'blue')).toBe('forts')
  })

  it('agree with a scan of every token', () => {
    for (const zone of ['cedar', 'elm', 'red-box', 'blue-box', 'ash'])
      for (const filter of [
        [],
        [{ group: 'armies' }],
        [{ prop: 'owner', eq: actor }],
        [{ prop: 'worn', eq: false }],
      ] as Filter[]) {
        const all = tokens({ zone }, filter)
        const looked: Expr = count({
          query: 'filter',
          over: all,
          bind: 't',
          where: { op: '==', left: { ref: 'tokenZone', token: ref('t') }, right: { zone } },
        })
        expect(number(count(all))).toBe(number(looked))
      }
  })
})

describe('lists', () => {
  it('of zones come in the order of the GameDef', () => {
    expect(zones(map)).toBe('[ash, birch, cedar, dune, elm, fern]')
    expect(zones({ query: 'adjacentZones', zone: { zone: 'elm' } })).toBe('[cedar, dune, fern]')
    expect(zones({ query: 'zoneFamily', family: 'box' })).toBe('[red-box, blue-box]')
  })

  it('can be filtered, sorted, cut, reversed, joined and parted', () => {
    const plains: Expr = {
      query: 'filter',
      over: map,
      bind: 'it',
      where: { op: '==', left: { ref: 'zoneProp', zone: item, prop: 'terrain' }, right: terrain('plain') },
    }
    const byWorth = (order: 'up' | 'down'): Expr => ({
      query: 'sort',
      over: map,
      bind: 'it',
      by: worth(item),
      order,
    })
    expect(zones(plains)).toBe('[ash, cedar]')
    expect(zones(byWorth('down'))).toBe('[cedar, ash, elm, birch, dune, fern]')
    expect(zones({ query: 'take', over: byWorth('up'), count: 2 })).toBe('[birch, dune]')
    expect(zones({ query: 'reverse', over: plains })).toBe('[cedar, ash]')
    const some: Expr = {
      query: 'list',
      type: 'zone',
      items: [{ zone: 'ash' }, { zone: 'fern' }, { zone: 'ash' }],
    }
    expect(zones({ query: 'union', left: some, right: plains })).toBe('[ash, fern, cedar]')
    expect(zones({ query: 'except', left: some, right: plains })).toBe('[fern]')
    expect(zones({ query: 'concat', left: some, right: plains })).toBe('[ash, fern, ash, ash, cedar]')
    expect(zones({ query: 'distinct', over: some })).toBe('[ash, fern]')
    expect(eval_({ query: 'collect', over: plains, bind: 'z', value: worth(ref('z')) }, 'list number')).toBe(
      '[2, 3]',
    )
  })

  it('can be made distinct, for any numbers', () => {
    const list = (...items: number[]): Expr => ({ query: 'list', type: 'number', items })
    const [left, right] = [list(7, -2147483648, 7, 4094, 4095, -1), list(4095, -1, 0, 4095, 2147483647, 7)]
    const numbers = (expr: Expr): string => eval_(expr, 'list number')
    expect(numbers({ query: 'union', left, right })).toBe('[7, -2147483648, 4094, 4095, -1, 0, 2147483647]')
    expect(numbers({ query: 'except', left, right })).toBe('[-2147483648, 4094]')
    expect(numbers({ query: 'distinct', over: right })).toBe('[4095, -1, 0, 2147483647, 7]')
  })

  it('that exclude another list evaluate nothing else about its items', () => {
    const left = (...ids: string[]): State =>
      linkBlock(game, [
        { let: { bind: 'gone', type: 'list zone', value: { query: 'list', type: 'zone', items: ids.map((zone) => ({ zone })) } } }, // biome-ignore format: one line
        { setVar: { scope: 'global', var: 'round', value: count(kept) } },
      ]).run(state)
    const where: Expr = { op: '<', left: 0, right: { op: '/', left: 3, right: { op: '-', left: worth(item), right: 1 } } } // biome-ignore format: one line
    const kept: Expr = {
      query: 'filter',
      over: { query: 'filter', over: map, bind: 'it', where },
      bind: 'z',
      where: { op: 'not', arg: { op: 'in', item: ref('z'), set: ref('gone') } },
    }
    const round = (s: State): unknown => linkExpr(game, { ref: 'gvar', var: 'round' }, 'number')(s)
    expect(round(left('birch', 'dune', 'fern', 'elm'))).toBe(2)
    expect(() => left('birch', 'fern')).toThrow(/divides by zero/)
  })

  it('of tokens are in token order, zone by zone', () => {
    const names = eval_({ query: 'take', over: tokens(map, [{ group: 'armies' }]), count: 4 }, 'list token')
    expect(names).toBe('[red-army+active+worn@cedar, red-army@cedar, red-army@cedar, blue-army@cedar]')
  })

  it('of connected zones follow the steps that `via` allows', () => {
    const reach = (steps: Expr, via?: Expr): string =>
      zones({
        query: 'connectedZones',
        zone: { zone: 'ash' },
        bind: 'z',
        steps,
        ...(via === undefined ? {} : { via }),
      })
    const plain: Expr = {
      op: '==',
      left: { ref: 'zoneProp', zone: ref('z'), prop: 'terrain' },
      right: terrain('plain'),
    }
    expect(reach(1)).toBe('[birch, cedar]')
    expect(reach(2)).toBe('[birch, cedar, dune, elm]')
    expect(reach(9, plain)).toBe('[birch, cedar, elm]')
    expect(reach(0)).toBe('[]')
  })

  it('of seats begin with the given seat', () => {
    expect(eval_({ query: 'playersFrom', player: { seat: 'blue' } }, 'list seat')).toBe('[blue, red]')
  })
})

describe('aggregates', () => {
  const over = (op: 'sum' | 'min' | 'max' | 'best', query: Expr = map): Expr => ({
    aggregate: { op, query, bind: 'z', value: worth(ref('z')) },
  })
  it('sum, find extremes and the best', () => {
    expect(number(over('sum'))).toBe(10)
    expect(number(over('min'))).toBe(1)
    expect(number(over('max'))).toBe(3)
    expect(eval_(over('best'), 'zone')).toBe('cedar')
  })

  it('of an empty list are zero, none, false or true', () => {
    const nothing: Expr = { query: 'list', type: 'zone', items: [] }
    expect(number(over('sum', nothing))).toBe(0)
    expect(eval_(over('best', nothing), 'zone')).toBe('none')
    expect(eval_({ aggregate: { op: 'first', query: nothing } }, 'zone')).toBe('none')
    expect(flag({ aggregate: { op: 'any', query: nothing } })).toBe(false)
    expect(flag({ aggregate: { op: 'all', query: nothing, bind: 'z', value: false } })).toBe(true)
  })

  it('find the first and the last', () => {
    expect(eval_({ aggregate: { op: 'first', query: map } }, 'zone')).toBe('ash')
    expect(eval_({ aggregate: { op: 'last', query: map } }, 'zone')).toBe('fern')
  })
})

describe('tests', () => {
  it('compare a count on either side, and stop counting at the bound', () => {
    const broken: Expr = { op: '/', left: 1, right: { op: '-', left: worth(item), right: 1 } } // of birch, the second
    const rich = (where: Expr): Expr => count({ query: 'filter', over: map, bind: 'it', where })
    const three = rich({ op: '>=', left: worth(item), right: 2 }) // ash, cedar and elm
    for (const n of [-1, 0, 2, 3, 4, 2147483647]) {
      for (const [op, holds] of [
        ['<', 3 < n],
        ['<=', 3 <= n],
        ['>', 3 > n],
        ['>=', 3 >= n],
      ] as const) {
        const other = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' } as const
        expect(flag({ op, left: three, right: n }), `3 ${op} ${n}`).toBe(holds)
        expect(flag({ op: other[op], left: n, right: three }), `${n} ${other[op]} 3`).toBe(holds)
      }
    }
    const first = rich({ op: '>=', left: broken, right: 0 })
    expect(flag({ op: '>=', left: first, right: 1 })).toBe(true)
    expect(() => flag({ op: '>=', left: first, right: 2 })).toThrow(/divides by zero/)
  })

  it('compare lists number by number', () => {
    const list = (...items: number[]): Expr => ({ query: 'list', type: 'number', items })
    expect(number({ op: 'compare', left: list(3, 1), right: list(3, 2) })).toBe(-1)
    expect(number({ op: 'compare', left: list(3, 2), right: list(3, 2) })).toBe(0)
    expect(number({ op: 'compare', left: list(3, 2, 1), right: list(3, 2) })).toBe(1)
    expect(flag({ op: '==', left: list(1, 2), right: list(1, 2) })).toBe(true)
  })

  it('cover membership, neighbours, order of levels and none', () => {
    expect(flag({ op: 'in', item: { zone: 'ash' }, set: map })).toBe(true)
    expect(flag({ op: 'in', item: { zone: 'red-box' }, set: map })).toBe(false)
    expect(flag({ op: 'in', item: { none: 'zone' }, set: map })).toBe(false)
    expect(flag({ op: 'adjacent', left: { zone: 'ash' }, right: { zone: 'birch' } })).toBe(true)
    expect(flag({ op: 'adjacent', left: { zone: 'ash' }, right: { zone: 'fern' } })).toBe(false)
    const unrest: Expr = { ref: 'markerState', marker: 'unrest', space: { zone: 'dune' } }
    expect(flag({ op: '>', left: unrest, right: { value: 'calm', of: 'unrest' } })).toBe(true)
    expect(number({ op: 'level', value: unrest })).toBe(1)
    const leader: Expr = { ref: 'gvar', var: 'leader' }
    expect(flag({ op: '==', left: leader, right: { none: 'seat' } })).toBe(true)
    const one = (zone: string): Expr => ({ aggregate: { op: 'first', query: tokens({ zone }, []) } })
    expect(flag({ op: 'kindIs', token: one('cedar'), filter: [{ type: 'red-army' }] })).toBe(true)
    expect(flag({ op: 'kindIs', token: one('ash'), filter: [] })).toBe(false)
  })

  it('fail when a rule uses none', () => {
    const leader: Expr = { ref: 'gvar', var: 'leader' }
    expect(() => number({ ref: 'pvar', var: 'gold', player: leader })).toThrow(
      /a seat, zone or token that is none/,
    )
  })

  it('are checked for types while linking', () => {
    const wrong =
      (expr: Expr, type = 'number') =>
      () =>
        linkExpr(game, expr, type)
    expect(wrong({ op: '+', left: 1, right: { seat: 'red' } })).toThrow(/is a seat, but must be a number/)
    expect(wrong({ op: '<', left: { seat: 'red' }, right: { seat: 'blue' } }, 'flag')).toThrow(
      /have no order/,
    )
    expect(wrong({ zone: 'atlantis' }, 'zone')).toThrow(/no zone 'atlantis'/)
    expect(wrong(ref('x'))).toThrow(/name 'x' is not bound/)
    expect(wrong(1.5)).toThrow(/isn't a 32-bit whole number/)
    expect(wrong(count(tokens({ seat: 'red' }, [])))).toThrow(/neither a zone nor a list of zones/)
    expect(wrong(count(tokens(map, [{ prop: 'owner', eq: { zone: 'ash' } }])))).toThrow(
      /is a zone, but a seat/,
    )
  })
})
