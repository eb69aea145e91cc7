import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { AgentFailed, makeAgent } from '@ludoforge/agents'
import { closeAgents, loadAgents } from '@ludoforge/agents/node'
import { type Game, Rng, type State } from '@ludoforge/kernel'
import { determinize } from '@ludoforge/play'
import { playSeries, simulate, tournamentSeries } from '@ludoforge/sim'
import { afterAll, expect, test } from 'vitest'
import { gameOf } from './support/games.js'
import { python } from './support/bots/python.js'

const folder = mkdtempSync(path.join(tmpdir(), 'ludoforge-asks-'))
const PATIENT = { decideMs: 600_000 } // a loaded machine is no failure
let files = 0

afterAll(async () => {
  await closeAgents()
  rmSync(folder, { recursive: true })
})

/** Lets a bot that asks decide once, and returns what it was answered. */
async function decideOnce(game: Game, state: State, seat: number, mode: string, later = false) {
  files += 1
  const file = path.join(folder, `${files}`)
  const spec = `cmd:${python()} test/support/bots/asks.py ${file} ${mode}`
  await loadAgents([spec], PATIENT)
  const agent = makeAgent(spec, 'same seed')
  const picks = later ? await agent.think?.(game, state, seat, {}) : agent.choose(game, state, seat)
  await closeAgents() // reads what it still writes
  return { picks, text: readFileSync(file, 'utf8'), lines: linesOf(file) }
}

function linesOf(file: string): Record<string, unknown>[] {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>)
}

const codeOf = (line: Record<string, unknown> | undefined) =>
  (line?.['error'] as { code: string } | undefined)?.code

test.each(['texas-holdem', 'three-crowns', 'kuhn-poker'])(
  'a bot that asks everything gets the same bytes in twin positions of %s',
  async (name) => {
    const game = await gameOf(name)
    const state = game.start({ seed: 5 })
    const [seat = 0] = game.deciding(state)
    const twin = determinize(game, state, seat, new Rng(77))
    expect(game.hash(twin)).not.toBe(game.hash(state))
    const here = await decideOnce(game, state, seat, 'all')
    const there = await decideOnce(game, twin, seat, 'all', true)
    expect(there.text).toBe(here.text)
    expect(here.lines.length).toBeGreaterThan(30)
    expect(here.lines.filter((line) => 'won' in line).length).toBeGreaterThan(3)
    expect(here.lines.some((line) => 'decision' in line)).toBe(true)
  },
)

test('hello shows the rulebook: map, pieces, variables, values and scores', async () => {
  const game = await gameOf('outposts')
  const { lines } = await decideOnce(game, game.start({ seed: 1 }), 0, 'none')
  const { rules } = lines[0] as { rules: Record<string, Record<string, unknown>[]> }
  expect(rules['spaces']?.map(({ id }) => id)).toEqual(
    game.def.zones.filter(({ space }) => space).map(({ id }) => id),
  )
  expect(rules['spaces']?.[0]?.['neighbours']).toEqual(game.def.zones.find(({ space }) => space)?.adjacent)
  expect(rules['pieces']?.map(({ id }) => id)).toEqual(game.def.tokens.map(({ id }) => id))
  expect(rules['values']?.length).toBeGreaterThan(0)
  expect(rules['scores']).toMatchObject({ worth: game.def.worth })
})

test('nonsense is refused with a code, and the bot still decides', async () => {
  const game = await gameOf('tic-tac-toe')
  const { picks, lines } = await decideOnce(game, game.start({ seed: 1 }), 0, 'nonsense')
  const answers = lines.slice(2)
  expect(answers[0]).toEqual({ id: 0, position: 1 })
  expect(answers.slice(1, 12).map(codeOf)).toEqual([
    'unknown-ask',
    'bad-field',
    'unknown-position',
    'illegal-choice',
    'unknown-agent',
    'unknown-value',
    'unknown-agent',
    'bad-field',
    'unknown-seat',
    'no-message',
    'bad-field',
  ])
  expect(answers[12]).toMatchObject([
    { id: 20, position: 2 },
    { id: 21, error: { code: 'unknown-ask' } },
  ])
  expect(picks).toEqual([0])
})

test.each([
  ['early', 1],
  ['late', -1],
] as const)('a bot that asks too %s is refused, and plays on', async (mode, at) => {
  const game = await gameOf('tic-tac-toe')
  const { picks, lines } = await decideOnce(game, game.start({ seed: 1 }), 0, mode)
  expect(codeOf(lines.at(at))).toBe('too-late')
  expect(picks).toEqual([0])
})

test('open positions have a limit', async () => {
  const game = await gameOf('tic-tac-toe')
  const { picks, lines } = await decideOnce(game, game.start({ seed: 1 }), 0, 'hoards')
  expect(codeOf(lines.at(-1))).toBe('too-many-positions')
  expect(lines.at(-2)).toEqual({ id: 1, position: 1000 })
  expect(picks).toEqual([0])
})

test('a bot that dies after a request fails as any other', async () => {
  const game = await gameOf('tic-tac-toe')
  await expect(decideOnce(game, game.start({ seed: 1 }), 0, 'dies')).rejects.toThrow(AgentFailed)
  await closeAgents()
})

test('a clock for the game counts down, and adds its increment', async () => {
  const game = await gameOf('tic-tac-toe')
  const file = path.join(folder, 'clock')
  const spec = `cmd:${python()} test/support/bots/asks.py ${file} none`
  const clock = { game: 500_000, increment: 1 }
  await loadAgents([spec], { ...PATIENT, clock })
  const { errors } = await simulate({ game, games: 2, agents: [spec, 'random'], seed: 1, jobs: 1 })
  await closeAgents()
  expect(errors).toEqual([])
  const times = linesOf(file).slice(1) as { ms: number; clock: { left: number; increment: number } }[]
  expect(times[0]).toEqual({ ms: 500_000, clock: { left: 500_000, increment: 1 } })
  expect(times[1]?.clock.left).toBeLessThanOrEqual(500_001)
  expect(times[1]?.ms).toBe(times[1]?.clock.left)
  expect(times.filter(({ clock: { left } }) => left === 500_000).length).toBeGreaterThanOrEqual(2) // a game each
})

test('the example that looks ahead beats greedy at Connect Four', async () => {
  const spec = `cmd:${python()} examples/bots/ahead.py`
  const source = readFileSync('examples/bots/ahead.py', 'utf8').trimEnd()
  expect(source.split('\n').length).toBeLessThanOrEqual(80)
  await loadAgents([spec], PATIENT)
  const game = await gameOf('connect-four')
  const series = tournamentSeries({ game, agents: [spec], against: 'greedy', games: 15, seed: 1 })
  const { standings, errors } = await playSeries(series, { jobs: 2 })
  expect(errors).toEqual([])
  const { score } = standings[0]?.all ?? {}
  expect(score?.low).toBeGreaterThan(0.5) // the lower bound of the 95 % interval
})

test.each(['goofspiel', 'outposts', 'three-crowns'])(
  'the example that looks ahead is always legal in %s',
  async (name) => {
    const spec = `cmd:${python()} examples/bots/ahead.py`
    await loadAgents([spec], PATIENT)
    const { def } = await gameOf(name)
    const { errors, completed } = await simulate({
      game: { def },
      games: 1,
      agents: [spec, 'random'],
      jobs: 1,
      seed: 3,
    })
    expect(errors).toEqual([])
    expect(completed).toBe(1)
  },
)
