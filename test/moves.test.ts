/** The move API: templates, the parts of a move, compound moves, and refusals. */
import { type Choice, type Decision, IllegalMove, type State } from '@ludoforge/kernel'
import {
  applyMove,
  compoundMoves,
  legalChoices,
  legalMoves,
  type Move,
  MoveRecorder,
  type OpenChoice,
  validateMove,
  withAnswer,
} from '@ludoforge/play'
import { describe, expect, it } from 'vitest'
import { firstItems, itemAt } from './support/items.js'
import { goldOf, nestedRaiders, raiders } from './support/raiders.js'

const game = raiders()
const start = game.start({ seed: 3 })

const after = (...choices: Choice[]): State =>
  choices.reduce((state, choice) => game.decide(state, choice), start)

/** All pass until red, who has no gold, must decide. */
const poor = raiders((text) => text.replace('start: 4', 'start: 0'))

/** Both have a guard in the mill, and red must decide. */
const settled = after('operation', ['mill'], 'operation', ['mill'])

function open(state: State, move: Move, of = game): OpenChoice {
  const next = legalChoices(of, state, move)
  if (next.complete) throw new Error('The move is complete.')
  return next
}

/** Completes a move by answering its questions. */
function completed(state: State, template: Move, answer: (decision: Decision) => Choice, of = game): Move {
  let move = template
  for (let n = 0; n < 50; n += 1) {
    const next = legalChoices(of, state, move)
    if (next.complete) return move
    move = withAnswer(next, answer(next.decision))
  }
  throw new Error('The move is never complete.')
}

/** Chooses as little as legal. */
const least = ({ kind, min, options, optional }: Decision): Choice => {
  if (kind === 'number') return min
  if (kind === 'many') return options.slice(0, min).map(({ id }) => id)
  return optional ? [] : itemAt(options, 0).id
}

const brief = ({ actionId, actionClass, compound, via, freeOperation }: Move): string =>
  [
    actionId,
    ...(actionClass === undefined ? [] : [`as ${actionClass}`]),
    ...(freeOperation === true ? ['free'] : []),
    ...(via === undefined ? [] : [`via ${via.join()}`]),
    ...(compound === undefined ? [] : [`${compound.timing} ${compound.specialActivity.actionId}`]),
  ].join(' ')

describe('templates', () => {
  it('are the actions the menus lead to, with their classes, or else the alternatives', () => {
    expect(legalMoves(game, settled).map(brief)).toEqual([
      'event',
      'rally as operation',
      'attack as operation',
      'rally as operation-and-activity',
      'attack as operation-and-activity',
      'operation-and-activity before tax',
      'operation-and-activity before strike',
      'omen',
      'pass',
    ])
  })

  it('name the only action, although nobody chooses it', () => {
    expect(legalMoves(game, start).map(brief)).toContain('rally as operation')
  })

  it('name the menu entry, if there are several ways to the same action', () => {
    expect(legalMoves(game, start).map(brief)).toContain('rally as operation via hired')
    const operations = legalMoves(game, start).filter(({ actionClass }) => actionClass === 'operation')
    const gold = firstItems(operations, 2).map((template) =>
      goldOf(game, applyMove(game, start, { ...template, params: { spaces: ['mill'] } }), 'red'),
    )
    expect(gold).toEqual([3, 1])
  })

  it('start with an activity if nothing else is possible', () => {
    const broke = poor.start({ seed: 1 })
    expect(legalMoves(poor, broke).map(brief)).toEqual([
      'event',
      'operation-and-activity before tax',
      'omen',
      'pass',
    ])
  })

  it("don't look beyond chance", () => {
    expect(legalMoves(game, start)).toContainEqual({ actionId: 'omen', params: {} })
    expect(open(start, { actionId: 'omen', params: {} })).toMatchObject({ name: 'omen' })
  })

  it('leave a free action to the entry that grants it', () => {
    const next = open(start, { actionId: 'event', params: { choice: 'dark' } })
    expect(next).toMatchObject({ name: 'raid', part: { kind: 'operation', actionId: 'event' } })
    const state = applyMove(game, start, {
      actionId: 'event',
      params: { choice: 'dark', raid: 'rally', spaces: ['ford'] },
    })
    expect(goldOf(game, state, 'red')).toBe(5)
    expect(game.decision(state)?.seat).toBe('blue')
  })
})

