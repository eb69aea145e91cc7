/** Whole moves of Fire in the Lake: every template, completed as asked, is valid, and so is every way to wrap it. */
import { type Choice, type Decision, Rng, type State, type Timing } from '@ludoforge/kernel'
import {
  applyMove,
  compoundMoves,
  decisionsOfMove,
  legalChoices,
  legalMoves,
  type Move,
  terminalResult,
  validateMove,
  withAnswer,
} from '@ludoforge/play'
import { describe, expect, it } from 'vitest'
import { firstItems, itemAt } from '../../../test/support/items.js'
import { turnOf } from './support/activities.js'
import { begin, gameWith } from './support/boards.js'
import { beginning, drawChoice } from '../../../test/support/play.js'

const TIMINGS = ['before', 'during', 'after'] as const satisfies readonly Timing[]

/** By operation: whose it is, an activity that goes with it, a space, and a board. */
const AFTER = {
  'assault-us': ['US', 'air-lift', 'hue', 'place 2 US troops in hue\n    place 2 NVA troops in hue'],
  'assault-arvn': [
    'ARVN',
    'transport',
    'hue',
    'place 4 ARVN troops in hue\n    place 1 NVA troops in hue\n    set resources of ARVN to 9',
  ],
  'terror-vc': ['VC', 'tax', 'hue', 'place 3 VC guerrillas in hue\n    set resources of VC to 9'],
  'rally-vc': ['VC', 'tax', 'hue', 'place 1 VC guerrillas in saigon\n    set resources of VC to 9'],
  'march-vc': [
    'VC',
    'tax',
    'da-nang',
    'place 3 VC guerrillas in quang-nam\n    place 2 VC guerrillas in tay-ninh\n    set resources of VC to 9',
  ],
} as const

const game = gameWith({
  ...Object.fromEntries(
    Object.entries(AFTER).map(([id, [seat, , , board]]) => [`turn-${id}`, turnOf(seat, board)]),
  ),
  'broke-vc': turnOf(
    'VC',
    `
    move card-125 in coup-stock to next-card
    place 3 VC guerrillas in tay-ninh
    place 2 VC guerrillas in quang-nam
    place 1 NVA bases in central-laos
    set resources of VC to 0`,
  ).replace('card-110', 'card-46'),
  'grants-infiltrate': turnOf(
    'NVA',
    'place 1 NVA bases in central-laos\n    set resources of NVA to 5',
  ).replace('card-110', 'card-46'),
  'grants-limited': 'place 2 VC guerrillas in hue\n    do grant-limited(VC)',
})

type Answer = (decision: Decision) => Choice

/** Answers what the move is asked, and nothing else. */
function completed(state: State, template: Move, answer: Answer): Move {
  let move = template
  for (let n = 0; n < 500; n += 1) {
    const open = legalChoices(game, state, move)
    if (open.complete) return move
    move = withAnswer(open, answer(open.decision))
  }
  throw new Error('The move is never complete.')
}

/** Declines as soon as it may and takes no offer; else draws. */
const briefly =
  (rng: Rng): Answer =>
  (decision) =>
    decision.optional || (decision.kind === 'many' && decision.min === 0)
      ? []
      : drawChoice({ ...decision, offers: decision.options.length > 0 ? [] : decision.offers }, rng)

describe('moves of random games', () => {
  const wrapped = new Map<string, number>()
  let tried = 0

  function valid(state: State, move: Move): State {
    tried += 1
    const said = JSON.parse(JSON.stringify(move)) as Move
    expect(validateMove(game, state, said), JSON.stringify(said)).toEqual({ valid: true })
    return applyMove(game, state, said)
  }

  it.each([3, 8, 21])('are legal as soon as nothing more is asked, from seed %i', (seed) => {
    const rng = new Rng(seed)
    let state = game.start(beginning(game, seed))
    for (let n = 0; n < 16 && terminalResult(game, state) === null; n += 1) {
      const next: State[] = []
      for (const template of legalMoves(game, state)) {
        const move = completed(state, template, (decision) => drawChoice(decision, rng))
        next.push(valid(state, move))
        if (move.compound !== undefined || move.actionClass !== 'operation-and-activity') continue
        const short = completed(state, template, briefly(rng))
        const variants = compoundMoves(game, state, short)
        for (const timing of TIMINGS) {
          const ofIt = variants.filter(({ compound }) => compound?.timing === timing)
          if (ofIt.length === 0) continue
          const whole = completed(state, itemAt(ofIt, rng.below(ofIt.length)), briefly(rng))
          next.push(valid(state, whole))
          const key = `${timing} ${whole.actionId}`
          wrapped.set(key, (wrapped.get(key) ?? 0) + 1)
        }
      }
      state = itemAt(next, rng.below(next.length))
    }
  })

  it('are many, with activities after operations that ended by declining another space', () => {
    expect(tried).toBeGreaterThan(500)
    const after = [...wrapped.keys()].filter((key) => key.startsWith('after')).map((key) => key.slice(6))
    const kinds = new Set(after.map((id) => id.split('-')[0]))
    expect([...kinds]).toEqual(expect.arrayContaining(['train', 'patrol', 'sweep', 'rally', 'march']))
  })
})

