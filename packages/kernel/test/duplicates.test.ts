/** Lists with duplicates, filters on missing properties, loops with a negative limit. */
import { describe, expect, it } from 'vitest'
import { type Block, type Expr, linkGame, type State } from '../src/index.js'
import { linkBlock, linkExpr, showValue } from '@ludoforge/play'
import { gameOf, procedure, ref, seat, zone } from './games/board.js'
import { islands } from './games/islands.js'

const game = linkGame(islands)
const start = game.start({ empty: true })
const ash: Expr = { zone: 'ash' }
const fern: Expr = { zone: 'fern' }
const list = (...items: Expr[]): Expr => ({ query: 'list', type: 'zone', items })
const twice = list(ash, fern, ash)
const map: Expr = { query: 'mapSpaces' }
const always: Expr = { op: '>=', left: { ref: 'gvar', var: 'round' }, right: 0 }
const either = (a: Expr, b: Expr): Expr => ({ if: { when: always, then: a, else: b } })

describe('a list with duplicates', () => {
  const lists: Record<string, Expr> = {
    'as it is written': twice,
    'of values that are known only in play': list(either(ash, fern), ash),
    filtered: { query: 'filter', over: twice, bind: 'it', where: always },
    'cut off': { query: 'take', over: twice, count: 3 },
    'up to where a condition fails': { query: 'leading', over: twice, bind: 'it', while: always },
    sorted: { query: 'sort', over: twice, bind: 'it', by: 1, order: 'up' },
    reversed: { query: 'reverse', over: twice },
    'without others': { query: 'except', left: twice, right: list({ zone: 'elm' }) },
    'without others, filtered': {
      query: 'filter',
      over: { query: 'except', left: twice, right: list({ zone: 'elm' }) },
      bind: 'it',
      where: always,
    },
    'one after the other': { query: 'concat', left: list(ash, fern), right: list(ash) },
    'collected from another': { query: 'collect', over: map, bind: 'it', value: ash },
    'of two possible ones': either(twice, map),
  }

  it.each(Object.entries(lists))('%s is not treated as distinct', (_, over) => {
    const names = showValue(
      game,
      start,
      'list zone',
      linkExpr(game, { query: 'distinct', over }, 'list zone')(start),
    )
    const items = names.slice(1, -1).split(', ')
    expect(items.length).toBeLessThan(7)
    expect(items).toEqual([...new Set(items)])
    const count = linkExpr(game, { aggregate: { op: 'count', query: over } }, 'number')(start)
    expect(count).toBeGreaterThan(items.length)
  })

  const these: Expr = ref('these')
  const filtered: Expr = { query: 'filter', over: these, bind: 'it', where: always }
  const ask: Block = [{ chooseOne: { bind: 'place', type: 'zone', options: map } }]
  const counting = (over: Expr): Block => [
    {
      setVar: {
        scope: 'global',
        var: 'round',
        value: { aggregate: { op: 'count', query: { query: 'distinct', over } } },
      },
    },
  ]
  const rounds = (state: State): number =>
    Number(linkExpr(game, { ref: 'gvar', var: 'round' }, 'number')(state))

  describe.each([
    ['', these],
    [', and what is filtered from it', filtered],
  ])('under a name%s', (_, over) => {
    const once: Block = [{ let: { bind: 'these', type: 'list zone', value: list(ash, fern) } }]
    const named: Block = [{ let: { bind: 'these', type: 'list zone', value: twice } }]
    const assigned: Block = [...once, { assign: { bind: 'these', value: twice } }]

    it.each([
      ['stays so', named],
      ['may replace one that had none', assigned],
    ])('%s', (__, effects) => {
      expect(rounds(linkBlock(game, [...effects, ...counting(over)]).run(start))).toBe(2)
      const asked = linkBlock(game, [...effects, ...ask, ...counting(over)]).run(start, { actor: 'red' })
      expect(rounds(game.decide(asked, 'elm'))).toBe(2)
    })
  })

  it('is offered and chosen without duplicates', () => {
    const several: Block = [
      { chooseN: { bind: 'these', type: 'zone', options: twice, min: 1, max: 2 } },
      ...counting(these),
    ]
    const asked = linkBlock(game, several).run(start, { actor: 'red' })
    expect(game.decision(asked)?.options).toMatchObject([
      { id: 'ash', count: 2 },
      { id: 'fern', count: 1 },
    ])
    expect(rounds(game.decide(asked, ['ash', 'ash']))).toBe(1)
  })

  it('of zones repeats their tokens', () => {
    const put: Block = [
      {
        moveTokens: {
          tokens: { query: 'supply', filter: [{ type: 'red-army' }] },
          to: ash,
          limit: 1,
        },
      },
    ]
    const state = linkBlock(game, put).run(start)
    const tokens: Expr = { query: 'tokensInZone', zone: twice, filter: [] }
    const count = (query: Expr) => linkExpr(game, { aggregate: { op: 'count', query } }, 'number')(state)
    expect(count(tokens)).toBe(2)
    expect(count({ query: 'distinct', over: tokens })).toBe(1)
  })
})

