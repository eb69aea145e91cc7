/** Simultaneous choices in which some seats have answered: saved, forged, and as moves. */
import { describe, expect, it } from 'vitest'
import { BadSave, IllegalMove, linkGame, Rng, type SavedState, type State } from '../src/index.js'
import { applyMove, legalChoices, legalMoves, type Move, MoveRecorder, validateMove } from '@ludoforge/play'
import { itemAt } from '../../../test/support/items.js'
import type { LinkedGame } from '../src/game/game.js'
import { FRAME } from '../src/link/routine.js'
import { hashOfSave } from './forge.js'
import { parlour } from './games/parlour.js'
import { randomPicks } from './walk.js'

const game = linkGame(parlour) as LinkedGame
const start = game.start({ seed: 3 })
const plain = (saved: SavedState): SavedState => JSON.parse(JSON.stringify(saved)) as SavedState

describe('a save', () => {
  it('may be made between the answers, and resumes there', () => {
    const rng = new Rng(1)
    const state = game.start({ seed: 9 })
    for (;;) {
      const restored = game.restore(plain(game.save(state)))
      expect(game.hash(restored)).toBe(game.hash(state))
      expect(game.save(restored)).toEqual(game.save(state))
      for (const { id } of game.def.seats) expect(game.view(restored, id)).toEqual(game.view(state, id))
      const [seat] = rng.shuffle([...game.deciding(state)])
      if (seat === undefined) break
      const picks = randomPicks(game.ask(state, seat)!, rng)
      game.answer(restored, picks, seat)
      game.answer(state, picks, seat)
      expect(game.hash(restored)).toBe(game.hash(state))
    }
    expect(game.outcome(state)).toBeDefined()
  })

  /** The save of a state with locals of the choice at once changed, and a hash that fits. */
  function forged(
    state: State,
    change: (local: (slot: number) => number, stack: unknown[]) => void,
  ): unknown {
    const saved = plain(game.save(state)) as { stack: unknown[] } & SavedState
    const local = (slot: number): number => state.fp + FRAME + slot - 1 // the stack is saved without its cell 0
    change(local, saved.stack)
    return { ...saved, hash: hashOfSave(game, saved) }
  }
  const { together } = game.linked.machine.linker.questions[start.q]!
  const { seats, pending, answers } = together!

  it.each<[string, (local: (slot: number) => number, stack: unknown[]) => void]>([
    ['nobody is waited for', (at, k) => (k[at(pending)] = [])],
    ['somebody is waited for who is not asked', (at, k) => (k[at(seats)] = [0, 1])],
    ['they are waited for in another order', (at, k) => (k[at(pending)] = [2, 0])],
    ['one is asked twice', (at, k) => (k[at(seats)] = [0, 1, 1, 2])],
    ['one is no seat', (at, k) => (k[at(seats)] = [0, 1, 2, 9])],
    ['one is no seat at all', (at, k) => (k[at(seats)] = [-1, 0, 1, 2])],
    ['they are no list', (at, k) => (k[at(pending)] = 1)],
    ['one has answered who is waited for', (at, k) => (k[at(answers)] = 1)],
    ['an answer is of another type', (at, k) => (k[at(answers + 1)] = [1])],
  ])('in which %s is refused', (_, change) => {
    const state = game.decide(start, 3, 'ben')
    expect(game.restore(forged(state, () => {}))).toBeDefined()
    expect(() => game.restore(forged(state, change))).toThrow(BadSave)
  })

  it('with an alternative that does not exist is refused', () => {
    const rng = new Rng(2)
    const state = game.start({ seed: 4 })
    while (game.decision(state)?.name !== 'choice') game.answer(state, randomPicks(game.ask(state)!, rng))
    const asked = game.linked.machine.linker.questions[state.q]!.together!
    const one = game.decide(state, 'poor', 'cas')
    const put = (value: number) => forged(one, (at, k) => (k[at(asked.answers + 2)] = value))
    expect(game.restore(put(0))).toBeDefined()
    for (const value of [2, -1, 99]) expect(() => game.restore(put(value))).toThrow(BadSave)
  })
})

describe('moves', () => {
  it('are listed for every pending seat', () => {
    expect(legalMoves(game, start)).toEqual(
      ['ann', 'ben', 'cas'].map((seat) => ({ actionId: 'n', seat, params: {} })),
    )
    expect(legalMoves(game, game.decide(start, 1, 'ann')).map(({ seat }) => seat)).toEqual(['ben', 'cas'])
  })

  it('are made by their seat, or by the first pending one', () => {
    const move: Move = { actionId: 'n', seat: 'cas', params: { n: 3 } }
    const state = applyMove(game, start, move)
    expect(game.view(state, null).deciding).toEqual(['ann', 'ben'])
    expect(game.hash(state)).toBe(game.hash(game.decide(start, 3, 'cas')))
    expect(validateMove(game, state, move)).toEqual({
      valid: false,
      reason: "cas can't make the move 'n' now. The decision is with ann, ben.",
    })
    expect(game.view(applyMove(game, start, { actionId: 'n', params: { n: 3 } }), null).deciding[0]).toBe(
      'ben',
    )
    expect(legalChoices(game, start, { actionId: 'n', seat: 'cas', params: {} })).toMatchObject({
      complete: false,
      name: 'n',
      decision: { seat: 'cas' },
    })
    expect(() => applyMove(game, start, { ...move, seat: 7 as unknown as string })).toThrow(IllegalMove)
  })

  it('are recorded in any order, and replay to the same state', () => {
    const rng = new Rng(6)
    const recorder = new MoveRecorder(game, game.start({ seed: 8 }))
    let state = recorder.state
    const inside: string[][] = []
    for (;;) {
      const [seat] = rng.shuffle([...game.deciding(recorder.state)])
      if (seat === undefined) break
      const { id } = itemAt(game.def.seats, seat)
      const ask = game.ask(recorder.state, seat)!
      const move = recorder.decide(game.choice(recorder.state, randomPicks(ask, rng), seat), id)
      if (move === undefined) continue
      if (move.actionId === 'feast') inside.push(Object.keys(move.params).toSorted())
      state = applyMove(game, state, JSON.parse(JSON.stringify(move)) as Move)
      expect(game.hash(state)).toBe(game.hash(recorder.state))
    }
    expect(game.outcome(state)).toBeDefined()
    expect(inside.length).toBeGreaterThan(0)
    for (const params of inside) expect(params).toEqual(['dish:ann', 'dish:ben', 'dish:cas', 'toast'])
    expect(() => recorder.decide(1)).toThrow('There is nothing to decide: the game is over.')
  })

  it('that are partial continue with the pending seats', () => {
    const rng = new Rng(5)
    let state = game.start({ seed: 8 })
    while (game.decision(state)?.type !== 'action')
      game.answer((state = game.fork(state)), randomPicks(game.ask(state)!, rng))
    const feast = { actionId: 'feast', params: { 'dish:ben': [], toast: 1 } }
    expect(legalChoices(game, state, feast)).toMatchObject({ name: 'dish:ann', decision: { seat: 'ann' } })
    const rest = { ...feast, params: { ...feast.params, 'dish:ann': [], 'dish:cas': [] } }
    expect(legalChoices(game, state, rest)).toEqual({ complete: true })
    expect(validateMove(game, state, rest)).toEqual({ valid: true })
  })

  it('cannot be recorded for a seat that is not asked', () => {
    const recorder = new MoveRecorder(game, start)
    recorder.decide(1, 'ben')
    expect(() => recorder.decide(1, 'ben')).toThrow("ben can't decide now.")
  })
})