describe('a move', () => {
  const rally = { actionId: 'rally', actionClass: 'operation', params: { spaces: ['mill'] } } as const

  it('may be named after an outer menu, and then includes the inner choice', () => {
    const said: Move = { actionId: 'operation', params: { what: 'rally', spaces: ['moor'] } }
    const short: Move = { ...rally, params: { spaces: ['moor'] } }
    expect(game.hash(applyMove(game, settled, said))).toBe(game.hash(applyMove(game, settled, short)))
  })

  it('without a class takes the first that fits', () => {
    const { actionClass: _, ...plain } = rally
    expect(game.hash(applyMove(game, settled, plain))).toBe(game.hash(applyMove(game, settled, rally)))
    const compound = {
      timing: 'before',
      specialActivity: { actionId: 'tax', params: { space: 'moor' } },
    } as const
    const taxed = applyMove(game, settled, { ...plain, params: { ...plain.params, extra: [] }, compound })
    expect(goldOf(game, taxed, 'red')).toBe(5)
  })

  it.each<[string, Partial<Move>, RegExp]>([
    ['another class', { actionClass: 'limited' }, /the class 'operation(-and-activity)?', not 'limited'/],
    [
      'a class where there is none',
      { actionId: 'pass', params: {} },
      /'pass' has no class, but 'operation' is given/,
    ],
    ['freedom that is not given', { freeOperation: true }, /'rally' is not free/],
    ['another way', { via: ['hired', 'rally'] }, /'rally' via 'hired', 'rally' is not offered/],
    ['no name of a class', { actionClass: 3 as never }, /must be the name of a class/],
    ['no freedom', { freeOperation: 'yes' as never }, /must be true or false/],
    [
      'a timing that there is not',
      { compound: { timing: 'now' as never, specialActivity: rally } },
      /timing/,
    ],
    [
      'an offer among its answers',
      { params: { space: { offer: 'tax' } } },
      /Use `compound` to take an offer/,
    ],
    [
      'an answer that is none',
      { params: { space: null as never } },
      /'space' of the move is not a valid answer/,
    ],
    [
      'an activity that is not offered with it',
      { compound: { timing: 'during', specialActivity: { actionId: 'tax', params: { space: 'mill' } } } },
      /'compound: tax', which no question asks for/,
    ],
  ])('with %s is refused', (_, change, reason) => {
    const move: Move = { ...rally, ...change }
    expect(() => applyMove(game, settled, move)).toThrow(IllegalMove)
    expect(() => applyMove(game, settled, move)).toThrow(reason)
    expect(validateMove(game, settled, move)).toMatchObject({ valid: false })
  })

  it("that is free is marked, and isn't mistaken for one that isn't", () => {
    const free = raiders((text) => text.replace('perform what, as class', 'perform what, free, as class'))
    // A free action belongs to the menu entry above it, so there is no `rally` here.
    expect(legalMoves(free, free.start()).map(brief)).toContain('operation')
    const top = raiders((text) =>
      text.replace('    do take-turn', '    choose what from [rally, attack]\n    perform what, free'),
    )
    const begin = top.start()
    const [first] = legalMoves(top, begin)
    expect(first).toEqual({
      actionId: 'rally',
      actionClass: 'operation',
      params: {},
      freeOperation: true,
    })
    const move: Move = { actionId: 'rally', params: { spaces: ['mill'] } }
    for (const [freeOperation, valid] of [
      [true, true],
      [false, false],
    ] as const)
      expect(validateMove(top, begin, { ...move, freeOperation })).toMatchObject({ valid })
    expect(validateMove(top, begin, move)).toEqual({ valid: true })
  })

  it('is either valid or not, whatever it contains', () => {
    const knot: Record<string, unknown> = { actionId: 'rally', params: {} }
    knot.compound = {
      timing: 'before',
      specialActivity: knot,
      next: { timing: 'before', specialActivity: knot },
    }
    const trap = new Proxy(
      {},
      {
        get: () => {
          throw new Error('a trap')
        },
        ownKeys: () => {
          throw new Error('a trap')
        },
      },
    )
    const strange: unknown[] = [null, undefined, 3, 'rally', [], {}, Symbol.iterator, () => 0, knot, trap]
    const params = [null, [], 'x', { space: trap }, { spaces: [trap] }, { __proto__: { space: 'mill' } }]
    for (const move of [...strange, ...params.map((p) => ({ actionId: 'rally', params: p }))])
      expect(validateMove(game, settled, move as Move)).toMatchObject({ valid: false })
    for (const rest of strange)
      for (const key of ['actionClass', 'freeOperation', 'compound', 'via'])
        expect(validateMove(game, settled, { ...rally, [key]: rest })).toMatchObject({
          valid: rest === undefined || (key === 'via' && Array.isArray(rest)) ? expect.anything() : false,
        })
    expect(validateMove({} as never, settled, rally)).toMatchObject({ valid: false })
    expect(validateMove(game, null as never, rally)).toMatchObject({ valid: false })
  })
})

