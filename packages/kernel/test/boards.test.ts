/** Regular boards: tables by zone and direction, and the leading part of a list. */
import { describe, expect, it } from 'vitest'
import { type BoardPlace, type Expr, type GameDef, LinkError, linkGame, RuleError } from '../src/index.js'
import { linkExpr, showValue } from '@ludoforge/play'
import { itemAt } from '../../../test/support/items.js'
import { gameOf, it as item, procedure, seat, zone } from './games/board.js'

const COMPASS = ['north', 'east', 'south', 'west']
const STEPS = { north: [0, -1], east: [1, 0], south: [0, 1], west: [-1, 0] } as const

/** Zones a1 … of a grid; `ring`: east of the last column lies the first. */
function grid(columns: number, rows: number, board = 'board', ring = false) {
  const name = (x: number, y: number) => `${board === 'board' ? '' : board}${'abcdef'[x]}${y + 1}`
  return Array.from({ length: columns * rows }, (_, i) => {
    const [x, y] = [i % columns, Math.floor(i / columns)]
    const toward: Record<string, string> = {}
    for (const [direction, [dx, dy]] of Object.entries(STEPS)) {
      const [u, v] = [ring ? (x + dx + columns) % columns : x + dx, y + dy]
      if (u >= 0 && u < columns && v >= 0 && v < rows) toward[direction] = name(u, v)
    }
    return zone(name(x, y), { space: true, board: { id: board, column: x + 1, row: y + 1, toward } })
  })
}

const withZones = (zones: GameDef['zones'], directions = COMPASS): GameDef =>
  gameOf({
    id: 'boards',
    seats: [seat('red'), seat('blue')],
    enums: [
      { id: 'action-class', values: [] },
      { id: 'direction', values: directions },
    ],
    // The box comes first, so that no zone of the board has the number that its place would give it.
    zones: [zone('box'), ...zones],
    procedures: [procedure('play', [{ endGame: { kind: 'draw' } }])],
  })

/** Answers as text; lists without their brackets. */
function asker(def: GameDef) {
  const game = linkGame(def)
  const state = game.start({ empty: true })
  return (expr: Expr, type: string): string =>
    showValue(game, state, type, linkExpr(game, expr, type)(state, 'red')).replaceAll(/^\[|\]$/g, '')
}

const board = asker(withZones(grid(3, 2)))
const way = (id: string, direction: string) =>
  ({ zone: { zone: id }, direction: { value: direction, of: 'direction' } }) as const
const next = (id: string, direction: string): Expr => ({ ref: 'zoneToward', ...way(id, direction) })
const ray = (id: string, direction: string): Expr => ({ query: 'ray', ...way(id, direction) })
const line = (id: string, direction: string): Expr => ({ query: 'line', ...way(id, direction) })

describe('a zone of a board', () => {
  it('has a neighbour in each direction, or none at the edge', () => {
    expect(board(next('a1', 'east'), 'zone')).toBe('b1')
    expect(board(next('a1', 'north'), 'zone')).toBe('none')
  })

  it('has rays to the edge and lines from edge to edge', () => {
    expect(board(ray('a1', 'east'), 'list zone')).toBe('b1, c1')
    expect(board(ray('c2', 'west'), 'list zone')).toBe('b2, a2')
    expect(board(ray('c2', 'south'), 'list zone')).toBe('')
    expect(board(line('b1', 'west'), 'list zone')).toBe('c1, b1, a1')
  })

  it('is found by its column and row', () => {
    const at = (column: Expr, row: Expr): Expr => ({ ref: 'boardCell', column, row })
    expect(board(at(3, 2), 'zone')).toBe('c2')
    for (const [column, row] of [
      [0, 1],
      [4, 1],
      [1, 0],
      [1, 3],
      [-2147483648, 2147483647],
    ] as const)
      expect(board(at(column, row), 'zone')).toBe('none')
  })

  it('is in a row and a column, whose number is constant or known only in play', () => {
    const later = (n: number): Expr => ({
      op: '+',
      left: n,
      right: { aggregate: { op: 'count', query: { query: 'list', type: 'seat', items: [] } } },
    })
    for (const number of [(n: number): Expr => n, later]) {
      expect(board({ query: 'boardRow', row: number(2) }, 'list zone')).toBe('a2, b2, c2')
      expect(board({ query: 'boardColumn', column: number(3) }, 'list zone')).toBe('c1, c2')
      expect(board({ query: 'boardRow', row: number(3) }, 'list zone')).toBe('')
      expect(board({ query: 'boardColumn', column: number(0) }, 'list zone')).toBe('')
    }
  })

  it('has no direction if it is off the board', () => {
    expect(board(next('box', 'east'), 'zone')).toBe('none')
    expect(board(ray('box', 'east'), 'list zone')).toBe('')
  })

  it('that is none has no neighbours: that is a RuleError', () => {
    const beyond: Expr = {
      ref: 'zoneToward',
      zone: next('a1', 'north'),
      direction: way('a1', 'east').direction,
    }
    expect(() => board(beyond, 'zone')).toThrow(RuleError)
  })
})

