/** The boards of games with hands, prices and notes on cards, as a player reads them. */
import { expect, it } from 'vitest'
import { boardLines } from '../src/terminal/board/index.js'
import { randomGame, seenByDecider, tableOf } from './positions.js'

async function firstBoard(name: string): Promise<string> {
  const table = await tableOf(name)
  const [state] = randomGame(table, 3)
  if (state === undefined) throw new Error(`${name} asks nothing.`)
  const { view, values } = seenByDecider(table, state)
  return boardLines(view, table.labels, 80, values).join('\n')
}

it('names prices, owners and numbers on cards once, and cuts no note', async () => {
  const board = await firstBoard('before-the-ice')
  expect(board).toMatch(/^ {2}Salt +price 3$/m)
  expect(board).toContain('3 Fox boatmen · 3 Heron boatmen · 3 Hare boatmen')
  expect(board).toMatch(/\[The \w+\] \([a-z ]+; points \d+; coins \d\)/)
  expect(board).not.toContain('…')
  expect(board.match(/coins \d+/g)?.length).toBeGreaterThan(3)
})

it("sorts the player's own hand as the look does", async () => {
  const [, hand = ''] = /^Hand \(you\): (.*)$/m.exec(await firstBoard('hearts')) ?? []
  const suits: readonly string[] = hand.match(/[♣♦♠♥]/g) ?? []
  expect(suits).toHaveLength(13)
  expect(suits).toEqual(suits.toSorted((a, b) => '♣♦♠♥'.indexOf(a) - '♣♦♠♥'.indexOf(b)))
})
