import type { Expr } from '@ludoforge/kernel'
import { describe, expect, it } from 'vitest'
import { effect, effects, value } from './tree-game.js'

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

describe('an effect in place', () => {
  it.each([
    [
      'setVar: {scope: global, var: season, value: rains}',
      { setVar: { scope: 'global', var: 'season', value: { value: 'rains', of: 'season' } } },
    ],
    [
      'setVar: {scope: pvar, player: actor, var: gold, value: 3}',
      { setVar: { scope: 'pvar', var: 'gold', player: { ref: 'actor' }, value: 3 } },
    ],
    [
      'addVar: {scope: player, player: blue, var: gold, delta: -1}',
      { addVar: { scope: 'pvar', var: 'gold', player: { seat: 'blue' }, delta: -1 } },
    ],
    [
      'addVar: {scope: zone, zone: $here, var: crowd, delta: 1, exact: true}',
      { addVar: { scope: 'zone', var: 'crowd', zone: name('here'), delta: 1, exact: true } },
    ],
    [
      'setMarker: {space: $here, marker: unrest, state: unrest}',
      { setMarker: { marker: 'unrest', space: name('here'), state: { value: 'unrest', of: 'unrest' } } },
    ],
    [
      'shiftMarker: {space: harbour, marker: loyalty, delta: -1}',
      { shiftMarker: { marker: 'loyalty', space: { zone: 'harbour' }, delta: -1 } },
    ],
    [
      'moveToken: {token: $piece, from: {ref: tokenZone, token: $piece}, to: $here}',
      { moveToken: { token: name('piece'), to: name('here') } },
    ],
    [
      "moveToken: {token: $piece, to: 'losses:red'}",
      { moveToken: { token: name('piece'), to: { zone: 'losses:red' } } },
    ],
    [
      "moveToken: {token: $piece, to: {concat: ['box:', {ref: tokenProp, token: $piece, prop: side}]}}",
      {
        moveToken: {
          token: name('piece'),
          to: {
            ref: 'zoneOf',
            family: 'box',
            player: { ref: 'tokenProp', token: name('piece'), prop: 'side' },
          },
        },
      },
    ],
    [
      'setTokenProp: {token: $piece, prop: stance, value: active}',
      { setTokenProp: { token: name('piece'), prop: 'stance', value: { value: 'active', of: 'stance' } } },
    ],
    ['shuffle: {zone: deck}', { shuffle: { zone: { zone: 'deck' } } }],
    [
      'as: {player: $who, effects: [{leave: procedure}]}',
      { as: { player: name('who'), effects: [{ leave: 'procedure' }] } },
    ],
    ["say: '{who} rests'", { say: { text: [{ show: name('who'), type: 'seat' }, ' rests'] } }],
    ['endGame: {kind: win, seats: $who}', { endGame: { kind: 'win', seats: name('who') } }],
    ['endGame: {kind: draw, reason: nobody left}', { endGame: { kind: 'draw', reason: ['nobody left'] } }],
    [
      'endGame: {kind: rank, score: {ref: pvar, var: gold, player: $it}}',
      { endGame: { kind: 'rank', bind: 'it', score: { ref: 'pvar', var: 'gold', player: it_ } } },
    ],
    [
      'repeat: {limit: 3, while: true, effects: [{leave: loop}]}',
      { repeat: { limit: 3, while: true, effects: [{ leave: 'loop' }] } },
    ],
    [
      'reveal: {tokens: {query: tokensInZone, zone: deck}, to: [red]}',
      {
        reveal: {
          tokens: { query: 'tokensInZone', zone: { zone: 'deck' }, filter: [] },
          to: { query: 'list', type: 'seat', items: [{ seat: 'red' }] },
        },
      },
    ],
  ])('%s', (yaml, made) => {
    expect(effect(`- ${yaml}`)).toEqual(made)
  })
})

