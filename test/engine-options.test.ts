/** Game options in the engine: those that depend on the agents, and those that are off. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type LoadedGame, loadGame } from '@ludoforge/compiler'
import { playGame } from '@ludoforge/sim'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EngineProcess, engines } from './support/engine.js'

/** Bots pay less, and the rules know which seats are bots. Purses count only if they are sealed. */
const GAME = `
\`\`\`yaml
game: {id: tolls, title: Tolls}
seats: {red: Red, blue: Blue}
options:
  bots: {about: Seats that no person plays, list: seat}
  sealed: {about: Purses are sealed, flag: true, default: false}
  taxed: {about: What is taxed, values: [roads, purses], default: roads}
seat-variables:
  coins: 0..99
  purse: {range: 0..9, hidden: owner}
\`\`\`
\`\`\`rules
value worth(seat) = seat.coins + hoard(seat)
value hoard(seat) = if sealed and not (taxed = roads) then purse of seat else 0
value highest(seat) = if seat in bots then 3 else 6

play
  each round in 1..3
    each seat in seats
      as seat
        roll found from 0..9
        set purse of seat to found
        choose toll from 1..highest(seat) "Which toll?"
        add toll to seat.coins
  rank seats by it.coins

policy steady for red, blue, as bots, else random
  at play.toll
    take most if purse of me > 9
\`\`\`
`

const engineOf = engines()
let folder: string
let game: LoadedGame
let engine: EngineProcess
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'ludoforge-tolls-'))
  writeFileSync(path.join(folder, 'tolls.md'), GAME)
  game = await loadGame(folder)
  engine = engineOf(folder)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('a game played by agents from the start', () => {
  it.each([
    ['policy', ['policy']],
    [{ red: 'policy', blue: 'random' }, ['policy', 'random']],
    ['random', ['random']],
  ] as const)('is the game that sim plays: %o', async (agents, all) => {
    for (let seed = 1; seed <= 4; seed += 1) {
      const { state, outcome, decisions } = playGame({ game, agents: all, seed })
      const { game: number } = await engine.must('start', { seats: 'all', seed, brief: true })
      const played = await engine.must('play', { game: number, agents, also: ['hash', 'events'] })
      expect(played).toMatchObject({ decisions, outcome, hash: game.hash(state) })
    }
  })

  it('returns the events since its new start', async () => {
    const { game: number, hash } = await engine.must('start', { seats: 'all', seed: 1, also: ['hash'] })
    const seated = game.begin({ seed: 1, options: { bots: ['red', 'blue'] } })
    const at = await engine.must('play', {
      game: number,
      agents: 'policy',
      decisions: 0,
      also: ['events', 'hash'],
    })
    expect(at.hash).toBe(game.hash(seated.state))
    expect(at.hash).not.toBe(hash)
    expect(at.events).toEqual(JSON.parse(JSON.stringify(seated.events)))
    // Nothing is decided yet, so other agents may play it.
    const again = await engine.must('play', { game: number, agents: 'random', decisions: 0, also: ['hash'] })
    expect(again.hash).toBe(hash)
  })

  it('keeps the options set by the program', async () => {
    const options = { bots: [] }
    const { game: number } = await engine.must('start', { seats: 'all', seed: 2, options })
    const played = await engine.must('play', { game: number, agents: 'policy', also: ['hash'] })
    const { state } = playGame({ game, agents: ['policy'], seed: 2, options })
    expect(played.hash).toBe(game.hash(state))
  })

  it('is forked and played out in the same way', async () => {
    const { game: number } = await engine.must('start', { seats: 'all', seed: 3 })
    const { game: copy } = await engine.must('fork', { game: number })
    await engine.must('play', { game: copy, agents: 'policy' })
    expect((await engine.must('evaluate', { game: copy, expression: 'bots' })).value).toEqual(['red', 'blue'])
    const most = { game: number, times: 200, agents: 'policy', outcomes: true }
    const { outcomes } = (await engine.must('playouts', most)) as unknown as {
      outcomes: { ranking: { score: number }[] }[]
    }
    const scores = outcomes.flatMap(({ ranking }) => ranking.map(({ score }) => score))
    expect(Math.max(...scores)).toBeLessThanOrEqual(9) // three tolls of at most 3
  })

  it("isn't restarted after the first decision", async () => {
    const { game: number } = await engine.must('start', { seats: 'all', seed: 4 })
    await engine.must('decide', { game: number, choice: 6 })
    await engine.must('play', { game: number, agents: 'policy' })
    expect((await engine.must('evaluate', { game: number, expression: 'bots' })).value).toEqual([])
  })
})

describe('what a seat may know', () => {
  it('does not depend on an option that is off', async () => {
    const seats = { red: 'me', blue: 'random' }
    const { game: open } = await engine.must('start', { seats, seed: 1 })
    const { features } = await engine.must('features', { game: open })
    expect(features).toEqual({ red: { worth: 0 }, blue: { worth: 0 } })
    const values = { game: open, expression: ['worth(red)', 'worth(blue)', 'hoard(blue)'] }
    expect((await engine.must('evaluate', values)).value).toEqual([0, 0, 0])
  })

  it.each([
    [{ sealed: true }, 0],
    [{ taxed: 'purses' }, 0],
    [{ sealed: true, taxed: 'purses' }, null],
  ])('depends on all options together: %o', async (options, worth) => {
    const seats = { red: 'me', blue: 'random' }
    const { game: number } = await engine.must('start', { seats, seed: 1, options })
    const { features } = await engine.must('features', { game: number })
    expect(features).toMatchObject({ blue: { worth }, red: { worth: expect.any(Number) as number } })
    const asked = await engine.ask('evaluate', { game: number, expression: 'worth(blue)' })
    expect(asked.error?.code).toBe(worth === null ? 'hidden' : undefined)
  })
})
