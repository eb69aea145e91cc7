/** Functions of the position are computed once, until a cell changes. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { Expr, FunctionDef, GameDef } from '../src/index.js'
import { LinkedGame } from '../src/game/game.js'
import { forkInto, setCell, type State } from '../src/layout/state.js'
import { itemAt } from '../../../test/support/items.js'
import { linkExpr } from '@ludoforge/play'
import { action, actor, gameOf, it as item, procedure, seat, zone } from './games/board.js'

const ISLES = Array.from({ length: 60 }, (_, i) => 'abcdef'[i] ?? `isle-${i}`)
const map: Expr = { query: 'mapSpaces' }
const gold = (space: Expr): Expr => ({ ref: 'markerState', marker: 'gold', space })
const sum = (value: Expr): Expr => ({ aggregate: { op: 'sum', query: map, bind: 'it', value } })
const closed: Expr = { ref: 'markerState', marker: 'closed', space: item }
const call = (id: string, ...args: readonly Expr[]): Expr => ({ call: id, args })
const name = (id: string): Expr => ({ ref: 'binding', name: id })
const isOwn: Expr = { op: '==', left: { ref: 'zoneOwner', zone: item }, right: actor }

const functions: FunctionDef[] = [
  { id: 'wealth', params: [], returns: 'number', body: sum(gold(item)) },
  {
    id: 'own',
    params: [],
    returns: 'number',
    body: sum({ if: { when: isOwn, then: gold(item), else: 0 } }),
  },
  {
    id: 'as-rich',
    params: [{ name: 'space', type: 'zone' }],
    returns: 'list zone',
    body: {
      query: 'filter',
      over: map,
      bind: 'it',
      where: { op: '==', left: gold(item), right: gold(name('space')) },
    },
  },
  {
    id: 'open',
    params: [],
    returns: 'number',
    body: { aggregate: { op: 'count', query: { query: 'filter', over: map, bind: 'it', where: closed } } },
  },
]

const def: GameDef = gameOf({
  id: 'row',
  seats: [seat('red', {}), seat('blue', {})],
  zones: [
    ...ISLES.map((id, i) => zone(id, { space: true, owner: i % 2 === 0 ? 'red' : 'blue' })),
    zone('box', {}),
  ],
  tokens: [
    { id: 'king', name: 'King', family: 'pieces', count: 1, supply: 'box', props: {}, changing: [] },
    { id: 'guard', name: 'Guard', family: 'pieces', count: 2, supply: 'box', props: {}, changing: [] },
  ],
  variables: [
    { id: 'gold', scope: 'zone', type: 'number', min: 0, max: 99, start: 1 },
    { id: 'closed', scope: 'zone', type: 'flag', start: false, during: 'action' },
  ],
  functions,
  procedures: [
    procedure('play', [{ endGame: { kind: 'draw' } }]),
    {
      ...procedure('enrich', [
        { setMarker: { marker: 'gold', space: name('space'), state: name('amount') } },
      ]),
      params: [
        { name: 'space', type: 'zone' },
        { name: 'amount', type: 'number' },
      ],
    },
    action('sail', [], { requires: [{ when: { op: '==', left: call('open'), right: 0 } }] }),
  ],
})

describe('a function of the position', () => {
  let game: LinkedGame
  let state: State
  beforeEach(() => {
    game = new LinkedGame(def)
    state = game.start({ empty: true })
  })
  const set = (s: State, variable: string, id: string, now: number) => {
    const v = game.linked.machine.linker.layout.variables.get(variable)
    if (v === undefined) throw new Error('There is no such variable.')
    setCell(s, v.cellOf[ISLES.indexOf(id)] ?? -1, now)
  }
  const asker = (node: Expr, type = 'number') => {
    const linked = linkExpr(game, node, type)
    return (s: State, who = 'red') => linked(s, who)
  }

  it('is computed again when a cell has changed', () => {
    const wealth = asker(call('wealth'))
    expect(wealth(state)).toBe(60)
    set(state, 'gold', 'b', 4)
    expect([wealth(state), wealth(state)]).toEqual([63, 63])
    set(state, 'gold', 'b', 1)
    expect(wealth(state)).toBe(60)
  })

  it('gives the same list until then', () => {
    const list = asker(call('as-rich', { zone: 'a' }), 'list zone')
    const other = asker(call('as-rich', { zone: 'b' }), 'list zone')
    const first = list(state)
    set(state, 'gold', 'b', 4)
    const second = list(state)
    expect(other(state)).toEqual([1])
    expect(list(state)).toBe(second)
    expect([first, second]).toEqual([ISLES.map((_, i) => i), ISLES.flatMap((_, i) => (i === 1 ? [] : [i]))])
  })

  it('is another for another actor', () => {
    const own = asker(call('own'))
    set(state, 'gold', 'a', 10)
    expect([own(state, 'red'), own(state, 'blue'), own(state, 'red')]).toEqual([39, 30, 39])
  })

  it('is shared by copies and not mixed up between them', () => {
    const wealth = asker(call('wealth'))
    wealth(state)
    const copy = game.fork(state)
    expect(wealth(copy)).toBe(60)
    set(copy, 'gold', 'c', 5)
    expect([state, copy, state].map((s) => wealth(s))).toEqual([60, 64, 60])
    const third = game.fork(state)
    set(third, 'gold', 'c', 0)
    expect(wealth(third)).toBe(59)
    forkInto(third, copy)
    expect(wealth(third)).toBe(64)
    const restored = game.restore(game.save(copy))
    expect([restored, state].map((s) => wealth(s))).toEqual([64, 60])
  })

  it('is another in a supposed position, and the real one stays as it was', () => {
    const wealth = asker(call('wealth'))
    const supposed = (space: Expr, amount: Expr): Expr => ({
      supposing: 'enrich',
      args: [space, amount],
      then: call('wealth'),
    })
    const after = [5, 9, 1, 5].map((amount) => asker(supposed({ zone: 'a' }, amount)))
    expect(wealth(state)).toBe(60)
    expect(after.map((ask) => ask(state))).toEqual([64, 68, 60, 64])
    expect(wealth(state)).toBe(60)
    // The function doesn't use the item, but the position there does.
    const among = asker(sum({ op: '-', left: supposed(item, 5), right: call('wealth') }))
    expect([among(state), wealth(state)]).toEqual([4 * 60, 60])
    set(state, 'gold', 'a', 5)
    expect(among(state)).toBe(4 * 59)
    // A supposition in which nothing changes has the position's value.
    expect(asker(supposed({ zone: 'a' }, 5))(state)).toBe(64)
  })

  it('is computed in the context of an action that is only considered', () => {
    set(state, 'closed', 'c', 1)
    game.linked.machine.linker.layout.derive(state.d)
    const open = asker(call('open'))
    const legal = asker({ op: 'legal', action: { action: 'sail' }, by: { seat: 'red' } }, 'flag')
    expect(open(state)).toBe(1)
    expect(legal(state)).toBe(1)
    expect(open(state)).toBe(1)
  })

  it('costs the same fuel as if it were computed again', () => {
    const wealth = asker(call('wealth'))
    const spent = () => {
      game.linked.machine.refuel(state)
      const before = state.fuel
      wealth(state)
      return before - state.fuel
    }
    const first = spent()
    expect(first).toBeGreaterThan(5)
    expect(spent()).toBe(first)
  })
})

describe('the first of a kind of which there is one piece', () => {
  const game = new LinkedGame(def)
  const first = (type: string, zones: Expr) =>
    linkExpr(
      game,
      { aggregate: { op: 'first', query: { query: 'tokensInZone', zone: zones, filter: [{ type }] } } },
      'token',
    )
  const coast: Expr = { query: 'list', type: 'zone', items: [{ zone: 'c' }, { zone: 'd' }] }
  const rich: Expr = call('as-rich', { zone: 'a' })

  it('is found where it is, and only there', () => {
    const state = game.start({ empty: true })
    const { layout } = game.linked.machine.linker
    const { first: king, kind } = itemAt(layout.types, 0)
    const put = (id: string) => {
      setCell(state, layout.at + king, layout.zone(id) * layout.pieceKinds + kind)
      layout.derive(state.d)
    }
    const ask = () =>
      [first('king', map), first('king', coast), first('king', rich)].map((f) => f(state, 'red'))
    expect(ask()).toEqual([-1, -1, -1]) // in the box
    put('d')
    expect(ask()).toEqual([king, king, king])
    put('b')
    expect(ask()).toEqual([king, -1, king])
    expect(first('guard', map)(state, 'red')).toBe(-1)
  })
})
