import { type Game, linkGame, type State } from '@ludoforge/kernel'
import { describe, expect, it } from 'vitest'
import {
  agentSpecError,
  type SearchTaskResult,
  type SearchWorkers,
  makeAgent,
  runSearchTask,
} from '../src/index.js'
import { parseBudget, BudgetMeter } from '../src/search/budget.js'
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

/** The first number counts at once, the others only if the last equals the first: it takes a plan, not single answers. */
const number = (bind: string) =>
  ({ chooseOne: { bind, type: 'number', options: { query: 'intsInRange', min: 0, max: 3 } } }) as const
const THREE_SEATS = {
  seats: ['left', 'right', 'third'].map((id) => ({ id, name: id, props: {} })), // so that the tree searches, not alpha-beta
}
const RETURNS = tiny(
  [
    {
      as: {
        player: { seat: 'left' },
        effects: [
          number('a'),
          ...addScore(bound('a')),
          number('b'),
          number('c'),
          {
            if: {
              when: { op: '==', left: bound('a'), right: bound('c') },
              then: [...addScore(bound('b')), ...addScore(bound('c'))],
            },
          },
        ],
      },
    },
    { as: { player: { seat: 'right' }, effects: [...addScore(9), ...chooseNumber(0, 1)] } },
    ...rankByScore,
  ],
  THREE_SEATS,
)

/** As NUMBERS, but too long to be solved. */
const LONG = tiny([
  { repeat: { limit: 20, effects: eachSeat([...chooseNumber(0, 5), ...addScore(bound('n'))]) } },
  ...rankByScore,
])

/** Returns the reasons it gives for each answer of its turn. */
function saidInTurn(game: Game, agent = makeAgent('search:200', 1)): (string | undefined)[] {
  const state = game.start()
  const said: (string | undefined)[] = []
  while (game.ask(state)?.seat === 0) {
    const picks = agent.choose(game, state, 0)
    said.push(agent.why?.(state)[0]?.text)
    game.answer(state, picks)
  }
  return said
}

function playTurn(game: Game, state: State, seat: number, agent = makeAgent('search:200', 1)): number[] {
  const made: number[] = []
  while (game.ask(state)?.seat === seat) {
    const picks = agent.choose(game, state, seat)
    made.push(...picks)
    game.answer(state, picks)
  }
  return made
}

