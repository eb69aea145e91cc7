/** A special activity before, during and after its operation: by the protocol and as a compound move (4.1). */
import { type Choice, IllegalMove, Rng, type Timing } from '@ludoforge/kernel'
import {
  applyMove,
  compoundMoves,
  legalChoices,
  legalMoves,
  type Move,
  MoveRecorder,
  validateMove,
  withAnswer,
} from '@ludoforge/play'
import { describe, expect, it } from 'vitest'
import { itemAt } from '../../../test/support/items.js'
import { record, said, turnOf } from './support/activities.js'
import { answers, asked, begin, gameWith, table } from './support/boards.js'
import { beginning, drawChoice } from '../../../test/support/play.js'

const BOARDS = {
  US: `
    place 2 US troops in hue
    place 1 US bases in hue
    place 2 police in da-nang
    place 1 VC guerrillas in da-nang
    set resources of ARVN to 20`,
  ARVN: `
    place 2 police in da-nang
    set support of da-nang to passive-support
    set resources of ARVN to 20`,
  NVA: `
    place 1 NVA bases in southern-laos
    set resources of NVA to 1`,
  VC: `
    place 1 VC guerrillas in loc-saigon-can-tho
    place 1 VC guerrillas in loc-hue-da-nang
    set resources of VC to 2`,
} as const

const game = gameWith({
  ...Object.fromEntries(
    Object.entries(BOARDS).map(([seat, board]) => [`first-${seat}`, turnOf(seat, board)]),
  ),
  ...Object.fromEntries(
    Object.entries(BOARDS).map(([seat, board]) => [`second-${seat}`, turnOf(seat, board, 'operation-alone')]),
  ),
  'poor-vc': turnOf(
    'VC',
    `
    place 1 VC guerrillas in tay-ninh
    set resources of VC to 1`,
  ),
  'broke-vc': turnOf(
    'VC',
    `
    place 1 VC guerrillas in tay-ninh
    place 1 VC guerrillas in quang-nam
    set resources of VC to 0`,
  ),
  'ambush-vc-turn': turnOf(
    'VC',
    `
    place 3 VC guerrillas in binh-dinh
    place 2 US troops in binh-dinh
    place 1 VC guerrillas in khanh-hoa
    place 1 ARVN troops in khanh-hoa
    set resources of VC to 2`,
  ),
})

/** Where the activity comes: beside the menu, beside the first question of the operation, ... */
type Where = 'menu' | 'before' | 'during' | 'after'

interface Turn {
  readonly seat: string
  readonly operation: string
  readonly activity: string
  /** The whole turn, by where the activity comes. */
  readonly turns: Readonly<Partial<Record<Where, string>>>
  /** The same operation without it, and what it says of the activity. */
  readonly alone: string
  readonly special: Readonly<Record<string, Choice>>
  readonly holds: readonly string[]
}

