import { deferPolicies, type GameDef, linkGame, Rng } from '@ludoforge/kernel'
import { describe, expect, it } from 'vitest'
import { itemAt } from '../../../test/support/items.js'
import {
  addScore,
  chooseNumber,
  eachSeat,
  NUMBERS,
  procedure,
  rankByScore,
  tiny,
  TRAP,
} from '../../agents/test/tiny.js'
import { EventRecorder } from '../../kernel/src/run/event-recorder.js'
import { ActionCounter } from '../src/action-counter.js'
import { playGames, seedOfGame, type SimPlan, simulate } from '../src/index.js'
import { statistics } from '../src/statistics.js'

const PLAN: SimPlan = { seed: 1, agents: ['random', 'random'], maxDecisions: 1000, check: true }

function played(def: GameDef, games: number, plan: Partial<SimPlan> = {}) {
  const tally = playGames(linkGame(def), { ...PLAN, ...plan }, 0, games)
  return statistics(
    tally,
    def.seats.map(({ id }) => id),
    1,
  )
}

describe('a simulation', () => {
  it('counts games, winners, lengths and options', () => {
    const result = played(NUMBERS, 50)
    expect(result).toMatchObject({ games: 50, completed: 50, errors: [], decisions: 300 })
    expect(result.decisionsPerGame).toEqual({ mean: 6, p50: 6, p95: 6, max: 6 })
    expect(result.branching).toEqual({ mean: 6, max: 6 })
    const { left = 0, right = 0 } = result.wins
    expect(left + right).toBeGreaterThanOrEqual(50) // a shared first place counts for both
  })

  it('counts shared wins and draws', () => {
    const { wins, sharedWins, shared, draws } = played(NUMBERS, 50)
    expect(shared).toBeGreaterThan(0)
    expect(sharedWins).toEqual({ left: shared, right: shared })
    expect((wins['left'] ?? 0) + (wins['right'] ?? 0) - shared).toBe(50)
    expect(draws).toBe(0)
    const nobody = played(tiny([...eachSeat(chooseNumber(0, 1)), { endGame: { kind: 'draw' } }]), 5)
    expect(nobody).toMatchObject({ wins: { left: 0, right: 0 }, shared: 0, draws: 5 })
  })

  it('reports the scores of the final ranking', () => {
    const { scores } = played(NUMBERS, 50)
    const { left } = scores
    expect(Object.keys(scores)).toEqual(['left', 'right'])
    expect(left?.min).toBeLessThan(left?.mean ?? 0)
    expect(left?.mean).toBeLessThan(left?.max ?? 0)
  })

  it('lets greedy beat random', () => {
    const { wins } = played(NUMBERS, 40, { agents: ['greedy', 'random'] })
    expect(wins['left']).toBeGreaterThan(35)
  })

  it('counts how often each action begins', () => {
    const action = procedure('earn', addScore(1), 'action')
    const body = [
      {
        repeat: {
          limit: 2,
          effects: eachSeat([...chooseNumber(0, 1), { perform: { action: { action: 'earn' } } }]),
        },
      },
      ...rankByScore,
    ]
    expect(played(tiny(body, {}, [action]), 5).actions).toEqual({ earn: 20 })
  })

  it('reproduces a failed game from its seed', () => {
    const { errors, completed, games } = played(TRAP, 60)
    expect(errors.length).toBeGreaterThan(0)
    expect(completed + errors.length).toBe(games)
    for (const error of errors) {
      const again = played(TRAP, 1, { seed: error.seed }).errors[0]
      expect(again).toEqual({ ...error, game: 0 })
    }
  })

  it('reports a game that is too long as an error, with the location of the question', () => {
    const long = tiny([{ repeat: { limit: 1000, effects: eachSeat(chooseNumber(0, 1)) } }, ...rankByScore])
    const { errors, completed } = played(long, 1, { maxDecisions: 20 })
    expect(completed).toBe(0)
    expect(errors[0]).toMatchObject({ decision: 20, message: 'The game did not end within 20 decisions.' })
  })

  it('gives every game its own seed', () => {
    const seeds = Array.from({ length: 1000 }, (_, i) => seedOfGame(7, i))
    expect(new Set(seeds).size).toBe(1000)
    expect(seeds.slice(0, 3)).toEqual([7, '7/1', '7/2'])
    expect(seedOfGame(8, 5)).not.toBe(seedOfGame(7, 5))
  })

  it('gives a million games different random numbers', () => {
    const halves = [new Float64Array(1_000_000), new Float64Array(1_000_000)]
    for (let i = 0; i < 1_000_000; i++) {
      const { words } = new Rng(seedOfGame(1, i))
      // 53 bits of each half: two of a million are the same by chance once in 20,000 trials.
      for (const [n, half] of halves.entries())
        half[i] = (itemAt(words, 2 * n) >>> 0) * 2 ** 21 + (itemAt(words, 2 * n + 1) >>> 11)
    }
    for (const half of halves) {
      half.sort()
      expect(half.findIndex((value, i) => value === half[i + 1])).toBe(-1)
    }
  })
})

