import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { run } from '../packages/cli/src/program.js'
import { textTerminal } from '../packages/cli/test/terminal.js'

const folder = mkdtempSync(path.join(tmpdir(), 'ludoforge-suite-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Results {
  readonly machines: { readonly cores: number; readonly model: string; readonly load: number }[]
  readonly matches: {
    readonly game: string
    readonly agents: string[]
    readonly version: string
    readonly ms: number[]
  }[]
}

const plan = path.join(folder, 'plan.json')
const results = path.join(folder, 'results.json')
const game = { game: 'tic-tac-toe', deals: 3, agents: ['random', 'greedy', 'policy'] }
writeFileSync(plan, JSON.stringify({ format: 'ludoforge-suite/1', seed: 1, games: [game] }))

async function suite(...args: readonly string[]) {
  const terminal = textTerminal(null)
  const code = await run(
    ['suite', '--plan', plan, '--results', results, '--jobs', '1', '--no-memory', ...args],
    terminal,
  )
  return { code, out: terminal.text(), err: terminal.errors.join('\n') }
}

const stored = (): Results => JSON.parse(readFileSync(results, 'utf8')) as Results

test('the suite plays all pairs, stores each match, and prints a table', async () => {
  const { code, out } = await suite()
  expect(code).toBe(0)
  expect(stored().matches.map(({ agents }) => agents.join())).toEqual([
    'random,greedy',
    'random,policy',
    'greedy,policy',
  ])
  expect(stored().machines).toHaveLength(1)
  expect(stored().machines[0]).toMatchObject({ cores: expect.any(Number), model: expect.any(String) })
  expect(out).toMatch(/agent +rating +games +points/)
  expect(out).toMatch(/policy +[+-]?\d+ \([+-]?\d+ to [+-]?\d+\) +12 /)
})

test('what is stored is not played again, and a new agent gets its row', async () => {
  const before = readFileSync(results, 'utf8')
  expect((await suite()).code).toBe(0)
  expect(readFileSync(results, 'utf8')).toBe(before)
  const { code, out } = await suite('--agent', 'explorer')
  expect(code).toBe(0)
  expect(stored().matches).toHaveLength(6)
  expect(stored().matches.slice(0, 3)).toEqual((JSON.parse(before) as Results).matches)
  expect(
    stored()
      .matches.slice(3)
      .every(({ agents }) => agents.includes('explorer')),
  ).toBe(true)
  expect(out).toMatch(/explorer +[+-]?\d+ \(/)
})

test('a run resumes after its last match', async () => {
  const complete = stored()
  const partial = {
    ...complete,
    matches: complete.matches.filter(({ agents }) => !agents.includes('policy')),
  }
  writeFileSync(results, JSON.stringify(partial))
  await suite()
  const times = (match: Results['matches'][number]) => ({ ...match, ms: [], machine: 0 })
  const wanted = complete.matches.filter(({ agents }) => !agents.includes('explorer')).map(times)
  expect(stored().matches.map(times)).toEqual(expect.arrayContaining(wanted))
})

test('--page writes the tables below its heading', async () => {
  const page = path.join(folder, 'page.md')
  writeFileSync(page, '# My suite\n\nWords.\n\n## Results\n\nold\n')
  expect((await suite('--page', page)).code).toBe(0)
  const text = readFileSync(page, 'utf8')
  expect(text).toMatch(/^# My suite\n\nWords\.\n\n## Results\n/)
  expect(text).not.toContain('old')
  expect(text).toContain('| agent | rating | games | points |')
  expect(text).toMatch(/### Tic tac toe\n\n2 seats, 3 deals for each match\./)
  await suite('--page', page)
  expect(readFileSync(page, 'utf8')).toBe(text)
})

test.each([
  [['--only', 'ludo'], 'The suite has no game "ludo". It has tic-tac-toe.'],
  [['--agent', 'greeedy'], 'greeedy'],
  [['--games', 'many'], '--games must be a whole number'],
  [['--page', '/no/such/page.md'], 'There is no page'],
])('wrong usage is reported: %j', async (args, message) => {
  const { code, err } = await suite(...args)
  expect(code).toBe(2)
  expect(err).toContain(message)
})

test('a file of another kind is not overwritten', async () => {
  const file = path.join(folder, 'other.json')
  writeFileSync(file, '{"a":1}')
  const { code, err } = await suite('--results', file)
  expect(code).toBe(2)
  expect(err).toContain('has no results of a suite')
  expect(readFileSync(file, 'utf8')).toBe('{"a":1}')
})

test('docs/suite.md has the tables of docs/suite.json (else: ludoforge suite --page docs/suite.md)', async () => {
  const page = path.join(folder, 'suite.md')
  const now = readFileSync('docs/suite.md', 'utf8')
  writeFileSync(page, now)
  expect(existsSync('docs/suite.json')).toBe(true)
  const terminal = textTerminal(null)
  expect(await run(['suite', '--page', page], terminal)).toBe(0)
  expect(readFileSync(page, 'utf8')).toBe(now)
})
