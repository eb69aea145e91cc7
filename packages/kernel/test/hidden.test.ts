/** Hidden information never leaks. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Effect,
  type Expr,
  type Game,
  linkGame,
  type ProcedureDef,
  Rng,
  type State,
  type StepEvent,
} from '../src/index.js'
import { determinize, privateHandHash, linkBlock } from '@ludoforge/play'
import { entryOf, itemAt } from '../../../test/support/items.js'
import type { LinkedGame } from '../src/game/game.js'
import { recomputeHash } from '../src/game/save.js'
import { action, actor, procedure } from './games/board.js'
import { cards } from './games/cards.js'
import { islands } from './games/islands.js'
import { randomPicks, walk } from './walk.js'

const game = linkGame(cards) as LinkedGame
const seeds = fc.integer({ min: 0, max: 100_000 })
const seen = (events: readonly StepEvent[], seat: string) =>
  events.filter((e) => e.to === undefined || e.to.includes(seat))

describe('hidden information', () => {
  it('a position and its determinization look the same to the seat', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        walk(game, seed, (s, step) => {
          const imagined = determinize(game, s, 'ann', new Rng(seed + step))
          expect(view(game, imagined)).toEqual(view(game, s))
          expect(game.hash(imagined)).toBe(recomputeHash(game.linked, imagined))
          const counted = imagined.d.slice()
          expect(game.linked.machine.linker.layout.derive(counted)).toBe(true)
          expect(imagined.d).toEqual(counted)
        })
      }),
      { numRuns: 30 },
    )
    function view(g: Game, s: State) {
      return g.view(s, 'ann')
    }
  })

  it('a determinization differs from the real position, and is playable', () => {
    const state = game.start({ seed: 5 })
    const hashes = new Set<string>()
    for (let i = 0; i < 20; i++) {
      const imagined = determinize(game, state, 'ann', new Rng(i))
      hashes.add(game.hash(imagined))
      const rng = new Rng(i)
      for (let ask = game.ask(imagined); ask !== undefined; ask = game.ask(imagined))
        game.answer(imagined, randomPicks(ask, rng))
      expect(game.outcome(imagined)).toBeDefined()
    }
    expect(hashes.size).toBe(20)
  })

  it('positions that a seat cannot distinguish have the same determinizations', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        walk(game, seed, (s, step) => {
          const other = determinize(game, s, 'ann', new Rng(seed + step))
          const [a, b] = [s, other].map((x) => game.hash(determinize(game, x, 'ann', new Rng(7))))
          expect(b).toBe(a)
        })
      }),
      { numRuns: 20 },
    )
  })

  it('detects whether actions depend on hidden information, directly or not', () => {
    const earn: Effect = { addVar: { scope: 'pvar', var: 'points', player: actor, delta: 1 } }
    const top: Expr = {
      aggregate: { op: 'first', query: { query: 'tokensInZone', zone: { zone: 'deck' }, filter: [] } },
    }
    const rank: Expr = { ref: 'tokenProp', token: top, prop: 'rank' }
    const best: Expr = { op: '>', left: { ref: 'gvar', var: 'best' }, right: 2 }
    const draw: Effect = { moveToken: { token: top, to: { zone: 'table' } } }
    const size: Expr = { aggregate: { op: 'count', query: { query: 'tokensInZone', zone: { zone: 'deck' }, filter: [] } } } // biome-ignore format: one line
    const bid: Effect = { chooseOne: { bind: 'n', type: 'number', secret: true, options: { query: 'intsInRange', min: 0, max: 2 } } } // biome-ignore format: one line
    const matter = (
      deed: readonly Effect[],
      more: Partial<ProcedureDef> = {},
      others: readonly ProcedureDef[] = [],
    ) => {
      const procedures = [
        ...cards.procedures.filter(({ kind }) => kind !== 'action'),
        action('play-card', deed, more),
        ...others,
      ]
      return (linkGame({ ...cards, procedures }) as LinkedGame).linked.machine.linker.flows.actionsAreTainted
    }
    expect(matter([earn])).toBe(false) // the deck is dealt outside of all actions
    expect(matter([{ if: { when: { op: '>', left: size, right: 3 }, then: [earn] } }])).toBe(false)
    expect(matter([draw])).toBe(true)
    expect(matter([{ addVar: { scope: 'pvar', var: 'points', player: actor, delta: rank } }])).toBe(true)
    expect(matter([{ if: { when: best, then: [earn] } }])).toBe(true)
    expect(matter([earn], { requires: [{ when: best }] })).toBe(true)
    expect(matter([bid])).toBe(true)
    expect(matter([{ call: { procedure: 'deal', args: [] } }], {}, [procedure('deal', [draw])])).toBe(true)
    expect(matter([earn], {}, [procedure('deal', [draw])])).toBe(false)
  })

  it('a position can be determinized with the hands of another determinization', () => {
    const before = game.start({ seed: 5 })
    const { layout } = game.linked.machine.linker
    const hands = (s: State): string[] =>
      ['ben', 'cas'].map((seat) =>
        (entryOf(game.view(s, seat).zones, `hand:${seat}`).cards ?? []).toSorted().join(),
      )
    const met = new Set<string>()
    for (let seed = 0; seed < 20; seed++) {
      const world = determinize(game, before, 'ann', new Rng(seed))
      const again = determinize(game, before, 'ann', new Rng(99 + seed), 'everything', world)
      expect(hands(again)).toEqual(hands(world))
      expect(game.view(again, 'ann')).toEqual(game.view(before, 'ann'))
      expect(layout.derive(again.d.slice())).toBe(true)
      expect(game.hash(again)).toBe(recomputeHash(game.linked, again))
      expect(privateHandHash(game, again, 0)).toBe(privateHandHash(game, before, 0))
      met.add(hands(again).join('/'))
    }
    expect(met.size).toBeGreaterThan(10)
  })

  it('determinization keeps what a seat knows and resamples the secrets of others', () => {
    const [mine, theirs] = [new Set<number>(), new Set<number>()]
    const { layout } = game.linked.machine.linker
    const bid = layout.variables.get('bid')!.cell
    const state = game.start({ seed: 5 })
    for (let i = 0; i < 60; i++) {
      const { d } = determinize(game, state, 'ann', new Rng(i))
      mine.add(itemAt(d, bid + layout.seatIndex.get('ann')!))
      theirs.add(itemAt(d, bid + layout.seatIndex.get('ben')!))
    }
    expect([...mine]).toEqual([state.d[bid + layout.seatIndex.get('ann')!]])
    expect(theirs.size).toBeGreaterThan(3)
  })

  it('events reveal nothing about cards that a seat cannot see', () => {
    const deal = linkBlock(game, [
      {
        moveTokens: {
          tokens: { query: 'tokensInZone', zone: { zone: 'deck' }, filter: [] },
          to: { zone: 'hand:ben' },
          limit: 3,
        },
      },
      {
        moveTokens: {
          tokens: { query: 'tokensInZone', zone: { zone: 'hand:cas' }, filter: [] },
          to: { zone: 'pile' },
          limit: 2,
        },
      },
    ])
    fc.assert(
      fc.property(seeds, (seed) => {
        const rng = new Rng(seed)
        walk(game, seed, (s, step) => {
          const imagined = determinize(game, s, 'ann', new Rng(seed + step), 'tokens')
          expect(seen(deal.step(imagined).events, 'ann')).toEqual(seen(deal.step(s).events, 'ann'))
          const ask = game.ask(s)
          if (ask === undefined || game.decision(s)!.seat !== 'ann') return
          const choice = game.choice(s, randomPicks(ask, rng))
          expect(seen(game.step(imagined, choice).events, 'ann')).toEqual(
            seen(game.step(s, choice).events, 'ann'),
          )
        })
      }),
      { numRuns: 30 },
    )
  })

  it('a secret choice is known to its seat; the others learn that it was made', () => {
    const state = game.start({ seed: 1 })
    expect(game.decision(state)).toMatchObject({ name: 'bid', secret: true, kind: 'number', seat: 'ann' })
    const { events, state: next } = game.step(state, 3)
    expect(seen(events, 'ann')).toContainEqual({
      type: 'chose',
      seat: 'ann',
      name: 'bid',
      choice: 3,
      to: ['ann'],
    })
    const others = seen(events, 'ben')
    expect(others).toContainEqual({
      type: 'chose',
      seat: 'ann',
      name: 'bid',
      choice: '(secret)',
      to: ['ben', 'cas', null],
    })
    expect(JSON.stringify(others)).not.toContain('3')
    expect(entryOf(game.view(next, 'ann').seats, 'ann').bid).toBe(3)
    expect(game.view(next, 'ben').seats.ann).not.toHaveProperty('bid')
    expect(game.view(next, null).variables).not.toHaveProperty('best')
  })

  it('a decision is shown to its own seat only', () => {
    const state = game.start({ seed: 1 })
    expect(game.view(state, 'ann').decision?.name).toBe('bid')
    expect(game.view(state, 'ben').decision).toBeUndefined()
    expect(game.view(state, null).decision).toBeUndefined()
    expect(game.view(state, 'ben').deciding).toEqual(['ann'])
    expect(() => game.view(state, 'dan')).toThrow(/no seat 'dan'/)
  })

  it('hands are counted for the others, and named for their owner from top to bottom', () => {
    const state = game.start({ seed: 2 })
    const mine = entryOf(game.view(state, 'ann').zones, 'hand:ann')
    expect(mine.size).toBe(5)
    expect(mine.cards).toHaveLength(5)
    expect(game.view(state, 'ben').zones['hand:ann']).toEqual({ size: 5, markers: {} })
    expect(game.view(state, 'ann').zones.deck).toEqual({ size: 9, markers: {} })
  })
})

describe('events', () => {
  it('merge moves of identical pieces, and name their audience', () => {
    const isles = linkGame(islands)
    let s = isles.start({ seed: 1 })
    s = isles.decide(s, 'rally')
    const { events } = isles.step(s, ['ash'])
    const cause = { rule: '3.1', place: 'islands.md:15' }
    const moved = { type: 'moved', what: 'red-army', from: 'red-box', into: 'ash', count: 2, ...cause }
    expect(events).toContainEqual(moved)
    expect(events).toContainEqual({ type: 'set', variable: 'gold', of: 'red', from: 5, value: 3, ...cause })
    expect(events[0]).toEqual({ type: 'chose', seat: 'red', name: 'places', choice: ['ash'], ...cause })
  })

  it('mark the beginning and end of an action, with its class and the timing of the window', () => {
    const isles = linkGame(islands)
    let s = isles.start({ seed: 1 })
    const first = isles.step(s, 'rally')
    expect(first.events.at(-1)).toEqual({
      type: 'began',
      action: 'rally',
      seat: 'red',
      free: false,
      class: 'operation',
      rule: '2.1',
      place: 'islands.md:14',
    })
    s = isles.decide(first.state, ['ash'])
    const window = isles.step(s, { offer: 'raid' })
    expect(window.events).toContainEqual({
      type: 'began',
      action: 'raid',
      seat: 'red',
      free: false,
      class: 'special',
      timing: 'during',
    })
  })
})
