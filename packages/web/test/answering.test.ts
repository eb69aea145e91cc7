/** Picking, answering, previews, hints and undoing at a table. */
import type { Decision } from '@ludoforge/kernel'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Camera } from '../src/board/camera/camera.js'
import { aheadList, followLists } from '../src/table/store/answers-ahead.js'
import { answerActions } from '../src/table/store/answer-actions.js'
import type { SetState } from '../src/table/store/perspective.js'
import type { TableState, TableStore } from '../src/table/store/state.js'
import { wordsOf } from '@ludoforge/table'
import { NO_NAMES, SMALL } from './support/small-words.js'

const words = wordsOf(SMALL, NO_NAMES)

const option = (id: string) => ({ id, label: id.toUpperCase(), count: 1 })

const ask = (change: Partial<Decision> = {}): Decision =>
  ({
    seat: 'red',
    name: 'what',
    kind: 'one',
    type: 'enum:x',
    min: 1,
    max: 1,
    optional: false,
    prompt: 'What?',
    options: [option('a'), option('b'), option('c')],
    offers: [],
    ...change,
  }) as Decision

const hill = { kind: 'space', id: 'hill', zone: 'hill' } as const
const mill = { kind: 'space', id: 'mill', zone: 'mill' } as const

const MANY = ask({ kind: 'many', min: 2, max: 2 })

