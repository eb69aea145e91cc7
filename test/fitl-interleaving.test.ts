/** A special activity before, during and after its operation: by the protocol and as a compound move (4.1). */
import {
  applyMove,
  type Choice,
  IllegalMove,
  legalChoices,
  legalMoves,
  type Move,
  MoveRecorder,
  Rng,
  type State,
  type Timing,
  validateMove,
} from '@ludoforge/kernel'
import { describe, expect, it } from 'vitest'
import { record, said, turnOf } from './support/fitl-activities.js'
import { answers, asked, begin, gameWith, table } from './support/fitl-boards.js'
import { beginning, drawChoice } from './support/play.js'

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

interface Turn {
  readonly seat: string
  readonly operation: string
  /** The answers of the operation before the window during it, and behind it. */
  readonly first: readonly Choice[]
  readonly rest: readonly Choice[]
  readonly params: Readonly<Record<string, Choice>>
  readonly activity: string
  readonly inside: readonly Choice[]
  readonly special: Readonly<Record<string, Choice>>
  readonly holds: readonly string[]
}

const TURNS: readonly Turn[] = [
  {
    seat: 'US',
    operation: 'train-us',
    first: ['hue', 'irregulars', 1],
    rest: ['no-more'],
    params: { space: 'hue', choice: 'irregulars', amount: 1, 'choice#2': 'no-more' },
    activity: 'advise',
    inside: ['da-nang', 'sweep', 'aid'],
    special: { space: 'da-nang', choice: 'sweep', 'choice#2': 'aid' },
    holds: ['count(irregulars in hue) = 1', 'count(active VC guerrillas in da-nang) = 1', 'aid = 6'],
  },
  {
    seat: 'ARVN',
    operation: 'train-arvn',
    first: ['hue', 'rangers', 2],
    rest: [[], 'no-more'],
    params: { space: 'hue', choice: 'rangers', amount: 2, 'space#2': [], 'choice#2': 'no-more' },
    activity: 'govern',
    inside: ['da-nang', 'aid'],
    special: { space: 'da-nang', choice: 'aid' },
    holds: ['count(rangers in hue) = 2', 'aid = 8', 'resources of ARVN = 17'], // 5 of it by Minh
  },
  {
    seat: 'NVA',
    operation: 'rally-nva',
    first: ['phuoc-long', 'no-forces'],
    rest: [],
    params: { space: 'phuoc-long', choice: 'no-forces' },
    activity: 'infiltrate',
    inside: ['southern-laos', 'build-up', 1],
    special: { space: 'southern-laos', choice: 'build-up', amount: 1 },
    holds: ['resources of NVA = 0', 'count(NVA troops in southern-laos) = 1'],
  },
  {
    seat: 'VC',
    operation: 'rally-vc',
    first: ['phuoc-long', 'no-forces'],
    rest: [[]],
    params: { space: 'phuoc-long', choice: 'no-forces', 'space#2': [] },
    activity: 'tax',
    inside: ['loc-saigon-can-tho'],
    special: { space: 'loc-saigon-can-tho' },
    holds: ['resources of VC = 3', 'count(active VC guerrillas in loc-saigon-can-tho) = 1'],
  },
]

/** What is answered, in order, if the activity comes in this window. */
function script({ operation, first, rest, activity, inside }: Turn, timing: Timing): Choice[] {
  const now = [activity, ...inside]
  if (timing === 'before') return [operation, ...now, ...first, ...rest]
  if (timing === 'during') return [operation, [], ...first, ...now, ...rest]
  return [operation, [], ...first, [], ...rest, ...now]
}

/** As first Eligible, or second after an operation alone: up to the choice of the operation. */
function turn(seat: string, how: string): State {
  return game.decide(begin(game, `${how === 'limited-operation' ? 'second' : 'first'}-${seat}`), how)
}

