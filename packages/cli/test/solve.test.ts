import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { run } from '../src/program.js'
import { textTerminal } from './terminal.js'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'solve-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

async function ludoforge(...args: string[]) {
  const terminal = textTerminal()
  const code = await run(['solve', ...args], terminal)
  return { code, out: terminal.text(), err: terminal.errors.join('\n') }
}

it('proves the value of a game without hidden information', async () => {
  const { code, out } = await ludoforge('tic-tac-toe')
  expect(code).toBe(0)
  expect(out).toMatch(/^Tic-tac-toe: minimax, [\d,]+ positions in /)
  expect(out).toContain('proven: a draw, with best play of both')
  expect(out).toContain('best first answer: ')
})

it('solves a game, saves the policy and measures it', async () => {
  const file = path.join(folder, 'kuhn.json')
  const { code, out } = await ludoforge('kuhn-poker', '--iterations', '300', '--out', file)
  expect(code).toBe(0)
  expect(out).toMatch(/^Kuhn poker: cfr\+, 300 iterations in /)
  expect(out).toContain('55 positions, 12 information states')
  expect(out).toContain('value: North -0.0555')
  expect(out).toContain(`Wrote ${file}.`)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    format: 'ludoforge-policy/1',
    game: 'kuhn-poker',
    command: `ludoforge solve kuhn-poker --iterations 300 --seed 1`,
    method: 'cfr+',
    iterations: 300,
  })
  const again = await ludoforge('kuhn-poker', '--agent', `solved:${file}`)
  expect(again.out).toContain('exact')
  const [exploited] = /exploitability: \S+/.exec(out) ?? []
  expect(again.out).toContain(exploited)
})

it('measures an agent, and says that it was sampled', async () => {
  const { out } = await ludoforge('kuhn-poker', '--agent', 'policy', '--samples', '2', '--json')
  expect(JSON.parse(out)).toMatchObject({ agent: 'policy', samples: 2, sets: 12, value: 0 })
  expect(JSON.parse(out).exploitability).toBeCloseTo(1 / 4, 12)
})

it('samples where it is told to, and measures the result', async () => {
  const { out } = await ludoforge(
    'liars-dice',
    '-s',
    'three',
    '-m',
    'external-sampling',
    '--iterations',
    '20',
    '--json',
  )
  const { method, iterations, exploitability } = JSON.parse(out)
  expect({ method, iterations }).toEqual({ method: 'external-sampling', iterations: 20 })
  expect(exploitability).toBeGreaterThan(0)
})

it.each([
  [['kuhn-poker', '--method', 'magic'], 2, '--method takes cfr+, external-sampling, minimax, expectiminimax'],
  [['kuhn-poker', '--payoff', 'money'], 2, '--payoff takes score or result'],
  [['tic-tac-toe', '--out', 'x.json'], 2, '--out needs a method that makes a policy'],
  [['kuhn-poker', '--method', 'minimax'], 1, 'hides information'],
  [['hearts'], 1, 'Only games of two seats can be solved.'],
  [['texas-holdem', '-s', 'heads-up'], 1, 'too many to enumerate'],
  [['kuhn-poker', '--agent', 'solved:nowhere.json'], 2, 'names a file that does not exist'],
])('refuses %j', async (args, code, message) => {
  const result = await ludoforge(...args)
  expect(result.err).toContain(message)
  expect(result.code).toBe(code)
})
