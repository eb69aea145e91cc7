/** Names of cards in texts. */
import type { Scene } from '@ludoforge/look'
import { expect, it } from 'vitest'
import { cardParts } from '../src/table/card-names.js'

const sceneWith = (titles: Readonly<Record<string, string>>): Scene =>
  ({
    cards: Object.fromEntries(Object.entries(titles).map(([id, title]) => [id, { title, rows: [] }])),
  }) as unknown as Scene

it('finds the longest names, as whole words', () => {
  const scene = sceneWith({ storm: 'Storm', late: 'Storm of Spring', ace: 'A♠' })
  expect(cardParts('Red plays Storm of Spring, then Storm', scene)).toEqual([
    { text: 'Red plays ' },
    { text: 'Storm of Spring', card: 'late' },
    { text: ', then ' },
    { text: 'Storm', card: 'storm' },
  ])
  expect(cardParts('Stormy weather, A♠', scene)).toEqual([{ text: 'Stormy weather, A♠' }])
})

it('takes signs in names as they are', () => {
  const scene = sceneWith({ what: 'What? (Part 1)' })
  expect(cardParts('Blue plays What? (Part 1).', scene)[1]).toEqual({ text: 'What? (Part 1)', card: 'what' })
})

it('leaves texts of games without named cards alone', () => {
  expect(cardParts('Red passes', sceneWith({}))).toEqual([{ text: 'Red passes' }])
})
