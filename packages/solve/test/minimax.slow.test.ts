/** Proven values of larger boards. */
import { minimax } from '@ludoforge/solve'
import { expect, it } from 'vitest'
import { connectFour } from './connect-four.js'

// John Tromp, "John's Connect Four Playground", https://tromp.github.io/c4/c4.html: its table has the values of all boards
// whose width and height add up to at most 15 (2006). Christophe Steininger's solver confirms them independently,
// https://github.com/ChristopheSteininger/c4. Larger boards take too long here: 6 columns and 4 rows, where the second seat
// wins, is the next.
it.each([
  [5, 4, 0],
  [4, 5, 0],
])(
  'minimax agrees with the literature about Connect Four on %i columns and %i rows',
  (columns, rows, value) => {
    expect(minimax(connectFour(columns, rows)).value).toBe(value)
  },
)
