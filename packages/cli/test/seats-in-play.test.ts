/** A game for up to ten players shows only the seats in play. */
import { expect, it } from 'vitest'
import { run } from '../src/program.js'
import { textTerminal } from './terminal.js'

it('the title line and the board show the seats in play only', async () => {
  const terminal = textTerminal(['quit'])
  expect(await run(['play', 'texas-holdem', '--seed', '5', '--no-save'], terminal)).toBe(0)
  const text = terminal.text()
  expect(text).toContain('Felix: policy')
  expect(text).not.toMatch(/greta|hugo|ines|jonas/i)
})

it('changes of values name the seats in play only', async () => {
  const terminal = textTerminal(['1', '1', '1', 'quit'])
  expect(await run(['play', 'landfall', '--seed', '3', '--no-save'], terminal)).toBe(0)
  const text = terminal.text()
  expect(text).toMatch(/Ada, Bram, Cora: fires 0 → 1/)
  expect(text).not.toMatch(/Dirk|Edda/)
})
