/** Equilibria of small games, with the values that are published for them. */
import { makeAgent, PolicyTable } from '@ludoforge/agents'
import {
  bestResponse,
  buildTree,
  CfrPlus,
  expectedPayoff,
  exploitability,
  ExternalSampling,
  type GameTree,
  joinPolicies,
  policyFromTable,
  sampleAgent,
  sampledPolicyOf,
  type TreePolicy,
  uniformPolicy,
} from '@ludoforge/solve'
import { beforeAll, describe, expect, it } from 'vitest'
import { gameFrom, gameOf } from '../../../test/support/games.js'

function solve(tree: GameTree, iterations: number): TreePolicy {
  const cfr = new CfrPlus(tree)
  for (let i = 0; i < iterations; i += 1) cfr.iterate()
  expect(cfr.iterations).toBe(iterations)
  return cfr.policy()
}

describe('Kuhn poker', () => {
  let kuhn: GameTree
  beforeAll(async () => {
    kuhn = buildTree(await gameOf('kuhn-poker'))
  })

  /** The strategies of a seat by its card and what it may do: north-king-check. */
  function strategies(policy: TreePolicy): Record<string, readonly number[]> {
    const { game, sets } = kuhn
    return Object.fromEntries(
      sets.map(({ index, seat, state, choices }) => {
        const id = game.def.seats[seat]?.id ?? ''
        const [card] = Object.values(game.view(state, id).zones).flatMap(({ cards }) => cards ?? [])
        return [`${id} ${card} ${JSON.stringify(choices)}`, [...(policy[index] ?? [])]]
      }),
    )
  }

  it('has six deals, twelve information sets and payoffs in coins', () => {
    expect(kuhn.sets).toHaveLength(12)
    expect(kuhn.payoff).toBe('score')
    // A root, six deals, and for each four decisions and five ends.
    expect(kuhn.nodes).toBe(1 + 6 * (4 + 5))
    expect(kuhn.root).toMatchObject({ kind: 'chance' })
    if (kuhn.root.kind === 'chance') for (const p of kuhn.root.probabilities) expect(p).toBeCloseTo(1 / 6, 12)
  })

  it('is exploited exactly as published if both seats answer at random', () => {
    const { value, responses, nashConv } = exploitability(kuhn, uniformPolicy(kuhn))
    expect(value).toBeCloseTo(1 / 8, 12)
    expect(responses[0]).toBeCloseTo(1 / 2, 12)
    expect(responses[1]).toBeCloseTo(5 / 12, 12)
    expect(nashConv).toBeCloseTo(11 / 12, 12)
  })

  it('is worth -1/18 to the first seat, and CFR+ finds an equilibrium', () => {
    const policy = solve(kuhn, 1000)
    const { value, exploitability: exploited } = exploitability(kuhn, policy)
    expect(value).toBeCloseTo(-1 / 18, 4)
    expect(exploited).toBeGreaterThanOrEqual(0)
    expect(exploited).toBeLessThan(0.001)
    // Kuhn 1950: South calls with a queen and bluffs with a jack in a third of all cases.
    const found = strategies(policy)
    expect(found['south queen ["call","fold"]']?.[0]).toBeCloseTo(1 / 3, 2)
    expect(found['south jack ["check","bet"]']?.[1]).toBeCloseTo(1 / 3, 2)
    expect(found['south king ["call","fold"]']?.[0]).toBeCloseTo(1, 3)
    // North bets the king three times as often as the jack.
    expect(
      (found['north king ["check","bet"]']?.[1] ?? 0) / (found['north jack ["check","bet"]']?.[1] ?? 1),
    ).toBeCloseTo(3, 0)
  })

  it('has a best response against an agent that never bluffs, computed exactly', () => {
    const honest = sampleAgent(kuhn, (seed) => makeAgent('policy', seed), 3)
    for (const strategy of honest) expect([...strategy].toSorted((a, b) => a - b)).toEqual([0, 1]) // it draws no random numbers
    // By hand: North bets a jack (+1 against a queen, -2 against a king), checks a queen (+1, -1) and wins the ante with a
    // king: (-1/2 + 0 + 1) / 3. South bets whenever North checks (+1) and folds to the king (-1): (1 + 1 - 1) / 3.
    const response = bestResponse(kuhn, 0, honest)
    expect(response.value).toBeCloseTo(1 / 6, 12)
    expect(bestResponse(kuhn, 1, honest).value).toBeCloseTo(1 / 3, 12)
    const played = kuhn.sets.map(({ index, choices }) =>
      Float64Array.from(choices, (_, i) => (i === (response.answers[index] ?? 0) ? 1 : 0)),
    )
    expect(expectedPayoff(kuhn, joinPolicies(kuhn, played, honest))).toBeCloseTo(1 / 6, 12)
  })

  it('is solved by external sampling, more slowly', () => {
    const { game } = kuhn
    const sampling = new ExternalSampling(game, {}, undefined, 7)
    for (let i = 0; i < 1500; i += 1) sampling.iterate()
    expect(sampling.payoff).toBe('score')
    expect(sampling.sets.size).toBe(12)
    const provenance = { scenario: null, options: {}, command: '', version: '', method: '', iterations: 1500 }
    const table = new PolicyTable(sampledPolicyOf(game, sampling, provenance))
    const { value, exploitability: exploited } = exploitability(kuhn, policyFromTable(kuhn, table))
    expect(value).toBeCloseTo(-1 / 18, 1)
    expect(exploited).toBeLessThan(0.06)
  })
})