describe('a token without the property', () => {
  const put: Block = [
    { moveTokens: { tokens: { query: 'supply', filter: [{ type: 'red-fort' }] }, to: ash } },
    { moveTokens: { tokens: { query: 'supply', filter: [{ type: 'red-army' }] }, to: ash, limit: 1 } },
  ]
  const state = linkBlock(game, put).run(start)
  const hidden: Expr = { aggregate: { op: 'first', query: { query: 'values', of: 'stance' } } }
  const count = (filter: Extract<Expr, { query: 'supply' }>['filter']) =>
    linkExpr(
      game,
      { aggregate: { op: 'count', query: { query: 'tokensInZone', zone: ash, filter } } },
      'number',
    )(state)

  it('differs from every value of it', () => {
    const active: Expr = { value: 'active', of: 'stance' }
    expect(count([{ prop: 'stance', eq: active }])).toBe(0)
    expect(count([{ prop: 'stance', neq: active }])).toBe(3)
    expect(count([{ prop: 'stance', in: [active] }])).toBe(0)
  })

  it('also where the value is known only in play', () => {
    expect(count([{ prop: 'stance', eq: hidden }])).toBe(1)
    expect(count([{ prop: 'stance', neq: hidden }])).toBe(2)
  })
})

describe('a loop with a negative limit', () => {
  const below: Expr = { op: '-', left: { ref: 'gvar', var: 'n' }, right: 3 }
  const add: Block = [{ addVar: { scope: 'global', var: 'n', delta: 1 } }]
  const question: Block = [
    { chooseOne: { bind: 'answer', type: 'number', options: { query: 'intsInRange', min: 0, max: 9 } } },
  ]
  const loops = (effects: Block): Block => [
    {
      forEach: {
        bind: 's',
        type: 'seat',
        over: { query: 'players' },
        limit: below,
        effects,
        countBind: 'rounds',
      },
    },
    { repeat: { limit: below, effects } },
    { setVar: { scope: 'global', var: 'rounds', value: ref('rounds') } },
  ]
  const play = (effects: Block) =>
    linkGame(
      gameOf({
        id: 'below',
        seats: [seat('ann'), seat('ben')],
        zones: [zone('table')],
        variables: ['n', 'rounds'].map((id) => ({
          id,
          scope: 'global' as const,
          type: 'number',
          start: id === 'n' ? 1 : 7,
        })),
        procedures: [procedure('play', [...loops(effects), ...question, { endGame: { kind: 'draw' } }])],
      }),
    )

  it.each([
    ['that never asks', add],
    ['that may ask', [...question, ...add]],
  ])('%s runs zero rounds, counts zero, and can be saved afterwards', (_, effects) => {
    const below_ = play(effects)
    const state = below_.start({})
    expect(below_.view(state, null).variables).toMatchObject({ n: 1, rounds: 0 })
    expect(below_.decision(below_.restore(JSON.parse(JSON.stringify(below_.save(state)))))?.name).toBe(
      'answer',
    )
  })
})
