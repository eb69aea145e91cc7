/** The die of an Attack (3.3.3): with so many Guerrillas it must show no more than their number. */
import { describe, expect, it } from 'vitest'
import { itemAt } from '../../../test/support/items.js'
import { answers, asked, begun, gameWith } from './support/boards.js'

const board = (guerrillas: number): string => `
    place ${guerrillas} VC guerrillas in hue
    place 3 ARVN police in hue
    perform attack-vc, by VC, free`

const game = gameWith({
  ...Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((n) => [`attack-by-${n}`, board(n)])),
  'assault-on-a-tunnel': `
    place 3 US troops in hue
    place 1 VC bases in hue
    flip VC bases in hue to tunneled
    perform assault-us, by US`,
})

function attack(guerrillas: number, seed: number) {
  const { state, events } = begun(game, `attack-by-${guerrillas}`, seed) // no other space, no other way
  const rolls = events.flatMap((event) => (event.type === 'rolled' ? [event.value] : []))
  return { state, rolls, succeeded: game.decision(state) !== undefined }
}

describe('the die of a Guerrilla Attack', () => {
  it.each([1, 2, 3, 4, 5, 6, 7])('with %i Guerrillas: success if and only if the roll is no more', (n) => {
    let successes = 0
    for (let seed = 1; seed <= 120; seed += 1) {
      const { state, rolls, succeeded } = attack(n, seed)
      expect(rolls).toHaveLength(1)
      const [roll = 0] = rolls
      expect(roll).toBeGreaterThanOrEqual(1)
      expect(roll).toBeLessThanOrEqual(6)
      expect(succeeded).toBe(roll <= n)
      expect(game.evaluate(state, 'count(active VC guerrillas in hue)')).toBe(n)
      successes += succeeded ? 1 : 0
    }
    const expected = 120 * Math.min(1, n / 6)
    expect(Math.abs(successes - expected)).toBeLessThanOrEqual(20)
  })

  it('is the same for the same seed', () => {
    for (let seed = 1; seed <= 20; seed += 1) expect(attack(3, seed).rolls).toEqual(attack(3, seed).rolls)
  })

  it('shows all six faces', () => {
    const faces = new Set(Array.from({ length: 120 }, (_, i) => attack(1, i).rolls[0]))
    expect(faces).toEqual(new Set([1, 2, 3, 4, 5, 6]))
  })

  it('lets two pieces fall at most, after a success', () => {
    const seed = Array.from({ length: 50 }, (_, i) => i).find((i) => attack(3, i).succeeded) ?? 0
    const { state } = attack(3, seed)
    expect(asked(game, state)).toMatchObject({ kind: 'many', min: 0, max: 2 })
    const after = answers(game, state, [['2 arvn-police@hue']])
    expect(game.evaluate(after, 'count(police in hue)')).toBe(1)
  })
})

describe('the die of a Tunnel (3.2.4)', () => {
  it('opens it on 4 to 6, and is rolled once', () => {
    const faces = new Set<number>()
    for (let seed = 1; seed <= 120; seed += 1) {
      const { state, events } = begun(game, 'assault-on-a-tunnel', seed)
      const rolls = events.flatMap((event) => (event.type === 'rolled' ? [event.value] : []))
      expect(rolls).toHaveLength(1)
      faces.add(itemAt(rolls, 0))
      expect(game.evaluate(state, 'count(tunneled VC bases in hue)')).toBe(itemAt(rolls, 0) >= 4 ? 0 : 1)
      expect(game.evaluate(state, 'count(VC bases in hue)')).toBe(1)
    }
    expect(faces).toEqual(new Set([1, 2, 3, 4, 5, 6]))
  })
})
