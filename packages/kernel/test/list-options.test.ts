/** List-valued game options: set before the game, part of the state, immutable. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Constant, type Expr, IllegalChoice, linkGame, Rng } from '../src/index.js'
import { determinize, linkExpr } from '@ludoforge/play'
import { entryOf, itemAt } from '../../../test/support/items.js'
import type { LinkedGame } from '../src/game/game.js'
import { recomputeHash } from '../src/game/save.js'
import { hashOfSave } from './forge.js'
import { ref } from './games/board.js'
import { leaders } from './games/leaders.js'
import { walk } from './walk.js'

const option = (id: string): Expr => ({ ref: 'option', option: id })
const def = {
  ...leaders,
  options: [
    { id: 'speed', about: '', type: 'number', min: 1, max: 3, default: 2 },
    { id: 'order', about: '', type: 'list token', default: [] },
    { id: 'bids', about: '', type: 'list number', min: 0, max: 9, default: [1, 2] },
    { id: 'places', about: '', type: 'list zone', default: ['camp'] },
    { id: 'turns', about: '', type: 'list seat', default: [] },
    { id: 'ways', about: '', type: 'list enum:facing', default: [] },
  ],
  scenarios: [
    { id: 'plain', title: '', options: {}, setup: [] },
    {
      id: 'dealt',
      title: '',
      options: { order: ['king'], ways: ['up', 'up'] },
      setup: [
        {
          forEach: {
            bind: 'card',
            type: 'token',
            over: { query: 'reverse', over: option('order') } as Expr,
            effects: [{ moveToken: { token: ref('card'), to: { zone: 'table' } } }],
          },
        },
      ],
    },
  ],
}
const game = linkGame(def) as LinkedGame
const { layout } = game.linked.machine.linker
const given = (options: Readonly<Record<string, Constant>>, scenario = 'plain') =>
  game.start({ empty: true, scenario, options })
const list = (id: string, type: string, state = given({})) => linkExpr(game, option(id), type)(state)

describe('a list option', () => {
  it('is visible to the rules by its items, or by its default', () => {
    const state = given({
      bids: [9, 0, 9],
      places: ['table', 'camp'],
      turns: ['ben', 'ann', 'ben'],
      ways: ['side'],
      order: ['baron', 'king', 'baron'],
    })
    expect(list('bids', 'list number', state)).toEqual([9, 0, 9])
    expect(list('turns', 'list seat', state)).toEqual([1, 0, 1])
    expect(list('ways', 'list enum:facing', state)).toEqual([1])
    const first = (id: string) => itemAt(layout.types, layout.typeIndex.get(id)!).first
    const [baron, king] = [first('baron'), first('king')]
    expect(list('order', 'list token', state)).toEqual([baron, king, baron + 1])
    expect(list('bids', 'list number')).toEqual([1, 2])
    expect(list('places', 'list zone')).toEqual([layout.zone('camp')])
  })

  it('sets a game up: a deck in order, in one call', () => {
    const dealt = game.start({ scenario: 'dealt' })
    expect(entryOf(game.view(dealt, null).zones, 'table').cards).toEqual(['king'])
    const other = game.start({ scenario: 'dealt', options: { order: ['rumour', 'baron', 'king'] } })
    expect(entryOf(game.view(other, null).zones, 'table').cards).toEqual(['rumour', 'baron', 'king'])
  })

  it.each([
    [
      { order: ['kign'] },
      /The value of the option 'order' is not valid: there is no piece or card 'kign' \(in the options given\)/,
    ],
    [{ order: ['king', 'king'] }, /names 'king' more than 1 times/],
    [{ order: 'king' }, /'king' isn't a list/],
    [{ bids: [3, 10] }, /10 isn't a valid value of the type number/],
    [{ places: ['camp', null] }, /null isn't a valid value of the type zone/],
    [{ turns: ['cas'] }, /'cas' isn't a valid value of the type seat/],
    [{ ways: [0] }, /0 isn't a valid value of the type enum:facing/],
    [{ speed: [2] }, /'speed' cannot be \[2\]/],
  ] as [Record<string, Constant>, RegExp][])('is refused with a reason: %j', (options, reason) => {
    expect(() => given(options)).toThrow(IllegalChoice)
    expect(() => given(options)).toThrow(reason)
  })

  it('is refused by the linker if its declaration is invalid', () => {
    const linked = (o: object) => () =>
      linkGame({
        ...def,
        options: [{ id: 'x', about: '', type: 'list token', default: [], ...o }],
        scenarios: [],
      })
    expect(linked({ default: ['queen'] })).toThrow(
      /default of 'x' is wrong: there is no piece or card 'queen'/,
    )
    expect(linked({ type: 'list text' })).toThrow(/'x' cannot be a list text/)
    expect(linked({ type: 'list nothing' })).toThrow(/'list nothing' isn't a type/)
  })

  it('belongs to the state: hashed, forked, saved, checked, determinized', () => {
    const [one, two] = [given({ bids: [1, 2] }), given({ bids: [2, 1] })]
    expect(game.hash(one)).not.toBe(game.hash(two))
    expect(game.hash(one)).toBe(game.hash(given({})))
    fc.assert(
      fc.property(fc.nat(1000), (seed) => {
        walk(game, seed, (s) => {
          expect(game.hash(s)).toBe(recomputeHash(game.linked, s))
          expect(game.fork(s).lists).toBe(s.lists)
          expect(game.restore(JSON.parse(JSON.stringify(game.save(s)))).lists).toEqual(s.lists)
          expect(determinize(game, s, 'ann', new Rng(seed)).lists).toEqual(s.lists)
        })
      }),
      { numRuns: 5 },
    )
    const saved = game.save(given({ order: ['king', 'baron'], bids: [4] }))
    const at = saved.registers.length - layout.lists.size
    const forged = (index: number, value: number | number[]) => {
      const registers = saved.registers.map((r, i) => (i === at + index ? value : r))
      return { ...saved, registers, hash: hashOfSave(game, { ...saved, registers }) }
    }
    expect(list('bids', 'list number', game.restore(forged(1, [5, 5])))).toEqual([5, 5])
    expect(() => game.restore(forged(1, [10]))).toThrow(/'bids' is out of bounds/)
    expect(() => game.restore(forged(1, 3))).toThrow(/'bids' is out of bounds/)
    expect(() => game.restore(forged(0, [4, 4]))).toThrow(/'order' is out of bounds/)
    expect(() => game.restore(forged(0, [layout.tokens]))).toThrow(/'order' is out of bounds/)
    const short = { ...saved, registers: saved.registers.slice(0, -1) }
    expect(() => game.restore({ ...short, hash: hashOfSave(game, short) })).toThrow(/number of registers/)
  })
})
