import { makeAgent } from '@ludoforge/agents'
import { Rng } from '@ludoforge/kernel'
import { describe, expect, it } from 'vitest'
import { gameOf } from './support/games.js'
import { bytesUsed } from '../packages/cli/src/commands/bench/measure.js'
import { playHandwritten } from '../packages/cli/src/commands/bench/handwritten.js'
import { Playouts } from '../packages/cli/src/commands/bench/playouts.js'
import { isThorough } from './support/effort.js'

describe('the benchmark', () => {
  it('plays the same games with the kernel and the hand-written code', async () => {
    const game = await gameOf('tic-tac-toe')
    const cells = game.def.zones.filter(({ space }) => space).map(({ id }) => id)
    for (let seed = 0; seed < 200; seed += 1) {
      const agents = [makeAgent('random', seed), makeAgent('random', seed + 1000)]
      let state = game.start({ seed })
      const moves: number[] = []
      for (let ask = game.ask(state); ask !== undefined; ask = game.ask(state)) {
        const [pick = 0] = agents[ask.seat]?.choose(game, state, ask.seat) ?? []
        const step = game.step(state, game.decision(state)?.options[pick]?.id ?? '')
        // The last empty cell is a forced answer.
        for (const event of step.events)
          if (event.type === 'chose' && typeof event.choice === 'string')
            moves.push(cells.indexOf(event.choice))
        state = step.state
      }
      const plain = playHandwritten(new Rng(seed), new Rng(seed + 1000))
      expect(moves).toEqual(plain.moves)
      const winner = game.def.seats.findIndex(({ id }) => game.outcome(state)?.winners.includes(id)) + 1
      expect(winner).toBe(plain.winner)
    }
  })
})

describe('play by policies', () => {
  it('continues after one of them looked ahead', async () => {
    const playouts = new Playouts(await gameOf('fire-in-the-lake'), { scenario: 'short' }, 'policy')
    playouts.steps(500)()
    expect(playouts.decisions).toBe(500)
    expect(playouts.start.options?.['non-players']).toEqual(['US', 'ARVN', 'NVA', 'VC'])
  })
})

describe('memory', () => {
  const all = ['tic-tac-toe', 'connect-four', 'reversi', 'outposts', 'three-crowns', 'goofspiel']
  it.each(isThorough ? all : ['tic-tac-toe', 'outposts'])("doesn't grow while %s is played", async (name) => {
    const work = new Playouts(await gameOf(name)).steps(1000)
    const play = (count: number) => {
      for (let decisions = 0; decisions < count; ) decisions += work()
    }
    play(50_000)
    const before = bytesUsed()
    play(400_000)
    expect(bytesUsed() - before).toBeLessThan(1_000_000) // less than three bytes a decision
  })
})
