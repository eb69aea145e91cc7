/** External agents in the terminal. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { run } from '../src/program.js'
import { textTerminal } from './terminal.js'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'ludoforge-outside-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('a module plays, and a saved game only starts it again if it is named', async () => {
  const bot = path.join(folder, 'last.mjs')
  const save = path.join(folder, 'game.jsonl')
  writeFileSync(bot, 'export default () => ({ decide: ({ decision }) => decision.options.at(-1).id })')
  const first = textTerminal(['a1'])
  expect(await run(['play', 'tic-tac-toe', '--seat', `nought=${bot}`, '--save', save], first)).toBe(0)
  expect(first.text()).toContain('Nought chooses C3')

  writeFileSync(bot, 'throw new Error("it was started")')
  const unnamed = textTerminal(['a2']) // the command has forgotten the bot of the first game
  expect(await run(['play', '--resume', save], unnamed)).toBe(1)
  expect(unnamed.errors.join('\n')).toContain(
    `A save never starts programs automatically. If you trust this one, pass --seat 'nought=${bot}'.`,
  )

  const other = path.join(folder, 'first.mjs')
  writeFileSync(other, 'export default () => ({ decide: ({ decision }) => decision.options[0].id })')
  const second = textTerminal(['b2'])
  expect(await run(['play', '--resume', save, '--seat', `nought=${other}`], second)).toBe(0)
  expect(second.text()).toContain('Nought chooses B1')
})

it('a failing bot is reported, and the game continues', async () => {
  const bot = path.join(folder, 'bad.mjs')
  writeFileSync(bot, 'export default () => ({ decide: () => "nowhere" })')
  const terminal = textTerminal(['a1'])
  expect(await run(['play', 'tic-tac-toe', '--seed', '3', '--seat', `nought=${bot}`], terminal)).toBe(0)
  expect(terminal.text()).toContain('nowhere')
  expect(terminal.text()).toMatch(/Nought chooses [ABC][123]/)
})
