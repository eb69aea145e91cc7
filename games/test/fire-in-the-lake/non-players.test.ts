/** Section 8 of Fire in the Lake: no non-player ever stalls, whatever it is dealt. */
import { describe, expect, it } from 'vitest'
import { fireInTheLake, SCENARIOS, SEATS } from './support/game.js'
import { letPlay, seated } from './support/non-players.js'

const game = await fireInTheLake()
const EVENTS = Array.from({ length: 120 }, (_, i) => i + 1)

/** The card becomes the current one, and the seat executes it. */
const dealt = (card: number, seat: string): string => `
move cards of current-card to played
each card in cards in [deck, stock, next-card, played, in-force] where it.number = ${card}
  move card to current-card
set turn of ${seat} to waiting
do take-event`

describe('non-players', () => {
  it.each(SCENARIOS)('carry out every Event in the middle of a game: %s', (scenario) => {
    for (const [i, seat] of SEATS.entries()) {
      const table = seated(game, scenario, SEATS, `cards ${i}`)
      let left = 60
      letPlay(game, table, () => left-- > 0)
      for (const card of EVENTS) {
        const state = game.apply(table.state, dealt(card, seat), { seat })
        letPlay(game, { ...table, state }, (now) => game.evaluate(now, `${seat} is executed`) !== true)
        expect(game.evaluate(state, `${seat} is executed`), `card ${card} by ${seat}`).toBe(true)
      }
    }
  })

  it.each(SCENARIOS)('come to the end of a game: %s', (scenario) => {
    const table = seated(game, scenario, SEATS, 'alone')
    letPlay(game, table)
    expect(game.outcome(table.state)).toBeDefined()
  })
})
