import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { makeAgent } from '@ludoforge/agents'
import { AgentSpecError, closeAgents, loadAgents, splitSpecs } from '@ludoforge/agents/node'
import type { Game } from '@ludoforge/kernel'
import { simulate } from '@ludoforge/sim'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { gameOf } from './support/games.js'

const folder = mkdtempSync(path.join(tmpdir(), 'ludoforge-modules-'))
let game: Game

beforeAll(async () => {
  game = await gameOf('tic-tac-toe')
})
afterAll(async () => {
  await closeAgents()
  rmSync(folder, { recursive: true })
})

function written(name: string, code: string): string {
  const file = path.join(folder, name)
  writeFileSync(file, code)
  return file
}

const first = (spec: string): readonly number[] => makeAgent(spec, 1).choose(game, game.start({ seed: 1 }), 0)

describe('a module', () => {
  test('gets names and returns a choice', async () => {
    const spec = written(
      'last.mjs',
      'export default () => ({ decide: ({ decision }) => decision.options.at(-1).id })',
    )
    await loadAgents([spec])
    expect(first(spec)).toEqual([8])
    const { errors, completed } = await simulate({
      game,
      games: 20,
      agents: [spec, 'random'],
      jobs: 2,
    })
    expect([completed, errors]).toEqual([20, []])
  })

  test('may be a complete agent, which returns picks', async () => {
    const spec = written(
      'picks.mjs',
      'export default () => ({ choose: (game, state, seat) => [game.ask(state, seat).values.length - 1] })',
    )
    await loadAgents([spec])
    expect(first(spec)).toEqual([8])
  })

  test('gets an argument, its own seed, the view, the events and the end', async () => {
    const code = `export default ({ seed, argument }) => {
      const seen = []
      return {
        decide({ rules, seat, decision, view, events }) {
          seen.push([argument, Number.isInteger(seed), rules.id, seat, view.seat, events.filter(({ type }) => type === 'chose').length])
          return { choice: decision.options[0].id, why: JSON.stringify(seen.at(-1)) }
        },
      }
    }`
    const spec = `${written('told.mjs', code)}:deep`
    await loadAgents([spec])
    const agent = makeAgent(spec, 1)
    const state = game.start({ seed: 1 })
    const told = (): unknown => JSON.parse(agent.why?.(state)[0]?.text ?? '')
    game.answer(state, agent.choose(game, state, 0), 0)
    expect(told()).toEqual(['deep', true, 'tic-tac-toe', 'cross', 'cross', 0])
    agent.watch?.(game, state, 0, 1, [0])
    game.answer(state, [0], 1)
    agent.choose(game, state, 0)
    expect(told()).toEqual(['deep', true, 'tic-tac-toe', 'cross', 'cross', 2])
  })

  test('may answer asynchronously, also in simulations', async () => {
    const code = `export default () => ({
      async decide({ decision }) {
        console.log('this goes to people')
        await new Promise((resolve) => setTimeout(resolve, 5))
        return decision.options.at(-1).id
      },
    })`
    const spec = written('later.mjs', code)
    await loadAgents([spec])
    expect(first(spec)).toEqual([8])
    expect(await makeAgent(spec, 1).think?.(game, game.start({ seed: 1 }), 0, {})).toEqual([8])
  })

  test.each([
    [
      'throws.mjs',
      "export default () => ({ decide() { throw new Error('no idea') } })",
      'failed: no idea (throws.mjs:1:',
    ],
    [
      'illegal.mjs',
      "export default () => ({ decide: () => 'z9' })",
      "gave an illegal answer: 'z9' is not offered for cell",
    ],
    [
      'odd.mjs',
      'export default () => ({ decide: () => undefined })',
      'gave an illegal answer: undefined is not a choice',
    ],
    ['picks-99.mjs', 'export default () => ({ choose: () => [99] })', 'gave an illegal answer: '],
    ['no-picks.mjs', "export default () => ({ choose: () => 'a1' })", '"a1" is not a list of picks'],
    [
      'promise.mjs',
      "export default () => ({ decide: () => Promise.resolve('a1') })",
      'Declare it as "async decide"',
    ],
  ])('that misbehaves (%s) is named, with its question', async (name, code, what) => {
    const spec = written(name, code)
    await loadAgents([spec])
    expect(() => first(spec)).toThrow(`${spec}, asked to decide "cell" for cross, `)
    expect(() => first(spec)).toThrow(what)
    const { errors } = await simulate({ game, games: 1, agents: [spec], jobs: 1, seed: 7 })
    expect(errors).toMatchObject([{ seed: 7, decision: 0, message: expect.stringContaining(name) as string }])
  })

  test.each([
    ['none.mjs', 'export const agent = 1', 'has no default export that makes an agent'],
    ['broken.mjs', 'export default (', 'cannot be loaded'],
    ['nothing.mjs', 'export default () => ({})', 'made {}, which is not an agent'],
    ['refuses.mjs', "export default () => { throw new Error('not today') }", 'made no agent: not today'],
  ])("that isn't an agent (%s) is refused before any game", async (name, code, what) => {
    const spec = written(name, code)
    await expect(loadAgents([spec])).rejects.toThrow(AgentSpecError)
    await expect(loadAgents([spec])).rejects.toThrow(what)
  })
})

describe('names of external agents', () => {
  test.each([
    ['./no-such.mjs', 'names a module that does not exist'],
    ['cmd:', 'names no program'],
    ['cmd:./no-such.py', 'names a program that does not exist'],
    ['cmd:no-such-program --deep', 'names a program that is not on PATH: no-such-program'],
    ['cmd:./package.json', 'is not executable'],
    ['cmd:"./bot.py', 'A closing quote is missing'],
  ])('%s is refused with the reason', async (spec, what) => {
    await expect(loadAgents([spec])).rejects.toThrow(what)
  })

  test('may have commas in quotes', () => {
    expect(splitSpecs(`random, cmd:bot.py --w '1,2',./a.mjs:x`)).toEqual([
      'random',
      "cmd:bot.py --w '1,2'",
      './a.mjs:x',
    ])
  })

  test("given by --bot can't be existing names or files", async () => {
    await expect(loadAgents([], { bots: { greedy: './a.mjs' } })).rejects.toThrow(
      'The name "greedy" is reserved',
    )
    await expect(loadAgents([], { bots: { 'a/b': './a.mjs' } })).rejects.toThrow('letters, digits')
    await expect(loadAgents([], { bots: { mine: 'random' } })).rejects.toThrow('must be a module')
  })
})