describe('a direction', () => {
  it('has an opposite, half the number of directions further', () => {
    const opposite = (value: string): Expr => ({ ref: 'opposite', direction: { value, of: 'direction' } })
    expect(COMPASS.map((one) => board(opposite(one), 'enum:direction'))).toEqual([
      'south',
      'west',
      'north',
      'east',
    ])
  })
})

describe('a board that wraps around', () => {
  const ring = asker(withZones(grid(4, 1, 'board', true)))

  it('has rays that end before they return to the start', () => {
    expect(ring(ray('b1', 'east'), 'list zone')).toBe('c1, d1, a1')
    expect(ring(line('b1', 'east'), 'list zone').split(', ').toSorted()).toEqual(['a1', 'b1', 'c1', 'd1'])
  })
})

describe('several boards', () => {
  const both = asker(withZones([...grid(2, 2, 'l'), ...grid(2, 2, 'r')]))

  it('have their own rows and columns', () => {
    expect(both({ ref: 'boardCell', board: 'r', column: 1, row: 2 }, 'zone')).toBe('ra2')
    expect(both({ query: 'boardRow', board: 'l', row: 1 }, 'list zone')).toBe('la1, lb1')
  })

  it('must be named', () => {
    expect(() => both({ ref: 'boardCell', column: 1, row: 2 }, 'zone')).toThrow(
      /several boards\. Name one of l, r/,
    )
    expect(() => both({ query: 'boardRow', board: 'm', row: 2 }, 'list zone')).toThrow(/no board 'm'/)
  })
})

describe('the leading part of a list', () => {
  const numbers: Expr = { query: 'list', type: 'number', items: [1, 2, 5, 3] }
  const less = (n: number): Expr => ({ op: '<', left: item, right: n })
  const is = (n: number): Expr => ({ op: '==', left: item, right: n })
  const leading = (most: number, end?: number): Expr => ({
    query: 'leading',
    over: numbers,
    bind: 'it',
    while: less(most),
    ...(end === undefined ? {} : { end: is(end) }),
  })
  const forms = [
    [4, undefined, '1, 2'],
    [9, undefined, '1, 2, 5, 3'],
    [1, undefined, ''],
    [4, 5, '1, 2'],
    [4, 3, ''],
    [9, 3, ''],
    [1, 1, ''],
  ] as const

  it.each(forms)('below %s, ended by %s: %s', (most, end, expected) => {
    const count = expected === '' ? 0 : expected.split(', ').length
    const query = leading(most, end)
    const sum = expected === '' ? 0 : expected.split(', ').reduce((all, one) => all + Number(one), 0)
    expect(board(query, 'list number')).toBe(expected)
    expect(board({ aggregate: { op: 'count', query } }, 'number')).toBe(String(count))
    expect(board({ aggregate: { op: 'any', query } }, 'flag')).toBe(String(count > 0))
    expect(board({ aggregate: { op: 'sum', query, bind: 'it', value: item } }, 'number')).toBe(String(sum))
    expect(board({ op: 'in', item: 2, set: query }, 'flag')).toBe(String(count > 1))
  })

  it('can be of a computed list', () => {
    const over: Expr = {
      query: 'filter',
      over: numbers,
      bind: 'n',
      where: { op: '!=', left: { ref: 'binding', name: 'n' }, right: 1 },
    }
    expect(board({ query: 'leading', over, bind: 'it', while: less(5), end: is(5) }, 'list number')).toBe('2')
    expect(
      board(
        { aggregate: { op: 'count', query: { query: 'leading', over, bind: 'it', while: less(5) } } },
        'number',
      ),
    ).toBe('1')
  })
})

describe('a GameDef is refused', () => {
  const zones = grid(2, 1)
  const placed = (place: unknown): GameDef =>
    withZones([{ ...itemAt(zones, 0), board: place as BoardPlace }, ...zones.slice(1)])
  const sound = { id: 'board', column: 1, row: 1, toward: {} }

  it.each([
    ['with a place that is none', placed(3), /3 isn't a valid board place/],
    ['with a place without directions', placed({ ...sound, toward: null }), /board.toward: null isn't a map/],
    [
      'with a column that is no number',
      placed({ ...sound, column: 'a' }),
      /board.column: 'a' isn't a 32-bit whole number/,
    ],
    [
      'with an unknown direction',
      placed({ ...sound, toward: { up: 'b1' } }),
      /isn't a value of the type enum:direction/,
    ],
    ['with an unknown zone', placed({ ...sound, toward: { east: 'z9' } }), /no zone/],
    [
      'with directions that no enumeration has',
      { ...placed({ ...sound, toward: { east: 'b1' } }), enums: [{ id: 'action-class', values: [] }] },
      /no type/,
    ],
  ])('%s', (_, def, message) => {
    expect(() => linkGame(def)).toThrow(LinkError)
    expect(() => linkGame(def)).toThrow(message)
  })

  it('that uses the opposite with an odd number of directions', () => {
    const three = asker(withZones(grid(2, 1), [...COMPASS, 'up']))
    expect(() => three(line('a1', 'east'), 'list zone')).toThrow(/The number of directions must be even/)
  })

  it('whose cells are too far apart for a lookup table', () => {
    const far = asker(placed({ ...sound, column: 2_000_000 }))
    expect(() => far({ ref: 'boardCell', column: 1, row: 1 }, 'zone')).toThrow(/too far apart/)
  })
})
