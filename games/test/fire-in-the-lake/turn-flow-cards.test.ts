import { makeAgent } from '@ludoforge/agents'
import type { State } from '@ludoforge/kernel'
import { describe, expect, it } from 'vitest'
import { fireInTheLake } from './support/game.js'

const game = await fireInTheLake()

/** A game whose deck is these cards, from the top. */
function stacked(scenario: string, cards: readonly number[], options = {}): State {
  const order = cards.map((card) => `card-${card}`)
  return game.start({ scenario, seed: 1, options: { 'deck-order': order, ...options } })
}

function pass(state: State, times: number): State {
  let next = state
  for (let i = 0; i < times; i++) next = game.decide(next, 'pass')
  return next
}

/** The state in which another seat than this one is asked, after answers at random. */
function past(start: State, seat: string): State {
  const state = game.fork(start)
  const agent = makeAgent('random', 'past')
  while (asked(state) === seat) game.answer(state, agent.choose(game, state, game.ask(state)?.seat ?? 0))
  return state
}

const cardsIn = (state: State, zone: string) => game.view(state, null).zones[zone]?.cards ?? []
const asked = (state: State) => game.decision(state)?.seat
const offered = (state: State) => game.decision(state)?.options.map(({ id }) => id) ?? []

describe('the flow of cards', () => {
  it('shows one card ahead and no more', () => {
    const state = stacked('short', [110, 2, 3, 4])
    expect(cardsIn(state, 'current-card')).toEqual(['card-110'])
    expect(cardsIn(state, 'next-card')).toEqual(['card-2'])
    const deck = game.view(state, 'US').zones['deck']
    expect(deck?.size).toBe(2)
    expect(deck?.cards).toBeUndefined()
  })

  it('asks in the order of the symbols, and everybody may Pass', () => {
    let state = stacked('short', [110, 2, 3])
    const order: (string | undefined)[] = []
    for (let i = 0; i < 4; i++) {
      order.push(asked(state))
      state = pass(state, 1)
    }
    expect(order).toEqual(['VC', 'NVA', 'ARVN', 'US'])
    expect(cardsIn(state, 'current-card')).toEqual(['card-2'])
    expect(cardsIn(state, 'played')).toEqual(['card-110'])
    expect(game.evaluate(state, 'resources of VC')).toBe(11)
    expect(game.evaluate(state, 'resources of NVA')).toBe(16)
    expect(game.evaluate(state, 'resources of ARVN')).toBe(36)
  })

  it('offers the second Eligible what the first has left', () => {
    let state = stacked('short', [110, 2, 3])
    expect(offered(state)).toEqual(['event', 'operation', 'operation-and-activity', 'transfer', 'pass'])
    state = game.decide(game.decide(state, 'event'), 'shaded-of-card-110')
    expect(asked(state)).toBe('NVA')
    expect(offered(state)).toEqual(['operation', 'operation-and-activity', 'transfer', 'pass'])
  })

  it('ends when the deck has no card left', () => {
    const state = pass(stacked('short', [110, 2]), 8)
    expect(game.decision(state)).toBeUndefined()
    expect(game.outcome(state)?.reason).toContain('7.3')
  })
})

describe('Pivotal Events', () => {
  it('are asked for before the first Eligible acts: the VC hold theirs from the start of the Medium scenario', () => {
    const state = stacked('medium', [1, 2, 3])
    expect(asked(state)).toBe('VC')
    expect(offered(state)).toEqual(['keep', 'play'])
    const played = game.decide(state, 'play')
    expect(cardsIn(played, 'current-card')).toEqual(['card-124'])
    expect(cardsIn(played, 'hand:VC')).toEqual([])
    expect(asked(played)).toBe('VC')
    const second = past(played, 'VC')
    expect(asked(second)).toBe('NVA')
    expect(offered(second)).not.toContain('event')
  })

  it('are asked for again after a Pass, while nobody has executed', () => {
    let state = game.decide(stacked('medium', [1, 2, 3]), 'keep')
    expect(asked(state)).toBe('US')
    state = pass(state, 1)
    expect(offered(state)).toEqual(['keep', 'play'])
  })

  it('are not played in the Monsoon, and not at all in the Short scenario', () => {
    expect(offered(stacked('medium', [1, 128, 2]))).not.toContain('play')
    expect(offered(stacked('short', [1, 2, 3]))).not.toContain('play')
  })

  it('may not be played by who has Passed', () => {
    let state = game.decide(stacked('medium', [110, 2, 3]), 'keep')
    expect(asked(state)).toBe('VC')
    state = pass(state, 1)
    expect(asked(state)).toBe('NVA')
    expect(offered(state)).not.toContain('play')
  })
})