describe('choices', () => {
  it('are made among options of a query', () => {
    expect(effect("- chooseOne: {bind: $way, options: {query: enums, values: ['stay', 'go']}}")).toEqual({
      chooseOne: { bind: 'way', type: 'enum:stay|go', options: { query: 'values', of: 'stay|go' } },
    })
    expect(effect('- chooseN: {bind: targets, options: {query: zones}, min: 1, max: 99}')).toEqual({
      chooseN: { bind: 'targets', type: 'zone', options: { query: 'mapSpaces' }, min: 1, max: 99 },
    })
  })

  it('take their numbers from expressions, and another seat by name, number or expression', () => {
    const some = '- chooseN: {bind: $c, options: {query: zones}, n: {ref: gvar, var: supplies}, player: '
    const supplies = { ref: 'gvar', var: 'supplies' }
    const players: readonly (readonly [string, Expr])[] = [
      ['2', { seat: 'green' }],
      ['blue', { seat: 'blue' }],
      ['$who', name('who')],
      ['{ref: nextSeat, player: actor}', { ref: 'nextSeat', player: { ref: 'actor' } }],
    ]
    for (const [player, expr] of players)
      expect(effect(`${some}${player}}`)).toMatchObject({
        chooseN: { min: supplies, max: supplies, player: expr },
      })
  })

  it('have costs, prompts and secrets', () => {
    const cost = 'cost: {ref: zoneProp, zone: $it, prop: worth}, budget: {ref: gvar, var: supplies}'
    expect(
      effect(`- chooseN: {bind: c, options: $places, max: 3, ${cost}, prompt: 'Where?', secret: true}`),
    ).toEqual({
      chooseN: {
        bind: 'c',
        type: 'zone',
        options: name('places'),
        prompt: ['Where?'],
        secret: true,
        min: 0,
        max: 3,
        costBind: 'it',
        cost: { ref: 'zoneProp', zone: it_, prop: 'worth' },
        budget: { ref: 'gvar', var: 'supplies' },
      },
    })
    expect(effect('- chooseOne: {bind: c, options: $places, optional: true}')).toMatchObject({
      chooseOne: { optional: true },
    })
  })

  it('bind a list or an item', () => {
    const [, , loop] = effects(`
- chooseN: {bind: $many, options: {query: zones}, min: 1, max: 2}
- chooseOne: {bind: $one, options: {query: binding, name: $many}}
- forEach: {bind: $z, over: {query: binding, name: $many}, effects: [{setMarker: {space: $one, marker: damaged, state: true}}]}`)
    expect(loop).toMatchObject({ forEach: { bind: 'z', type: 'zone', over: name('many') } })
  })

  it('that allow one of several words are compared with a word', () => {
    const [, then] = effects(`
- chooseN: {bind: $dig, options: {query: enums, values: ['yes', 'no']}, min: 1, max: 1}
- if: {when: {op: '==', left: {ref: binding, name: $dig}, right: 'yes'}, then: []}`)
    expect(then).toMatchObject({
      if: { when: { op: 'in', item: { value: 'yes', of: 'yes|no' }, set: name('dig') } },
    })
  })

  it('are made between ways to go on', () => {
    expect(
      effect(
        "- alternatives: {options: [{id: rest, effects: []}, {id: dig, label: 'Dig', when: true, effects: []}]}",
      ),
    ).toEqual({
      alternatives: {
        options: [
          { id: 'rest', effects: [] },
          { id: 'dig', label: ['Dig'], when: true, effects: [] },
        ],
      },
    })
  })
})

