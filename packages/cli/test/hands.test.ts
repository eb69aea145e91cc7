/** A game of tricks in the terminal: what a player reads of a hand. */
import { expect, it } from 'vitest'
import { run } from '../src/program.js'
import { textTerminal } from './terminal.js'

const played = async (...answers: readonly string[]): Promise<string> => {
  const terminal = textTerminal([...answers, 'quit'])
  expect(await run(['play', 'hearts', '--seed', '3'], terminal)).toBe(0)
  return terminal.text()
}

/** The numbered options of the last question. */
const menu = (text: string): string[] =>
  [...text.slice(text.lastIndexOf('Rosa: ')).matchAll(/(\d+)\. (\(?[A-Z]\w+ of \w+\)?)/g)]
    .toSorted((a, b) => Number(a[1]) - Number(b[1]))
    .map(([, , card = '']) => card)

it('cards are numbered in the order of the hand', async () => {
  const text = await played()
  expect(menu(text)).toEqual([
    'Six of Clubs',
    'Seven of Clubs',
    'Queen of Clubs',
    'Six of Diamonds',
    'Ten of Diamonds',
    'Jack of Diamonds',
    'King of Diamonds',
    'Two of Spades',
    'Five of Spades',
    'Six of Spades',
    'Seven of Spades',
    'Three of Hearts',
    'King of Hearts',
  ])
})

it('a card that was played has no number in the next question of the turn', async () => {
  // Rosa keeps the queen of clubs, takes the first trick and leads again.
  const text = await played('4 5 6', 'queen of clubs')
  expect(text).toContain('Rosa takes a trick without points')
  expect(menu(text).slice(0, 3)).toEqual(['Six of Clubs', 'Seven of Clubs', 'King of Diamonds'])
})

it('a heading tells the number of the hand and the trick, and nobody leads before the deal', async () => {
  const text = await played('4 5 6', 'queen of clubs')
  expect(text).toContain('Hand 1 › The deal')
  expect(text).not.toMatch(/(Hand|Trick) \d+ → \d+/)
  expect(text).toContain('Leads Bruno')
  expect(text).not.toMatch(/Leads none/)
})
