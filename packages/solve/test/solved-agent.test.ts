/** Solved policies as files and as agents. Expected payoffs are computed on the tree, not sampled. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { makeAgent, PolicyTable, SolvedAgent, type SolvedPolicy } from '@ludoforge/agents'
import { closeAgents, loadAgents, readSolvedPolicy } from '@ludoforge/agents/node'
import {
  buildTree,
  CfrPlus,
  expectedPayoff,
  type GameTree,
  joinPolicies,
  policyFromTable,
  sampleAgent,
  solvedPolicyOf,
  type TreePolicy,
  uniformPolicy,
} from '@ludoforge/solve'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gameOf } from '../../../test/support/games.js'

const folder = mkdtempSync(path.join(tmpdir(), 'ludoforge-solved-'))
const file = path.join(folder, 'kuhn.json')
const spec = `solved:${file}`
const PROVENANCE = {
  scenario: null,
  options: {},
  command: 'ludoforge solve',
  version: '0',
  method: 'cfr+',
  iterations: 2000,
}

let kuhn: GameTree
let saved: SolvedPolicy
let read: TreePolicy

beforeAll(async () => {
  kuhn = buildTree(await gameOf('kuhn-poker'))
  const cfr = new CfrPlus(kuhn)
  for (let i = 0; i < 2000; i += 1) cfr.iterate()
  saved = solvedPolicyOf(kuhn, cfr.policy(), PROVENANCE)
  writeFileSync(file, JSON.stringify(saved))
  read = policyFromTable(kuhn, new PolicyTable(readSolvedPolicy(spec, file)))
})

afterAll(async () => {
  await closeAgents()
  rmSync(folder, { recursive: true })
})

it('is saved with its provenance', () => {
  const policy = readSolvedPolicy(spec, file)
  expect(policy).toEqual(saved)
  expect(policy).toMatchObject({
    game: 'kuhn-poker',
    fingerprint: kuhn.game.fingerprint,
    payoff: 'score',
    iterations: 2000,
    complete: true,
  })
  expect(policy.exploitability).toBeLessThan(0.001)
  expect(policy.states).toHaveLength(12)
  for (const { probabilities } of policy.states)
    expect(probabilities.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1, 12)
})

describe('at Kuhn poker a solved policy', () => {
  it('keeps the value of the game against a seat that never bluffs, which loses nothing by that', () => {
    const honest = sampleAgent(kuhn, (seed) => makeAgent('policy', seed), 1)
    expect(expectedPayoff(kuhn, joinPolicies(kuhn, read, honest))).toBeCloseTo(-1 / 18, 3)
    expect(expectedPayoff(kuhn, joinPolicies(kuhn, honest, read))).toBeCloseTo(-1 / 18, 3)
  })

  it('wins a sixth of a coin as South against a seat that answers at random', () => {
    const uniform = uniformPolicy(kuhn)
    expect(expectedPayoff(kuhn, joinPolicies(kuhn, uniform, read))).toBeCloseTo(-1 / 6, 3)
    expect(expectedPayoff(kuhn, joinPolicies(kuhn, read, uniform))).toBeGreaterThan(0)
  })
})

describe('the agent', () => {
  /** The saved policy with one certain answer in each information state, other than the first where possible. */
  const certain = (): SolvedPolicy => ({
    ...saved,
    states: saved.states.map((entry, i) => ({
      ...entry,
      probabilities: entry.probabilities.map((_, j) => (j === i % entry.probabilities.length ? 1 : 0)),
    })),
  })

  it('gives the answers of its policy in every information state', () => {
    const table = new PolicyTable(certain())
    const played = sampleAgent(kuhn, (seed) => new SolvedAgent('solved', table, seed), 2)
    expect(played).toEqual(policyFromTable(kuhn, table))
  })

  it('plays whole games by name, in both seats', async () => {
    await loadAgents([spec])
    const { game } = kuhn
    for (const seed of [1, 2, 3]) {
      const agents = [makeAgent(spec, seed), makeAgent(spec, seed + 1)]
      const state = game.start({ seed })
      for (let asked = game.ask(state); asked !== undefined; asked = game.ask(state)) {
        const { seat } = asked
        const picks = [...(agents[seat]?.choose(game, state, seat) ?? [])]
        agents[1 - seat]?.watch?.(game, state, 1 - seat, seat, picks)
        game.answer(state, picks, seat)
      }
      expect(game.outcome(state)).toBeDefined()
    }
  })

  it('refuses other rules and positions that it was not solved for', async () => {
    const agent = new SolvedAgent('solved', new PolicyTable(saved), 1)
    const other = await gameOf('leduc-poker')
    expect(() => agent.choose(other, other.start(), 0)).toThrow('was solved for other rules')
    const { game } = kuhn
    const lost = new SolvedAgent('solved', new PolicyTable({ ...saved, states: [] }), 1)
    expect(() => lost.choose(game, game.start(), 0)).toThrow('has no strategy for this position')
    const sampled = new SolvedAgent('solved', new PolicyTable({ ...saved, states: [], complete: false }), 1)
    expect(sampled.choose(game, game.start(), 0)).toHaveLength(1)
  })

  it('is refused with a reason if its file is missing or something else', async () => {
    await expect(loadAgents(['solved:nowhere.json'])).rejects.toThrow('names a file that does not exist')
    const broken = path.join(folder, 'broken.json')
    writeFileSync(broken, '{"format": 3}')
    await expect(loadAgents([`solved:${broken}`])).rejects.toThrow('is not a solved policy')
    writeFileSync(broken, 'no JSON')
    await expect(loadAgents([`solved:${broken}`])).rejects.toThrow('is not JSON')
  })
})
