import type { TableUpdate } from '@ludoforge/table'
import { expect, it } from 'vitest'
import { withoutUndone } from '../src/table/store/without-undone.js'

/** Only the fields that `withoutUndone` reads. */
const one = (type: TableUpdate['type'], number: number, to?: number): TableUpdate =>
  ({ type, number, ...(to === undefined ? {} : { to }) }) as TableUpdate

const numbers = (happenings: readonly TableUpdate[]) => withoutUndone(happenings).map(({ number }) => number)

it('removes undone steps, and nothing else', () => {
  const happened = [
    one('step', 1),
    one('chat', 2),
    one('step', 3),
    one('chat', 4),
    one('step', 5),
    one('undone', 6, 3),
    one('step', 7),
  ]
  expect(numbers(happened)).toEqual([1, 2, 4, 6, 7])
})

it('removes the step that the undo names, and keeps the one before', () => {
  expect(numbers([one('step', 1), one('step', 2), one('undone', 3, 2)])).toEqual([1, 3])
})
