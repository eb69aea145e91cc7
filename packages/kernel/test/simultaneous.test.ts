/** Simultaneous choices: each seat has its own question, and none learns another's answer. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Block,
  type Choice,
  DeadEnd,
  type Effect,
  type Expr,
  IllegalChoice,
  LinkError,
  linkGame,
  Rng,
  RuleError,
  type State,
  type StepEvent,
} from '../src/index.js'
import { determinize, linkBlock, hasSecretsOnStack, reopenSimultaneous, explain } from '@ludoforge/play'
import { entryOf, itemAt } from '../../../test/support/items.js'
import type { LinkedGame } from '../src/game/game.js'
import { recomputeHash } from '../src/game/save.js'
import { ref } from './games/board.js'
import { add, bids, cardsOf, council, hand, parlour, players, range, store, who } from './games/parlour.js'
import { randomPicks, walk } from './walk.js'

const game = linkGame(parlour) as LinkedGame
const seats = ['ann', 'ben', 'cas']
const ORDERS = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
]
const start = game.start({ seed: 3 })
const seeds = fc.integer({ min: 0, max: 100_000 })

const each = (...effects: Block): Effect => ({
  forEach: { bind: 'who', type: 'seat', over: players, effects },
})
const run = (...effects: Block): State => linkBlock(game, effects).run(game.start({ empty: true }))
const gold = (s: State) => seats.map((seat) => entryOf(game.view(s, null).seats, seat).gold)
const told = (events: readonly StepEvent[], seat: string) =>
  events.filter(({ to }) => to === undefined || to.includes(seat))

/** Asks every seat of the list for a number, and runs effects with it. */
const numbers = (list: Expr, ...effects: Block): Effect => ({
  chooseAtOnce: {
    seat: 'who',
    seats: list,
    ask: { chooseOne: { bind: 'n', type: 'number', options: range(0, 9) } },
    effects,
  },
})

/** The state after these answers, in this order. */
function answered(state: State, answers: Readonly<Record<string, Choice>>): State {
  return Object.entries(answers).reduce((s, [seat, choice]) => game.decide(s, choice, seat), state)
}

/** An answer for each seat that is asked. */
function drawn(state: State, rng: Rng): Map<number, readonly number[]> {
  return new Map(game.deciding(state).map((seat) => [seat, randomPicks(game.ask(state, seat)!, rng)]))
}

describe('each of the seats', () => {
  it('has its own question', () => {
    for (const [i, seat] of seats.entries()) {
      expect(game.decision(start, seat)).toMatchObject({ seat, name: 'n', prompt: 'You have 4', max: 4 })
      expect(game.ask(start, i)).toMatchObject({ seat: i, max: 4 })
      expect(game.view(start, seat).decision).toEqual(game.decision(start, seat))
    }
    expect(game.decision(start)).toMatchObject({ seat: 'ann', secret: true, atOnce: true })
    expect(game.deciding(start)).toEqual([0, 1, 2])
    expect(game.view(start, null).deciding).toEqual(seats)
    expect(game.view(start, null).decision).toBeUndefined()
  })

  it('is served in list order if no seat is named', () => {
    let state = answered(start, { ben: 1, cas: 1, ann: 1 })
    const served: string[] = []
    for (let n = 0; n < 3; n += 1) {
      const decision = game.decision(state)!
      served.push(decision.seat)
      state = game.decide(state, [itemAt(decision.options, 0).id])
    }
    expect(served).toEqual(['cas', 'ann', 'ben'])
  })

  it('answers once, and the others see that it has', () => {
    const { state, events } = game.step(start, 4, 'ben')
    expect(events).toEqual([{ type: 'answered', seat: 'ben', name: 'n' }])
    expect(game.decision(state, 'ben')).toBeUndefined()
    expect(game.ask(state, 1)).toBeUndefined()
    expect(game.view(state, 'ben').decision).toBeUndefined()
    expect(game.view(state, 'ann').deciding).toEqual(['ann', 'cas'])
    expect(() => game.decide(state, 4, 'ben')).toThrow("Ben can't decide now. The decision is with Ann, Cas.")
    expect(() => game.answer(state, [4], 1)).toThrow(IllegalChoice)
    expect(game.decision(state)?.seat).toBe('ann')
  })

  it('is refused what is illegal, and nothing changes', () => {
    const before = game.hash(start)
    for (const seat of seats) expect(() => game.decide(start, 5, seat)).toThrow('5 is not between 0 and 4.')
    expect(() => game.decide(start, 1, 'dan')).toThrow("There is no seat 'dan'.")
    expect(() => game.decision(start, 'dan')).toThrow(IllegalChoice)
    expect(() => game.answer(start, [1], 7)).toThrow(IllegalChoice)
    expect(game.hash(start)).toBe(before)
  })

  it('gets an explanation why something is not offered to it', () => {
    const state = answered(start, { ann: 0, ben: 0, cas: 0 })
    const own = itemAt(game.decision(state, 'ben')!.options, 0).id
    expect(explain(game, state, own, 'ben').offered).toBe(true)
    expect(explain(game, state, own, 'ann').offered).toBe(false)
    const after = game.decide(state, [own], 'ben')
    expect(explain(game, after, own, 'ben').summary).toBe('There is nothing to decide for Ben.')
    const unequal = run(
      each(
        store('gold', { if: { when: { op: '==', left: who, right: { seat: 'cas' } }, then: 1, else: 5 } }),
      ),
      council,
    )
    expect(game.decision(unequal, 'ben')?.options.map(({ label }) => label)).toEqual(['Keep 5', 'poor'])
    expect(explain(game, unequal, 'rich', 'ann').offered).toBe(true)
    expect(explain(game, unequal, 'rich', 'cas')).toMatchObject({
      offered: false,
      failed: [{ text: 'Cas gold 1, needs 3' }],
    })
  })
})

