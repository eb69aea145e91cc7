import type { Expr } from '@ludoforge/kernel'
import { describe, expect, it } from 'vitest'
import { effect, effects } from './frontier.js'

const name = (id: string): Expr => ({ ref: 'binding', name: id })
const it_ = name('it')

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
      'endGame: {kind: rank, score: {ref: pvar, var: gold, player: $it}, least: true, ties: [{ref: pvar, var: gold, player: $it}, 3]}',
      {
        endGame: {
          kind: 'rank',
          bind: 'it',
          score: { ref: 'pvar', var: 'gold', player: it_ },
          least: true,
          ties: [{ ref: 'pvar', var: 'gold', player: it_ }, 3],
        },
      },
    ],
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
    expect(effect('- chooseN: {bind: c, options: $places, min: 2}')).toEqual({
      chooseN: { bind: 'c', type: 'zone', options: name('places'), min: 2 },
    })
    expect(effect('- chooseN: {bind: c, options: $places, n: 3, orAll: true}')).toMatchObject({
      chooseN: { min: 3, max: 3, orAll: true },
    })
    expect(effect('- chooseOne: {bind: c, options: $places, orAll: true}')).toMatchObject({
      chooseOne: { orAll: true },
    })
    expect(effect('- chooseOne: {bind: c, options: $places, optional: {ref: free}}')).toMatchObject({
      chooseOne: { optional: { ref: 'free' } },
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

  it('of a condition that differ in having a maximum stay two choices', () => {
    const choose = (max: string): string =>
      `[{chooseN: {bind: targets, options: {query: zones}, min: 1${max}}}]`
    const body = effects(`
- if: {when: {ref: free}, then: ${choose('')}, else: ${choose(', max: 2')}}
- forEach: {bind: z, over: {query: binding, name: targets}, effects: []}`)
    expect(body).toMatchObject([
      { let: { bind: 'targets*', type: 'list zone' } },
      { if: { then: [{ chooseN: { min: 1 } }, {}], else: [{ chooseN: { min: 1, max: 2 } }, {}] } },
      { forEach: { over: name('targets*') } },
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
    const taken = { assign: { bind: 'spot**', value: name('spot') } }
    expect(body).toMatchObject([
      { let: { bind: 'spot**', type: 'zone', value: { none: 'zone' } } },
      {
        if: {
          then: [
            { let: { bind: 'spot*', value: { none: 'zone' } } },
            {
              if: {
                then: [{ chooseOne: { bind: 'spot' } }, { assign: { bind: 'spot*', value: name('spot') } }],
              },
            },
            { assign: { bind: 'spot**', value: name('spot*') } },
          ],
          else: [{ let: { bind: 'spot' } }, { let: { bind: 'unused' } }, taken],
        },
      },
      { setMarker: { space: name('spot**') } },
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
