import { describe, expect, it } from 'vitest'
import type { Decision, State } from '@ludoforge/kernel'
import { fireInTheLake, playAtRandom, SCENARIOS } from './support/game.js'

const game = await fireInTheLake()

/** The decisions of each Coup Round of a random game, in order. */
function coupRounds(scenario: string, seed: number): { decisions: Decision[]; last: boolean }[] {
  const rounds: { decisions: Decision[]; last: boolean; leaders: number }[] = []
  playAtRandom(game, { scenario, seed }, (state) => {
    const decision = game.decision(state)
    const { variables, zones } = game.view(state, null)
    // An Event may order a phase by itself: that is no round.
    if (decision?.rule?.startsWith('6.') !== true || variables['after-coup'] !== true) return
    const leaders = zones['leader-box']?.size ?? 0
    let round = rounds.at(-1)
    if (round === undefined || round.leaders !== leaders) {
      round = { decisions: [], last: game.evaluate(state, 'last-coup') === true, leaders }
      rounds.push(round)
    }
    round.decisions.push(decision)
  })
  return rounds
}

const PHASES = ['6.2', '6.3', '6.4', '6.5']
const DECIDERS: Readonly<Record<string, readonly string[]>> = {
  '6.2': ['VC'],
  '6.3': ['US', 'ARVN', 'VC'],
  '6.4': ['ARVN', 'NVA'],
  '6.5': ['US'],
}

describe.each(SCENARIOS)('Coup Rounds of the %s scenario', (scenario) => {
  const rounds = Array.from({ length: 10 }, (_, seed) => coupRounds(scenario, seed)).flat()

  it('ask phase by phase, and in each phase faction by faction', () => {
    expect(rounds.length).toBeGreaterThan(10)
    for (const { decisions } of rounds) {
      const steps = decisions.map(({ rule = '', seat }) => {
        const phase = rule.slice(0, 3)
        return PHASES.indexOf(phase) * 10 + (DECIDERS[phase] ?? []).indexOf(seat)
      })
      expect(steps.every((step) => step >= 0)).toBe(true)
      expect(steps).toEqual(steps.toSorted((a, b) => a - b))
    }
  })

  it('end with the Redeploy Phase when the last Coup is played', () => {
    for (const { decisions, last } of rounds)
      if (last) expect(decisions.some(({ rule }) => rule?.startsWith('6.5') === true)).toBe(false)
  })
})

describe('Coups in the deck', () => {
  /** A Short game with this deck, everybody Passing or doing the least until the game is over. */
  function playThrough(cards: readonly number[], visit: (state: State) => void): State {
    const order = cards.map((card) => `card-${card}`)
    let state = game.start({ scenario: 'short', seed: 1, options: { 'deck-order': order } })
    for (let ask = game.decision(state); ask !== undefined; ask = game.decision(state)) {
      visit(state)
      const pass = ask.options.some(({ id }) => id === 'pass')
      const first = ask.options[0]?.id ?? ''
      state = game.decide(
        state,
        pass ? 'pass' : ask.kind === 'number' ? ask.min : Array<string>(ask.min).fill(first),
      )
    }
    return state
  }

  it('bring one round, not two, when they come back to back', () => {
    const earned: unknown[] = []
    const end = playThrough([1, 127, 128, 2, 130], (state) => {
      if (game.view(state, null).zones['current-card']?.cards?.[0] === 'card-2')
        earned.push(game.evaluate(state, 'resources of ARVN'))
    })
    // 30, two Passes of the first card, one round with Aid 15 and what is left of the Econ; not two.
    const once = 30 + 6 + 15 + 15
    expect(Number(earned[0])).toBeLessThanOrEqual(once)
    expect(Number(earned[0])).toBeGreaterThan(30 + 6 + 15)
    expect(game.evaluate(end, 'rvn-leader')).toBe('thieu')
    expect(game.evaluate(end, 'count(leader-box)')).toBe(5)
  })

  it('end the game at once if the last comes right after another', () => {
    const end = playThrough([1, 127, 128], () => {})
    expect(game.evaluate(end, 'rvn-leader')).toBe('thieu')
    expect(game.outcome(end)?.reason).toContain('7.3')
  })
})
