/** Whole moves in every game: records replay, and templates can be completed. */
import { type Game, Rng, type State } from '@ludoforge/kernel'
import {
  applyMove,
  compoundMoves,
  legalChoices,
  legalMoves,
  type Move,
  MoveRecorder,
  terminalResult,
  validateMove,
  withAnswer,
} from '@ludoforge/play'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { longEffort } from '../support/effort.js'
import { games, leftOut } from '../support/folders.js'
import { itemAt } from '../support/items.js'
import { beginning, drawChoice, runsWithin } from '../support/play.js'
import { nestedRaiders, raiders } from '../support/raiders.js'

/** Completes a move by its questions alone. */
function completed(game: Game, state: State, template: Move, rng: Rng): Move {
  let move = template
  for (let n = 0; n < 500; n += 1) {
    const next = legalChoices(game, state, move)
    expect(validateMove(game, state, move).valid).toBe(next.complete)
    if (next.complete) return move
    move = withAnswer(next, drawChoice(next.decision, rng))
  }
  throw new Error('The move is never complete.')
}

const all = [
  ...games.map(({ name, game }) => ({ name, game })),
  { name: 'raiders, a game of menus and activities', game: raiders() },
  { name: 'raiders, with activities in activities', game: nestedRaiders() },
]

describe.each(all)(`$name${leftOut()}`, ({ game }) => {
  it('records moves that replay to the same states', () => {
    const property = fc.property(fc.nat(), (seed) => {
      const rng = new Rng(seed)
      const recorder = new MoveRecorder(game, game.start(beginning(game, seed)))
      let replayed = recorder.state
      for (let n = 0; n < 300; n += 1) {
        const decision = game.decision(recorder.state)
        if (decision === undefined) break
        const made = recorder.decide(drawChoice(decision, rng))
        if (made === undefined) continue
        replayed = applyMove(game, replayed, JSON.parse(JSON.stringify(made)) as Move)
        expect(game.hash(replayed), JSON.stringify(made)).toBe(game.hash(recorder.state))
      }
    })
    fc.assert(property, longEffort(71, runsWithin(game, 900, 20)))
  })

  it('has templates that can be completed, and wrapped when they are', () => {
    const property = fc.property(fc.nat(), (seed) => {
      const rng = new Rng(seed)
      let state = game.start(beginning(game, seed))
      for (let n = 0; n < 12 && terminalResult(game, state) === null; n += 1) {
        const templates = legalMoves(game, state)
        expect(new Set(templates.map((one) => JSON.stringify(one))).size).toBe(templates.length)
        let move = completed(game, state, itemAt(templates, rng.below(templates.length)), rng)
        const variants = compoundMoves(game, state, move)
        if (variants.length > 0)
          move = completed(game, state, itemAt(variants, rng.below(variants.length)), rng)
        state = applyMove(game, state, move)
      }
    })
    fc.assert(property, longEffort(72, runsWithin(game, 300, 20)))
  })
})
