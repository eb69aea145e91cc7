import path from 'node:path'
import { loadGame } from '@ludoforge/compiler'
import { effectTree } from '@ludoforge/effect-tree'
import { gameFolder } from '@ludoforge/games'
import { codeInProse } from '@ludoforge/look'
import { bookOf } from '@ludoforge/look/node'
import { expect, it } from 'vitest'
import { chapterOf, contentsOf } from '../packages/web/src/table/rulebook/book.js'
import { root } from '../scripts/process.mjs'
import { gameOf } from './support/games.js'

it('the contents of a large rulebook have few lines, and no page shows code unfolded', async () => {
  const book = await bookOf(gameFolder('fire-in-the-lake'), await gameOf('fire-in-the-lake'))
  expect(book.files.length).toBeGreaterThan(70)
  expect(contentsOf(book).length).toBeLessThan(20)
  const shown = book.files.flatMap((file) =>
    chapterOf(file).blocks.flatMap((block) =>
      block.is === 'prose' && block.token.type === 'code' ? [`${file.path}:${block.line}`] : [],
    ),
  )
  expect(shown).toEqual([])
})

it.each([
  'backgammon',
  'connect-four',
  'goofspiel',
  'hearts',
  'kuhn-poker',
  'landfall',
  'leduc-poker',
  'liars-dice',
  'before-the-ice',
  'chess',
  'outposts',
  'reversi',
  'texas-holdem',
  'three-crowns',
  'tic-tac-toe',
])('the prose of %s has no code', async (name) => {
  expect(codeInProse(await bookOf(gameFolder(name), await gameOf(name)))).toEqual([])
})

it('the language reference has the terms and the start that it declares', async () => {
  const folder = path.join(root, 'docs/language')
  const { terms = [], start } = await bookOf(folder, await loadGame(folder, { dialects: [effectTree] }))
  expect(terms.find(({ name }) => name === 'Zone')).toMatchObject({ also: ['area', 'box'], rule: 'zones' })
  expect(start).toHaveLength(2)
})
