/** Computed values that are lists. */
import { expect, it } from 'vitest'
import { worthShowing } from '../src/terminal/board/values.js'

it('items of a list that are hidden keep their places', () => {
  const look = { hide: ['none', '0'], signed: false }
  expect(worthShowing(look, ['none', 'amber', 'none'])).toBe('– amber –')
  expect(worthShowing(look, [3, 0])).toBe('3 –')
  expect(worthShowing(look, ['none', 'none'])).toBeUndefined()
  expect(worthShowing(look, [])).toBeUndefined()
  expect(worthShowing({ hide: [], signed: false }, ['a', 'b'])).toBe('a b')
})
