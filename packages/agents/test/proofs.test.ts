/** Proofs in search: MCTS-Solver in the tree, transpositions, and alpha-beta over turns of several answers. */
import { type Game, Rng, type State } from '@ludoforge/kernel'
import { describe, expect, it } from 'vitest'
import { gameFrom } from '../../../test/support/games.js'
import { makeAgent } from '../src/index.js'
import { BudgetMeter } from '../src/search/budget.js'
import { RandomProposer } from '../src/search/proposer.js'
import { RootParallelSearch } from '../src/search/root-parallel.js'
import { TurnSearch } from '../src/search/search.js'
import { suitsAlphaBeta } from '../src/search/suits-alpha-beta.js'
import { type Edge, SeatNode } from '../src/search/tree.js'

const SEEDS = [1, 2, 3, 4, 5]

/** A pile from which seats take 1 to 3 in turn. Whoever takes the last wins: leave a multiple of four. */
const take = (pile: number, { seats = '[a, b]', chance = '', worth = '' } = {}) =>
  gameFrom(`# Take

\`\`\`yaml
game: {id: take, title: Take, summary: Take the last}
seats: ${seats}
variables:
  pile: {range: 0..40, start: ${pile}}
\`\`\`

\`\`\`rules
play
  repeat up to 60 times, seats in turn
    choose taken from 1..min([3, pile]) "how many?"
    subtract taken from pile
    if pile = 0
      actor wins "the last"
${chance}
  draw "never"
${worth}
\`\`\`
`)

/** Nim: two piles. A turn has two answers. Whoever takes the last wins: leave equal piles. */
const NIM = gameFrom(`# Nim

\`\`\`yaml
game: {id: nim, title: Nim, summary: Take the last}
seats: [a, b]
variables:
  left: {range: 0..9, start: 5}
  right: {range: 0..9, start: 3}
\`\`\`

\`\`\`rules
play
  repeat up to 60 times, seats in turn
    choose "which pile?"
      option left-pile if left > 0
        choose taken from 1..left "how many?"
        subtract taken from left
      option right-pile if right > 0
        choose taken from 1..right "how many?"
        subtract taken from right
    if left + right = 0
      actor wins "the last"
  draw "never"

value worth(seat) = 0
\`\`\`
`)

/** The reason for the choice, and the number taken. */
function chosen(game: Game, spec: string, seed: number, state = game.start()) {
  const agent = makeAgent(spec, seed)
  const seat = game.ask(state)?.seat ?? 0
  const [taken] = agent.choose(game, state, seat)
  return { taken, why: agent.why?.(state)[0]?.text }
}

function treeOf(game: Game, iterations: number, seed: number, state: State = game.start()): TurnSearch {
  const search = new TurnSearch({
    game,
    state,
    seat: game.ask(state)?.seat ?? 0,
    spending: new BudgetMeter({ iterations }),
    rng: new Rng(seed),
    proposer: new RandomProposer(),
    outlook: null,
  })
  while (!search.done) search.step()
  return search
}