describe('blocks', () => {
  it('of `let … in` are their own only if something follows', () => {
    const inner =
      '{let: {bind: n, value: 1, in: [{addVar: {scope: global, var: supplies, delta: {ref: binding, name: $n}}}]}}'
    const flat = [{ let: { bind: 'n' } }, { addVar: { delta: name('n') } }]
    expect(effects(`- ${inner}`)).toMatchObject(flat)
    expect(effects(`- ${inner}\n- ${inner}`)).toMatchObject([{ block: flat }, ...flat])
  })

  it('of `rollRandom … in` and of `forEach … countBind … in` too', () => {
    expect(
      effects(`
- rollRandom:
    bind: $die
    min: 1
    max: 6
    in:
      - if: {when: {op: '>=', left: {ref: binding, name: $die}, right: 4}, then: [{leave: procedure}]}
- forEach:
    bind: $t
    over: {query: tokensInZone, zone: $here}
    limit: {ref: gvar, var: supplies}
    countBind: $moved
    effects: [{moveToken: {token: $t, to: ridge}}]
    in: [{addVar: {scope: global, var: supplies, delta: {ref: binding, name: $moved}}}]`),
    ).toMatchObject([
      { block: [{ rollRandom: { bind: 'die', min: 1, max: 6 } }, { if: { when: { left: name('die') } } }] },
      { forEach: { countBind: 'moved', limit: { ref: 'gvar' } } },
      { addVar: { delta: name('moved') } },
    ])
  })

  it('count down a name that was let', () => {
    expect(
      effects(`
- let: {bind: damage, value: 3}
- addVar: {scope: global, var: damage, delta: -1}`)[1],
    ).toEqual({
      assign: { bind: 'damage', value: { op: '+', left: name('damage'), right: -1 } },
    })
  })

  it('of a condition that only differ in the numbers of a choice become one choice', () => {
    const choose = (max: number): string =>
      `[{chooseN: {bind: targets, options: {query: zones}, min: 1, max: ${max}}}]`
    const limited = "{op: '==', left: {ref: binding, name: __actionClass}, right: 'limitedOperation'}"
    const when = {
      op: '==',
      left: { ref: 'actionClass' },
      right: { value: 'limitedOperation', of: 'action-class' },
    }
    const body = effects(`
- if: {when: ${limited}, then: ${choose(1)}, else: ${choose(99)}}
- forEach: {bind: z, over: {query: binding, name: targets}, effects: []}`)
    expect(body).toEqual([
      {
        chooseN: {
          bind: 'targets',
          type: 'zone',
          options: { query: 'mapSpaces' },
          min: 1,
          max: { if: { when, then: 1, else: 99 } },
        },
      },
      { forEach: { bind: 'z', type: 'zone', over: name('targets'), effects: [] } },
    ])
  })

  it('of a condition hand out the names that later effects use', () => {
    const body = effects(`
- if:
    when: {ref: free}
    then:
      - if: {when: {ref: free}, then: [{chooseOne: {bind: spot, options: {query: zones}}}]}
    else:
      - let: {bind: spot, value: ridge}
      - let: {bind: unused, value: 1}
- setMarker: {space: $spot, marker: damaged, state: true}`)
    const taken = { assign: { bind: 'spot*', value: name('spot') } }
    expect(body).toMatchObject([
      { let: { bind: 'spot*', type: 'zone', value: { none: 'zone' } } },
      {
        if: {
          then: [
            { let: { bind: 'spot**', value: { none: 'zone' } } },
            {
              if: {
                then: [{ chooseOne: { bind: 'spot' } }, { assign: { bind: 'spot**', value: name('spot') } }],
              },
            },
            { assign: { bind: 'spot*', value: name('spot**') } },
          ],
          else: [{ let: { bind: 'spot' } }, { let: { bind: 'unused' } }, taken],
        },
      },
      { setMarker: { space: name('spot*') } },
    ])
  })

  it('keep names that nobody asks for', () => {
    expect(
      effects(`
- if: {when: {ref: free}, then: [{chooseOne: {bind: spot, options: {query: zones}}}]}
- chooseOne: {bind: spot, options: {query: zones}}
- shuffle: {zone: $spot}`),
    ).toMatchObject([
      { if: { then: [{ chooseOne: { bind: 'spot' } }] } },
      { chooseOne: {} },
      { shuffle: { zone: name('spot') } },
    ])
  })
})
