import type { Expr } from '@ludoforge/kernel'
import { describe, expect, it } from 'vitest'
import { effects, value } from './frontier.js'

const name = (id: string): Expr => ({ ref: 'binding', name: id })
const it_ = name('it')

describe('names', () => {
  it('begin with $ or not, as a word or as a reference', () => {
    for (const written of ['$here', '{ref: binding, name: $here}', '{ref: binding, name: here}'])
      expect(value(written)).toEqual({ expr: name('here'), type: 'zone' })
  })

  it('are bound with and without $', () => {
    const [bound, used] = effects(`
- let: {bind: $n, value: 2}
- addVar: {scope: global, var: supplies, delta: {ref: binding, name: n}}`)
    expect(bound).toEqual({ let: { bind: 'n', type: 'number', value: 2 } })
    expect(used).toEqual({ addVar: { scope: 'global', var: 'supplies', delta: name('n') } })
  })

  it('that the machine binds say whether the action is free and of which class it is', () => {
    expect(value('{ref: binding, name: __freeOperation}').expr).toEqual({ ref: 'free' })
    expect(value("{op: '!=', left: {ref: binding, name: __freeOperation}, right: true}").expr).toEqual({
      op: 'not',
      arg: { ref: 'free' },
    })
    expect(value("{op: '==', left: {ref: binding, name: freeOperation}, right: true}").expr).toEqual({
      ref: 'free',
    })
    expect(
      value("{op: '==', left: {ref: binding, name: __actionClass}, right: limitedOperation}").expr,
    ).toEqual({
      op: '==',
      left: { ref: 'actionClass' },
      right: { value: 'limitedOperation', of: 'action-class' },
    })
  })
})

describe('words', () => {
  it('mean what the other side of a comparison is', () => {
    const right = (left: string, word: string): unknown => {
      const { expr } = value(`{op: '==', left: ${left}, right: ${word}}`)
      return typeof expr === 'object' && 'right' in expr ? expr.right : expr
    }
    expect(right('{ref: zoneProp, zone: $here, prop: ground}', 'town')).toEqual({
      value: 'town',
      of: 'ground',
    })
    expect(right('{ref: gvar, var: leader}', "'red'")).toEqual({ seat: 'red' })
    expect(right('{ref: zoneProp, zone: $here, prop: id}', 'harbour')).toEqual({ zone: 'harbour' })
    expect(right('{ref: tokenZone, token: $piece}', "'box:red'")).toEqual({ zone: 'box:red' })
    expect(right('{ref: actor}', 'none')).toEqual({ none: 'seat' })
    expect(right('{ref: markerState, space: $here, marker: unrest}', 'none')).toEqual({
      value: 'none',
      of: 'unrest',
    })
  })

  it('may stand first', () => {
    expect(value("{op: '!=', left: rains, right: {ref: gvar, var: season}}").expr).toEqual({
      op: '!=',
      left: { value: 'rains', of: 'season' },
      right: { ref: 'gvar', var: 'season' },
    })
  })

  it('with capitals inside are names with hyphens', () => {
    expect(value('{ref: gvar, var: markersPlaced}').expr).toEqual({ ref: 'gvar', var: 'markers-placed' })
  })

  it('are zones where zones are wanted, and seats where seats are', () => {
    expect(value('{ref: zoneCount, zone: harbour}').expr).toEqual({
      ref: 'zoneCount',
      zone: { zone: 'harbour' },
    })
    expect(value('{ref: pvar, var: gold, player: actor}').expr).toEqual({
      ref: 'pvar',
      var: 'gold',
      player: { ref: 'actor' },
    })
    expect(value('{ref: nextSeat, player: 2}').expr).toEqual({ ref: 'nextSeat', player: { seat: 'green' } })
  })

  it('are texts of the rules notation where a condition is wanted', () => {
    const { expr } = value("{op: not, arg: 'supplies > 3 and who is red'}")
    expect(expr).toEqual({
      op: 'not',
      arg: {
        op: 'and',
        args: [
          { op: '>', left: { ref: 'gvar', var: 'supplies' }, right: 3 },
          { op: '==', left: name('who'), right: { seat: 'red' } },
        ],
      },
    })
  })
})

