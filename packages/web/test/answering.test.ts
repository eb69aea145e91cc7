/** Picking, answering, previews, hints and undoing at a table. */
import type { Decision } from '@ludoforge/kernel'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answerActions } from '../src/table/store/answer-actions.js'
import type { SetState } from '../src/table/store/perspective.js'
import type { TableState, TableStore } from '../src/table/store/state.js'

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

const MANY = ask({ kind: 'many', min: 2, max: 2 })

function tableAsking(decision: Decision | undefined, change: Partial<TableState> = {}) {
  const table = {
    decide: vi.fn(async () => {}),
    preview: vi.fn(async () => ({ events: [{ type: 'said', text: 'well' }], until: 'question' })),
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
    busy: false,
    connected: true,
    def: { zones: [] },
    words: { fullKind: (id: string) => `kind ${id}`, zone: (id: string) => `zone ${id}` },
    now: { view: { seat: 'red', deciding: ['red'], variables: {}, seats: {}, zones: {} } },
    horizon: { free: null, ask: null },
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
  it('is given by a click where one is chosen', async () => {
    const { actions, get, table } = tableAsking(ask(), { results: ['old'] })
    actions.pick(1)
    expect(table.decide).toHaveBeenCalledWith('red', 'b')
    expect(get()).toMatchObject({ busy: true, results: [], stepping: undefined })
    actions.pick(0) // it is on its way
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
    actions.unpick(0)
    expect(get().picks).toEqual([2])
    actions.pick(1)
    actions.confirm()
    expect(table.decide).toHaveBeenCalledWith('red', expect.arrayContaining(['b', 'c']))
  })

  it('can be an offer, or nothing', async () => {
    const { actions, table } = tableAsking(ask({ optional: true }))
    actions.takeOffer('pass')
    await vi.advanceTimersByTimeAsync(0)
    actions.decline()
    expect(table.decide.mock.calls).toEqual([
      ['red', { offer: 'pass' }],
      ['red', []],
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
    for (const asked of Object.values(table)) expect(asked).not.toHaveBeenCalled()
  })
})

describe('a preview', () => {
  it('comes a moment after pointing, once for each answer of a question', async () => {
    const { actions, get, table } = tableAsking(ask())
    actions.point({ option: 1 })
    expect(get().pointed).toEqual({ option: 1 })
    await vi.advanceTimersByTimeAsync(89)
    expect(table.preview).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(table.preview).toHaveBeenCalledWith('red', 'b')
    expect(get().foreseen).toMatchObject({ choice: 'b', ghost: { zones: {}, variables: {}, seats: {} } })
    actions.point(undefined)
    expect(get().foreseen).toBeUndefined()
    actions.point({ option: 1 })
    await vi.advanceTimersByTimeAsync(90)
    expect(table.preview).toHaveBeenCalledTimes(1)
    expect(get().foreseen).toMatchObject({ choice: 'b' })
  })

  it('is not asked for what is pointed at in passing, nor without a connection', async () => {
    const { actions, set, table } = tableAsking(ask())
    actions.point({ option: 1 })
    await vi.advanceTimersByTimeAsync(50)
    actions.point({ option: 2 })
    await vi.advanceTimersByTimeAsync(90)
    expect(table.preview.mock.calls).toEqual([['red', 'c']])
    set({ connected: false })
    actions.point({ option: 0 })
    await vi.advanceTimersByTimeAsync(200)
    expect(table.preview).toHaveBeenCalledTimes(1)
  })

  it('is that of an offer, or of all that is chosen with what is pointed at', async () => {
    const { actions, table } = tableAsking(MANY)
    actions.point({ option: 0 }) // one of two
    await vi.advanceTimersByTimeAsync(90)
    expect(table.preview).not.toHaveBeenCalled()
    actions.pick(0)
    actions.point({ option: 2 })
    await vi.advanceTimersByTimeAsync(90)
    expect(table.preview).toHaveBeenLastCalledWith('red', ['a', 'c'])
    actions.point({ offer: 'pass' })
    await vi.advanceTimersByTimeAsync(90)
    expect(table.preview).toHaveBeenLastCalledWith('red', { offer: 'pass' })
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

describe('why not', () => {
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