describe('a question of one seat', () => {
  it('is for that seat only, named or not', () => {
    const ask = { bind: 'n', type: 'number', options: range(0, 3), player: { seat: 'ben' } }
    const state = run({ chooseOne: ask })
    expect(game.decision(state, 'ben')).toEqual(game.decision(state))
    expect(game.decision(state)).not.toHaveProperty('atOnce')
    expect(game.decision(state, 'ann')).toBeUndefined()
    expect(game.deciding(state)).toEqual([1])
    expect(() => game.decide(state, 1, 'ann')).toThrow("Ann can't decide now. The decision is with Ben.")
    expect(game.deciding(game.decide(state, 1, 'ben'))).toEqual([])
  })
})

describe('the order of the answers', () => {
  it('does not matter: same state bit by bit, same hash, same events at the end', () => {
    let compared = 0
    const property = fc.property(seeds, (seed) => {
      walk(game, seed, (state, step) => {
        if (game.ask(state) === undefined) return
        const answers = drawn(state, new Rng(seed + step))
        if (answers.size < 3) return
        const ends = ORDERS.map((order) => {
          const one = game.fork(state)
          for (const seat of order.slice(0, 2)) game.answer(one, answers.get(seat)!, seat)
          const last = itemAt(order, 2)
          const { events } = game.step(one, game.choice(one, answers.get(last)!, last), seats[last])
          game.answer(one, answers.get(last)!, last)
          expect(game.hash(one)).toBe(recomputeHash(game.linked, one))
          return { saved: game.save(one), events: events.filter(({ type }) => type !== 'answered') }
        })
        for (const end of ends) expect(end).toEqual(ends[0])
        compared += 1
      })
    })
    fc.assert(property, { numRuns: 30 })
    expect(compared).toBeGreaterThan(100)
  })

  it('leaves no trace: a state depends on who has answered, not when', () => {
    const one = answered(start, { ann: 1, cas: 3 })
    const other = answered(start, { cas: 3, ann: 1 })
    expect(game.hash(other)).toBe(game.hash(one))
    expect(game.save(other)).toEqual(game.save(one))
  })
})

