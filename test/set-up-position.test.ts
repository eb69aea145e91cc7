import { CompileError, setUpPosition } from '@ludoforge/compiler'
import { expect, test } from 'vitest'
import { gameOf } from './support/games.js'

const loaded = gameOf('tic-tac-toe')

test('lines of an example set up a position', async () => {
  const game = await loaded
  const text = 'given the start\nwhen cross chooses a1\n and nought chooses b2\n and cross chooses a2'
  const state = setUpPosition(game, text)
  expect(game.decision(state)?.seat).toBe('nought')
  expect(game.evaluate(state, 'count(marks in map)')).toBe(3)
  expect(game.decide(state, 'a3')).toBeDefined()
})

test('statements below given change the position', async () => {
  const game = await loaded
  const state = setUpPosition(game, 'given the start\n  place 1 cross-mark in c3')
  expect(game.decision(state)?.options.map(({ id }) => id)).not.toContain('c3')
})

test.each([
  ['given the stort', /stort/],
  ['given the start\nwhen cross chooses a1\n and nought chooses a1', /a1/],
  ['when cross jumps', /jumps|cross/],
  ['given the start\nthen cross has won', /^position:2:1: .*The game is not over/],
])('an error in %j is reported', async (text, message) => {
  const game = await loaded
  expect(() => setUpPosition(game, text)).toThrow(CompileError)
  expect(() => setUpPosition(game, text)).toThrow(message)
})
