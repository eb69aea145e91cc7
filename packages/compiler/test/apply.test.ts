/** Statements on a position, through the public API. */
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { itemAt } from '../../../test/support/items.js'
import { CompileError } from '../src/evaluator.js'
import { loadGame } from '../src/load-game.js'

const game = await loadGame(fileURLToPath(new URL('../../../games/outposts', import.meta.url)))
const start = game.start({ seed: 3 })
const soldiers = (state: typeof start) => game.evaluate(state, 'count(soldiers in map)')

describe('statements applied to a position', () => {
  it('give the position after them, and leave the one before as it was', () => {
    const [hash, before] = [game.hash(start), soldiers(start)]
    const after = game.apply(start, 'place 2 soldiers of red in c3\nplace 1 soldier of blue in c4')
    expect(soldiers(after)).toBe(Number(before) + 3)
    expect(game.hash(start)).toBe(hash)
    expect(game.decision(after)).toMatchObject({ seat: game.decision(start)?.seat })
    expect(game.restore(game.save(after))).toBeDefined()
  })

  it('have the seat given as their actor', () => {
    const red = game.apply(game.start({ empty: true }), 'place 2 soldiers of actor in c3', { seat: 'red' })
    expect(game.evaluate(red, 'count(red soldiers in c3)')).toBe(2)
    expect(() => game.apply(start, 'place 2 soldiers of actor in c3', { seat: 'rde' })).toThrow(
      /no seat 'rde'/,
    )
  })

  it('wait for an answer inside if they ask, then the question from before is there again', () => {
    const text = `
      choose place from [c3, c4]
      if place = c3
        place 2 soldiers of actor in place
    `
    const asking = game.apply(start, text, { seat: 'blue' })
    expect(game.decision(asking)).toMatchObject({ seat: 'blue', name: 'place' })
    const other = game.decide(asking, 'c4')
    expect(game.hash(other)).toBe(game.hash(start))
    const after = game.decide(asking, 'c3')
    expect(Number(soldiers(after))).toBe(Number(soldiers(start)) + 2)
    const { prompt: _, ...asked } = game.decision(after)!
    expect(game.decision(start)).toMatchObject(asked) // the prompt says how many hexes each holds
  })

  it('can end the game', () => {
    const over = game.apply(start, 'red wins "by decree"')
    expect(game.outcome(over)).toMatchObject({ winners: ['red'], reason: 'by decree' })
    expect(game.decision(over)).toBeUndefined()
    expect(soldiers(game.apply(over, 'remove soldiers in map'))).toBe(0)
  })

  it('with errors are refused with their spans and the closest names', () => {
    expect(() => game.apply(start, 'place 1 soldier of red in c3\nplace 1 soldeir of red in c3')).toThrow(
      CompileError,
    )
    expect(() => game.apply(start, 'place 1 soldier of red in c3\nplace 1 soldeir of red in c3')).toThrow(
      /statements:2:9.*`soldeir`.*`soldier`/s,
    )
    expect(() => game.apply(start, 'palce 1 soldier of red in c3')).toThrow(
      /No statement begins with `palce`/,
    )
    expect(() => game.apply(start, 'place (1 / count(soldiers in c5)) soldiers of red in c3')).toThrow(
      /divides by zero/,
    )
  })

  it('leave no trace in the game, however many they are', () => {
    const { sources } = game.def
    const before = sources.length
    const first = game.apply(start, 'choose 1 spots from [c3, c4]', { seat: 'red' })
    for (let n = 0; n < 250; n += 1) {
      game.apply(start, `if count(map where it is c3) > ${n}\n  place 1 soldier of red in c3`)
      const asked = game.apply(start, `choose up to ${n + 1} spots from map where it != c3`, { seat: 'red' })
      expect(game.decision(asked)?.name).toBe('spots')
    }
    expect(sources.length).toBe(before)
    expect(() => game.decision(first)).toThrow(/has been dropped/)
    expect(() => game.decide(first, 'c3')).toThrow(/has been dropped/)
    expect(game.decide(start, itemAt(game.decision(start)!.options, 0).id)).toBeDefined()
  })
})