describe('the parts of a move', () => {
  it("are separate: an answer to the activity isn't mistaken for one to the operation", () => {
    const template = legalMoves(game, settled).find(
      (one) => brief(one) === 'operation-and-activity before tax',
    )!
    const first = open(settled, template)
    expect(first).toMatchObject({
      name: 'space',
      part: { kind: 'activity', actionId: 'tax', timing: 'before', insertAfterStage: 0, place: [0] },
    })
    const taxed = withAnswer(first, 'moor')
    expect(taxed).toMatchObject({ params: {}, compound: { specialActivity: { params: { space: 'moor' } } } })
    const second = open(settled, taxed)
    expect(second).toMatchObject({
      name: 'what',
      part: { kind: 'operation', actionId: 'operation-and-activity' },
    })
    const third = open(settled, withAnswer(second, 'rally'))
    expect(third).toMatchObject({ name: 'spaces', part: { kind: 'operation', place: [] } })
    const whole = withAnswer(third, ['ford'])
    expect(legalChoices(game, settled, whole)).toEqual({ complete: true })
    const state = applyMove(game, settled, whole)
    expect(goldOf(game, state, 'red')).toBe(5)
  })

  it('grow with offers taken at a question', () => {
    const rally: Move = { actionId: 'rally', actionClass: 'operation-and-activity', params: {} }
    const beside = open(settled, rally)
    expect(beside.decision.offers.map(({ id, timing }) => `${timing} ${id}`)).toEqual([
      'before tax',
      'before strike',
    ])
    const move = withAnswer(beside, { offer: 'tax' })
    expect(move.compound).toEqual({
      timing: 'before',
      insertAfterStage: 1, // the menu was passed by
      specialActivity: { actionId: 'tax', params: {} },
    })
    expect(open(settled, move).part).toMatchObject({ kind: 'activity', actionId: 'tax', insertAfterStage: 1 })
    expect(() => withAnswer(beside, { offer: 'rally' })).toThrow(/'rally' is not offered here/)
  })

  it('drop later answers when an earlier one changes', () => {
    const partial: Move = {
      actionId: 'rally',
      actionClass: 'operation-and-activity',
      params: { spaces: ['ford', 'moor'], extra: [] },
      compound: { timing: 'before', specialActivity: { actionId: 'tax', params: {} } },
    }
    const next = open(settled, partial)
    expect(next.said.params).toEqual({})
    expect(withAnswer(next, 'mill').compound?.specialActivity.params).toEqual({ space: 'mill' })
    // By hand, you may keep all of it.
    const specialActivity = { actionId: 'tax', params: { space: 'mill' } }
    const whole: Move = { ...partial, compound: { timing: 'before', specialActivity } }
    expect(validateMove(game, settled, whole)).toEqual({ valid: true })
  })
})

