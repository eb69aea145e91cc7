import { expect, it } from 'vitest'
import { newId } from '../src/tables/credentials.js'

it('an id is never parsed as an option of a command', () => {
  const ids = Array.from({ length: 5000 }, newId)
  expect(ids.filter((id) => id.startsWith('-'))).toEqual([])
  expect(new Set(ids).size).toBe(5000)
})