const TURNS: readonly Turn[] = [
  {
    seat: 'US',
    operation: 'train-us',
    activity: 'advise',
    turns: {
      menu: '+advise | sweep | aid | train-us | one-irregular | no-more',
      before: 'train-us | +advise | sweep | aid | one-irregular | no-more',
      during: 'train-us | hue | one-irregular | +advise | sweep | aid | no-more',
      after: 'train-us | hue | one-irregular | nothing | no-more | +advise | sweep | aid',
    },
    alone: 'train-us | hue | one-irregular | nothing | no-more | nothing',
    special: { choice: 'sweep', 'choice#2': 'aid' },
    holds: ['count(irregulars in hue) = 1', 'count(active VC guerrillas in da-nang) = 1', 'aid = 6'],
  },
  {
    seat: 'ARVN',
    operation: 'train-arvn',
    activity: 'govern',
    turns: {
      menu: '+govern | aid | train-arvn | hue | rangers | nothing',
      before: 'train-arvn | +govern | aid | hue | rangers | nothing',
      during: 'train-arvn | hue | rangers | +govern | aid | nothing',
      after: 'train-arvn | hue | rangers | nothing | +govern | aid',
    },
    alone: 'train-arvn | hue | rangers | nothing | nothing',
    special: { choice: 'aid' },
    holds: ['count(rangers in hue) = 2', 'aid = 8', 'resources of ARVN = 17'], // 5 of it by Minh
  },
  {
    seat: 'NVA',
    operation: 'rally-nva',
    activity: 'infiltrate',
    turns: {
      menu: '+infiltrate | build-up | rally-nva | phuoc-long | no-forces',
      before: 'rally-nva | +infiltrate | build-up | phuoc-long | no-forces',
      during: 'rally-nva | phuoc-long | no-forces | +infiltrate | build-up',
      after: 'rally-nva | phuoc-long | no-forces | nothing | +infiltrate | build-up',
    },
    alone: 'rally-nva | phuoc-long | no-forces | nothing | nothing',
    special: { choice: 'build-up' },
    holds: ['resources of NVA = 0', 'count(NVA troops in southern-laos) = 1'],
  },
  {
    seat: 'VC',
    operation: 'rally-vc',
    activity: 'tax',
    turns: {
      menu: '+tax | loc-saigon-can-tho | nothing | rally-vc | phuoc-long | no-forces | nothing',
      before: 'rally-vc | +tax | loc-saigon-can-tho | nothing | phuoc-long | no-forces | nothing',
      during: 'rally-vc | phuoc-long | no-forces | +tax | loc-saigon-can-tho | nothing | nothing',
      after: 'rally-vc | phuoc-long | no-forces | nothing | +tax | loc-saigon-can-tho | nothing',
    },
    alone: 'rally-vc | phuoc-long | no-forces | nothing | nothing',
    special: { space: 'loc-saigon-can-tho', 'space#2': [] },
    holds: ['resources of VC = 3', 'count(active VC guerrillas in loc-saigon-can-tho) = 1'],
  },
]

const timingOf = (where: Where): Timing => (where === 'menu' ? 'before' : where)