describe('references', () => {
  const cases: readonly (readonly [yaml: string, expr: Expr, type: string])[] = [
    ['{ref: gvar, var: supplies}', { ref: 'gvar', var: 'supplies' }, 'number'],
    ['{ref: gvar, var: income}', { call: 'income', args: [] }, 'number'],
    ['{ref: pvar, var: gold, player: $who}', { ref: 'pvar', var: 'gold', player: name('who') }, 'number'],
    [
      '{ref: markerState, marker: loyalty, space: $here}',
      { ref: 'markerState', marker: 'loyalty', space: name('here') },
      'enum:loyalty',
    ],
    [
      '{ref: zoneProp, zone: $here, prop: worth}',
      { ref: 'zoneProp', zone: name('here'), prop: 'worth' },
      'number',
    ],
    [
      '{ref: zoneProp, zone: $here, prop: damaged}',
      { ref: 'markerState', marker: 'damaged', space: name('here') },
      'flag',
    ],
    ['{ref: zoneProp, zone: $here, prop: master}', { call: 'master', args: [name('here')] }, 'seat'],
    ['{ref: zoneProp, zone: $here, prop: spaceId}', name('here'), 'zone'],
    ['{ref: zoneOwner, zone: $here}', { ref: 'zoneOwner', zone: name('here') }, 'seat'],
    [
      '{ref: zoneOf, family: box, player: $who}',
      { ref: 'zoneOf', family: 'box', player: name('who') },
      'zone',
    ],
    [
      '{ref: tokenProp, token: $piece, prop: side}',
      { ref: 'tokenProp', token: name('piece'), prop: 'side' },
      'seat',
    ],
    ['{ref: tokenZone, token: $piece}', { ref: 'tokenZone', token: name('piece') }, 'zone'],
    [
      '{ref: seatProp, seat: $who, prop: team}',
      { ref: 'seatProp', seat: name('who'), prop: 'team' },
      'enum:team',
    ],
    ['{ref: option, option: long-game}', { ref: 'option', option: 'long-game' }, 'flag'],
    ['{ref: actionClass}', { ref: 'actionClass' }, 'enum:action-class'],
    ['{call: master, args: [ridge]}', { call: 'master', args: [{ zone: 'ridge' }] }, 'seat'],
    ["{concat: ['box:', {ref: actor}]}", { ref: 'zoneOf', family: 'box', player: { ref: 'actor' } }, 'zone'],
  ]
  it.each(cases)('%s', (yaml, expr, type) => {
    expect(value(yaml)).toEqual({ expr, type })
  })

  it('reach into tables', () => {
    const row = '{aggregate: {op: first, query: {query: rows, table: prices}}}'
    expect(value(`{ref: column, table: prices, row: ${row}, column: cost}`).type).toBe('number')
  })
})

describe('operators', () => {
  it('count in whole numbers', () => {
    expect(value("{op: '/', left: {ref: gvar, var: supplies}, right: 2}")).toEqual({
      expr: { op: '/', left: { ref: 'gvar', var: 'supplies' }, right: 2 },
      type: 'number',
    })
  })

  it('look for an item in words or in a query', () => {
    const loyalty: Expr = { ref: 'markerState', space: name('here'), marker: 'loyalty' }
    const written = '{ref: markerState, space: $here, marker: loyalty}'
    expect(value(`{op: in, item: ${written}, set: [neutral, for]}`).expr).toEqual({
      op: 'in',
      item: loyalty,
      set: {
        query: 'list',
        type: 'enum:loyalty',
        items: [
          { value: 'neutral', of: 'loyalty' },
          { value: 'for', of: 'loyalty' },
        ],
      },
    })
    expect(value('{op: in, item: harbour, set: {query: adjacentZones, zone: $here}}').expr).toEqual({
      op: 'in',
      item: { zone: 'harbour' },
      set: { query: 'adjacentZones', zone: name('here') },
    })
  })

  it('look into the lists of a space', () => {
    const found = value('{op: zonePropIncludes, zone: $here, prop: tags, value: steep}').expr
    expect(found).toEqual({
      op: 'zonePropIncludes',
      zone: name('here'),
      prop: 'tags',
      value: { value: 'steep', of: 'tags' },
    })
    expect(value('{op: zonePropIncludes, zone: $here, prop: ground, value: town}').expr).toEqual({
      op: '==',
      left: { ref: 'zoneProp', zone: name('here'), prop: 'ground' },
      right: { value: 'town', of: 'ground' },
    })
  })

  it('choose between values', () => {
    const when = "{op: '>', left: {ref: gvar, var: supplies}, right: 0}"
    expect(value(`{if: {when: ${when}, then: 1, else: 0}}`).type).toBe('number')
    expect(value(`{if: {when: ${when}, then: 'blue', else: 'red'}}`)).toMatchObject({
      expr: { if: { then: { seat: 'blue' }, else: { seat: 'red' } } },
      type: 'seat',
    })
    expect(value(`{if: {when: ${when}, then: [], else: $places}}`)).toMatchObject({
      expr: { if: { then: { query: 'list', type: 'zone', items: [] } } },
      type: 'list zone',
    })
    expect(value(`{if: {when: ${when}, then: none, else: {kinds: [{type: storm}]}}}`)).toMatchObject({
      expr: { if: { then: { none: 'kind' } } },
      type: 'kind',
    })
  })
})

