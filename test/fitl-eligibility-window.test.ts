import type { State } from '@ludoforge/kernel'
import { describe, expect, it } from 'vitest'
import { fireInTheLake, playAtRandom, SCENARIOS, SEATS } from './fitl.js'

const game = await fireInTheLake()

interface Card {
  readonly card: string
  readonly eligible: readonly string[] // when it was turned up
  acted: Set<string>
  stays: Set<string> // by an Event's words
  barred: Set<string>
  eventOpen: boolean // at the last decision seen
}

/** The Event cards of a random game: who was Eligible, and who executed. */
function history(scenario: string, seed: number): Card[] {
  const cards: Card[] = []
  playAtRandom(game, { scenario, seed }, (state: State) => {
    const view = game.view(state, null)
    const current = view.zones['current-card']?.cards?.[0]
    if (current === undefined || view.variables['after-coup'] === true) {
      if (cards.at(-1)?.card !== 'coup')
        cards.push({
          card: 'coup',
          eligible: [],
          acted: new Set(),
          stays: new Set(),
          barred: new Set(),
          eventOpen: false,
        })
      return
    }
    // A Pivotal Event takes the place of its card; who has acted says that it is still the same turn.
    const pivotal = ['card-121', 'card-122', 'card-123', 'card-124'].includes(current)
    let last = cards.at(-1)
    if (last === undefined || (last.card !== current && !pivotal)) {
      last = {
        card: current,
        eligible: SEATS.filter((seat) => view.seats[seat]?.['eligible'] === true),
        acted: new Set(),
        stays: new Set(),
        barred: new Set(),
        eventOpen: false,
      }
      cards.push(last)
    }
    const done = String(view.variables['first-did'])
    last.eventOpen = done === 'nobody-yet' || done === 'operation-with-activity'
    for (const seat of SEATS) {
      if (view.seats[seat]?.['turn'] === 'executed') last.acted.add(seat)
      if (view.seats[seat]?.['stays-eligible'] === true) last.stays.add(seat)
      if (view.seats[seat]?.['barred'] === true) last.barred.add(seat)
    }
  })
  return cards
}

describe.each(SCENARIOS)('Eligibility in random games of the %s scenario', (scenario) => {
  const games = [1, 2, 3, 4, 5].map((seed) => history(scenario, seed))

  it('is lost by who executed and kept by all others, unless an Event says so', () => {
    for (const cards of games) {
      for (const [i, { acted, stays, barred, eventOpen }] of cards.entries()) {
        const next = cards[i + 1]
        if (next === undefined || next.card === 'coup' || cards[i]?.card === 'coup') continue
        // The last to act may turn the card without another decision: it is Ineligible but not seen acting,
        // nor are those seen whom its Event bars.
        const lost = SEATS.filter((seat) => !next.eligible.includes(seat))
        const due = SEATS.filter((seat) => barred.has(seat) || (acted.has(seat) && !stays.has(seat)))
        expect(lost).toEqual(expect.arrayContaining(due))
        expect(lost.length - due.length).toBeLessThanOrEqual(eventOpen ? 3 : 1)
      }
    }
  })

  it('is never used by more than two factions on a card', () => {
    for (const cards of games) for (const { acted } of cards) expect(acted.size).toBeLessThanOrEqual(2)
  })

  it("is everybody's after a Coup Round", () => {
    for (const cards of games) {
      for (const [i, { card }] of cards.entries()) {
        const next = cards[i + 1]
        if (card === 'coup' && next !== undefined) expect(next.eligible).toEqual(SEATS)
      }
    }
  })
})
