import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { run } from '../src/program.js'
import { textTerminal } from './terminal.js'

const folder = mkdtempSync(path.join(tmpdir(), 'ludoforge-'))
const file = path.join(folder, 'some.md')
afterAll(() => rmSync(folder, { recursive: true }))
writeFileSync(file, '```example\nCross begins\n  then cross is asked\n   and offered a1, c3\n```\n')

it('test --mutate lists the surviving mutants', async () => {
  const terminal = textTerminal()
  const args = ['test', '--game', 'tic-tac-toe', file, '--mutate', '--jobs', '2']
  expect(await run(args, terminal)).toBe(0)
  const text = terminal.text()
  expect(text).toMatch(
    /^rules\.md:31:7: actor wins "three in a line"\n {4}`actor wins .*` -> nothing \(no example gets here\)$/m,
  )
  expect(text).toMatch(/^rules\.md:27:3: repeat up to 9 times, seats in turn\n {4}9 -> 10$/m)
  expect(text).not.toMatch(/`repeat .*` -> nothing/)
  expect(text).toMatch(/^\d+ of \d+ mutants killed \(\d+\.\d %\)$/m)
})

it('test --mutate --json prints the same as JSON, for a sample', async () => {
  const terminal = textTerminal()
  const args = ['test', 'tic-tac-toe', '--mutate', '--sample', '6', '--seed', 'x', '--jobs', '2', '--json']
  expect(await run(args, terminal)).toBe(0)
  const { mutation } = JSON.parse(terminal.text()).games[0]
  expect(mutation.made).toBe(6)
  expect(mutation.noticed + mutation.survivors.length).toBe(6)
})

it('test --mutate --only mutates the rules of one file, and fails if there are none', async () => {
  const all = await mutationOf('test', 'tic-tac-toe')
  expect(all.made).toBeGreaterThan(0)
  expect(await mutationOf('test', 'tic-tac-toe', '--only', 'rules.md')).toEqual(all)
  const terminal = textTerminal()
  expect(await run(['test', 'tic-tac-toe', '--mutate', '--only', 'rules'], terminal)).toBe(2)
  expect(terminal.errors.join()).toMatch(/rules has no rules\. Pass a file or folder of the game/)
})

async function mutationOf(...args: string[]) {
  const terminal = textTerminal()
  expect(await run([...args, '--mutate', '--jobs', '1', '--json'], terminal)).toBe(0)
  return JSON.parse(terminal.text()).games[0].mutation
}

it("test --mutate doesn't start if an example fails", async () => {
  writeFileSync(file, '```example\nWrong\n  then nought is asked\n```\n')
  const terminal = textTerminal()
  expect(await run(['test', '--game', 'tic-tac-toe', file, '--mutate'], terminal)).toBe(1)
  expect(terminal.text()).not.toMatch(/mutants killed/)
})
