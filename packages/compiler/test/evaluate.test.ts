/** What anybody may ask of a position, and how much of it. */
import { fileURLToPath } from 'node:url'
import { IllegalChoice } from '@ludoforge/kernel'
import { describe, expect, it } from 'vitest'
import { CompileError, loadGame } from '../src/index.js'

const game = await loadGame(fileURLToPath(new URL('../../../games/tic-tac-toe', import.meta.url)))
const state = game.start()

describe('an evaluated expression', () => {
  it.each(['', '  ', '1 + '.repeat(200_000), null, {}, 7])(
    'is a text of a reasonable length (%#)',
    (text) => {
      expect(() => game.evaluate(state, text as string)).toThrow(CompileError)
      expect(() => game.evaluate(state, text as string)).toThrow(
        'An expression must have 1 to 100000 characters.',
      )
    },
  )

  it('needs an existing seat', () => {
    expect(() => game.evaluate(state, '1', 'nobody')).toThrow(IllegalChoice)
    expect(game.evaluate(state, '1', 'cross')).toBe(1)
  })

  it('has the same value after it was evicted from the cache', () => {
    const text = 'count(map where it is a1)'
    expect(game.evaluate(state, text)).toBe(1)
    for (let i = 0; i < 500; i++) expect(game.evaluate(state, `${i} + 1`)).toBe(i + 1)
    expect(game.evaluate(state, text)).toBe(1)
  })
})
