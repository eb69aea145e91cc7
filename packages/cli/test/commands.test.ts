import { expect, it } from 'vitest'
import { simulate } from '@ludoforge/sim'
import { chooseNumber, eachSeat, rankByScore, tiny } from '../../agents/test/tiny.js'
import { actionLines, statisticsLines } from '../src/commands/sim.js'
import { run } from '../src/program.js'
import { makePaint } from '../src/terminal/terminal.js'
import { textTerminal } from './terminal.js'

it('bench --only prints the figures of one game, and ratios to the hand-written program', async () => {
  const terminal = textTerminal()
  expect(await run(['bench', '--quick', '--only', 'outposts'], terminal)).toBe(0)
  const figures = JSON.parse(terminal.text())
  for (const key of ['firstThousand', 'firstSecond', 'decisionsPerSecond', 'gamesPerSecond']) {
    expect(figures[key], key).toBeGreaterThan(0)
  }
  for (const key of ['decisionsPerGame', 'bytesPerState']) {
    expect(figures[key], key).toBeGreaterThan(0)
  }
  for (const key of ['firstSecond', 'decisionsPerSecond', 'shareOfRandom']) {
    expect(figures.policy[key], key).toBeGreaterThan(0)
  }
  for (const key of ['decision', 'game', 'forkAndDecide', 'load']) {
    expect(figures.plainMovesPer[key], key).toBeGreaterThan(0)
  }
})

it('sim prints scores last, and counts of started actions on demand', async () => {
  const action = {
    id: 'rest',
    kind: 'action',
    tags: ['operation'],
    params: [],
    by: [],
    requires: [],
    body: [],
  } as const
  const game = tiny([...eachSeat(chooseNumber(0, 1)), ...rankByScore])
  const def = { ...game, procedures: [...game.procedures, action] }
  const result = await simulate({ game: { def }, games: 5, seed: 1, agents: ['random', 'random'], jobs: 1 })
  const lines = statisticsLines(result, def, 'tiny', String, makePaint(false))
  expect(lines.find((line) => line.includes('score of left'))).toMatch(/mean [\d.]+, from \d to \d/)
  expect(lines.at(-1)).toMatch(/^ {2}won by right/)
  expect(lines).toContain('  actions             1, 1 never started (--actions lists them)')
  expect(lines.join('\n')).not.toContain('rest')
  expect(actionLines(result, def, makePaint(false))).toEqual([
    'operation started',
    '  rest          0    never',
    '',
  ])
})

it('every help shows defaults that mean something, and --no-colour is listed once', async () => {
  const help = async (...command: string[]): Promise<string> => {
    const terminal = textTerminal()
    expect(await run([...command, '--help'], terminal)).toBe(0)
    return terminal.text()
  }
  const main = await help()
  const [, listed = ''] = /^Commands:\n(.*?)^\n/ms.exec(`${main}\n\n`) ?? []
  const commands = [...listed.matchAll(/^ {2}(\w+)/gm)].map(([, name = '']) => name)
  const others = await Promise.all(commands.filter((name) => name !== 'help').map((name) => help(name)))
  const all = [main, ...others].join('\n')
  expect(all.match(/--no-colour/g)).toHaveLength(1)
  expect(all.match(/\(default:\s+(?:true|false|\[|")/g)).toBeNull()
  expect(await help('learn')).toMatch(/--random-percent <n> .*\s+\(default: 5\)/)
})
