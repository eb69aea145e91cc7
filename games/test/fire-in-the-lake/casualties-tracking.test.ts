/** Casualties of the US (1.4.1, 3.3.3, 6.2.5, 6.5) through whole random games. */
import { Rng } from '@ludoforge/kernel'
import { describe, expect, it } from 'vitest'
import { compiled, rulebook } from './support/boards.js'
import { hasActivity, movements, operationsIn, startWithoutLastingCards } from './support/operations.js'
import { drawChoice } from '../../../test/support/play.js'

const game = compiled(rulebook)
const TAKES = /^(?:attack|ambush|bombard)/
const EVENT = /-of-card-/

interface Move {
  readonly action: string | undefined
  readonly what: string
  readonly from: string
  readonly into: string
}

/** All pieces that move in a game, with the action that moves them. */
function* movesOf(seed: number): Generator<Move> {
  const rng = new Rng(seed)
  const stack: string[] = []
  let state = startWithoutLastingCards(game, seed, rng)
  for (;;) {
    const decision = game.decision(state)
    if (decision === undefined) return
    const step = game.step(state, drawChoice(decision, rng))
    state = step.state
    for (const event of step.events) {
      if (event.type === 'began') stack.push(event.action)
      if (event.type === 'ended') stack.pop()
      for (const { what, from, into } of movements([event])) yield { action: stack.at(-1), what, from, into }
    }
  }
}

describe('casualties', () => {
  it('are US pieces only, lost to Attack, Ambush or Bombard, and leave in the Commitment Phase', () => {
    let lost = 0
    for (let seed = 1; seed <= 24; seed += 1)
      for (const { action, what, from, into } of movesOf(seed)) {
        if (action !== undefined && EVENT.test(action)) continue // events say for themselves
        if (into === 'casualties') {
          lost += 1
          expect(what).toMatch(/^us-/)
          expect(action).toMatch(TAKES)
        }
        if (from === 'casualties') {
          expect(action).toBeUndefined()
          expect(['out-of-play', 'available:US']).toContain(into)
        }
        if (action !== undefined && TAKES.test(action) && what.startsWith('us-'))
          expect(into).toBe('casualties')
      }
    expect(lost).toBeGreaterThan(10)
  })

  it('cost the attacker a piece of the kind it used for each US Troop and Base, and nothing else', () => {
    let attrition = 0
    for (const operation of operationsIn(game, 30, 500, /^attack/)) {
      if (!operation.id.startsWith('attack') || hasActivity(operation)) continue
      const { seat, events } = operation
      const moves = movements(events)
      const regulars = moves.filter(({ into, what }) => into === 'casualties' && what !== 'us-irregulars')
      const own = moves.filter(({ what }) => what.startsWith(seat.toLowerCase()))
      attrition += sum(own)
      expect(sum(own)).toBeLessThanOrEqual(sum(regulars))
      for (const { what, into } of own) {
        expect(into).toBe(`available:${seat}`)
        expect(what).toMatch(/-(?:troops|guerrillas)$/)
      }
    }
    expect(attrition).toBeGreaterThan(0)
  })
})

const sum = (moves: readonly { readonly count: number }[]): number =>
  moves.reduce((n, { count }) => n + count, 0)
