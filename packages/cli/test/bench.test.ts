import { linkGame, Rng } from '@ludoforge/kernel'
import { describe, expect, it } from 'vitest'
import { NUMBERS } from '../../agents/test/tiny.js'
import { benchedScenarios } from '../src/commands/bench/games.js'
import { bytesEach, warmUpCurve, measure, warmUp } from '../src/commands/bench/measure.js'
import { playHandwritten } from '../src/commands/bench/handwritten.js'
import { forkAndDecide, Playouts, positions, withNames } from '../src/commands/bench/playouts.js'

describe('the hand-written game', () => {
  it('ends with three in a line or a full board', () => {
    for (let seed = 0; seed < 100; seed += 1) {
      const { cells, moves, winner } = playHandwritten(new Rng(seed), new Rng(seed + 1000))
      expect(new Set(moves).size).toBe(moves.length)
      expect(cells.filter((cell) => cell !== 0)).toHaveLength(moves.length)
      if (winner === 0) expect(moves).toHaveLength(9)
      else expect(winner).toBe(((moves.length - 1) % 2) + 1)
    }
  })
})

describe('the benchmark', () => {
  it('measures workloads interleaved', () => {
    const order: string[] = []
    const work = (name: string) => () => {
      if (order.at(-1) !== name) order.push(name)
      return 10
    }
    const [a, b] = measure(
      [
        { name: 'a', work: work('a') },
        { name: 'b', work: work('b') },
      ],
      0.002,
    )
    expect(order.join('')).toMatch(/^(ab)+$/)
    expect(a?.units).toBeGreaterThan(0)
    expect(b?.perSecond).toBeGreaterThan(0)
  })

  it('starts cold, and warms up until the rate is steady', () => {
    let steps = 0
    const { firstThousand, firstSecond } = warmUpCurve(() => void (steps += 1), 0)
    expect(steps).toBe(1000)
    expect(Math.min(firstThousand, firstSecond)).toBeGreaterThan(0)
    let calls = 0
    const slow = (): number => {
      for (let i = 0; i < 1e5; i += 1) calls += i % 2
      return 1
    }
    warmUp(slow, 0)
    expect(calls).toBe(0)
    warmUp(slow, 0.01)
    expect(calls).toBeGreaterThan(0)
  })

  it('measures the size of objects', () => {
    // Many objects, so that other changes of the heap don't matter.
    const bytes = bytesEach(20_000, () => Array.from({ length: 100 }, (_, i) => i + 0.5))
    expect(bytes).toBeGreaterThan(700)
    expect(bytes).toBeLessThan(2500)
  })

  it('plays by names and from copies', () => {
    const game = linkGame(NUMBERS)
    expect(withNames(game)()).toBe(6)
    expect(forkAndDecide(game)()).toBe(positions(game).length)
  })

  it('counts the games it plays', () => {
    const playouts = new Playouts(linkGame(NUMBERS))
    expect(playouts.steps(12)()).toBe(12)
    expect([playouts.games, playouts.decisions]).toEqual([2, 12])
    playouts.step()
    expect(playouts.games).toBe(3)
  })

  it('measures every scenario of a game', () => {
    expect(benchedScenarios(NUMBERS)).toEqual([''])
    const scenarios = ['long', 'short'].map((id) => ({ id, title: id, setup: [], options: {} }))
    expect(benchedScenarios({ ...NUMBERS, scenarios })).toEqual(['long', 'short'])
  })
})
