/** Capabilities and Momentum: which texts stay, from when on, and until when (5.3, 5.4). */
import { makeAgent } from '@ludoforge/agents'
import type { State } from '@ludoforge/kernel'
import { describe, expect, it } from 'vitest'
import { fireInTheLake } from './support/game.js'

const game = await fireInTheLake()

const SIDES = ['unshaded', 'shaded'] as const
type Side = (typeof SIDES)[number]

/** All texts of Capabilities last; of the Momentum cards these. */
const MOMENTUM: Readonly<Record<string, readonly Side[]>> = {
  'card-5': ['shaded'],
  'card-7': ['unshaded'],
  'card-10': ['shaded'],
  'card-15': ['unshaded', 'shaded'],
  'card-16': ['unshaded'],
  'card-17': ['unshaded'],
  'card-22': ['shaded'],
  'card-38': ['unshaded'],
  'card-39': ['shaded'],
  'card-41': ['unshaded'],
  'card-46': ['unshaded'],
  'card-72': ['unshaded'],
  'card-78': ['shaded'],
  'card-115': ['unshaded'],
}

const declared = new Set(game.def.procedures.map(({ id }) => id))
const texts = game.def.tokens
  .filter(({ props }) => props['effect'] === 'capability' || props['effect'] === 'momentum')
  .flatMap(({ id, props }) =>
    SIDES.filter((side) => declared.has(`${side}-of-${id}`)).map((side) => ({
      id,
      side,
      capability: props['effect'] === 'capability',
      lasting: props['effect'] === 'capability' || (MOMENTUM[id]?.includes(side) ?? false),
    })),
  )

/** The first Eligible executes this text; the state in which the second is asked what it does. */
function executed(id: string, side: Side): State {
  const deck = [id, 'card-110', 'card-1', 'card-2']
  const state = game.start({ scenario: 'short', seed: 3, options: { 'deck-order': deck } })
  const agent = makeAgent('random', `${side} ${id}`)
  const first = game.decision(state)?.seat ?? ''
  const said = [`event`, `${side}-of-${id}`]
  for (let n = 0; n < 200; n++) {
    const decision = game.decision(state)
    if (decision === undefined) break
    if (game.view(state, null).seats[first]?.['turn'] === 'executed') return state
    const wanted = decision.options.findIndex((option) => option.id === said[0])
    if (decision.seat === first && wanted >= 0) {
      said.shift()
      game.answer(state, [wanted])
    } else game.answer(state, agent.choose(game, state, game.ask(state)?.seat ?? 0))
  }
  throw new Error(`The ${side} text of ${id} does not end.`)
}

const lasts = (state: State, side: Side, id: string) => game.evaluate(state, `lasts(${side} ${id})`)

describe('a text that lasts', () => {
  it('are the two of each Capability and those of 14 Momentum cards', () => {
    expect(texts.filter(({ capability }) => capability)).toHaveLength(2 * 19)
    expect(texts.filter(({ capability, lasting }) => !capability && lasting)).toHaveLength(15)
  })

  it.each(texts)('$side $id: $lasting, at once, for the second Eligible and on the next card', (text) => {
    const { id, side, lasting, capability } = text
    const second = executed(id, side)
    expect(game.view(second, null).zones['current-card']?.cards?.[0]).toContain(id)
    expect(lasts(second, side, id)).toBe(lasting)
    expect(lasts(second, side === 'shaded' ? 'unshaded' : 'shaded', id)).toBe(false)
    const next = game.apply(second, 'do turn-the-next-card')
    expect(lasts(next, side, id)).toBe(lasting)
    expect(game.evaluate(next, `some(${id} in in-force)`)).toBe(lasting)
    expect(game.evaluate(next, `some(${id} in played)`)).toBe(!lasting)
    const reset = game.apply(next, 'do reset-phase')
    expect(lasts(reset, side, id)).toBe(capability)
    expect(game.evaluate(reset, `some(${id} in played)`)).toBe(!capability)
  })
})