function tableAsking(decision: Decision | undefined, change: Partial<TableState> = {}) {
  const table = {
    decide: vi.fn(async () => {}),
    previews: vi.fn(async (_: string, choices: readonly unknown[]) =>
      choices.map(() => ({ events: [{ type: 'said', text: 'well' }], until: 'question' })),
    ),
    explain: vi.fn(async () => ({ offered: false, option: 'x', reasons: [] })),
    hint: vi.fn(async () => ({
      seat: 'red',
      agent: 'greedy',
      choice: 'b',
      label: 'B',
      reasons: [],
      plan: [],
    })),
    undo: vi.fn(async () => {}),
    consent: vi.fn(async () => {}),
  }
  let state = {
    table,
    decision,
    picks: [],
    outcomes: {},
    busy: false,
    connected: true,
    def: { zones: [] },
    words: { ...words, kind: (id: string) => `kind ${id}`, zone: (id: string) => `zone ${id}` },
    now: { view: { seat: 'red', deciding: ['red'], variables: {}, seats: {}, zones: {} } },
    horizon: { free: null, ask: null },
    ahead: [],
    camera: new Camera(),
    attempt: (work: () => Promise<void>) => work(),
    ...change,
  } as unknown as TableStore
  const set: SetState = (some) => {
    state = { ...state, ...some }
  }
  const actions = answerActions(() => state, set)
  state = { ...state, ...actions }
  return { actions, get: () => state, set, table }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('an answer', () => {
  it('is marked by a click, and given by a second one or the button', async () => {
    const { actions, get, table } = tableAsking(ask(), { results: ['old'] })
    actions.pick(0)
    actions.pick(1)
    expect(get().picks).toEqual([1])
    expect(table.decide).not.toHaveBeenCalled()
    actions.pick(1)
    expect(table.decide).toHaveBeenCalledWith('red', 'b')
    expect(get()).toMatchObject({ busy: true, results: [], stepping: undefined })
    actions.confirm() // it is on its way
    expect(table.decide).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(0)
    expect(get().busy).toBe(false)
    actions.pick(7)
    expect(table.decide).toHaveBeenCalledTimes(1)
  })

  it('is confirmed where several are chosen, once they are enough', () => {
    const { actions, get, table } = tableAsking(MANY)
    actions.pick(2)
    actions.confirm()
    expect(table.decide).not.toHaveBeenCalled()
    actions.pick(0)
    actions.setCount(0, 0)
    expect(get().picks).toEqual([2])
    actions.pick(1)
    actions.confirm()
    expect(table.decide).toHaveBeenCalledWith('red', expect.arrayContaining(['b', 'c']))
  })

  it('can be an offer, or nothing', async () => {
    const { actions, get, table } = tableAsking(ask({ optional: true }))
    actions.pick(1)
    actions.markOffer('pass')
    expect(get()).toMatchObject({ offer: 'pass', picks: [] })
    actions.confirm()
    await vi.advanceTimersByTimeAsync(0)
    actions.decline()
    expect(table.decide.mock.calls).toEqual([
      ['red', { offer: 'pass' }],
      ['red', []],
    ])
  })

  it('is given by one click on a board that is seen whole, and marked on a map with a camera', () => {
    const asked = ask({ type: 'zone', options: [option('hill'), option('mill')] })
    const stage = { width: 100, height: 100, size: [100, 100], natural: null } as const
    const grid = new Camera()
    grid.setStage(stage, [])
    const small = tableAsking(asked, { camera: grid })
    small.actions.pickTarget(mill)
    expect(small.table.decide).toHaveBeenCalledWith('red', 'mill')
    const map = new Camera()
    map.setStage({ ...stage, natural: 1 }, [])
    const large = tableAsking(asked, { camera: map })
    large.actions.pickTarget(mill)
    expect(large.table.decide).not.toHaveBeenCalled()
    expect(large.get().picks).toEqual([1])
    const several = tableAsking({ ...asked, series: 2 }, { camera: grid })
    several.actions.pickTarget(mill)
    several.actions.pickTarget(hill)
    expect(several.get().picks).toEqual([1, 0])
    expect(several.table.decide).not.toHaveBeenCalled()
  })

  it('can be a list, the first of it, or the list of one', async () => {
    const { actions, set, table } = tableAsking(
      ask({
        series: 3,
        optional: true,
        offers: [{ id: 'rest', label: 'Rest', window: 'w', timing: 'during' }],
      }),
    )
    actions.pick(2)
    actions.pick(0)
    actions.confirm()
    await vi.advanceTimersByTimeAsync(0)
    actions.confirmOther()
    await vi.advanceTimersByTimeAsync(0)
    set({ picks: [1] })
    actions.confirmOther()
    expect(table.decide.mock.calls).toEqual([
      ['red', ['c', 'a']],
      ['red', 'c'],
      ['red', ['b']],
    ])
  })

  it('needs a question', () => {
    const { actions, table } = tableAsking(undefined)
    actions.pick(0)
    actions.answer('a')
    actions.confirm()
    actions.askHint()
    actions.askWhy('x', 'X')
    actions.pickTarget({ kind: 'space', id: 'hill', zone: 'hill' })
    actions.dragTarget(hill, mill)
    for (const asked of Object.values(table)) expect(asked).not.toHaveBeenCalled()
  })
})

describe('a list that is cut short', () => {
  const asked = ask({ series: 3, action: 'march' })
  const chose = (choice: string) => ({ type: 'chose', seat: 'red', name: 'what', choice }) as const
  const list = aheadList(asked, ['a', 'b', 'c'])
  if (list === undefined) throw new Error('It is a list.')

  it('is noticed when the question is asked again, or its action has ended', () => {
    expect(followLists([list], [chose('a')], [ask({ name: 'other' })])).toMatchObject({
      ahead: [{ rest: [{ id: 'b' }, { id: 'c' }] }],
      dropped: [],
    })
    expect(followLists([list], [chose('a')], [asked])).toMatchObject({
      ahead: [],
      dropped: [{ rest: [{ label: 'B' }, { label: 'C' }] }],
    })
    const ended = { type: 'ended', action: 'march', seat: 'red', free: false } as const
    expect(followLists([list], [chose('a'), ended], []).dropped).toHaveLength(1)
  })

  it('is not one whose rounds are all done', () => {
    const all = [chose('a'), chose('b'), chose('c')]
    expect(followLists([list], all, [asked])).toEqual({ ahead: [], dropped: [] })
    expect(aheadList(asked, 'a')).toBeUndefined()
    expect(aheadList(asked, ['a'])).toBeUndefined()
  })
})

describe('a preview', () => {
  it('comes a moment after pointing, once for each answer of a question', async () => {
    const { actions, get, table } = tableAsking(ask())
    actions.point({ option: 1 })
    expect(get().pointed).toEqual({ option: 1 })
    await vi.advanceTimersByTimeAsync(89)
    expect(table.previews).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(table.previews).toHaveBeenCalledWith('red', ['b'])
    expect(get().foreseen).toMatchObject({ choice: 'b', ghost: { zones: {}, variables: {}, seats: {} } })
    actions.point(undefined)
    expect(get().foreseen).toBeUndefined()
    actions.point({ option: 1 })
    await vi.advanceTimersByTimeAsync(90)
    expect(table.previews).toHaveBeenCalledTimes(1)
    expect(get().foreseen).toMatchObject({ choice: 'b' })
  })

  it('is not asked for what is pointed at in passing, nor without a connection', async () => {
    const { actions, set, table } = tableAsking(ask())
    actions.point({ option: 1 })
    await vi.advanceTimersByTimeAsync(50)
    actions.point({ option: 2 })
    await vi.advanceTimersByTimeAsync(90)
    expect(table.previews.mock.calls).toEqual([['red', ['c']]])
    set({ connected: false })
    actions.point({ option: 0 })
    await vi.advanceTimersByTimeAsync(200)
    expect(table.previews).toHaveBeenCalledTimes(1)
  })

  it('is that of an offer, or of all that is chosen with what is pointed at', async () => {
    const { actions, table } = tableAsking(MANY)
    actions.point({ option: 0 }) // one of two
    await vi.advanceTimersByTimeAsync(90)
    expect(table.previews).not.toHaveBeenCalled()
    actions.pick(0)
    actions.point({ option: 2 })
    await vi.advanceTimersByTimeAsync(90)
    expect(table.previews).toHaveBeenLastCalledWith('red', [['a', 'c']])
    actions.point({ offer: 'pass' })
    await vi.advanceTimersByTimeAsync(90)
    expect(table.previews).toHaveBeenLastCalledWith('red', [{ offer: 'pass' }])
  })

  it('of another question is not shown', async () => {
    const { actions, get, set } = tableAsking(ask())
    actions.point({ option: 1 })
    vi.advanceTimersByTime(90)
    set({ decision: ask({ name: 'another' }) })
    await vi.advanceTimersByTimeAsync(0)
    expect(get().foreseen).toBeUndefined()
  })
})

describe('the rows of the options', () => {
  const options = Array.from({ length: 20 }, (_, i) => option(`o${i}`))

  it('get their consequences shortly after the question, some at a time', async () => {
    const { actions, get, table } = tableAsking(ask({ options }))
    actions.foresee()
    await vi.advanceTimersByTimeAsync(149)
    expect(table.previews).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(table.previews.mock.calls.map(([, choices]) => choices.length)).toEqual([8, 8, 4])
    expect(Object.keys(get().outcomes)).toHaveLength(20)
    expect(get().outcomes['7']?.short).toBe('well')
    actions.pick(3) // known already
    await vi.advanceTimersByTimeAsync(90)
    expect(table.previews).toHaveBeenCalledTimes(3)
    expect(get().foreseen?.choice).toBe('o3')
  })

  it('stand for as many as a click marks, and then for as many as are marked', async () => {
    const groups = [
      { ...option('a'), count: 3 },
      { ...option('b'), count: 2 },
    ]
    const { actions, get, table } = tableAsking(ask({ kind: 'many', min: 1, max: 4, options: groups }))
    table.previews.mockImplementation(async (_, choices) =>
      choices.map((choice) => ({
        events: [{ type: 'said', text: JSON.stringify(choice) }],
        until: 'question',
      })),
    )
    actions.foresee()
    await vi.advanceTimersByTimeAsync(150)
    expect(get().outcomes['0 × 3']?.short).toBe('["a","a","a"]')
    expect(get().outcomes['1 × 2']?.short).toBe('["b","b"]')
    expect(get().outcomes['0']).toBeUndefined()
    actions.pick(0)
    actions.setCount(0, 2)
    actions.setCount(1, 1)
    await vi.advanceTimersByTimeAsync(90)
    expect(get().outcomes['0 × 2']?.short).toBe('["a","a"]')
    expect(get().outcomes['1']?.short).toBe('["b"]')
  })

  it('get none if the question is answered before', async () => {
    const { actions, set, table } = tableAsking(ask({ options }))
    actions.foresee()
    set({ decision: ask({ name: 'another' }) })
    await vi.advanceTimersByTimeAsync(200)
    expect(table.previews).not.toHaveBeenCalled()
  })

  it('are previewed up to a limit', async () => {
    const many = Array.from({ length: 90 }, (_, i) => option(`o${i}`))
    const { actions, get } = tableAsking(ask({ options: many }))
    actions.foresee()
    await vi.advanceTimersByTimeAsync(200)
    expect(Object.keys(get().outcomes)).toHaveLength(40)
  })
})

describe('dragging', () => {
  const zones = (ids: readonly string[], change: Partial<Decision> = {}): Decision =>
    ask({ type: 'zone', options: ids.map(option), ...change })

  it('answers with where it starts, and then with where it ends', async () => {
    const { actions, get, set, table } = tableAsking(zones(['hill', 'port']))
    actions.dragTarget(hill, mill)
    await vi.advanceTimersByTimeAsync(0)
    expect(table.decide).toHaveBeenLastCalledWith('red', 'hill')
    set({ decision: zones(['mill']) })
    actions.resumeDrag()
    await vi.advanceTimersByTimeAsync(0)
    expect(table.decide).toHaveBeenLastCalledWith('red', 'mill')
    expect(get().dragged).toBeUndefined()
  })

  it('answers with where it ends first, if that is asked first, and leaves the number of pieces open', async () => {
    const { actions, get, set, table } = tableAsking(zones(['mill']))
    actions.dragTarget({ kind: 'piece', id: 'cube@hill', zone: 'hill' }, mill)
    await vi.advanceTimersByTimeAsync(0)
    expect(table.decide.mock.calls).toEqual([['red', 'mill']])
    const pieces = ask({
      kind: 'many',
      type: 'token',
      min: 0,
      max: 3,
      options: [{ ...option('cube@hill'), count: 3 }],
    })
    set({ decision: pieces, picks: [] })
    actions.resumeDrag()
    expect(get()).toMatchObject({ picks: [0], dragged: undefined })
    expect(table.decide).toHaveBeenCalledTimes(1)
  })

  it('asks why not, where neither end can be chosen, or the other one cannot be later', async () => {
    const { actions, set, table } = tableAsking(zones(['port']))
    actions.dragTarget(hill, mill)
    expect(table.explain).toHaveBeenLastCalledWith('red', 'mill')
    expect(table.decide).not.toHaveBeenCalled()
    set({ decision: zones(['hill']) })
    actions.dragTarget(hill, mill)
    await vi.advanceTimersByTimeAsync(0)
    set({ decision: zones(['port']) })
    actions.resumeDrag()
    expect(table.explain).toHaveBeenCalledTimes(2)
  })
})

describe('why not', () => {
  it('is asked by pointing, once', async () => {
    const { actions, get, table } = tableAsking(ask({ type: 'zone', options: [option('hill')] }))
    actions.pointTarget(mill)
    await vi.advanceTimersByTimeAsync(1000)
    expect(table.explain).not.toHaveBeenCalled()
    actions.toggleAsking()
    expect(get().isAsking).toBe(true)
    actions.pickTarget(hill)
    expect(table.explain).toHaveBeenCalledWith('red', 'hill')
    expect(get()).toMatchObject({ isAsking: false, picks: [] })
  })

  it('is told about what is pointed at, unless something else is asked meanwhile', async () => {
    const { actions, get, table } = tableAsking(ask())
    actions.askTarget({ kind: 'space', id: 'hill', zone: 'hill' })
    expect(get().why).toEqual({ about: 'kind hill', explanation: undefined })
    expect(table.explain).toHaveBeenCalledWith('red', 'hill')
    await vi.advanceTimersByTimeAsync(0)
    expect(get().why?.explanation).toMatchObject({ offered: false })
    actions.askTarget({ kind: 'piece', id: 'cube@hill', zone: 'hill' })
    expect(get().why?.about).toBe('kind cube in zone hill')
    actions.clear()
    await vi.advanceTimersByTimeAsync(0)
    expect(get().why).toBeUndefined()
  })
})

describe('a hint', () => {
  it('is asked once, and picked with its preview', async () => {
    const { actions, get, table } = tableAsking(ask())
    actions.askHint()
    actions.askHint()
    expect(get()).toMatchObject({ hint: 'asked', tab: 'decide' })
    expect(table.hint.mock.calls).toEqual([['red']])
    await vi.advanceTimersByTimeAsync(90)
    expect(get()).toMatchObject({ hint: { agent: 'greedy' }, picks: [1], foreseen: { choice: 'b' } })
  })

  it('that comes too late is dropped', async () => {
    const { actions, get, set } = tableAsking(ask())
    actions.askHint()
    set({ decision: ask({ name: 'another' }) })
    await vi.advanceTimersByTimeAsync(0)
    expect(get()).toMatchObject({ hint: undefined, picks: [] })
  })
})

describe('undoing', () => {
  it('is done where it is free, asked for where others are needed, and else refused', () => {
    const { actions, get, set, table } = tableAsking(ask())
    actions.askUndo()
    expect(get().problem).toBe('You have nothing to undo.')
    set({ horizon: { free: null, ask: 0 } })
    actions.askUndo()
    expect(get()).toMatchObject({ asksUndo: true, tab: 'decide' })
    expect(table.undo).not.toHaveBeenCalled()
    actions.undo(4)
    expect(table.undo).toHaveBeenLastCalledWith(4)
    expect(get().asksUndo).toBe(false)
    set({ horizon: { free: 0, ask: 0 } })
    actions.askUndo()
    expect(table.undo).toHaveBeenLastCalledWith(undefined)
    actions.consent(true)
    expect(table.consent).toHaveBeenCalledWith(true)
  })
})