describe.each(TURNS)('$seat: $operation with $activity', (one) => {
  const start = begin(game, `first-${one.seat}`)
  const script = (text: string): Choice[] => ['operation-and-activity', ...said(text)]
  const turns = Object.entries(one.turns) as [Where, string][]

  it.each(turns)('comes at this point (%s), and the record says so', (where, text) => {
    const { state, moves } = record(game, start, script(text))
    for (const fact of one.holds) expect(game.evaluate(state, fact), fact).toBe(true)
    expect(game.evaluate(state, 'first-did')).toBe('operation-with-activity')
    expect(moves).toHaveLength(1)
    expect(moves[0]).toMatchObject({
      actionId: one.operation,
      actionClass: 'operation-and-activity',
      compound: {
        timing: timingOf(where),
        insertAfterStage: where === 'before' ? 1 : 0,
        specialActivity: { actionId: one.activity, params: one.special },
      },
    })
    expect(game.hash(applyMove(game, start, itemAt(moves, 0)))).toBe(game.hash(state))
  })

  it('leaves the same table, whenever it comes', () => {
    const ends = turns.map(([, text]) => table(game, answers(game, start, script(text))))
    expect(new Set(ends).size).toBe(1)
  })

  it.each(turns)('wraps the complete operation (%s)', (where, text) => {
    const { moves } = record(game, start, script(one.alone))
    const specialActivity = { actionId: one.activity, params: one.special }
    const compound = {
      timing: timingOf(where),
      ...(where === 'before' ? { insertAfterStage: 1 } : {}),
      specialActivity,
    }
    const wrapped: Move = { ...itemAt(moves, 0), compound }
    expect(validateMove(game, start, wrapped)).toEqual({ valid: true })
    expect(legalChoices(game, start, wrapped)).toEqual({ complete: true })
    expect(game.hash(applyMove(game, start, wrapped))).toBe(game.hash(answers(game, start, script(text))))
  })

  it('is listed among the compound moves of the complete operation', () => {
    const { moves } = record(game, start, script(one.alone))
    const listed = compoundMoves(game, start, itemAt(moves, 0)).filter(
      ({ compound }) => compound?.specialActivity.actionId === one.activity,
    )
    const timings = new Set(listed.map(({ compound }) => compound?.timing))
    expect([...timings]).toEqual(
      (['before', 'during', 'after'] as const).filter((timing) => one.turns[timing] !== undefined),
    )
  })

  it('begins a template of its own, beside those of the operations', () => {
    const templates = legalMoves(game, start)
    const classes = templates.filter(({ actionId }) => actionId === one.operation).map((t) => t.actionClass)
    expect(classes).toEqual(['operation', 'operation-and-activity'])
    for (const id of ['unshaded-of-card-110', 'shaded-of-card-110', 'pass'])
      expect(templates).toContainEqual({ actionId: id, params: {} })
    expect(templates).toContainEqual({
      actionId: 'operation-and-activity',
      params: {},
      compound: {
        timing: 'before',
        insertAfterStage: 0,
        specialActivity: { actionId: one.activity, params: {} },
      },
    })
  })

  it('is offered until it was used, and then no more', () => {
    for (const [where, text] of turns) {
      let [state, used] = [start, false]
      for (const choice of script(text)) {
        const { action, offers } = asked(game, state)
        if (typeof choice === 'object' && 'offer' in choice) used = true
        else if (used || action === one.activity)
          expect(
            offers.map(({ id }) => id),
            where,
          ).not.toContain(one.activity)
        state = game.decide(state, choice)
      }
    }
  })

  it('is asked about in its own part of the move', () => {
    const partial: Move = {
      actionId: one.operation,
      actionClass: 'operation-and-activity',
      params: {},
      compound: {
        timing: 'before',
        insertAfterStage: 1,
        specialActivity: { actionId: one.activity, params: {} },
      },
    }
    const [name, answer] = itemAt(Object.entries(one.special), 0)
    const next = legalChoices(game, start, partial)
    expect(next).toMatchObject({
      complete: false,
      name,
      decision: { action: one.activity },
      part: { kind: 'activity', actionId: one.activity, timing: 'before' },
    })
    if (next.complete) return
    const move = withAnswer(next, answer)
    expect(move.params).toEqual({})
    expect(move.compound?.specialActivity.params).toEqual({ [name]: answer })
  })

  it.each(['operation', 'limited-operation'])('never goes with this class: %s', (how) => {
    const alone = begin(game, `${how === 'limited-operation' ? 'second' : 'first'}-${one.seat}`)
    let state = game.decide(alone, how)
    while (game.decision(state)?.seat === one.seat) {
      expect(asked(game, state).offers).toEqual([])
      state = game.decide(state, drawChoice(asked(game, state), new Rng(3)))
    }
    const specialActivity = { actionId: one.activity, params: one.special }
    const { moves } = record(game, start, script(one.alone))
    for (const timing of ['before', 'during', 'after'] as const) {
      const move: Move = { ...itemAt(moves, 0), actionClass: how, compound: { timing, specialActivity } }
      expect(() => applyMove(game, alone, move)).toThrow(IllegalMove)
    }
  })
})