describe('MCTS-Solver', () => {
  it('proves a win in three own turns with a small budget, and plays it', () => {
    for (const seed of SEEDS)
      expect(chosen(take(9), 'search:100', seed)).toEqual({
        taken: 1,
        why: 'it did best of 3 turns, by UCT: it wins for certain',
      })
  })

  it('proves a loss, and tells it from a draw', () => {
    for (const seed of SEEDS)
      expect(chosen(take(8), 'search:100', seed).why).toBe(
        'it did best of 3 turns, by UCT: with best play it loses',
      )
  })

  it('proves a win for one of three seats', () => {
    // With 1 to 3 left a seat wins. With 4 it loses, whatever it takes, and the next seat wins.
    const game = take(5, { seats: '[a, b, c]' })
    const state = game.start()
    game.answer(state, [1])
    expect(game.ask(state)?.seat).toBe(1)
    for (const seed of SEEDS) {
      const { root } = treeOf(game, 200, seed, state)
      for (const { proven, answers } of root.edges)
        expect(proven).toEqual(answers[0]?.values[0] === 4 ? [-0.9, 0.9, -0.9] : [-0.9, -0.9, 0.9])
    }
  })

  it('proves a win that needs no dice in a game with dice, and nothing behind a roll', () => {
    const dice = `    roll luck from 1..2
    if luck = 2 and pile > 1
      subtract 1 from pile`
    expect(chosen(take(3, { chance: dice }), 'search:60', 1)).toEqual({
      taken: 3,
      why: expect.stringContaining('it wins for certain'),
    })
    const { root } = treeOf(take(9, { chance: dice }), 400, 1)
    expect(root.edges.map(({ proven }) => proven)).toEqual([null, null, null])
  })

  it('shares positions that several turns lead to, so that proofs need few iterations', () => {
    for (const seed of SEEDS) {
      const { spent, best } = treeOf(take(13), 300, seed)
      expect(best?.proven).toEqual([0.9, -0.9])
      expect(spent).toBeLessThan(1)
    }
  })
})

describe('a proven loss', () => {
  const answer = (n: number) => [{ site: 1, values: [n], offer: -1 }]
  /** A turn with this mean for the first seat. */
  const tried = (node: SeatNode, n: number, mean: number, isProven: boolean): Edge => {
    const edge = node.take(answer(n))
    edge.add([mean, -mean])
    if (isProven) edge.proven = [mean, -mean]
    return edge
  }

  it('is never chosen while another turn is not proven, however bad that looks', () => {
    const node = new SeatNode(0)
    const lost = tried(node, 1, -0.85, true)
    const open = tried(node, 2, -0.95, false)
    expect(node.best(2)).toEqual([open, lost])
    expect(node.selectUct()).toBe(open)
    expect(node.preferred(0)).toBe(open)
    const parallel = new RootParallelSearch(0, 1, { iterations: 10, parts: 2 }, 1, [])
    const statistics = ({ answers, mean, proven }: Edge) => ({
      answers,
      visits: 1,
      sum: mean,
      proven: proven !== null,
    })
    parallel.take([{ turns: [statistics(lost), statistics(open)], settled: false }])
    expect(parallel.answers).toEqual(open.answers)
  })

  it('leaves a node open if it decides between the others', () => {
    const node = new SeatNode(2)
    node.untried = []
    node.take(answer(1)).proven = [0.9, -0.9, -0.9]
    node.take(answer(2)).proven = [-0.9, 0.9, -0.9]
    expect(node.proven()).toBeUndefined()
    const same = new SeatNode(2)
    same.untried = []
    const first = same.take(answer(1))
    first.proven = [0.9, -0.9, -0.9]
    same.take(answer(2)).proven = [0.9, -0.9, -0.9]
    expect(same.proven()).toBe(first)
  })
})

describe('alpha-beta', () => {
  it('searches whole turns of several answers, and proves their result', () => {
    expect(suitsAlphaBeta(NIM, NIM.start())).toBe(true)
    for (const seed of SEEDS) {
      const agent = makeAgent('search:400', seed)
      const state = NIM.start()
      const said: (string | undefined)[] = []
      while (NIM.ask(state)?.seat === 0) {
        const picks = agent.choose(NIM, state, 0)
        said.push(agent.why?.(state)[0]?.text)
        NIM.answer(state, picks)
      }
      expect(NIM.view(state, null).variables).toMatchObject({ left: 3, right: 3 })
      expect(said).toEqual(['it did best of 8 turns, by alpha-beta: it wins for certain', undefined])
    }
  })

  it('needs a worth: without one the tree searches', () => {
    expect(chosen(take(9), 'search:200', 1).why).toContain('UCT')
    expect(chosen(take(9, { worth: 'value worth(seat) = 0' }), 'search:200', 1)).toEqual({
      taken: 1,
      why: 'it did best of 3 turns, by alpha-beta: it wins for certain',
    })
  })
})
