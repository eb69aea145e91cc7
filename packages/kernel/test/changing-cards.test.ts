/** Cards with changing properties: a card on its other side, a leader face down. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Block, type Expr, linkGame, Rng, type State, type StepEvent } from '../src/index.js'
import { determinize, linkBlock, linkExpr } from '@ludoforge/play'
import { entryOf, itemAt } from '../../../test/support/items.js'
import type { LinkedGame } from '../src/game/game.js'
import { recomputeHash } from '../src/game/save.js'
import { hashOfSave } from './forge.js'
import { cards } from './games/cards.js'
import { leaders } from './games/leaders.js'
import { walk } from './walk.js'

const game = linkGame(leaders) as LinkedGame
const { layout } = game.linked.machine.linker
const seeds = fc.integer({ min: 0, max: 100_000 })

const deck: Expr = { zone: 'deck' }
const table: Expr = { zone: 'table' }
const of = (where: Expr, type: string, limit = 9): Expr => ({
  query: 'take',
  over: { query: 'tokensInZone', zone: where, filter: [{ type }] },
  count: limit,
})
const flip = (over: Expr, value: string): Block => [
  {
    forEach: {
      bind: 'it',
      type: 'token',
      over,
      effects: [
        {
          setTokenProp: {
            token: { ref: 'binding', name: 'it' },
            prop: 'facing',
            value: { value, of: 'facing' },
          },
        },
      ],
    },
  },
]
const move = (tokens: Expr, to?: Expr): Block => [
  { moveTokens: { tokens, ...(to === undefined ? {} : { to }) } },
]
const run = (state: State, ...blocks: Block[]): State => linkBlock(game, blocks.flat()).run(state)
const empty = game.start({ empty: true })
const onTable = run(empty, move(of(deck, 'baron', 3), table), flip(of(table, 'baron', 2), 'up'))
const number = (state: State, expr: Expr): unknown => linkExpr(game, expr, 'number')(state)
const seen = (events: readonly StepEvent[], seat: string) =>
  events.filter((e) => e.to === undefined || e.to.includes(seat))

describe('cards that change', () => {
  it('are named, counted and found by their current kind', () => {
    expect(entryOf(game.view(onTable, null).zones, 'table').cards).toEqual(['baron+up', 'baron+up', 'baron'])
    const upright = [{ prop: 'facing', eq: { value: 'up', of: 'facing' } }] as const
    const list: Expr = { query: 'tokensInZone', zone: table, filter: upright }
    expect(number(onTable, { aggregate: { op: 'count', query: list } })).toBe(2)
    const values: Expr = { query: 'tokensInZone', zone: table, filter: [] }
    const level: Expr = {
      op: 'level',
      value: { ref: 'tokenProp', token: { ref: 'binding', name: 'it' }, prop: 'facing' },
    }
    expect(number(onTable, { aggregate: { op: 'sum', query: values, bind: 'it', value: level } })).toBe(4)
    const supply: Expr = { query: 'supply', filter: upright }
    expect(number(onTable, { aggregate: { op: 'count', query: supply } })).toBe(0)
  })

  it('are reset when they return to their supply, and nowhere else', () => {
    const back = run(onTable, move(of(table, 'baron', 1)))
    const hand = run(onTable, move(of(table, 'baron', 3), { zone: 'hand:ann' }))
    const kinds = (s: State) => layout.typeOf.map((_, t) => game.linked.machine.names.kindOf(s, t))
    expect(kinds(back).filter((k) => game.linked.machine.names.kindId(k) === 'baron+up')).toHaveLength(1)
    expect(entryOf(game.view(hand, 'ann').zones, 'hand:ann').cards).toEqual(['baron', 'baron+up', 'baron+up'])
  })

  it('are one option with cards of the same kind, and another with the rest', () => {
    const ask = linkBlock(game, [
      {
        chooseOne: {
          bind: 'card',
          type: 'token',
          player: { seat: 'ann' },
          options: { query: 'tokensInZone', zone: table, filter: [] },
        },
      },
    ]).run(onTable)
    expect(game.decision(ask)?.options.map(({ id, count }) => [id, count])).toEqual([
      ['baron+up@table', 2],
      ['baron@table', 1],
    ])
  })

  it('record when they are turned, and nothing if they already are', () => {
    const turn = linkBlock(game, flip(of(table, 'baron'), 'up')).step(onTable)
    expect(turn.events).toEqual([
      {
        type: 'flipped',
        what: 'baron',
        became: 'baron+up',
        at: 'table',
        index: 2,
        prop: 'facing',
        value: 'up',
      },
    ])
  })

  it('cost no cells if no card changes', () => {
    const plain = (linkGame(cards) as LinkedGame).linked.machine.linker.layout
    expect(plain.hashed).toBe(plain.cardBelow + plain.tokens)
    expect(layout.hashed).toBe(layout.cardBelow + layout.tokens + 1 + 4 + 1)
  })

  it('are checked when a save is read', () => {
    const saved = game.save(onTable)
    const king = layout.typeIndex.get('king')!
    const baron = itemAt(layout.types, layout.typeIndex.get('baron')!)
    const forged = (cell: number, value: number) => {
      const data = saved.data.map((v, i) => (i === cell ? value : v))
      return { ...saved, data, hash: hashOfSave(game, { ...saved, data }) }
    }
    expect(game.restore(forged(itemAt(layout.cardKind, baron.first), baron.kind + 2))).toBeDefined()
    for (const wrong of [itemAt(layout.types, king).kind, baron.kind + 3, -1])
      expect(() => game.restore(forged(itemAt(layout.cardKind, baron.first), wrong))).toThrow(
        /a card has a kind of another type/,
      )
    expect(() => game.restore(forged(layout.unseenTurn, 2))).toThrow(
      /its flag for turned cards is neither 0 nor 1/,
    )
  })
})

describe('hidden cards that change', () => {
  const inHand = run(empty, move(of(deck, 'baron', 2), { zone: 'hand:ben' }))

  it('record for others that something was turned, even if nothing changed', () => {
    const hand: Expr = { zone: 'hand:ben' }
    const half = run(inHand, flip(of(hand, 'baron', 1), 'up'))
    const block = linkBlock(game, flip(of(hand, 'baron'), 'up'))
    const [one, two] = [block.step(half).events, block.step(inHand).events]
    expect(seen(one, 'ann')).toEqual(seen(two, 'ann'))
    expect(seen(one, 'ann')).toHaveLength(2)
    expect(JSON.stringify(seen(two, 'ann'))).not.toMatch(/baron|up|facing/)
    expect(seen(one, 'ben')).toHaveLength(1)
    expect(seen(two, 'ben')).toHaveLength(2)
  })

  it('show their new kind when they leave, not the hidden one', () => {
    const open = linkGame({
      ...leaders,
      zones: leaders.zones.map((z) => (z.id === 'deck' ? { ...z, visible: 'all' as const } : z)),
    })
    const turned = linkBlock(open, flip(of({ zone: 'hand:ben' }, 'baron', 1), 'up')).run(
      linkBlock(open, move(of(deck, 'baron', 1), { zone: 'hand:ben' })).run(open.start({ empty: true })),
    )
    const { events } = linkBlock(open, move(of({ zone: 'hand:ben' }, 'baron'))).step(turned)
    const moved = { type: 'moved', from: 'hand:ben', into: 'deck', count: 1 }
    expect(events).toEqual([
      { ...moved, what: 'baron+up', became: 'baron', to: ['ben'] },
      { ...moved, what: 'baron', to: ['ann', null] },
    ])
  })

  it('are imagined any way once one of them was turned unseen, and as they came before that', () => {
    const imagined = (state: State, seat: string) => {
      const ways = new Set<string>()
      for (let i = 0; i < 40; i++)
        for (const card of entryOf(
          game.view(determinize(game, state, seat, new Rng(i)), 'ben').zones,
          'hand:ben',
        ).cards!)
          if (card.startsWith('baron')) ways.add(card.split('+')[1] ?? 'down')
      return [...ways].sort()
    }
    expect(imagined(inHand, 'ann')).toEqual(['down'])
    const turned = run(inHand, flip(of({ zone: 'hand:ben' }, 'baron', 1), 'side'))
    expect(imagined(turned, 'ann')).toEqual(['down', 'side', 'up'])
    expect(imagined(turned, 'ben')).toEqual(['down', 'side'])
  })

  it('are the same to a seat that cannot see them, whatever they are', () => {
    let different = 0
    fc.assert(
      fc.property(seeds, (seed) => {
        walk(game, seed, (s, step) => {
          const other = determinize(game, s, 'ann', new Rng(seed + step))
          if (layout.cardKind.some((cell) => cell >= 0 && other.d[cell] !== s.d[cell])) different++
          expect(game.view(other, 'ann')).toEqual(game.view(s, 'ann'))
          expect(game.hash(other)).toBe(recomputeHash(game.linked, other))
          expect(game.restore(game.save(other))).toBeDefined()
        })
      }),
      { numRuns: 30 },
    )
    expect(different).toBeGreaterThan(100)
  })
})
