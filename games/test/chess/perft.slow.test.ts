/** Lines of play that take longer to count. */
import { expect, it } from 'vitest'
import { chess, perft, positionOf } from './fen.js'
import { COUNTS } from './positions.js'

const game = await chess()

it.each(COUNTS.filter(({ quick }) => !quick))('from $name, $moves moves: $count', ({ fen, moves, count }) => {
  expect(perft(game, positionOf(game, fen), moves)).toBe(count)
})