describe('Leduc poker', () => {
  let leduc: GameTree
  beforeAll(async () => {
    leduc = buildTree(await gameOf('leduc-poker'))
  }, 120_000)

  it('has 936 information sets, with suits, and is exploited as published by random play', () => {
    expect(leduc.sets).toHaveLength(936)
    const { nashConv } = exploitability(leduc, uniformPolicy(leduc))
    expect(nashConv).toBeCloseTo(4.7472, 4)
  })

  it('is worth -0.0856 to the first seat, and CFR+ finds an equilibrium', () => {
    const { value, exploitability: exploited } = exploitability(leduc, solve(leduc, 400))
    expect(value).toBeCloseTo(-0.0856, 3)
    expect(exploited).toBeGreaterThanOrEqual(0)
    expect(exploited).toBeLessThan(0.005)
  })
})

describe("Liar's Dice", () => {
  it('is worth 1/9 to the first seat with dice of three sides', async () => {
    const tree = buildTree(await gameOf('liars-dice'), { start: { scenario: 'three' } })
    const { value, exploitability: exploited } = exploitability(tree, solve(tree, 600))
    expect(tree.payoff).toBe('result')
    expect(value).toBeCloseTo(1 / 9, 4)
    expect(exploited).toBeLessThan(0.0001)
  })
})

describe('a simultaneous choice', () => {
  const MATCHING = gameFrom(`# Odds and evens

\`\`\`yaml
game: {id: odds, title: Odds and evens, summary: Show one or two fingers}
seats: [odd, even]
seat-variables:
  fingers: 0..2
  points: {range: -9..9}
\`\`\`

\`\`\`rules
play
  choose number from 1..2, by each seat in seats at once "fingers"
    set seat.fingers to number
  let total = odd.fingers + even.fingers
  if total = 3
    set odd.points to 3
    set even.points to -3
  else
    set odd.points to 0 - total
    set even.points to total
  rank seats by it.points, "shown"
\`\`\`
`)

  it('hides the answer of the seat that answers first', () => {
    const tree = buildTree(MATCHING)
    expect(tree.sets.map(({ seat, nodes }) => [seat, nodes.length])).toEqual([
      [0, 1],
      [1, 2],
    ])
    // Von Neumann's Odds and Evens: odd shows one finger in 7 of 12 cases and wins 1/12 on average.
    const policy = solve(tree, 2000)
    expect(exploitability(tree, policy).value).toBeCloseTo(1 / 12, 3)
    expect(policy[0]?.[0]).toBeCloseTo(7 / 12, 2)
  })
})