describe('what a seat has answered', () => {
  it('is hidden before all have: no view, question, reason or message reveals it', () => {
    const property = fc.property(seeds, (seed) => {
      walk(game, seed, (state, step) => {
        if (game.ask(state) === undefined || game.deciding(state).length < 3) return
        const [mine, theirs] = [drawn(state, new Rng(seed)), drawn(state, new Rng(seed + step + 1))]
        const known = [mine, theirs].map((answers) => {
          const one = game.fork(state)
          const events: StepEvent[] = []
          for (const seat of [0, 1]) {
            const choice = game.choice(one, answers.get(seat)!, seat)
            events.push(...game.step(one, choice, seats[seat]).events)
            game.answer(one, answers.get(seat)!, seat)
          }
          const message = ['ann', 'cas'].map((seat) => {
            try {
              game.decide(one, ['nonsense'], seat)
              return ''
            } catch (error) {
              return String(error)
            }
          })
          const why = ['rich', 'card-1@hand:cas', 'card-1@hand:ann', '3'].map((option) =>
            explain(game, one, option, 'cas'),
          )
          return { view: game.view(one, 'cas'), onlooker: game.view(one, null), events, message, why }
        })
        expect(known[1]).toEqual(known[0])
      })
    })
    fc.assert(property, { numRuns: 30 })
  })

  it('is revealed to all when the last has answered', () => {
    const two = answered(start, { cas: 3, ann: 1 })
    expect(game.view(two, null).seats).toMatchObject({ ann: { bid: 0 }, cas: { bid: 0 } })
    const { state, events } = game.step(two, 2, 'ben')
    expect(events.slice(0, 7)).toEqual([
      { type: 'answered', seat: 'ben', name: 'n' },
      { type: 'chose', seat: 'ann', name: 'n', choice: 1, atOnce: true },
      { type: 'chose', seat: 'ben', name: 'n', choice: 2, atOnce: true },
      { type: 'chose', seat: 'cas', name: 'n', choice: 3, atOnce: true },
      { type: 'set', variable: 'bid', of: 'ann', from: 0, value: 1 },
      { type: 'set', variable: 'bid', of: 'ben', from: 0, value: 2 },
      { type: 'set', variable: 'bid', of: 'cas', from: 0, value: 3 },
    ])
    expect(game.view(state, null).seats).toMatchObject({ ann: { bid: 1 }, ben: { bid: 2 }, cas: { bid: 3 } })
  })

  it('stays its own if it is secret', () => {
    const state = answered(start, { ann: 0, ben: 0, cas: 0 })
    const picked = (seat: string) => itemAt(game.decision(state, seat)!.options, 0).id
    const two = answered(state, { cas: [picked('cas')], ann: [picked('ann')] })
    const { events } = game.step(two, [picked('ben')], 'ben')
    const chose = told(events, 'ann').filter(({ type }) => type === 'chose')
    expect(chose.map((e) => (e.type === 'chose' ? [e.seat, e.choice] : []))).toEqual([
      ['cas', '(secret)'],
      ['ann', [picked('ann')]],
      ['ben', '(secret)'],
    ])
  })

  it('is cleared after its effects: answers that change nothing leave equal positions', () => {
    const state = run(numbers(players), {
      chooseOne: { bind: 'm', type: 'number', options: range(0, 1), player: { seat: 'ann' } },
    })
    const ends = [
      { ann: 1, ben: 2, cas: 3 },
      { ann: 9, ben: 0, cas: 7 },
    ].map((answers) => game.hash(answered(state, answers)))
    expect(ends[1]).toBe(ends[0])
  })
})

describe('when all have answered', () => {
  it('the effects run for each in list order, with its answer', () => {
    const list: Expr = { query: 'list', type: 'seat', items: seats.toReversed().map((seat) => ({ seat })) }
    const state = run(
      numbers(
        list,
        { if: { when: { op: '==', left: ref('n'), right: 5 }, then: [{ leave: 'loop' }] } },
        store('gold', ref('n')),
      ),
    )
    expect(gold(answered(state, { ann: 7, ben: 5, cas: 6 }))).toEqual([2, 2, 6])
    expect(gold(answered(state, { ann: 7, ben: 4, cas: 6 }))).toEqual([7, 4, 6])
  })

  it('a rule may ask again for each of them', () => {
    const more: Effect = {
      chooseOne: { bind: 'm', type: 'number', options: range(0, ref('n')), player: who },
    }
    let state = run(numbers(players, more, store('gold', ref('m'))))
    state = answered(state, { cas: 3, ben: 2, ann: 1 })
    expect(game.decision(state)).toMatchObject({ seat: 'ann', name: 'm', max: 1 })
    state = answered(state, { ann: 1, ben: 2 })
    expect(game.decision(state)).toMatchObject({ seat: 'cas', name: 'm', max: 3 })
    expect(gold(game.decide(state, 0))).toEqual([1, 2, 0])
  })

  it('the alternative of each runs first, then the effects', () => {
    const state = run(each(store('gold', 5)), council)
    expect(gold(answered(state, { cas: 'poor', ann: 'rich', ben: 'poor' }))).toEqual([7, 1, 1])
  })
})

