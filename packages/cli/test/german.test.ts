/** Games with German words, in the terminal. */
import { expect, it } from 'vitest'
import { run } from '../src/program.js'
import { textTerminal } from './terminal.js'

it.each([
  ['tic-tac-toe', 'Markiere ein leeres Feld', /Kreuz/],
  ['outposts', 'Was tust du?', /Rot/],
])('%s is played in German', async (game, prompt, seat) => {
  const terminal = textTerminal(['quit'])
  expect(await run(['play', game, '--language', 'de', '--seed', '3'], terminal)).toBe(0)
  expect(terminal.text()).toContain(prompt)
  expect(terminal.text()).toMatch(seat)
})
