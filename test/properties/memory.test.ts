/** Memory: nothing grows with the number of decisions. The long run is in memory.slow.test.ts. */
import { describe, expect, it } from 'vitest'
import { bytesEach } from '../../packages/cli/src/commands/bench/measure.js'
import { positions } from '../../packages/cli/src/commands/bench/playouts.js'
import { games, leftOut } from '../support/folders.js'
import { growth, growthByAsking } from '../support/heap.js'
import { itemAt } from '../support/items.js'
import { isThorough } from '../support/effort.js'

it("four thousand different expressions aren't retained", async () => {
  expect(await growthByAsking('games/tic-tac-toe', 4000)).toBeLessThan(2_000_000)
})

describe(`ten thousand decisions do not grow memory${leftOut()}`, () => {
  const quick = ['games/tic-tac-toe', 'games/texas-holdem', 'games/fire-in-the-lake', 'games/backgammon']
  it.each(games.filter(({ name }) => isThorough || quick.includes(name)))('$name', async ({ name }) => {
    expect(await growth(name, 10_000)).toBeLessThan(1_000_000)
  })
})

it('a position of Fire in the Lake takes at most 9 KB', () => {
  const { game } = games.find(({ name }) => name === 'games/fire-in-the-lake')!
  const all = positions(game)
  let i = 0
  expect(bytesEach(2000, () => game.fork(itemAt(all, (i += 1) % all.length).state))).toBeLessThan(9 * 1024)
})
