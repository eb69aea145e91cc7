/** A million decisions leak no memory. */
import { expect, it } from 'vitest'
import { linkGame } from '../src/index.js'
import { islands } from './games/islands.js'
import { walk } from './walk.js'

it('a million decisions do not grow the memory', () => {
  const game = linkGame(islands)
  let decisions = 0
  const play = (until: number): number => {
    for (let seed = 0; decisions < until; seed++) walk(game, seed, () => decisions++)
    globalThis.gc?.()
    return process.memoryUsage().heapUsed
  }
  const before = play(100_000)
  const after = play(1_100_000)
  expect(after - before).toBeLessThan(24 * 1024 * 1024)
})