describe('worker threads', () => {
  it('give the same result whatever their number', async () => {
    const run = async (jobs: number) => {
      const { seconds, decisionsPerSecond, gamesPerSecond, slowestDecisionMs, ...rest } = await simulate({
        game: { def: TRAP },
        games: 80,
        seed: 'same',
        jobs,
      })
      expect([seconds, decisionsPerSecond, gamesPerSecond, slowestDecisionMs].every((n) => n >= 0)).toBe(true)
      return rest
    }
    const alone = await run(1)
    expect(alone.games).toBe(80)
    expect(alone.completed).toBeGreaterThan(40)
    expect(alone.errors.length).toBeGreaterThan(0)
    expect(await run(3)).toEqual(alone)
  })

  it('get policies only if an agent can read them', async () => {
    let compiled = 0
    const run = (agent: string) => {
      const def = deferPolicies(NUMBERS, () => {
        compiled += 1
        return NUMBERS
      })
      return simulate({ game: { def }, games: 3, jobs: 1, agents: [agent] })
    }
    const random = await run('random')
    await run('greedy')
    expect(compiled).toBe(0)
    const { errors } = await run('search:1')
    expect(compiled).toBe(1)
    expect([random.errors, errors]).toEqual([[], []])
  })

  it('report progress, and stop when aborted', async () => {
    const stop = new AbortController()
    let seen = 0
    const { games, completed } = await simulate({
      game: { def: NUMBERS },
      games: 50_000_000,
      jobs: 1,
      signal: stop.signal,
      onProgress: ({ done }) => {
        seen = done
        stop.abort()
      },
    })
    expect(games).toBe(seen)
    expect(completed).toBe(games)
    expect(games).toBeLessThan(50_000_000)
  })

  it('report why a game cannot be linked instead of retrying forever', async () => {
    const broken = simulate({ game: { def: { ...NUMBERS, play: 'nothing' } }, games: 3, jobs: 2 })
    await expect(broken).rejects.toThrow(/nothing/)
  })
})

describe('the action counter', () => {
  it('has every method that the recorder of the kernel has', () => {
    const own = (type: { prototype: object }) => new Set(Object.getOwnPropertyNames(type.prototype))
    const used = [
      'piece',
      'card',
      'turned',
      'variable',
      'list',
      'chose',
      'answered',
      'opened',
      'began',
      'ended',
      'entered',
      'left',
      'rolled',
      'shuffled',
      'revealed',
      'said',
      'over',
      'weigh',
    ]
    const inner = [
      'constructor',
      'audience',
      'share',
      'record',
      'add',
      'join',
      'push',
      'moved',
      'flipped',
      'index',
      'changed',
      'choice',
      'label',
      'actionEvent',
      'cause',
      'knownCause',
      'settle',
      'events',
    ]
    expect([...own(EventRecorder)].toSorted()).toEqual([...used, ...inner].toSorted())
    expect(used.filter((name) => !own(ActionCounter).has(name))).toEqual([])
  })
})
