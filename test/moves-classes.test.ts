/** Classes of moves: the default of an operation, and aliases of classes. */
import { applyMove, legalMoves, type Move, validateMove } from '@ludoforge/play'
import { describe, expect, it } from 'vitest'
import { itemAt } from './support/items.js'
import { raiders } from './support/raiders.js'

const NAMED = 'values:\n  action-class: [operation, operation-and-activity]\n'

/** Raiders whose first question is for an operation, which is performed as the clauses say. */
const direct = (clauses: string, change = (text: string): string => text) =>
  raiders((text) =>
    change(text).replace(
      '    do take-turn',
      `    choose what from [rally, attack]\n    perform what${clauses}`,
    ),
  )

const rally: Move = { actionId: 'rally', params: { spaces: ['mill'] } }

describe('an operation that is performed without a class', () => {
  it('has the class `operation`, and shows it', () => {
    const game = direct('')
    const start = game.start()
    expect(legalMoves(game, start)[0]).toEqual({ actionId: 'rally', actionClass: 'operation', params: {} })
    expect(validateMove(game, start, { ...rally, actionClass: 'operation' })).toEqual({ valid: true })
    expect(validateMove(game, start, rally)).toEqual({ valid: true })
    expect(validateMove(game, start, { ...rally, actionClass: 'operation-and-activity' }).valid).toBe(false)
  })

  it('has the class that `operation` stands for', () => {
    const classes =
      'values:\n  action-class: [full, operation-and-activity]\nclass-names: {operation: full}\n'
    const game = direct('', (text) =>
      text
        .replace(NAMED, classes)
        .replaceAll('as operation\n', 'as full\n')
        .replaceAll('as operation)', 'as full)'),
    )
    const start = game.start()
    expect(itemAt(legalMoves(game, start), 0).actionClass).toBe('full')
    for (const actionClass of ['full', 'operation'])
      expect(validateMove(game, start, { ...rally, actionClass })).toEqual({ valid: true })
  })

  it('has none if the game has no such class', () => {
    const classes = 'values:\n  action-class: [full, operation-and-activity]\n'
    const game = direct('', (text) =>
      text
        .replace(NAMED, classes)
        .replaceAll('as operation\n', 'as full\n')
        .replaceAll('as operation)', 'as full)'),
    )
    expect(legalMoves(game, game.start())[0]).toEqual({ actionId: 'rally', params: {} })
  })
})

describe('an alias of a class', () => {
  const names = `${NAMED}class-names: {operationPlusSpecialActivity: operation-and-activity}\n`
  const game = direct(', as operation-and-activity', (text) => text.replace(NAMED, names))
  const start = game.start()
  const whole: Move = { ...rally, params: { ...rally.params, extra: [] } }

  it('is accepted, in the move and in its insertions', () => {
    const actionClass = 'operationPlusSpecialActivity'
    const tax: Move = { actionId: 'tax', actionClass, params: { space: 'moor' } }
    const move: Move = { ...rally, actionClass, compound: { timing: 'after', specialActivity: tax } }
    expect(validateMove(game, start, { ...whole, actionClass })).toEqual({ valid: true })
    expect(validateMove(game, start, move)).toEqual({ valid: true })
    const own = applyMove(game, start, { ...whole, actionClass: 'operation-and-activity' })
    expect(game.hash(applyMove(game, start, { ...whole, actionClass }))).toBe(game.hash(own))
  })

  it("that doesn't exist is refused", () => {
    for (const actionClass of ['limitedOperation', 'constructor', '__proto__'])
      expect(validateMove(game, start, { ...whole, actionClass }).valid).toBe(false)
  })
})
