/** Grid games, compared with independent implementations. */
import type { Game, State } from '@ludoforge/kernel'
import { describe, expect, it } from 'vitest'
import { gameOf } from './support/games.js'
import { turns } from './support/play.js'
import { type Cells, connectFour, type GridRules, reversi } from './support/grids.js'

const GAMES: readonly (readonly [string, GridRules, number])[] = [
  ['reversi', reversi, 40],
  ['connect-four', connectFour, 50],
]

describe.each(GAMES)('%s', (name, rules, games) => {
  const idOf = (cell: number) => `${'abcdefgh'[cell % rules.columns]}${Math.floor(cell / rules.columns) + 1}`

  function cellsOf(game: Game, state: State): Cells {
    const { zones } = game.view(state, null)
    const owners = new Map(game.def.tokens.map(({ id, props }) => [id, props['owner']]))
    return rules.start.map((_, cell) => {
      const [disc, ...more] = Object.keys(zones[idOf(cell)]?.pieces ?? {})
      expect(more).toEqual([])
      return disc === undefined ? 0 : game.def.seats.findIndex(({ id }) => id === owners.get(disc)) + 1
    })
  }

  it('has the same moves, states and results', async () => {
    const game = await gameOf(name)
    let passes = 0
    for (let seed = 0; seed < games; seed += 1) {
      let cells = rules.start
      let last = 2 // the seat that has played
      let end: State | undefined
      const play = (seat: number, move: number) => {
        if (seat === last) passes += 1
        cells = rules.play(cells, seat, move)
        last = seat
      }
      /** Forced moves may have been made automatically. */
      const follow = (state: State) => {
        const real = cellsOf(game, state)
        while (real.join() !== cells.join()) {
          const [seat = 0] = [3 - last, last].filter((one) => rules.moves(cells, one).length > 0)
          const [move, second] = rules.moves(cells, seat)
          if (move === undefined || second !== undefined) break
          play(seat, move)
        }
        expect(real).toEqual(cells)
      }
      for (const { state, decision, choice } of turns(game, seed)) {
        follow(state)
        const seat = game.def.seats.findIndex(({ id }) => id === decision.seat) + 1
        const moves = rules.moves(cells, seat)
        expect(decision.options.map(({ id }) => id)).toEqual(moves.map(idOf))
        play(seat, moves.find((move) => idOf(move) === choice) ?? -1)
        end = game.decide(state, choice)
      }
      if (end === undefined) throw new Error('Nothing was decided.')
      follow(end)
      const [winner, ...others] = game.outcome(end)?.winners ?? []
      const won = others.length > 0 ? 0 : game.def.seats.findIndex(({ id }) => id === winner) + 1
      expect(won).toBe(rules.result(cells))
    }
    // Otherwise there were too few games to test passing.
    if (name === 'reversi') expect(passes).toBeGreaterThan(5)
  })
})