describe('compound moves', () => {
  const rally = completed(
    settled,
    { actionId: 'rally', actionClass: 'operation-and-activity', params: {} },
    least,
  )

  it('are the variants of a complete move, at every question that offers something', () => {
    expect(compoundMoves(game, settled, rally).map(({ compound }) => compound)).toEqual(
      [
        ['before', 1], // the first was the menu
        ['after', 0],
      ].flatMap(([timing, insertAfterStage]) =>
        ['tax', 'strike'].map((actionId) => ({
          timing,
          insertAfterStage,
          specialActivity: { actionId, params: {} },
        })),
      ),
    )
  })

  it('can all be completed, and are valid then', () => {
    for (const variant of compoundMoves(game, settled, rally)) {
      const whole = completed(settled, variant, least)
      expect(validateMove(game, settled, whole)).toEqual({ valid: true })
      expect(whole.compound?.specialActivity.actionId).toBe(variant.compound?.specialActivity.actionId)
      expect(whole.compound?.timing).toBe(variant.compound?.timing)
    }
  })

  it("don't exist for a move without offers", () => {
    expect(
      compoundMoves(game, settled, { ...rally, actionClass: 'operation', params: { spaces: ['mill'] } }),
    ).toEqual([])
    expect(() => compoundMoves(game, settled, { ...rally, params: {} })).toThrow(/has no answer for 'spaces'/)
  })

  it('wrap a complete move even if it declined an offer', () => {
    expect(rally.params).toEqual({ spaces: ['mill'], extra: [] })
    const specialActivity = { actionId: 'tax', params: { space: 'ford' } }
    const wrapped: Move = { ...rally, compound: { timing: 'after', specialActivity } }
    expect(goldOf(game, applyMove(game, settled, wrapped), 'red')).toBe(5)
  })

  it('enable new moves: the activity pays for the operation', () => {
    const broke = poor.start({ seed: 1 })
    const recorder = new MoveRecorder(poor, broke)
    recorder.decide('operation-and-activity')
    // Tax is the only option, so nobody chooses it.
    expect(poor.decision(recorder.state)).toMatchObject({ name: 'space', action: 'tax' })
    recorder.decide('mill')
    expect(recorder.decide(['ford', 'moor'])).toEqual({
      actionId: 'rally',
      actionClass: 'operation-and-activity',
      params: { spaces: ['ford', 'moor'] },
      compound: {
        timing: 'before',
        insertAfterStage: 0,
        specialActivity: { actionId: 'tax', params: { space: 'mill' } },
      },
    })
    const template = itemAt(legalMoves(poor, broke), 1)
    const whole = completed(broke, template, least, poor)
    expect(validateMove(poor, broke, whole)).toEqual({ valid: true })
  })

  it('have a further activity after the first', () => {
    const recorder = new MoveRecorder(game, settled)
    recorder.decide('operation-and-activity')
    recorder.decide('rally')
    recorder.decide({ offer: 'strike' })
    recorder.decide(['ford'])
    recorder.decide({ offer: 'strike' })
    const move = recorder.decide('ford')
    expect(move).toEqual({
      actionId: 'rally',
      actionClass: 'operation-and-activity',
      params: { spaces: ['ford'] },
      compound: {
        timing: 'before',
        insertAfterStage: 1,
        specialActivity: { actionId: 'strike', params: {} }, // in the only possible place
        next: {
          timing: 'after',
          insertAfterStage: 0,
          specialActivity: { actionId: 'strike', params: { space: 'ford' } },
        },
      },
    })
    expect(game.hash(applyMove(game, settled, move!))).toBe(game.hash(recorder.state))
  })
})

