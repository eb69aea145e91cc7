/** Ranking turns, reviews and puzzles. */
import type { Puzzle } from '@ludoforge/play'
import { describe, expect, it } from 'vitest'
import { gameOf } from '../../../test/support/games.js'
import {
  judgeTurn,
  makeAgent,
  playTurn,
  puzzlePosition,
  rankTurns,
  reviewTurn,
  seedOf,
  turnsIn,
  verifyPuzzle,
  worstTurns,
} from '../src/index.js'

/** By cell: cross has two in a row, and nought has to block. */
const OPENING = [0, 4, 1]
const ITERATIONS = 400

describe('turns in a position', () => {
  it('are ranked by search: the only defence first, by a wide margin, and the same every time', async () => {
    const game = await gameOf('tic-tac-toe')
    const ids = game.decision(game.start())?.options.map(({ id }) => id) ?? []
    const state = OPENING.reduce((s, cell) => game.decide(s, ids[cell] ?? ''), game.start())
    const request = { game, state, seat: 1, iterations: ITERATIONS, seed: 1, include: [[ids[8] ?? '']] }
    const ranking = await rankTurns(request)
    const [best, second] = ranking?.turns ?? []
    expect(best?.steps.map(({ choice }) => choice)).toEqual([ids[2]])
    expect(best).toMatchObject({ proven: 'drawn', score: 50 })
    expect(second).toMatchObject({ proven: 'lost', score: 0 })
    expect(ranking?.included[0]?.score).toBe(0)
    expect(ranking?.included[0]?.steps[0]?.choice).toBe(ids[8])
    expect(await rankTurns(request)).toEqual(ranking)
  })

  it('make a review: the turn that missed the win gave away most', async () => {
    const game = await gameOf('tic-tac-toe')
    const ids = game.decision(game.start())?.options.map(({ id }) => id) ?? []
    const [x, o] = game.def.seats.map(({ id }) => id)
    const played = [0, 6, 1, 7, 3, 8].map((at, i) => ({
      seat: (i % 2 === 0 ? x : o) ?? '',
      choice: ids[at] ?? '',
    }))
    const turns = turnsIn(game, game.start(), played)
    expect(turns.map(({ first, last, seat }) => [first, last, seat])).toEqual(
      played.map((_, i) => [i + 1, i + 1, i % 2]),
    )
    const reviewed = []
    for (const turn of turns) reviewed.push(await reviewTurn(game, turn, { iterations: 60, seed: 1 }))
    const [worst] = worstTurns(
      reviewed.flatMap((turn) => turn ?? []),
      1,
    )
    expect(worst?.turn.first).toBe(5)
    expect(worst?.loss).toBe(100)
    expect(worst?.best.steps.map(({ choice }) => choice)).toEqual([ids[2]])
  })

  it('make a puzzle: its solution solves it, a blunder does not, and the search verifies it', async () => {
    const game = await gameOf('tic-tac-toe')
    const ids = game.decision(game.start())?.options.map(({ id }) => id) ?? []
    const decisions = OPENING.map((at) => ids[at] ?? '')
    const state = decisions.reduce((s, cell) => game.decide(s, cell), game.start({ seed: 1 }))
    const hash = game.hash(state)
    const puzzle: Puzzle = {
      seed: 1,
      options: {},
      decisions,
      hash,
      seat: game.def.seats[1]?.id ?? '',
      solution: [ids[2] ?? ''],
      margins: [200, ITERATIONS, 4 * ITERATIONS].map((iterations) => ({ iterations, best: 50, next: 0 })),
    }
    expect(seedOf(puzzle)).toContain(hash)
    expect(playTurn(game, puzzlePosition(game, puzzle), puzzle.seat, puzzle.solution).isOver).toBe(true)
    expect(await judgeTurn(game, puzzle, puzzle.solution)).toEqual({ isSolved: true, isSolution: true })
    expect(await judgeTurn(game, puzzle, [ids[3] ?? ''])).toMatchObject({
      isSolved: false,
      isSolution: false,
    })
    expect(await verifyPuzzle(game, puzzle)).toEqual(puzzle.margins)
    expect(() => puzzlePosition(game, { ...puzzle, hash: 'other' })).toThrow('another position')
  })

  it('see what the seat may see: hidden cards do not change the ranking', async () => {
    const game = await gameOf('three-crowns')
    const state = game.start({ seed: 3 })
    const agents = game.def.seats.map((_, i) => makeAgent('random', i))
    for (let n = 0; n < 3; n += 1) {
      const seat = game.ask(state)?.seat ?? 0
      game.answer(state, agents[seat]?.choose(game, state, seat) ?? [], seat)
    }
    const seat = game.ask(state)?.seat ?? 0
    const ranking = await rankTurns({ game, state, seat, iterations: 40, seed: 1 })
    expect(ranking?.turns.length).toBeGreaterThan(0)
    for (const { score } of ranking?.turns ?? []) {
      expect(score).toBeGreaterThanOrEqual(0)
      expect(score).toBeLessThanOrEqual(100)
    }
  })
})
