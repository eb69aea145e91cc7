/** Whatever writes a cell renews the stamp of the position, so that nothing kept for another position is used. */
import { describe, expect, it } from 'vitest'
import { stampOf } from '../../kernel/src/layout/state.js'
import { loadSmall } from './small-game.js'

const game = loadSmall('play\n  choose end from map, by red\n  red wins\n')

describe('a statement that changes the position', () => {
  it.each([
    ['set', 'set gold to 3'],
    ['add', 'add 2 to gold'],
    ['add to a seat', 'add 2 to points of red'],
    ['set of a value', 'set sky to foul'],
    ['set of a space', 'set camp to moor'],
    ['shift', 'shift temper of mill up 1'],
    ['place', 'place 2 stones in mill'],
    ['move of cards', 'move top(deck) to hand of red'],
    ['move within a zone', 'move top(deck) to bottom of deck'],
    ['flip', 'place 1 red guard in mill\nflip guards in mill to hidden'],
    ['set of a property', 'place 1 scout in mill\nset first(scouts in mill).tired'],
    ['shuffle', 'shuffle deck'],
    ['roll', 'roll luck from 1..6'],
  ])('%s renews its stamp', (_, statements) => {
    const start = game.start({ seed: 1 })
    const before = stampOf(start)
    const after = game.apply(start, statements, { seat: 'red' })
    expect(game.hash(after)).not.toBe(game.hash(start))
    expect(stampOf(after)).not.toBe(before)
    expect(stampOf(start)).toBe(before)
  })

  it('nothing else does', () => {
    const start = game.start({ seed: 1 })
    const before = stampOf(start)
    expect(stampOf(game.apply(start, 'set gold to gold\nsay "Hello"', { seat: 'red' }))).toBe(before)
    expect(stampOf(game.fork(start))).toBe(before)
  })
})