describe('an activity in an activity', () => {
  const deep = nestedRaiders()
  const both = ['mill', 'ford']
  const begin = deep.decide(
    deep.decide(deep.decide(deep.decide(deep.start(), 'operation'), both), 'operation'),
    both,
  )
  const recorder = new MoveRecorder(deep, begin)
  const choices: Choice[] = [
    'operation-and-activity',
    'attack',
    { offer: 'strike' },
    { offer: 'strike' },
    'ford',
    'mill',
    'ford',
    'leave',
  ]
  const move = itemAt(
    choices.map((choice) => recorder.decide(choice)).filter((made) => made !== undefined),
    0,
  )

  it('is the compound of that activity', () => {
    expect(move).toEqual({
      actionId: 'attack',
      actionClass: 'operation-and-activity',
      params: { space: 'ford', choice: 'leave' },
      compound: {
        timing: 'during',
        insertAfterStage: 0,
        specialActivity: {
          actionId: 'strike',
          params: { space: 'mill' },
          compound: {
            timing: 'during',
            insertAfterStage: 0,
            specialActivity: { actionId: 'strike', params: { space: 'ford' } },
          },
        },
      },
    })
    expect(deep.hash(applyMove(deep, begin, move))).toBe(deep.hash(recorder.state))
  })

  it('has questions in its own part', () => {
    const { compound: outer, ...attack } = move
    const { compound: inner, ...strike } = outer!.specialActivity
    const said: Move = {
      ...attack,
      compound: {
        ...outer!,
        specialActivity: {
          ...strike,
          compound: { ...inner!, specialActivity: { actionId: 'strike', params: {} } },
        },
      },
    }
    expect(open(begin, said, deep)).toMatchObject({
      name: 'space',
      part: { actionId: 'strike', place: [0, 0] },
    })
    expect(
      completed(begin, said, least, deep).compound?.specialActivity.compound?.specialActivity.params,
    ).toEqual({
      space: 'mill',
    })
  })
})

describe('the recorder', () => {
  it('records the menu entry of a move that needs it', () => {
    const recorder = new MoveRecorder(game, start)
    recorder.decide('hired')
    expect(recorder.decide(['mill'])).toEqual({
      actionId: 'rally',
      actionClass: 'operation',
      params: { spaces: ['mill'] },
      via: ['hired'],
    })
  })

  it('records a declined action', () => {
    const shy = raiders((text) =>
      text.replace(
        '    do take-turn',
        '    choose what from [rally, attack], or none\n    if what != none\n      perform what',
      ),
    )
    const recorder = new MoveRecorder(shy, shy.start())
    const declined = recorder.decide([])
    expect(declined).toEqual({ actionId: 'what', params: { what: [] } })
    expect(shy.hash(applyMove(shy, shy.start(), declined!))).toBe(shy.hash(recorder.state))
    // An attack wouldn't start, because nobody is there: then it's only an answer.
    const attack = { actionId: 'what', params: { what: 'attack' } }
    const rally = { actionId: 'rally', actionClass: 'operation', params: {} }
    expect(legalMoves(shy, shy.start())).toEqual([rally, attack, declined])
  })

  it('records an action in a window of its own as a move', () => {
    const windows = raiders((text) =>
      text
        .replace('    do take-turn', '    window deeds')
        .replace(
          'window extra\n',
          'window deeds\n  offers deed from [rally, attack] where legal(it)\n  perform deed\n\nwindow extra\n',
        ),
    )
    const begin = windows.start()
    expect(legalMoves(windows, begin).map(brief)).toEqual(['rally as operation', 'deeds'])
    const recorder = new MoveRecorder(windows, begin)
    recorder.decide({ offer: 'rally' })
    const rally = recorder.decide(['mill'])
    expect(rally).toEqual({ actionId: 'rally', actionClass: 'operation', params: { spaces: ['mill'] } })
    expect(windows.hash(applyMove(windows, begin, rally!))).toBe(windows.hash(recorder.state))
  })
})