describe('search', () => {
  it('gives one reason per turn: the number of turns, the algorithm, and what it proves', () => {
    const once = [expect.stringMatching(/^it did best of \d+ turns, by UCT: it wins for certain$/)]
    expect(saidInTurn(linkGame(RETURNS))).toEqual([...once, undefined, undefined])
    const [said, ...rest] = saidInTurn(linkGame(RETURNS), makeAgent('search:100x2', 1))
    expect(said).toMatch(/^it did best of \d+ turns, by root-parallel search: it wins for certain$/)
    expect(rest).toEqual([undefined, undefined])
  })
  it('plans a turn whose answers are worth nothing one by one', () => {
    const game = linkGame(RETURNS)
    for (const seed of [1, 2, 3])
      expect(playTurn(game, game.start(), 0, makeAgent('search:400', seed))).toEqual([3, 3, 3])
  })

  it('follows its plan without another search while its views are as predicted', async () => {
    const game = linkGame(RETURNS)
    const state = game.start()
    const agent = makeAgent('search:200', 1)
    const thoughts: number[] = []
    for (let n = 0; n < 3; n += 1) {
      let told = 0
      const progress = (): void => {
        told += 1
      }
      game.answer(state, (await agent.think?.(game, state, 0, { progress })) ?? [])
      thoughts.push(told)
    }
    expect(thoughts[0]).toBeGreaterThan(0)
    expect(thoughts.slice(1)).toEqual([0, 0])
  })

  it('plans again if someone else answered for its seat', () => {
    const game = linkGame(RETURNS)
    const state = game.start()
    const agent = makeAgent('search:800', 1)
    expect(agent.choose(game, state, 0)).toEqual([3])
    game.answer(state, [1]) // not what it chose
    expect(playTurn(game, state, 0, agent)).toEqual([3, 1])
  })

  it('decides the same with the same seed, and does not change the state', () => {
    const game = linkGame(DUELS)
    const state = game.start({ seed: 3 })
    const before = game.hash(state)
    const answers = (seed: number) => [...makeAgent('search:60', seed).choose(game, state, 0)]
    expect(answers(4)).toEqual(answers(4))
    expect(game.hash(state)).toBe(before)
  })

  it('takes a win at once, and otherwise the greatest worth', () => {
    const game = linkGame(WIN_OR_COLLECT)
    expect(makeAgent('search:50', 1).choose(game, game.start(), 0)).toEqual([1])
    const numbers = linkGame(NUMBERS)
    expect(makeAgent('search:200', 1).choose(numbers, numbers.start(), 0)).toEqual([5])
  })

  it('uses alpha-beta for two seats with perfect information and few turns, and names it', () => {
    const said = (spec: string, def = LONG) => {
      const game = linkGame(def)
      const agent = makeAgent(spec, 1)
      const state = game.start()
      agent.choose(game, state, 0)
      return agent.why?.(state)[0]?.text
    }
    expect(said('search:100')).toMatch(
      /^it did best of 6 turns, by alpha-beta, looking \d+ turns ahead \(expected score \d+ %\)$/,
    )
    expect(said('search:100x4')).toBe(said('search:100'))
    expect(said('search:20000', NUMBERS)).toBe(
      'it did best of 6 turns, by alpha-beta: with best play it is a draw',
    )
    const { worth: _, ...rest } = LONG
    expect(said('search:40', { ...rest })).toMatch(
      /^it did best of 6 turns, by UCT \(expected score \d+ %\)$/,
    )
  })

  it('adds promise to worth', () => {
    const promise = {
      id: 'promise',
      params: [{ name: 'seat', type: 'seat' }],
      returns: 'number',
      body: {
        op: '*',
        left: -2,
        right: { ref: 'pvar', var: 'score', player: { ref: 'binding', name: 'seat' } },
      },
    } as const
    const game = linkGame({ ...NUMBERS, functions: [...NUMBERS.functions, promise], promise: 'promise' })
    expect(makeAgent('search:40', 1).choose(game, game.start(), 0)).toEqual([0])
  })

  it('rolls out to the end of the game if it declares no worth', () => {
    const { worth: _, ...rest } = NUMBERS
    const game = linkGame(rest)
    const state = game.start()
    game.answer(state, [0])
    game.answer(state, [5])
    game.answer(state, [5])
    game.answer(state, [0])
    expect(makeAgent('search:200', 1).choose(game, state, 0)).toEqual([5])
  })

  it('does not know future dice', () => {
    const game = linkGame(GAMBLE)
    const gambled = Array.from({ length: 30 }, (_, seed) =>
      makeAgent('search:60', seed).choose(game, game.start({ seed }), 0),
    ).filter(([pick]) => pick === 1)
    expect(gambled.length).toBeLessThan(3)
  })

  it('answers at once when it is stopped, and reports progress', async () => {
    const game = linkGame(LONG)
    const agent = makeAgent('search:60s', 1)
    const told: number[] = []
    const picks = await agent.think?.(game, game.start(), 0, {
      progress: (spent) => told.push(spent),
      stopped: () => told.length >= 3,
    })
    expect(picks).toHaveLength(1)
    expect(told).toHaveLength(3)
    expect(told.every((spent) => spent >= 0 && spent < 0.5)).toBe(true)
  })

  it('keeps a budget of time', () => {
    const game = linkGame(LONG)
    const before = performance.now()
    makeAgent('search:60ms', 1).choose(game, game.start(), 0)
    const took = performance.now() - before
    expect(took).toBeGreaterThan(55) // without a limit the search would never end
  })
})

