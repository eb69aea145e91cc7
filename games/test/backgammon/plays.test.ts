import { expect, it } from 'vitest'
import { gameOf } from '../../../test/support/games.js'
import { comparePlays } from './compare-plays.js'
import { nameOf, playsOf } from './generator.js'

/** A position with these checkers by distance; the others are borne off. */
function positionWith(own: Record<number, number>, other: Record<number, number> = {}) {
  const places = (at: Record<number, number>) => Array.from({ length: 26 }, (_, i) => at[i] ?? 0)
  return { own: places(own), other: places(other) }
}

it('the generator knows the rules that limit a roll', () => {
  expect(playsOf(positionWith({ 10: 1 }, { 6: 2, 7: 2 }), 3, 4).limit).toBe('no move')
  expect(playsOf(positionWith({ 6: 5, 13: 5 }), 3, 4).limit).toBe('none')
  expect(playsOf(positionWith({ 10: 1, 24: 1 }, { 6: 2, 17: 2, 20: 2 }), 3, 4).limit).toBe('both dice')
  expect(playsOf(positionWith({ 10: 1, 0: 14 }, { 3: 2 }), 3, 4)).toEqual({
    results: new Set([nameOf(positionWith({ 6: 1, 0: 14 }, { 3: 2 }))]),
    limit: 'larger die',
  })
  expect(playsOf(positionWith({ 25: 2 }, { 22: 2 }), 3, 3).limit).toBe('no move')
  expect(playsOf(positionWith({ 25: 1, 24: 1 }, { 19: 2, 18: 2 }), 3, 3).limit).toBe('part of a double')
})

it('the game allows exactly the plays of an independent generator', async () => {
  const { rolls, differences } = comparePlays(await gameOf('backgammon'), 300, 1)
  expect(rolls).toBe(300)
  expect(differences).toEqual([])
})