describe('the asked seats', () => {
  it('are none, if the list is empty', () => {
    const none = run(numbers({ query: 'list', type: 'seat', items: [] }, store('gold', 9)))
    expect(game.deciding(none)).toEqual([])
    expect(gold(none)).toEqual([2, 2, 2])
  })

  it('are asked once, if listed twice', () => {
    const list: Expr = { query: 'concat', left: players, right: players }
    const state = run(numbers(list, add('gold', ref('n'))))
    expect(game.deciding(state)).toEqual([0, 1, 2])
    expect(gold(answered(state, { ann: 1, ben: 1, cas: 1 }))).toEqual([3, 3, 3])
  })

  it('exclude those with nothing to choose, whose answer is empty', () => {
    const deal: Effect = {
      moveTokens: {
        tokens: { query: 'tokensInZone', zone: { zone: 'deck' }, filter: [] },
        to: hand({ seat: 'ben' }),
        limit: 2,
      },
    }
    const one: Effect = {
      chooseAtOnce: {
        seat: 'who',
        seats: players,
        ask: { chooseOne: { bind: 'card', type: 'token', options: cardsOf(), optional: true } },
        effects: [
          {
            if: { when: { op: '==', left: ref('card'), right: { none: 'token' } }, then: [store('gold', 7)] },
          },
        ],
      },
    }
    const several: Effect = {
      chooseAtOnce: {
        seat: 'who',
        seats: players,
        ask: { chooseN: { bind: 'some', type: 'token', options: cardsOf(), min: 0, max: 9 } },
        effects: [store('gold', { aggregate: { op: 'count', query: ref('some') } })],
      },
    }
    const state = run(deal, one)
    expect(game.deciding(state)).toEqual([1])
    const { state: after, events } = game.step(state, [], 'ben')
    expect(gold(after)).toEqual([7, 7, 7])
    expect(events.flatMap((e) => (e.type === 'chose' ? [e.seat] : []))).toEqual(['ben'])
    const many = run(deal, several)
    expect(game.deciding(many)).toEqual([1])
    expect(gold(game.decide(many, [itemAt(game.decision(many)!.options, 0).id]))).toEqual([0, 1, 0])
    expect(gold(run(one))).toEqual([7, 7, 7])
  })

  it('must be able to answer, and exist', () => {
    const stuck: Effect = {
      chooseAtOnce: {
        seat: 'who',
        seats: players,
        ask: { chooseOne: { bind: 'card', type: 'token', options: cardsOf() } },
        effects: [],
      },
    }
    expect(() => run(stuck)).toThrow(DeadEnd)
    const nobody: Expr = { query: 'list', type: 'seat', items: [{ seat: 'ann' }, { none: 'seat' }] }
    expect(() => run(numbers(nobody))).toThrow(RuleError)
    expect(() => run(numbers(nobody))).toThrow('A choice at once asks a seat that is none.')
  })
})

