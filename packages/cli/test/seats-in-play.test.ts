/** A game for up to ten names only those who play it. */
import { expect, it } from 'vitest'
import { run } from '../src/program.js'
import { textTerminal } from './terminal.js'

it('the head of a game and its board name the seats in play alone', async () => {
  const terminal = textTerminal(['quit'])
  expect(await run(['play', 'texas-holdem', '--seed', '5', '--no-save'], terminal)).toBe(0)
  const text = terminal.text()
  expect(text).toContain('felix: policy')
  expect(text).not.toMatch(/greta|hugo|ines|jonas/i)
})
