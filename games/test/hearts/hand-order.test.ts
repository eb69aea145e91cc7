/** The question lists cards in the order of the hand. */
import { lookIn, sceneOf } from '@ludoforge/look/node'
import { expect, it } from 'vitest'
import { gameOf } from '../../../test/support/games.js'
import { inHandOrder } from '../../../packages/web/src/table/question/hand-order.js'

it('lists the cards of a hand in the order in which the felt shows them', async () => {
  const game = await gameOf('hearts')
  const scene = sceneOf(game.def, lookIn('games/hearts', game).look)
  const decision = game.decision(game.start({ seed: 3 }))
  if (decision === undefined) throw new Error('Nobody decides.')
  const [sorted] = inHandOrder([decision], scene)
  const orders = sorted?.options.map(({ id }) => scene.cards[id.split('@')[0] ?? '']?.order ?? -1) ?? []
  expect(orders).toHaveLength(13)
  expect(orders).toEqual(orders.toSorted((a, b) => a - b))
  expect(new Set(sorted?.options)).toEqual(new Set(decision.options))
})

it('leaves options alone that are no cards, and cards of several zones', async () => {
  const game = await gameOf('hearts')
  const scene = sceneOf(game.def, lookIn('games/hearts', game).look)
  const decision = game.decision(game.start({ seed: 3 }))
  if (decision === undefined) throw new Error('Nobody decides.')
  const [first, ...others] = decision.options
  if (first === undefined) throw new Error('There are no options.')
  const strange = { ...decision, options: [...others, { ...first, id: 'nothing' }] }
  expect(inHandOrder([strange], scene)).toEqual([strange])
  const elsewhere = {
    ...decision,
    options: [...others, { ...first, id: first.id.replace(/@.*/, '@played:bruno') }],
  }
  expect(inHandOrder([elsewhere], scene)).toEqual([elsewhere])
})
