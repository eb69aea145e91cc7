/** The prompts of the Events: what they count, what they call pieces, and whose text they name (5.1). */
import { describe, expect, it } from 'vitest'
import { asked, begin, gameWith } from './support/boards.js'

const game = gameWith({
  'russian-arms': `
    move card-49 in stock to current-card
    perform unshaded of card-49, by US`,
  kissinger: `
    move card-2 in stock to current-card
    perform shaded of card-2, by NVA`,
  'chu-luc': `
    move card-47 in stock to current-card
    move 37 NVA troops in available to southern-laos
    perform shaded of card-47, by VC`,
  'pathet-lao': `
    move card-58 in stock to current-card
    place 2 ARVN troops in central-laos
    place 1 police in southern-laos
    perform shaded of card-58, by NVA`,
  'assault-on-both': `
    place 2 US troops in hue
    place 2 active NVA guerrillas in hue
    place 2 active VC guerrillas in hue
    as US
      do assault-here(hue)`,
  'air-strike-under-sa-2s': `
    move card-34 in stock to in-force
    flip card-34 in in-force to unshaded
    move card-110 in stock to current-card
    set trail to 2
    place 1 NVA troops in north-vietnam
    place 1 NVA troops in central-laos
    do degrade-from-the-air`,
})

const promptOf = (board: string): string => asked(game, begin(game, board)).prompt

describe('the prompt of an Event', () => {
  it.each([
    ['russian-arms', 'Russian Arms: where to place? (ARVN pieces: 6 left)'],
    ['kissinger', 'Kissinger: where to place? (NVA pieces: 2 left)'],
    ['chu-luc', 'Chu Luc: where to place? (NVA Troops: 3 left)'],
    ['pathet-lao', 'Pathet Lao: to which space? (2 left)'],
    ['air-strike-under-sa-2s', 'SA-2s (unshaded): remove which pieces? (1)'],
  ])('counts what is there, calls pieces by their faction, and names its card: %s', (board, prompt) => {
    expect(promptOf(board)).toBe(prompt)
  })
})

it('offers the pieces of a faction by its name', () => {
  const labels = asked(game, begin(game, 'assault-on-both')).options.map(({ label }) => label)
  expect(labels).toEqual(['insurgent pieces', 'NVA pieces', 'VC pieces'])
})
