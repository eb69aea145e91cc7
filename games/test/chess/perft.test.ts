/** The numbers of lines of play from known positions: one wrong rule and they differ. */
import { describe, expect, it } from 'vitest'
import { chess, perft, positionOf } from './fen.js'
import { COUNTS } from './positions.js'

const game = await chess()

describe('the number of lines of play', () => {
  it.each(COUNTS.filter(({ quick }) => quick))(
    'from $name, $moves moves: $count',
    ({ fen, moves, count }) => {
      expect(perft(game, positionOf(game, fen), moves)).toBe(count)
    },
  )

  it('is that of the mirrored position', () => {
    const mirrored = 'r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1'
    expect([1, 2, 3].map((moves) => perft(game, positionOf(game, mirrored), moves))).toEqual([6, 264, 9467])
  })

  it('starts from the setup of the rules', () => {
    expect([1, 2, 3].map((moves) => perft(game, game.start(), moves))).toEqual([20, 400, 8902])
  })
})
