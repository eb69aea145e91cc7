/** The page about bots: its program works, and its quotes are exact. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { AGENT_NAMES, makeAgent } from '@ludoforge/agents'
import { closeAgents, loadAgents } from '@ludoforge/agents/node'
import type { Outcome } from '@ludoforge/kernel'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gameOf } from './support/games.js'

const page = readFileSync(new URL('../docs/bots.md', import.meta.url), 'utf8')
const games = fileURLToPath(new URL('../games', import.meta.url))
// In this folder, so that it finds the packages.
const program = fileURLToPath(new URL(`./program-of-the-bots-${process.pid}.mjs`, import.meta.url))
const module = fileURLToPath(new URL(`./module-of-the-bots-${process.pid}.mjs`, import.meta.url))

beforeAll(() => {
  const [theModule = '', theProgram = ''] = [...page.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(
    ([, text = '']) => text,
  )
  writeFileSync(program, theProgram)
  writeFileSync(module, theModule)
})
afterAll(async () => {
  await closeAgents()
  rmSync(program)
  rmSync(module)
})

describe('the page about bots', () => {
  it('has a module that decides', async () => {
    await loadAgents([module])
    const game = await gameOf('tic-tac-toe')
    const agent = makeAgent(module, 1)
    const state = game.start({ seed: 1 })
    expect(agent.choose(game, state, 0)).toEqual([0])
    expect(agent.why?.(state)).toEqual([{ text: 'it comes first', secret: true }])
  })

  it('lists every agent', () => {
    const [table = ''] = /^\| agent[\s\S]*?\n\n/m.exec(page) ?? []
    for (const name of AGENT_NAMES) expect(table).toContain(`\`${name}`)
  })

  it('quotes an existing policy', () => {
    const rules = readFileSync(`${games}/outposts/rules.md`, 'utf8')
    const [, quoted = ''] = /^```text\n(policy[\s\S]*?)^```$/m.exec(page) ?? []
    const lines = quoted.trim().split('\n')
    expect(lines.length).toBeGreaterThan(5)
    for (const line of lines) expect(rules).toContain(`${line}\n`)
  })

  it.each([
    ['outposts', 'policy'],
    ['three-crowns', 'greedy'],
    ['fire-in-the-lake', 'policy'],
  ])('has a program that plays %s against %s', async (game, others) => {
    const { play } = (await import(program)) as {
      play: (folder: string, seed: number, others: string) => Promise<Outcome>
    }
    expect((await play(`${games}/${game}`, 3, others)).winners.length).toBeGreaterThan(0)
  })
})
