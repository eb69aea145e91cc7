/** Automatic saves, and resuming them. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { run } from '../src/program.js'
import { textTerminal, typedTerminal } from './terminal.js'

let data: string
beforeEach(() => {
  data = mkdtempSync(path.join(tmpdir(), 'ludoforge-autosave-'))
  vi.stubEnv('LUDOFORGE_DATA', data)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(data, { recursive: true, force: true })
})

const GAME = 'tic-tac-toe'

/** Plays at a terminal. Each line is typed at a prompt that contains these words. */
async function played(
  args: readonly string[],
  lines: readonly (readonly [string, string])[],
): Promise<string> {
  const terminal = typedTerminal()
  const playing = run(['play', ...args], terminal)
  for (const [prompt, line] of lines) await terminal.type(line, prompt)
  expect(await playing, terminal.errors.join('\n')).toBe(0)
  return terminal.text()
}

const QUESTION = 'or a name'
const OFFER = 'Resume it?'

it('an unfinished game is offered, and resumes where it stopped', async () => {
  const first = await played(
    [GAME, '--seed', '3'],
    [
      [QUESTION, 'b2'],
      [QUESTION, 'quit'],
    ],
  )
  expect(first).toContain('The game is saved. Resume it with: ludoforge play')
  const again = await played(
    [],
    [
      [OFFER, 'yes'],
      [QUESTION, 'board'],
      [QUESTION, 'quit'],
    ],
  )
  expect(again).toContain('You have an unfinished game: tic-tac-toe')
  expect(again).toContain('seed 3')
  expect(again).toMatch(/2 {4}│ X │/)
})

it('bots give the same answer after an undo, also in a resumed game', async () => {
  const first = await played(
    ['reversi', '--seed', '3', '--seat', 'white=random'],
    [
      [QUESTION, 'c4'],
      [QUESTION, 'quit'],
    ],
  )
  const [answer = ''] = /White chooses \w+/.exec(first) ?? []
  expect(answer).not.toBe('')
  for (let time = 0; time < 3; time += 1) {
    const again = await played(
      [],
      [
        [OFFER, 'yes'],
        [QUESTION, 'undo'],
        [QUESTION, 'c4'],
        [QUESTION, 'log'],
        [QUESTION, 'quit'],
      ],
    )
    expect(again.slice(again.lastIndexOf('Black chooses C4'))).toContain(answer)
  }
})

it('the prompt shows the number of free undos', async () => {
  await played(
    ['three-crowns', '--seed', '7'],
    [
      ['1-2, or a name > ', 'keep'], // nothing was revealed or rolled
      ['1-2, or a name (undo: 1 free) > ', 'undo'],
      ['1-2, or a name > ', 'quit'],
    ],
  )
})

it('declining starts a new game, and the list offers the old one later', async () => {
  await played(
    [GAME, '--seed', '3'],
    [
      [QUESTION, 'b2'],
      [QUESTION, 'quit'],
    ],
  )
  const fresh = await played(
    [GAME],
    [
      [OFFER, 'no'],
      [QUESTION, 'a1'],
      [QUESTION, 'quit'],
    ],
  )
  expect(fresh).not.toMatch(/seed 3\b/)
  const list = await played(
    [],
    [
      [OFFER, 'list'],
      ['Which one?', '2'],
      [QUESTION, 'quit'],
    ],
  )
  expect(list).toMatch(/ 1\. tic-tac-toe.*\n +2\. tic-tac-toe/)
  const terminal = textTerminal()
  expect(await run(['play', '--list'], terminal)).toBe(0)
  expect(terminal.text().match(/\.save$/gm)).toHaveLength(2)
})

it('a pipe is never asked and never autosaves, and neither does --no-save', async () => {
  const terminal = textTerminal(['b2', 'quit'])
  expect(await run(['play', GAME, '--seed', '3'], terminal)).toBe(0)
  await played(
    [GAME, '--seed', '3', '--no-save'],
    [
      [QUESTION, 'b2'],
      [QUESTION, 'quit'],
    ],
  )
  expect(readdirSync(data)).toEqual([])
})

it('a finished game is kept aside and can be replayed', async () => {
  const cells = ['b2', 'c1', 'a1', 'a2', 'b1', 'c2', 'c3', 'a3', 'b3']
  const terminal = typedTerminal()
  const playing = run(['play', GAME, '--seed', '3', '--seat', 'nought=random'], terminal)
  let over = false
  void playing.then(() => {
    over = true
  })
  for (let i = 0; !over && i < 40; i += 1)
    await Promise.race([
      playing,
      terminal.type(cells[i % cells.length] ?? '', QUESTION).catch(() => undefined),
    ])
  await playing
  expect(terminal.text()).toMatch(/Replay the game: ludoforge replay .*over.*\.save/)
  expect(readdirSync(path.join(data, 'games'))).toEqual([])
})
