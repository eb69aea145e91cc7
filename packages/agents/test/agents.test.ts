import { type Question, linkGame, selectionError, Rng } from '@ludoforge/kernel'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { choiceOfPicks, makeAgent, picksOfChoice } from '../src/index.js'
import { drawAnswer } from '../src/random.js'
import { SubsetSampler } from '../src/subset-sampler.js'
import {
  addScore,
  bound,
  chooseNumber,
  DUELS,
  eachSeat,
  GAMBLE,
  NUMBERS,
  rankByScore,
  tiny,
  WIN_OR_COLLECT,
} from './tiny.js'

/** Generates any question the kernel could ask. Its bounds can always be met. */
const asks = fc
  .record({
    counts: fc.array(fc.nat({ max: 4 }), { minLength: 1, maxLength: 8 }),
    prices: fc.array(fc.nat({ max: 5 }), { minLength: 8, maxLength: 8 }),
    paid: fc.boolean(),
    budget: fc.nat({ max: 12 }),
    least: fc.nat({ max: 6 }),
    most: fc.nat({ max: 6 }),
  })
  .map(({ counts: given, prices, paid, budget, least, most }): Question => {
    const counts = given.map((count) => count + 1)
    const costs = paid ? counts.map((_, i) => Math.min(prices[i] ?? 0, budget)) : null
    const copies = counts.flatMap((count, i) => Array.from({ length: count }, () => costs?.[i] ?? 0))
    let left = budget
    const reach = copies.toSorted((a, b) => a - b).filter((cost) => (left -= cost) >= 0 || !paid).length
    const max = Math.max(1, Math.min(most, reach))
    const values = counts.map((_, i) => 100 + i)
    return {
      site: 1,
      seat: 0,
      kind: 'many',
      values,
      counts,
      costs,
      min: Math.min(least, max),
      max,
      budget,
      optional: false,
      offers: [],
      series: 0,
      repeats: false,
      throughout: false,
    }
  })

describe('random', () => {
  it('answers every choice of many with a legal selection', () => {
    const selector = new SubsetSampler()
    fc.assert(
      fc.property(asks, fc.integer(), (ask, seed) => {
        const picks: number[] = []
        drawAnswer(ask, new Rng(seed), selector, picks)
        expect(selectionError(ask, picks)).toBeNull()
      }),
    )
  })

  it('takes every option sooner or later, and declines if it may', () => {
    const ask: Question = {
      site: 1,
      seat: 0,
      kind: 'one',
      values: [7, 8, 9],
      counts: null,
      costs: null,
      min: 0,
      max: 1,
      budget: 0,
      optional: true,
      offers: [3],
      series: 0,
      repeats: false,
      throughout: false,
    }
    const rng = new Rng(1)
    const seen = new Set<string>()
    for (let i = 0; i < 200; i += 1) {
      const picks: number[] = []
      drawAnswer(ask, rng, new SubsetSampler(), picks)
      seen.add(picks.join())
    }
    expect([...seen].toSorted()).toEqual(['', '-1', '0', '1', '2'])
  })

  it('decides the same with the same seed', () => {
    const play = (seed: number) => {
      const game = linkGame(NUMBERS)
      const agent = makeAgent('random', seed)
      const state = game.start({ seed: 5 })
      const chosen: number[] = []
      for (let ask = game.ask(state); ask !== undefined; ask = game.ask(state)) {
        const picks = agent.choose(game, state, ask.seat)
        chosen.push(...picks)
        game.answer(state, picks)
      }
      return chosen
    }
    expect(play(3)).toEqual(play(3))
    expect(play(3)).toHaveLength(6)
    expect([1, 2, 3, 4].map(play).some((chosen) => chosen.join() !== play(3).join())).toBe(true)
  })
})

