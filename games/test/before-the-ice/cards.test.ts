/** The cards as a person reads them. */
import { lookIn, sceneOf } from '@ludoforge/look/node'
import { expect, it } from 'vitest'
import { gameOf } from '../../../test/support/games.js'

it('counts the wares of a contract', async () => {
  const game = await gameOf('before-the-ice')
  const { cards } = sceneOf(game.def, lookIn('games/before-the-ice', game).look)
  const wares = (contract: string): unknown => cards[contract]?.rows[0]
  expect(wares('tanner')).toMatchObject({ text: '2 salt' })
  expect(wares('garrison')).toMatchObject({ text: '2 salt, 1 wool' })
  expect(wares('baker')).toMatchObject({ text: 'salt timber' })
})
