import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { run } from '../src/program.js'
import { textTerminal } from './terminal.js'

const folder = mkdtempSync(path.join(tmpdir(), 'ludoforge-'))
const file = path.join(folder, 'some.md')
afterAll(() => rmSync(folder, { recursive: true }))
writeFileSync(
  file,
  '```example\nA line is worth something\n  given an empty board, cross to act\n  then worth(cross) = 0\n```\n',
)

it('test --coverage lists what no example executes, with shares per file', async () => {
  const terminal = textTerminal()
  expect(await run(['test', '--game', 'tic-tac-toe', file, '--coverage'], terminal)).toBe(0)
  const text = terminal.text()
  expect(text).toMatch(/^rules\.md:29:5: never executed: place mark of actor in cell$/m)
  expect(text).toMatch(/^rules\.md:30:5: never took then: if some\(lines of cell/m)
  expect(text).not.toMatch(/never executed: value worth/)
  expect(text).toMatch(/^rules\.md +2 of 20 \(10\.0 %\) +0 of 4 \(0\.0 %\) +-$/m)
  expect(text).toMatch(/^total +2 of 20 \(10\.0 %\)/m)
})

it('test --coverage --json prints the same as JSON', async () => {
  const terminal = textTerminal()
  expect(await run(['test', 'tic-tac-toe', '--coverage', '--json'], terminal)).toBe(0)
  const { games } = JSON.parse(terminal.text())
  expect(games[0].coverage.total.statements).toEqual({ covered: 20, all: 20 })
  expect(games[0].coverage.missed).toEqual([])
  expect(games[0].coverage.files[0].file).toBe('rules.md')
})
