/** What people read in seeded games of every game: no ids, no syntax, no wrong plurals, no empty reasons. */
import { gameNames } from '@ludoforge/games'
import { checkWording, TEXT_SOURCES } from '@ludoforge/table'
import { describe, expect, it } from 'vitest'
import { findGame, lookOf } from '../../packages/cli/src/games.js'
import { Labels } from '../../packages/cli/src/terminal/board/index.js'
import { makePaint } from '../../packages/cli/src/terminal/terminal.js'
import { gameOf } from '../../test/support/games.js'
import { isThorough } from '../../test/support/effort.js'

const GAMES = isThorough ? 4 : 1
const DECISIONS = isThorough ? 150 : 60

describe.each(gameNames())('the words of %s', (name) => {
  it('have no faults', async () => {
    const game = await gameOf(name)
    const { look } = lookOf(findGame(name), game, 'words')
    const { words } = new Labels(game.def, look, makePaint(false))
    const { checked, faulty } = checkWording(game, words, {
      games: GAMES,
      seed: 'test',
      decisions: DECISIONS,
    })
    expect(faulty.map(({ source, text, faults }) => `${source}: ${text} (${faults[0]?.at})`)).toEqual([])
    // The check must have read something: a game has a board, questions, options and a log.
    for (const source of TEXT_SOURCES)
      if (['board', 'prompt', 'option', 'log'].includes(source))
        expect(checked[source], source).toBeGreaterThan(0)
  })
})