describe('a determinization', () => {
  it('has other legal answers of the others, and the own one', () => {
    const state = answered(start, { ann: 2, ben: 3 })
    const { together } = game.linked.machine.linker.questions[state.q]!
    const at = (s: State, seat: number) => s.k[s.fp + 3 + together!.answers + seat]
    const [mine, theirs] = [new Set<unknown>(), new Set<unknown>()]
    for (let seed = 0; seed < 60; seed += 1) {
      const imagined = determinize(game, state, 'ann', new Rng(seed))
      expect(game.view(imagined, 'ann')).toEqual(game.view(state, 'ann'))
      mine.add(at(imagined, 0))
      theirs.add(at(imagined, 1))
      expect(at(imagined, 2)).toBe(0)
    }
    expect([...mine]).toEqual([2])
    expect(theirs).toEqual(new Set([0, 1, 2, 3, 4]))
  })

  it('can be reopened for the others, and leads to the same', () => {
    const state = answered(start, { ann: 2, ben: 3 })
    const imagined = determinize(game, state, 'ann', new Rng(1))
    reopenSimultaneous(game, imagined, 0)
    expect(game.deciding(imagined)).toEqual([1, 2])
    expect(game.deciding(state)).toEqual([2])
    const first = determinize(game, start, 'ben', new Rng(1))
    reopenSimultaneous(game, first, 1)
    expect(game.deciding(first)).toEqual(game.deciding(start))
    const copy = game.fork(state)
    reopenSimultaneous(game, copy, 0)
    expect(game.hash(answered(copy, { ben: 3, cas: 1 }))).toBe(game.hash(answered(state, { cas: 1 })))
  })

  it('agrees with the view of the seat, and is playable', () => {
    const property = fc.property(seeds, (seed) => {
      const rng = new Rng(seed)
      const state = game.start({ seed })
      for (let n = 0; n < 12; n += 1) {
        for (const seat of seats) {
          const imagined = determinize(game, state, seat, new Rng(seed + n))
          expect(game.view(imagined, seat)).toEqual(game.view(state, seat))
          expect(game.hash(imagined)).toBe(recomputeHash(game.linked, imagined))
          for (let m = 0; m < 4 && game.ask(imagined) !== undefined; m += 1)
            game.answer(imagined, randomPicks(game.ask(imagined)!, rng))
        }
        const [seat] = rng.shuffle([...game.deciding(state)])
        if (seat === undefined) return
        game.answer(state, randomPicks(game.ask(state, seat)!, rng), seat)
      }
    })
    fc.assert(property, { numRuns: 30 })
  })

  it('holds no secret while answers are open, but may during the effects of a secret one', () => {
    const first = answered(start, { ann: 2 })
    expect(hasSecretsOnStack(game, first)).toBe(false)
    const secretly = (secret: boolean): State => {
      const more: Effect = { chooseOne: { bind: 'm', type: 'number', options: range(0, 1), player: who } }
      const ask = {
        bind: 'n',
        type: 'number',
        options: range(0, 9),
        ...(secret ? { secret: true as const } : {}),
      }
      const asked: Effect = {
        chooseAtOnce: { seat: 'who', seats: players, ask: { chooseOne: ask }, effects: [more] },
      }
      return answered(run(asked), { ann: 2, ben: 4, cas: 6 })
    }
    expect(hasSecretsOnStack(game, secretly(true))).toBe(true)
    expect(hasSecretsOnStack(game, secretly(false))).toBe(false)
  })
})

describe('a GameDef', () => {
  const atOnce = (change: object): Effect => ({
    chooseAtOnce: { ...(bids as Extract<Effect, { chooseAtOnce: unknown }>).chooseAtOnce, ...change },
  })
  it.each([
    ['asks seats', { seats: range(1, 3) }, /must be a list seat/],
    ['asks a list', { seats: { seat: 'ann' } }, /list/],
    ['asks something', { ask: { shuffle: {} } }, /isn't a valid at once question/],
    [
      'asks no other player',
      { ask: { chooseOne: { bind: 'n', type: 'number', options: range(0, 1), player: { seat: 'ann' } } } },
      /Remove its `player`/,
    ],
    ['names the seat', { seat: 3 }, /3 isn't a name/],
    ['names the answer', { ask: { chooseOne: { type: 'number', options: range(0, 1) } } }, /has no `bind`/],
    ['has effects', { effects: 3 }, /3 isn't a valid block/],
  ])('%s', (_, change, message) => {
    expect(() => run(atOnce(change))).toThrow(LinkError)
    expect(() => run(atOnce(change))).toThrow(message)
  })
})
