/** Which zones are connected is computed once for a position, not once for each item that asks. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { Expr, GameDef } from '../src/index.js'
import { LinkedGame } from '../src/game/game.js'
import { forkInto, setCell, type State } from '../src/layout/state.js'
import { linkExpr } from '@ludoforge/play'
import { action, actor, gameOf, it as item, procedure, seat, zone } from './games/board.js'

const ISLES = ['a', 'b', 'c', 'd']
const closed = (space: Expr): Expr => ({ ref: 'markerState', marker: 'closed', space })
const open = (space: Expr): Expr => ({ op: 'not', arg: closed(space) })
const reachable = (from: Expr): Expr => ({
  query: 'connectedZones',
  zone: from,
  bind: 'it',
  to: open(item),
  via: open(item),
})
const FROM_A = reachable({ zone: 'a' })
const FROM_HOME = reachable({ ref: 'seatProp', seat: actor, prop: 'home' })

/** Four zones in a row; whoever acts starts at an end of it. */
const def: GameDef = gameOf({
  id: 'row',
  seats: [seat('red', { home: 'a' }), seat('blue', { home: 'd' })],
  seatProps: [{ id: 'home', type: 'zone' }],
  zones: ISLES.map((id, i) =>
    zone(id, { space: true, adjacent: [ISLES[i - 1], ISLES[i + 1]].filter((one) => one !== undefined) }),
  ),
  variables: [{ id: 'closed', scope: 'zone', type: 'flag', start: false }],
  procedures: [procedure('play', [{ endGame: { kind: 'draw' } }])],
})

describe('a list of connected zones', () => {
  let game: LinkedGame
  let state: State
  beforeEach(() => {
    game = new LinkedGame(def)
    state = game.start({ empty: true })
  })
  const close = (s: State, id: string, now = 1) => {
    const { layout } = game.linked.machine.linker
    const variable = layout.variables.get('closed')
    if (variable === undefined) throw new Error('There is no such variable.')
    setCell(s, variable.cell + ISLES.indexOf(id), now)
  }
  const asker = (node: Expr) => {
    const linked = linkExpr(game, node, 'list zone')
    return (s: State, who: string) => linked(s, who) as readonly number[]
  }
  const names = (list: readonly number[]) => list.map((i) => ISLES[i]).join('')

  it('is the same list until the board changes', () => {
    const list = asker(FROM_A)
    const first = list(state, 'red')
    expect(names(first)).toBe('bcd')
    expect(list(state, 'red')).toBe(first)
    close(state, 'c')
    expect(names(list(state, 'red'))).toBe('b')
    close(state, 'c', 0)
    expect(names(list(state, 'red'))).toBe('bcd')
  })

  it('is another for whoever else acts', () => {
    const list = asker(FROM_HOME)
    close(state, 'b')
    expect(['red', 'blue', 'red'].map((who) => names(list(state, who)))).toEqual(['', 'c', ''])
  })

  it('is not mixed up between copies', () => {
    const list = asker(FROM_A)
    const copy = game.fork(state)
    close(copy, 'b')
    expect([state, copy, state].map((s) => names(list(s, 'red')))).toEqual(['bcd', '', 'bcd'])
    const other = game.fork(state)
    expect(names(list(other, 'red'))).toBe('bcd')
    forkInto(other, copy)
    expect(names(list(other, 'red'))).toBe('')
  })

  it('costs the same fuel as if it were computed again', () => {
    const list = asker(FROM_A)
    const spent = () => {
      game.linked.machine.refuel(state)
      const before = state.fuel
      list(state, 'red')
      return before - state.fuel
    }
    const first = spent()
    expect(first).toBeGreaterThan(3)
    expect(spent()).toBe(first)
  })

  it('is computed anew where it depends on a name', () => {
    const list = asker({
      query: 'filter',
      over: { query: 'mapSpaces' },
      bind: 'from',
      where: {
        op: '==',
        left: { aggregate: { op: 'count', query: reachable({ ref: 'binding', name: 'from' }) } },
        right: 1,
      },
    })
    close(state, 'c')
    expect(names(list(state, 'red'))).toBe('ab')
  })

  it('looks at the action that is only thought about', () => {
    const opened = (space: Expr): Expr => ({
      op: 'or',
      args: [open(space), { ref: 'markerState', marker: 'opened', space }],
    })
    const list: Expr = {
      query: 'connectedZones',
      zone: { zone: 'a' },
      bind: 'it',
      to: opened(item),
      via: opened(item),
    }
    const all = (n: number): Expr => ({
      op: '==',
      left: { call: 'ways', args: [] },
      right: n,
    })
    game = new LinkedGame({
      ...def,
      variables: [
        ...def.variables,
        { id: 'opened', scope: 'zone', type: 'flag', start: false, during: 'action' },
      ],
      functions: [
        {
          id: 'ways',
          params: [],
          returns: 'number',
          body: {
            aggregate: { op: 'count', query: { query: 'filter', over: list, bind: 'it', where: true } },
          },
        },
      ],
      procedures: [...def.procedures, action('sail', [], { requires: [{ when: all(0) }] })],
    })
    state = game.start({ empty: true })
    close(state, 'b')
    const { layout } = game.linked.machine.linker
    const variable = layout.variables.get('opened')
    if (variable === undefined) throw new Error('There is no such variable.')
    const { put } = game.linked.machine.toolbox
    ;(put as (s: State, cell: number, value: number, place: number) => void)(state, variable.cell + 1, 1, 0)
    const legal: Expr = { op: 'legal', action: { action: 'sail' }, by: { seat: 'red' } }
    const value = linkExpr(game, { op: 'and', args: [all(3), legal, all(3)] }, 'flag')
    expect(value(state, 'red')).toBe(1)
  })
})