describe('budgets and levels', () => {
  it('are iterations, times or names', () => {
    expect(parseBudget('800')).toEqual({ iterations: 800 })
    expect(parseBudget('1s')).toEqual({ ms: 1000 })
    expect(parseBudget('1.5s')).toEqual({ ms: 1500 })
    expect(parseBudget('200ms')).toEqual({ ms: 200 })
    expect(parseBudget('hard')).toEqual({ ms: 1000, least: 300 })
    for (const wrong of ['0', '1.5', 's', '-3', '1h', '', 'constructor'])
      expect(parseBudget(wrong)).toBeUndefined()
  })

  it('have a minimum of iterations, however slow the machine is', async () => {
    const spending = new BudgetMeter({ ms: 1, least: 4 })
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(spending.spent).toBe(0)
    spending.iterations = 3
    expect(spending.spent).toBe(0.75)
    spending.iterations = 4
    expect(spending.spent).toBe(1)
    expect(new BudgetMeter({ ms: 60_000, least: 4 }, 0.5).spent).toBeLessThan(0.1)
  })

  it('are checked when an agent is named', () => {
    for (const good of ['search', 'search:800', 'search:1s', 'search:easy', 'easy', 'normal', 'hard'])
      expect(agentSpecError(good)).toBeUndefined()
    expect(agentSpecError('search:soon')).toMatch(
      /"soon" is not a budget. Use a level \(easy, normal, hard\)/,
    )
    expect(agentSpecError('greedy:5')).toBe('The agent greedy takes no argument. Remove ":5".')
    expect(() => makeAgent('search:', 1)).toThrow('"" is not a budget')
  })
})

describe('a root-parallel search', () => {
  /** Runs tasks in another order, and passes tasks and results through JSON as another thread would. */
  const elsewhere: SearchWorkers = {
    size: 3,
    async work(game, state, parts, thinking) {
      const found: SearchTaskResult[] = []
      const text = JSON.stringify(parts)
      const told = JSON.parse(text) as typeof parts
      const position = JSON.stringify(game.save(state))
      for (let i = parts.length - 1; i >= 0; i -= 1) {
        const part = told[i]
        if (part === undefined) continue
        const done = await runSearchTask(
          linkGame(game.def),
          game.restore(JSON.parse(position)),
          part,
          thinking,
        )
        found[i] = JSON.parse(JSON.stringify(done)) as SearchTaskResult
      }
      return found
    },
  }

  it('plans like a single search', () => {
    const game = linkGame(RETURNS)
    for (const seed of [1, 2, 3])
      expect(playTurn(game, game.start(), 0, makeAgent('search:200x4', seed))).toEqual([3, 3, 3])
  })

  it('gives the same answer wherever its tasks run', async () => {
    for (const def of [RETURNS, GAMBLE, NUMBERS]) {
      const game = linkGame(def)
      for (const seed of [1, 2, 3]) {
        const state = game.start({ seed })
        const seat = game.ask(state)?.seat ?? 0
        const chosen = [...makeAgent('search:30x3', seed).choose(game, state, seat)]
        const alone = await makeAgent('search:30x3', seed).think?.(game, state, seat, {})
        const helped = await makeAgent('search:30x3', seed).think?.(game, state, seat, { helpers: elsewhere })
        expect(alone).toEqual(chosen)
        expect(helped).toEqual(chosen)
      }
    }
  })

  it('reports progress, and stops at once', async () => {
    const game = linkGame(RETURNS)
    const told: number[] = []
    const progress = (spent: number): void => void told.push(spent)
    await makeAgent('search:2000x2', 1).think?.(game, game.start(), 0, { progress })
    expect(told.length).toBeGreaterThan(1)
    expect(told).toEqual([...told].sort((a, b) => a - b))
    expect(Math.max(...told)).toBeLessThanOrEqual(1)
    const picks = await makeAgent('search:3600sx2', 1).think?.(game, game.start(), 0, { stopped: () => true })
    expect(picks).toHaveLength(1)
  })

  it('is selected by its budget', () => {
    expect(parseBudget('800x4')).toEqual({ iterations: 800, parts: 4 })
    expect(parseBudget('1.5sx2')).toEqual({ ms: 1500, parts: 2 })
    expect(parseBudget('800x1')).toBeUndefined()
    expect(parseBudget('800x40')).toBeUndefined()
  })
})
