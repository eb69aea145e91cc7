/** The page and the terminal narrate a game in the same words. */
import { readFileSync } from 'node:fs'
import { sceneOf } from '@ludoforge/look/node'
import { GameLog, logRows, wordsOf } from '@ludoforge/table'
import { describe, expect, it } from 'vitest'
import { findGame, load, lookOf } from '../packages/cli/src/games.js'
import { Labels, Table } from '../packages/cli/src/terminal/board/index.js'
import { TerminalLog } from '../packages/cli/src/terminal/play/log.js'
import { makePaint } from '../packages/cli/src/terminal/terminal.js'
import { fileOf, type Golden, scenariosOf } from './golden/golden.js'

/** The log of a recorded game through the terminal's and the page's functions. */
async function narrated(name: string): Promise<{ terminal: readonly string[]; page: readonly string[] }> {
  const found = findGame(name)
  const game = await load(found)
  const { look } = lookOf(found, game, 'words')
  const labels = new Labels(game.def, look, makePaint(false))
  const table = new Table(game, labels)
  const scenario = scenariosOf(game)[0] ?? ''
  const { seed, steps } = JSON.parse(readFileSync(fileOf(name, scenario), 'utf8')) as Golden
  const words = wordsOf(game.def, sceneOf(game.def, look))
  const logs = [new TerminalLog(labels, null), new GameLog(words, null)] as const
  const opening = game.begin({ scenario, seed })
  let { state } = opening
  for (const log of logs) log.tell(opening.events, 0, table.seen(state, null).values)
  for (const [seat, , choice] of steps.flatMap(({ made }) => made)) {
    const step = game.step(state, choice, seat)
    state = step.state
    for (const log of logs) log.tell(step.events, undefined, table.seen(state, null).values)
  }
  const rows = logRows(logs[1].top.items, words).map(({ depth, text, rule }) => {
    const note = rule === undefined ? '' : ` (${rule})`
    return `${'  '.repeat(depth)}${text}${note}`
  })
  return { terminal: logs[0].turns('all', 100_000), page: rows }
}

describe.each(['outposts', 'fire-in-the-lake', 'goofspiel', 'texas-holdem'])(
  'a recorded game of %s',
  (name) => {
    it('reads the same on the page and in the terminal', async () => {
      const { terminal, page } = await narrated(name)
      expect(page.length).toBeGreaterThan(20)
      expect(terminal).toEqual(page)
    })
  },
)

it('a turn is one line with its net result, a Coup one line for each phase', async () => {
  const { terminal } = await narrated('fire-in-the-lake')
  const lines = terminal.map((line) => line.trim())
  expect(lines.some((line) => line.startsWith('NVA passes: Resources 2 (2.3.4)'))).toBe(true)
  expect(
    lines.some((line) =>
      line.startsWith('VC Rallies in 10 spaces and Subverts in 2 spaces: +8 Guerrillas, '),
    ),
  ).toBe(true)
  expect(lines.some((line) => line.startsWith('Resources Phase: ARVN Resources 60, VC Resources 5'))).toBe(
    true,
  )
  expect(lines.some((line) => line.startsWith('US Pacifies in Quang Tin-Quang Ngai: Active Support'))).toBe(
    true,
  )
})