describe('greedy', () => {
  it('takes the answer with the greatest worth for its own seat', () => {
    const game = linkGame(NUMBERS)
    const agent = makeAgent('greedy', 1)
    expect(agent.choose(game, game.start(), 0)).toEqual([5])
  })

  it('prefers a win to a greater worth', () => {
    const game = linkGame(WIN_OR_COLLECT)
    expect(makeAgent('greedy', 1).choose(game, game.start(), 0)).toEqual([1])
  })

  it('does not know future dice', () => {
    const game = linkGame(GAMBLE)
    let won = 0
    let gambled = 0
    for (let seed = 0; seed < 400; seed += 1) {
      const state = game.start({ seed })
      const [pick] = makeAgent('greedy', seed).choose(game, state, 0)
      if (pick !== 1) continue
      gambled += 1
      const after = game.fork(state)
      game.answer(after, [1])
      if (game.worth(after, 'left') === 6) won += 1
    }
    // It samples four dice: it gambles if at least three of them are sixes, or two by luck.
    expect(gambled).toBeLessThan(120)
    expect(won).toBeLessThan(Math.max(5, gambled / 2))
  })

  it('does not know what others chose in secret', () => {
    const ask = (bind: string, seat: string) => ({
      chooseOne: {
        bind,
        type: 'number',
        player: { seat },
        options: { query: 'intsInRange', min: 0, max: 1 } as const,
      },
    })
    const secret = { chooseOne: { ...ask('hidden', 'left').chooseOne, secret: true as const } }
    const game = linkGame(
      tiny([
        secret,
        ask('guess', 'right'),
        {
          if: {
            when: { op: '==', left: bound('hidden'), right: bound('guess') },
            then: [{ endGame: { kind: 'win', seats: { seat: 'right' } } }],
          },
        },
        { endGame: { kind: 'win', seats: { seat: 'left' } } },
      ]),
    )
    const agent = makeAgent('greedy', 3)
    let right = 0
    for (let i = 0; i < 200; i += 1) {
      const state = game.start()
      game.answer(state, [i % 2])
      game.answer(state, agent.choose(game, state, 1))
      if (game.outcome(state)?.winners[0] === 'right') right += 1
    }
    expect(right).toBeGreaterThan(60)
    expect(right).toBeLessThan(140)
  })

  it('continues if a sampled hidden value breaks a rule', () => {
    const purse = { id: 'purse', scope: 'seat', type: 'number', min: 0, max: 9, start: 5 } as const
    const pay = { addVar: { scope: 'pvar', var: 'purse', player: { seat: 'right' }, delta: -5 } } as const
    const body = eachSeat([...chooseNumber(0, 5), ...addScore(bound('n')), pay])
    const guess = linkGame(
      tiny([...body, ...rankByScore], { variables: [...NUMBERS.variables, { ...purse, hidden: 'owner' }] }),
    )
    for (let seed = 1; seed < 20; seed += 1)
      expect(() => makeAgent('greedy', seed).choose(guess, guess.start(), 0)).not.toThrow()
    const broke = linkGame(tiny([...body, pay, ...rankByScore], { variables: [...NUMBERS.variables, purse] }))
    const state = broke.start()
    broke.answer(state, [1])
    expect(() => makeAgent('greedy', 2).choose(broke, state, 1)).toThrow(/'purse' of right/)
  })

  it('does not change the state it looks at', () => {
    const game = linkGame(NUMBERS)
    const state = game.start({ seed: 1 })
    const before = game.hash(state)
    makeAgent('greedy', 1).choose(game, state, 0)
    expect(game.hash(state)).toBe(before)
  })
})

describe('makeAgent', () => {
  it('lists the known agents in its errors', () => {
    expect(() => makeAgent('clever', 1)).toThrow(
      'There is no agent "clever". Known agents: random, explorer, greedy, policy, search, easy, normal, hard.',
    )
    expect(() => makeAgent('constructor', 1)).toThrow('There is no agent "constructor"')
  })
})

describe('choiceOfPicks', () => {
  it('converts picks to names', () => {
    const game = linkGame(NUMBERS)
    const asked = game.decision(game.start())
    if (asked === undefined) throw new Error('the game has not begun')
    expect(choiceOfPicks(asked, [4])).toBe(4)
    const options = ['a', 'b'].map((id) => ({ id, label: id, count: 2 }))
    expect(choiceOfPicks({ ...asked, kind: 'one', options }, [1])).toBe('b')
    expect(choiceOfPicks({ ...asked, kind: 'one', options }, [])).toEqual([])
    expect(choiceOfPicks({ ...asked, kind: 'many', options }, [1, 1, 0])).toEqual(['b', 'b', 'a'])
  })

  it('is the inverse of picksOfChoice', () => {
    const game = linkGame(NUMBERS)
    const asked = game.decision(game.start())
    if (asked === undefined) throw new Error('the game has not begun')
    const options = ['a', 'b'].map((id) => ({ id, label: id, count: 2 }))
    const offers = [{ id: 'x', label: 'x', window: 'w', timing: 'before' as const }]
    const many = { ...asked, kind: 'many' as const, options, offers }
    for (const picks of [[], [1], [1, 1, 0], [-1]])
      expect(picksOfChoice(many, choiceOfPicks(many, picks))).toEqual(picks)
    expect(picksOfChoice(many, ['2 b', 'a'])).toEqual([1, 1, 0])
    expect(picksOfChoice(asked, 4)).toEqual([4])
  })
})

describe('agents in a simultaneous choice', () => {
  const game = linkGame(DUELS)

  it.each(['random', 'explorer', 'greedy'])(
    '%s answers the question of its own seat, in any order',
    (name) => {
      for (const order of [
        [0, 1],
        [1, 0],
      ]) {
        const agents = [makeAgent(name, 1), makeAgent(name, 2)]
        const state = game.start({ seed: 5 })
        while (game.ask(state) !== undefined)
          for (const seat of order) game.answer(state, agents[seat]?.choose(game, state, seat) ?? [], seat)
        expect(game.outcome(state)).toBeDefined()
      }
    },
  )

  it('greedy samples the answers of others, and does not know them', () => {
    const state = game.start()
    // Whatever the other answers, the greatest number is worth most to the first seat.
    expect(makeAgent('greedy', 1).choose(game, state, 0)).toEqual([5])
    const answers = [0, 5].map((first) => {
      const other = game.fork(state)
      game.answer(other, [first], 0)
      return Array.from({ length: 30 }, (_, seed) => makeAgent('greedy', seed).choose(game, other, 1)[0])
    })
    expect(answers[1]).toEqual(answers[0])
  })

  it('an agent throws if its seat has no decision', () => {
    const state = game.start()
    game.answer(state, [3], 0)
    expect(() => makeAgent('random', 1).choose(game, state, 0)).toThrow('no decision to make')
  })
})
