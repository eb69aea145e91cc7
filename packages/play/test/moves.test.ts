/** Whole moves: records of their decisions. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Choice, IllegalMove, linkGame, Rng } from '@ludoforge/kernel'
import {
  applyMove,
  initialState,
  legalChoices,
  legalMoves,
  type Move,
  MoveRecorder,
  terminalResult,
  validateMove,
  withAnswer,
} from '../src/index.js'
import type { LinkedGame } from '@ludoforge/kernel/internal'
import { entryOf, itemAt } from '../../../test/support/items.js'
import { cards } from '../../kernel/test/games/cards.js'
import { islands } from '../../kernel/test/games/islands.js'
import { tictactoe } from '../../kernel/test/games/tictactoe.js'
import { randomPicks } from '../../kernel/test/walk.js'

describe.each([tictactoe, cards, islands].map((def) => ({ id: def.id, def })))('in $id', ({ def }) => {
  const game = linkGame(def) as LinkedGame

  it('the moves of a random game replay to the same states', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000 }), (seed) => {
        const rng = new Rng(seed)
        const recorder = new MoveRecorder(game, initialState(def, seed))
        let replayed = initialState(def, seed)
        while (game.decision(recorder.state) !== undefined) {
          const ask = game.ask(recorder.state)!
          const offers = ask.offers.length
          const picks = offers > 0 && rng.below(3) === 0 ? [-1 - rng.below(offers)] : randomPicks(ask, rng)
          const move = recorder.decide(game.choice(recorder.state, picks))
          if (move === undefined) continue
          const json = JSON.parse(JSON.stringify(move)) as Move
          expect(validateMove(game, replayed, json)).toEqual({ valid: true })
          replayed = applyMove(game, replayed, json)
          expect(game.hash(replayed)).toBe(game.hash(recorder.state))
        }
        expect(terminalResult(game, replayed)).toEqual(game.outcome(recorder.state))
      }),
      { numRuns: 25 },
    )
  })

  it('a move can be completed choice by choice from its template', () => {
    const rng = new Rng(9)
    let state = initialState(def, 4)
    for (let n = 0; n < 12 && terminalResult(game, state) === null; n++) {
      const templates = legalMoves(game, state)
      let move = itemAt(templates, rng.below(templates.length))
      for (let step = 0; step < 60; step++) {
        const next = legalChoices(game, state, move)
        if (next.complete) break
        const { decision } = next
        let answer: Choice = []
        if (decision.offers.length > 0 && rng.below(2) === 0)
          answer = { offer: itemAt(decision.offers, 0).id }
        else if (decision.kind === 'number') answer = decision.min
        else if (decision.kind === 'many') answer = decision.options.slice(0, decision.min).map((o) => o.id)
        else if (!decision.optional) answer = itemAt(decision.options, rng.below(decision.options.length)).id
        move = withAnswer(next, answer)
      }
      expect(legalChoices(game, state, move)).toEqual({ complete: true })
      state = applyMove(game, state, move)
    }
  })
})

describe('a move', () => {
  const game = linkGame(islands)
  const state = initialState(islands, 1)

  it('names the action, its class, and its decisions', () => {
    const recorder = new MoveRecorder(game, state)
    expect(recorder.decide('rally')).toBeUndefined()
    expect(recorder.decide(['ash', 'birch'])).toBeUndefined()
    expect(recorder.decide([])).toBeUndefined()
    expect(recorder.decide({ offer: 'raid' })).toBeUndefined()
    expect(recorder.decide('ash')).toBeUndefined()
    expect(recorder.decide([])).toEqual({
      // the window is open again
      actionId: 'rally',
      actionClass: 'operation',
      params: { places: ['ash', 'birch'], special: [], 'special#2': [] },
      compound: {
        timing: 'during',
        insertAfterStage: 1,
        specialActivity: { actionId: 'raid', params: { victim: 'ash' } },
      },
    })
  })

  it('may omit windows that its compound does not use', () => {
    const raid: Move = { actionId: 'raid', params: { victim: 'ash' } }
    const move: Move = {
      actionId: 'rally',
      params: { places: ['ash', 'birch'] },
      compound: { timing: 'during', insertAfterStage: 1, specialActivity: raid },
    }
    expect(validateMove(game, state, move)).toEqual({ valid: true })
  })

  it('numbers a repeated name', () => {
    const recorder = new MoveRecorder(game, state)
    recorder.decide('march')
    recorder.decide([])
    for (const choice of ['ash', ['red-army@ash'], 'birch', 'ash', ['red-army@ash'], 'cedar'])
      recorder.decide(choice)
    expect(recorder.decide([])).toMatchObject({
      actionId: 'march',
      params: { special: [], from: 'ash', to: 'birch', 'from#2': 'ash', 'to#2': 'cedar', 'from#3': [] },
    })
  })

  it.each<[string, Move, RegExp]>([
    ['an action that is not offered', { actionId: 'raid', params: {} }, /'raid' is not offered/],
    ['a choice that is missing', { actionId: 'rally', params: {} }, /has no answer for 'places'/],
    [
      'a choice that is not legal',
      { actionId: 'rally', params: { places: ['fern'] } },
      /'fern' is not offered/,
    ],
    [
      'a choice nobody asks',
      { actionId: 'rally', params: { places: [], wine: 'red' } },
      /has 'wine', which no question asks for/,
    ],
    [
      'a compound that has no window',
      {
        actionId: 'rally',
        params: { places: [] },
        compound: { timing: 'during', specialActivity: { actionId: 'raid', params: {} } },
      },
      /compound: raid/,
    ],
    [
      'another class',
      { actionId: 'rally', actionClass: 'limited', params: { places: [] } },
      /the class 'operation', not 'limited'/,
    ],
    ['no move at all', 'rally' as never, /must have an `actionId` and `params`/],
  ])('with %s is refused and changes nothing', (_, move, message) => {
    const before = game.hash(state)
    expect(() => applyMove(game, state, move)).toThrow(IllegalMove)
    expect(() => applyMove(game, state, move)).toThrow(message)
    expect(validateMove(game, state, move)).toMatchObject({ valid: false })
    expect(game.hash(state)).toBe(before)
  })

  it('outside any action is named after its decision', () => {
    const ttt = linkGame(tictactoe)
    const start = initialState(tictactoe, 1)
    expect(legalMoves(ttt, start)).toEqual([{ actionId: 'cell', params: {} }])
    const next = applyMove(ttt, start, { actionId: 'cell', params: { cell: 'b2' } })
    expect(entryOf(ttt.view(next, null).zones, 'b2').pieces).toEqual({ 'mark-x': 1 })
    expect(() => applyMove(ttt, start, { actionId: 'bid', params: {} })).toThrow(/The decision is 'cell'/)
  })
})
