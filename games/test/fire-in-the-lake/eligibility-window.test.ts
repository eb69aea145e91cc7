import { Rng, type StepEvent } from '@ludoforge/kernel'
import { describe, expect, it } from 'vitest'
import { fireInTheLake, SCENARIOS, SEATS } from './support/game.js'
import { drawChoice } from '../../../test/support/play.js'

const game = await fireInTheLake()

interface Card {
  readonly title: string
  readonly coup: boolean
  readonly asked: { readonly seat: string; readonly open: boolean }[] // whose turn came, and was it Eligible
  readonly acted: Set<string>
  readonly barred: Set<string> // by an Event's words
  readonly stays: Set<string>
  eligible: readonly string[] // when the card was done
}

/** All that happens in a random game. */
function* events(scenario: string, seed: number): Generator<StepEvent> {
  const rng = new Rng(seed)
  const begun = game.begin({ scenario, seed })
  yield* begun.events
  let { state } = begun
  for (let decision = game.decision(state); decision !== undefined; decision = game.decision(state)) {
    const step = game.step(state, drawChoice(decision, rng))
    yield* step.events
    state = step.state
  }
}

function mark(seats: Set<string>, seat: string, is: boolean): void {
  if (is) seats.add(seat)
  else seats.delete(seat)
}

/** The cards of a random game: whose turn came, who executed, and what its Event said of Eligibility. */
function history(scenario: string, seed: number): Card[] {
  const cards: Card[] = []
  const eligible = new Set<string>(SEATS)
  const barred = new Set<string>()
  let card: Card | undefined
  for (const event of events(scenario, seed)) {
    if (event.type === 'entered' && (event.procedure === 'event-card' || event.procedure === 'coup-round')) {
      const coup = event.procedure === 'coup-round'
      card = {
        title: event.title,
        coup,
        asked: [],
        acted: new Set(),
        barred: new Set(),
        stays: new Set(),
        eligible: [],
      }
    } else if (event.type === 'entered' && event.procedure === 'take-turn') {
      const open = eligible.has(event.title) && !barred.has(event.title)
      card?.asked.push({ seat: event.title, open })
    } else if (event.type === 'set' && event.of !== undefined) {
      const { variable, of, value } = event
      if (variable === 'eligible') mark(eligible, of, value === true)
      if (variable === 'barred') mark(barred, of, value === true)
      if (variable === 'barred' && value === true) card?.barred.add(of)
      if (variable === 'stays-eligible' && value === true) card?.stays.add(of)
      if (variable === 'turn' && value === 'executed') card?.acted.add(of)
    } else if (
      event.type === 'left' &&
      (event.procedure === 'event-card' || event.procedure === 'coup-round')
    ) {
      if (card !== undefined) cards.push({ ...card, eligible: SEATS.filter((seat) => eligible.has(seat)) })
      card = undefined
    }
  }
  return cards
}

const played = new Map(
  SCENARIOS.map((scenario) => [scenario, [1, 2, 3, 4, 5, 6, 7, 8].map((seed) => history(scenario, seed))]),
)

describe.each(SCENARIOS)('Eligibility in random games of the %s scenario', (scenario) => {
  const games = played.get(scenario) ?? []
  const eventCards = games.flat().filter(({ coup }) => !coup)

  it('is lost by who executed and kept by all others, unless an Event says so', () => {
    expect(eventCards.length).toBeGreaterThan(100)
    for (const { title, acted, stays, barred, eligible } of eventCards) {
      const due = SEATS.filter((seat) => !barred.has(seat) && (!acted.has(seat) || stays.has(seat)))
      expect(eligible, title).toEqual(due)
    }
  })

  it('is what a turn needs, and two execute on a card at most', () => {
    for (const { title, asked, acted } of eventCards) {
      expect(
        asked.filter(({ open }) => !open),
        title,
      ).toEqual([])
      expect(acted.size, title).toBeLessThanOrEqual(2)
    }
  })

  it("is everybody's after a Coup Round", () => {
    for (const cards of games) {
      // The last round ends the game before its Reset.
      for (const { coup, eligible } of cards.slice(0, -1)) if (coup) expect(eligible).toEqual(SEATS)
    }
  })
})

it('Events bar factions and let them stay Eligible in these games', () => {
  const cards = [...played.values()].flat(2)
  expect(cards.some(({ barred }) => barred.size > 0)).toBe(true)
  expect(cards.some(({ stays }) => stays.size > 0)).toBe(true)
})