describe('an activity after an operation that ended by declining another space', () => {
  it.each(Object.entries(AFTER))('goes with %s', (operation, [seat, activity, space]) => {
    const start = begin(game, `turn-${operation}`)
    const template = { actionId: operation, actionClass: 'operation-and-activity', params: {} }
    const rng = new Rng(5)
    const move = completed(start, template, (decision) =>
      decision.options.some(({ id }) => id === space) && decision.name === 'space' && !decision.optional
        ? space
        : briefly(rng)(decision),
    )
    const compound = {
      timing: 'after',
      specialActivity: { actionId: activity, params: {} },
    } as const
    const whole = completed(start, { ...move, compound }, briefly(rng))
    expect(validateMove(game, start, whole)).toEqual({ valid: true })
    expect(whole.compound?.timing).toBe('after')
    const made = decisionsOfMove(game, start, whole).map(({ choice }) => choice)
    expect(made).toContainEqual({ offer: activity })
    expect(game.evaluate(applyMove(game, start, whole), `turn of ${seat}`)).toBe('executed')
  })
})

describe('where a forced activity is the only way into an operation with one', () => {
  const start = begin(game, 'broke-vc')

  it('the templates of the Event are asked what the Event asks', () => {
    const templates = legalMoves(game, start)
    const events = templates.filter(({ actionId }) => actionId.includes('-of-card-'))
    expect(events).toHaveLength(2)
    let asking = 0
    expect(templates.some(({ compound }) => compound?.specialActivity.actionId === 'tax')).toBe(true)
    for (const template of templates) {
      const open = legalChoices(game, start, template)
      const isEvent = events.includes(template)
      if (isEvent && !open.complete) {
        expect(open.part).toMatchObject({ kind: 'operation' })
        asking += 1
      }
      const move = completed(start, template, (decision) => drawChoice(decision, new Rng(2)))
      expect(validateMove(game, start, move)).toEqual({ valid: true })
      if (isEvent) expect(move.compound).toBeUndefined()
    }
    expect(asking).toBeGreaterThan(0)
  })
})

describe('a move that carries out something free', () => {
  const start = begin(game, 'grants-infiltrate')
  const made = (actionId: string, choice: string): Move =>
    completed(start, { actionId, params: {} }, (decision) =>
      decision.options.some(({ id }) => id === choice) ? choice : briefly(new Rng(4))(decision),
    )
  const freely = (move: Move, freeOperation: boolean): boolean =>
    validateMove(game, start, { ...move, freeOperation }).valid

  it('may say so, such as an Event that grants it', () => {
    const [taken, declined] = firstItems(
      ['yes', 'no'].map((choice) => made('shaded-of-card-46', choice)),
      2,
    )
    expect([freely(taken, true), freely(taken, false)]).toEqual([true, false])
    expect([freely(declined, true), freely(declined, false)]).toEqual([false, true])
  })

  it('is no Operation that is paid for', () => {
    const rally = made('rally-nva', 'guerrilla')
    expect([freely(rally, true), freely(rally, false)]).toEqual([false, true])
  })

  it('is named after the action where the question for it comes first', () => {
    const at = begin(game, 'grants-limited')
    const templates = legalMoves(game, at)
    expect(templates).toContainEqual({
      actionId: 'rally-vc',
      actionClass: 'limited-operation',
      freeOperation: true,
      params: {},
    })
    for (const template of templates) {
      const move = completed(at, template, briefly(new Rng(6)))
      expect(validateMove(game, at, move)).toEqual({ valid: true })
    }
  })
})

describe('the class of a move', () => {
  const state = game.start({ scenario: 'short', seed: 9 })
  const template = legalMoves(game, state).find((one) => one.actionClass === 'operation-and-activity')!
  const move = completed(state, template, briefly(new Rng(1)))

  it('may be said by the name that the specs give it', () => {
    const said = { ...move, actionClass: 'operationPlusSpecialActivity' }
    expect(validateMove(game, state, said)).toEqual({ valid: true })
    expect(game.hash(applyMove(game, state, said))).toBe(game.hash(applyMove(game, state, move)))
    expect(validateMove(game, state, { ...move, actionClass: 'limitedOperation' })).toMatchObject({
      valid: false,
      reason: expect.stringContaining("not 'limited-operation'") as string,
    })
  })
})