describe.each(TURNS)('$seat: $operation with $activity', (one) => {
  const start = turn(one.seat, 'operation-and-activity')
  const timings: readonly Timing[] = ['before', 'during', 'after']

  it.each(timings)('comes %s the operation, and the record says so', (timing) => {
    const { state, moves } = record(game, start, script(one, timing))
    for (const fact of one.holds) expect(game.evaluate(state, fact), fact).toBe(true)
    expect(game.evaluate(state, 'first-did')).toBe('operation-with-activity')
    expect(moves).toHaveLength(1)
    expect(moves[0]).toMatchObject({
      actionId: one.operation,
      actionClass: 'operation-and-activity',
      compound: { timing, specialActivity: { actionId: one.activity, params: one.special } },
    })
    expect(game.hash(applyMove(game, start, moves[0]))).toBe(game.hash(state))
  })

  it('leaves the same table, whenever it comes', () => {
    const ends = timings.map((timing) => table(game, answers(game, start, script(one, timing))))
    expect(new Set(ends).size).toBe(1)
  })

  it.each(timings)('is a compound move %s, which need not mention the other windows', (timing) => {
    const move: Move = {
      actionId: one.operation,
      params: one.params,
      compound: { timing, specialActivity: { actionId: one.activity, params: one.special } },
    }
    expect(legalMoves(game, start).map(({ actionId }) => actionId)).toContain(one.operation)
    expect(validateMove(game, start, move)).toEqual({ valid: true })
    expect(legalChoices(game, start, move)).toEqual({ complete: true })
    const end = answers(game, start, script(one, timing))
    expect(game.hash(applyMove(game, start, move))).toBe(game.hash(end))
  })

  it('is asked for at each window until it was used, and then no more', () => {
    const windows = (choices: readonly Choice[]): number => {
      let state = start
      let count = 0
      for (const choice of choices) {
        const { name, optional } = asked(game, state)
        if (name === 'activity') {
          expect(optional).toBe(true)
          count += 1
        }
        state = game.decide(state, choice)
      }
      return count
    }
    expect(timings.map((timing) => windows(script(one, timing)))).toEqual([1, 2, 3])
  })

  it('asks a partly made move for the rest of the activity', () => {
    const partial: Move = {
      actionId: one.operation,
      params: {},
      compound: { timing: 'before', specialActivity: { actionId: one.activity, params: {} } },
    }
    const next = legalChoices(game, start, partial)
    expect(next).toMatchObject({ complete: false, name: 'space', decision: { action: one.activity } })
  })

  it.each(['operation', 'limited-operation'])('never goes with this class: %s', (how) => {
    const alone = turn(one.seat, how)
    expect(asked(game, game.decide(alone, one.operation)).name).not.toBe('activity')
    const params = how === 'operation' ? one.params : withoutSecond(one.params)
    expect(validateMove(game, alone, { actionId: one.operation, params })).toEqual({ valid: true })
    const move: Move = {
      actionId: one.operation,
      params,
      compound: { timing: 'before', specialActivity: { actionId: one.activity, params: one.special } },
    }
    expect(() => applyMove(game, alone, move)).toThrow(IllegalMove)
  })
})

/** A limited operation asks for no second space. */
function withoutSecond(params: Readonly<Record<string, Choice>>): Record<string, Choice> {
  return Object.fromEntries(Object.entries(params).filter(([key]) => key !== 'space#2'))
}

describe('resources that the activity brings', () => {
  const start = game.decide(begin(game, 'poor-vc'), 'operation-and-activity')

  it('pay for the rest of the operation', () => {
    const rally = 'rally-vc | nothing | quang-nam | guerrilla'
    const tax = 'tax | tay-ninh | nothing'
    const more =
      'binh-dinh | guerrilla | khanh-hoa | guerrilla | kien-phong | guerrilla | ba-xuyen | guerrilla'
    const { state, moves } = record(game, start, said(`${rally} | ${tax} | ${more}`))
    expect(game.evaluate(state, 'count(VC guerrillas in map)')).toBe(6)
    expect(game.evaluate(state, 'resources of VC')).toBe(0)
    expect(game.hash(applyMove(game, start, moves[0]))).toBe(game.hash(state))
  })

  it('are needed: without them the same spaces cannot be had', () => {
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
})

describe('two Ambushes in one Attack', () => {
  const start = game.decide(begin(game, 'ambush-vc-turn'), 'operation-and-activity')
  const choices = said(
    'attack-vc | nothing | binh-dinh | ambush-vc | binh-dinh | us-troops@binh-dinh | ' +
      'khanh-hoa | ambush-vc | khanh-hoa | arvn-troops@khanh-hoa',
  )

  it('are one move with one special activity, which replays', () => {
    const { state, moves } = record(game, start, choices)
    expect(moves).toHaveLength(1)
    const [move] = moves
    expect(move.compound).toMatchObject({
      timing: 'during',
      specialActivity: { actionId: 'ambush-vc', params: { space: 'binh-dinh', 'space#2': 'khanh-hoa' } },
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
    for (const timing of ['before', 'during', 'after'] as const)
      expect(timings.get(timing)).toBeGreaterThan(2)
  })
})