describe('aggregates', () => {
  const places = '{query: mapSpaces}'
  it.each([
    ['count', '', 'number'],
    ['any', '', 'flag'],
    ['first', '', 'zone'],
    ['sum', ', bind: $z, value: {ref: zoneProp, zone: $z, prop: worth}', 'number'],
    ['max', ', bind: $z, value: {ref: zoneProp, zone: $z, prop: worth}', 'number'],
    ['min', ', bind: $z, value: {ref: markerState, space: $z, marker: loyalty}', 'enum:loyalty'],
    ['best', ', bind: $z, value: {ref: zoneCount, zone: $z}', 'zone'],
    ['all', ", bind: $z, value: {op: '==', left: $z, right: ridge}", 'flag'],
  ])('%s', (op, rest, type) => {
    const found = value(`{aggregate: {op: ${op}, query: ${places}${rest}}}`)
    expect(found.type).toBe(type)
    expect(found.expr).toMatchObject({ aggregate: { op, query: { query: 'mapSpaces' } } })
  })
})

describe('queries', () => {
  const troops = '[{prop: side, eq: red}, {prop: type, op: in, value: [troops, scouts]}]'
  const filter = [
    { prop: 'side', eq: { seat: 'red' } },
    {
      prop: 'type',
      in: [
        { value: 'troops', of: 'type' },
        { value: 'scouts', of: 'type' },
      ],
    },
  ]

  it('give the spaces of the map, filtered with $zone', () => {
    const where = "{op: '==', left: {ref: zoneProp, zone: $zone, prop: ground}, right: 'town'}"
    for (const query of ['zones', 'mapSpaces'])
      expect(value(`{query: ${query}, filter: ${where}}`)).toEqual({
        expr: {
          query: 'filter',
          over: { query: 'mapSpaces' },
          bind: 'it',
          where: {
            op: '==',
            left: { ref: 'zoneProp', zone: it_, prop: 'ground' },
            right: { value: 'town', of: 'ground' },
          },
        },
        type: 'list zone',
      })
  })

  it('keep $zone apart from a name the rule gives to something else', () => {
    const all =
      "{aggregate: {op: all, query: {query: players}, bind: it, value: {op: '==', left: {ref: zoneOwner, zone: $zone}, right: $it}}}"
    expect(value(`{query: zones, filter: ${all}}`).expr).toMatchObject({
      bind: 'zone',
      where: { aggregate: { bind: 'it', value: { left: { zone: name('zone') }, right: it_ } } },
    })
  })

  it('give tokens by predicates, all of which hold', () => {
    expect(value(`{query: tokensInZone, zone: $here, filter: ${troops}}`)).toEqual({
      expr: { query: 'tokensInZone', zone: name('here'), filter },
      type: 'list token',
    })
    expect(value(`{query: tokensInAdjacentZones, zone: $here, filter: ${troops}}`).expr).toEqual({
      query: 'tokensInZone',
      zone: { query: 'adjacentZones', zone: name('here') },
      filter,
    })
    expect(value('{query: tokensInZone, zone: ridge, filter: {prop: side, neq: {ref: actor}}}').expr).toEqual(
      {
        query: 'tokensInZone',
        zone: { zone: 'ridge' },
        filter: [{ prop: 'side', neq: { ref: 'actor' } }],
      },
    )
    expect(value("{query: tokensInZone, zone: 'box:red'}").expr).toMatchObject({
      zone: { zone: 'box:red' },
      filter: [],
    })
    expect(value('{query: tokensInZone, zone: $places}').expr).toMatchObject({ zone: name('places') })
  })

  it('give tokens by a condition on each', () => {
    const where = "{op: '==', left: {ref: tokenZone, token: $token}, right: ridge}"
    expect(value(`{query: tokensInZone, zone: $places, filter: ${where}}`).expr).toMatchObject({
      query: 'filter',
      over: { query: 'tokensInZone', filter: [] },
      bind: 'it',
      where: { left: { ref: 'tokenZone', token: it_ } },
    })
  })

  it('go on from zone to zone', () => {
    const via = "{op: '!=', left: {ref: zoneProp, zone: $zone, prop: ground}, right: hill}"
    expect(value(`{query: connectedZones, zone: $here, via: ${via}}`)).toMatchObject({
      expr: { query: 'connectedZones', bind: 'it', via: { left: { zone: it_ } } },
      type: 'list zone',
    })
    const held = "{op: '>', left: {ref: zoneCount, zone: $zone}, right: 0}"
    expect(value(`{query: adjacentZones, zone: $here, filter: ${held}}`).expr).toMatchObject({
      query: 'filter',
      over: { query: 'adjacentZones' },
    })
  })

  it('give words: seats, values of the game, or an enumeration of their own', () => {
    expect(value('{query: enums, values: [blue, red]}')).toEqual({
      expr: { query: 'list', type: 'seat', items: [{ seat: 'blue' }, { seat: 'red' }] },
      type: 'list seat',
    })
    expect(value('{query: enums, values: [scouts, forts]}').type).toBe('list enum:type')
    expect(value('{query: enums, values: [troops, scouts, forts]}').expr).toEqual({
      query: 'values',
      of: 'type',
    })
    expect(value("{query: enums, values: ['yes', 'no']}")).toEqual({
      expr: { query: 'values', of: 'yes|no' },
      type: 'list enum:yes|no',
    })
  })

  it.each([
    ['{query: binding, name: $places}', 'list zone'],
    ['{query: intsInRange, min: 1, max: {ref: gvar, var: supplies}}', 'list number'],
    ['{query: players}', 'list seat'],
    ['{query: playersFrom, player: $who}', 'list seat'],
    ['{query: values, of: ground}', 'list enum:ground'],
    ['{query: rows, table: prices}', 'list row:prices'],
    ['{query: actions, tag: operation}', 'list action'],
    ['{query: supply, filter: [{group: walkers}]}', 'list token'],
    ['{query: zoneFamily, family: box}', 'list zone'],
    ['{query: take, over: $places, count: 2}', 'list zone'],
    ['{query: reverse, over: {query: distinct, over: $places}}', 'list zone'],
    ['{query: union, left: $places, right: [ridge, road]}', 'list zone'],
    ['{query: collect, over: $places, bind: p, value: {ref: zoneCount, zone: $p}}', 'list number'],
    ['{query: collect, over: $places, bind: p, value: {query: adjacentZones, zone: $p}}', 'list zone'],
    ['{query: sort, over: $places, bind: p, by: {ref: zoneCount, zone: $p}, order: down}', 'list zone'],
    ['{query: list, type: zone, items: []}', 'list zone'],
    ['[1, 2, 3]', 'list number'],
  ])('%s', (yaml, type) => {
    expect(value(yaml).type).toBe(type)
  })
})

describe('kinds', () => {
  it('are phrases, groups, types and filters', () => {
    expect(
      value('{kinds: [{type: red-troops}, {group: walkers}, {not: [{prop: stance, eq: active}]}]}').type,
    ).toBe('kind')
    const test = '{op: kindIs, token: $piece, filter: [{any: [[{type: storm}], [{type: calm}]]}]}'
    expect(value(test).expr).toEqual({
      op: 'kindIs',
      token: name('piece'),
      filter: [{ any: [[{ type: 'storm' }], [{ type: 'calm' }]] }],
    })
  })
})