describe('resources that the activity brings', () => {
  it('pay for the rest of the operation', () => {
    const start = begin(game, 'poor-vc')
    const rally = 'operation-and-activity | rally-vc | quang-nam | guerrilla'
    const tax = '+tax | tay-ninh | nothing'
    const more =
      'binh-dinh | guerrilla | khanh-hoa | guerrilla | kien-phong | guerrilla | ba-xuyen | guerrilla'
    const { state, moves } = record(game, start, said(`${rally} | ${tax} | ${more}`))
    expect(game.evaluate(state, 'count(VC guerrillas in map)')).toBe(6)
    expect(game.evaluate(state, 'resources of VC')).toBe(0)
    expect(game.hash(applyMove(game, start, itemAt(moves, 0)))).toBe(game.hash(state))
  })

  it('are needed: without them the same spaces cannot be had', () => {
    const start = begin(game, 'poor-vc')
    const params = {
      space: 'quang-nam',
      choice: 'guerrilla',
      'space#2': 'binh-dinh',
      'choice#2': 'guerrilla',
    }
    expect(validateMove(game, start, { actionId: 'rally-vc', params })).toMatchObject({ valid: false })
    const special = { actionId: 'tax', params: { space: 'tay-ninh', 'space#2': [] } }
    const compound = { timing: 'during', specialActivity: special } as const
    const whole: Move = { actionId: 'rally-vc', params: { ...params, 'space#3': [] }, compound }
    expect(validateMove(game, start, whole)).toEqual({ valid: true })
    const late: Move = { ...whole, compound: { ...compound, timing: 'after' } }
    expect(validateMove(game, start, late)).toMatchObject({ valid: false })
  })

  it('make an operation possible for who has none: VC Tax, then Rally', () => {
    const start = begin(game, 'broke-vc')
    const templates = legalMoves(game, start)
    expect(templates.some(({ actionId }) => actionId === 'rally-vc')).toBe(false)
    const first = templates.find(({ compound }) => compound?.specialActivity.actionId === 'tax')!
    let move = first
    for (const choice of ['tay-ninh', [], 'rally-vc', 'binh-dinh', 'guerrilla', []]) {
      const next = legalChoices(game, start, move)
      if (next.complete) throw new Error('The move is complete too soon.')
      move = withAnswer(next, choice)
    }
    expect(legalChoices(game, start, move)).toEqual({ complete: true })
    const state = applyMove(game, start, move)
    const { moves, state: same } = record(
      game,
      start,
      said('operation-and-activity | +tax | tay-ninh | nothing | rally-vc | binh-dinh | guerrilla | nothing'),
    )
    expect(game.hash(same)).toBe(game.hash(state))
    expect(moves).toEqual([
      {
        actionId: 'rally-vc',
        actionClass: 'operation-and-activity',
        params: { space: 'binh-dinh', choice: 'guerrilla', 'space#2': [] },
        compound: {
          timing: 'before',
          insertAfterStage: 0,
          specialActivity: { actionId: 'tax', params: { space: 'tay-ninh', 'space#2': [] } },
        },
      },
    ])
  })
})

describe('two Ambushes in one Attack', () => {
  const start = begin(game, 'ambush-vc-turn')
  const choices = said('operation-and-activity | attack-vc | binh-dinh | +ambush-vc | khanh-hoa | +ambush-vc')

  it('are one move with two activities, which replays', () => {
    const { state, moves } = record(game, start, choices)
    expect(moves).toHaveLength(1)
    const move = itemAt(moves, 0)
    const ambush = { timing: 'during', specialActivity: { actionId: 'ambush-vc', params: {} } }
    expect(move).toMatchObject({
      params: { space: 'binh-dinh', 'space#2': 'khanh-hoa' },
      compound: { ...ambush, next: ambush },
    })
    expect(game.hash(applyMove(game, start, move))).toBe(game.hash(state))
    expect(game.evaluate(state, 'count(COIN in map)')).toBe(1)
    expect(game.evaluate(state, 'count(active VC guerrillas in map)')).toBe(2)
    expect(game.evaluate(state, 'resources of VC')).toBe(0)
  })

  it('cannot come before the Attack has a space', () => {
    const compound = { timing: 'before', specialActivity: { actionId: 'ambush-vc', params: {} } } as const
    const before: Move = { actionId: 'attack-vc', params: { space: 'binh-dinh' }, compound }
    expect(validateMove(game, start, before)).toMatchObject({ valid: false })
  })
})

describe('the moves of random games', () => {
  const timings = new Map<Timing, number>()
  const mistakes: string[] = []
  for (let seed = 60; seed < 69; seed += 1) {
    const rng = new Rng(seed)
    const recorder = new MoveRecorder(game, game.start(beginning(game, seed)))
    let replayed = recorder.state
    for (let ask = game.decision(replayed); ask !== undefined; ask = game.decision(recorder.state)) {
      const made = recorder.decide(drawChoice(ask, rng))
      if (made === undefined) continue
      const move = JSON.parse(JSON.stringify(made)) as Move
      replayed = applyMove(game, replayed, move)
      if (game.hash(replayed) !== game.hash(recorder.state)) mistakes.push(`${seed}: ${JSON.stringify(move)}`)
      if (move.compound !== undefined)
        timings.set(move.compound.timing, (timings.get(move.compound.timing) ?? 0) + 1)
    }
  }

  it('replay to the same states, with their special activities', () => {
    expect(mistakes).toEqual([])
  })

  it('have special activities before, during and after', () => {
    for (const timing of ['before', 'during'] as const) expect(timings.get(timing)).toBeGreaterThan(10)
    expect(timings.get('after')).toBeGreaterThan(2)
  })
})
