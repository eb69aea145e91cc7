/** External agents in the terminal. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { run } from '../src/program.js'
import { textTerminal } from './terminal.js'

const MAIN = path.join(import.meta.dirname, '../src/main.ts')
const TSX = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href

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
  const args = ['--conditions=source', '--import', TSX, MAIN, 'play', '--resume', save]
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', input: 'a2\n' }) // a fresh process without bots
  expect(status).toBe(1)
  expect(stderr).toContain(
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
