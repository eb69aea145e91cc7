import { compileFiles, loadCompilation } from '@ludoforge/compiler'
import { expect, it } from 'vitest'
import { folderOf, gameOf } from '../../../test/support/games.js'
import { comparePlays, randomScenarios } from './compare-plays.js'

it('the game allows exactly the plays of an independent generator in whole games', async () => {
  const { rolls, differences } = comparePlays(await gameOf('backgammon'), 3000, 2)
  expect(rolls).toBe(3000)
  expect(differences).toEqual([])
})

it('and in random positions, where every rule limits some rolls', async () => {
  const { files } = await folderOf('games/backgammon')
  const game = loadCompilation(compileFiles([...files, { path: 'random.md', text: randomScenarios(200, 3) }]))
  const scenarios = Array.from({ length: 200 }, (_, i) => `random-${i}`)
  const { rolls, differences, limits } = comparePlays(game, 3000, 3, { scenarios, rollsEach: 4 })
  expect(rolls).toBe(3000)
  expect(differences).toEqual([])
  for (const limit of ['both dice', 'larger die', 'part of a double', 'no move'] as const)
    expect(limits.get(limit) ?? 0, limit).toBeGreaterThan(5)
})
