/** Commands at a local table. `join.test.ts` tests those at a server. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { run } from '../src/program.js'
import { textTerminal } from './terminal.js'

it('every command works, and the question is repeated', async () => {
  const lines = [
    'rule 2',
    'preview 1',
    'preview',
    'hint',
    'show a3',
    'log',
    'undo 2',
    'log x',
    'rule 99',
    'quit',
  ]
  const terminal = textTerminal(lines)
  expect(await run(['play', 'outposts', '--seed', '3'], terminal)).toBe(1) // two lines are refused
  const text = terminal.text()
  expect(text).toMatch(/^Outposts · seed 3 \(Red: human, Blue: \w+\)/)
  expect(text).toContain('In a turn a seat musters, marches or attacks')
  expect(text).not.toContain('each seat in seats') // formal rules aren't shown
  expect(text).toContain('Muster. This would happen:')
  expect(text).toMatch(/^ +1\. Muster \(places 2 soldiers\)$/m)
  expect(text).toMatch(/The bot \w+ would choose/)
  expect(text).toContain('There is nothing to undo.')
  expect(text).toContain('log takes a number of turns')
  expect(text).toContain('The rulebook has no rule 99.')
  expect(text.match(/^Red: /gm)?.length).toBeGreaterThan(5)
})

it('a save says where the game continues', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ludoforge-commands-'))
  try {
    const file = path.join(folder, 'mine.jsonl')
    const terminal = textTerminal([`save ${file}`, 'quit'])
    expect(await run(['play', 'outposts', '--seed', '3'], terminal)).toBe(0)
    expect(terminal.text()).toContain('Saved. The game now continues in this file.')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
