/** The history before a visit: a page loads it in parts, and requests again what failed. */
import { isGroup, type LogItem } from '@ludoforge/table'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { TableStore } from '../src/table/store/state.js'
import { FakeTable, say, step } from './support/fake-table.js'

const page = { hidden: false }

beforeEach(() => {
  vi.useFakeTimers()
  page.hidden = false
  vi.stubGlobal('document', page)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const settle = () => vi.advanceTimersByTimeAsync(0)
const texts = (items: readonly LogItem[]): string[] =>
  items.flatMap((item) => (isGroup(item) ? texts(item.items) : [item.text]))
const logOf = ({ story }: TableStore): string[] => texts(story.top.items)

describe('the history before a visit', () => {
  const played = (last: number): FakeTable => {
    const table = new FakeTable()
    table.number = last
    table.past = Array.from({ length: last }, (_, i) => step(i + 1, 'red', say(`step ${i + 1}`)))
    return table
  }

  it('is loaded page by page, and begins with the opening', async () => {
    const table = played(5)
    const store = table.open()
    await settle()
    expect(table.history.mock.calls).toEqual([
      [0, 5],
      [2, 5],
      [4, 5],
    ])
    const state = store.getState()
    expect(state.records.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5])
    expect(state.opening).toEqual([{ eye: 'red', events: [say('opening from 0')] }])
    expect(state.line).toEqual([0, 1, 2, 3, 4, 5])
    expect(logOf(state)).toEqual(['opening from 0', ...[1, 2, 3, 4, 5].map((n) => `step ${n} for red`)])
    expect(state.told).toBe(1)
  })

  it('ends where the host has no more of it', async () => {
    const table = played(2)
    table.number = 4
    const store = table.open()
    await settle()
    expect(table.history.mock.calls).toEqual([
      [0, 4],
      [2, 4],
    ])
    expect(store.getState().records).toHaveLength(2)
  })

  it('of a new table is its opening', async () => {
    const table = played(0)
    const store = table.open()
    await settle()
    expect(table.history.mock.calls).toEqual([[0, 0]])
    expect(logOf(store.getState())).toEqual(['opening from 0'])
  })

  it('comes before what happens meanwhile', async () => {
    const table = played(3)
    const store = table.open()
    await Promise.resolve()
    table.tell(step(4, 'blue', say('step 4')))
    await settle()
    const state = store.getState()
    expect(state.records.map(({ number }) => number)).toEqual([1, 2, 3, 4])
    expect(logOf(state).at(-1)).toBe('step 4 for red')
    expect(logOf(state)).toHaveLength(5)
  })

  it('changes nothing any more once the page is closed', async () => {
    const table = played(3)
    const store = table.open()
    await Promise.resolve()
    store.getState().close()
    await vi.advanceTimersByTimeAsync(5000)
    expect(store.getState()).toMatchObject({ records: [], opening: [], told: 0 })
    expect(table.seen).not.toHaveBeenCalled()
    expect(table.listeners.size).toBe(0)
    expect(table.close).toHaveBeenCalledTimes(1)
  })

  it('that cannot be loaded is a problem, which the page shows', async () => {
    const table = played(1)
    table.history.mockRejectedValue(new Error('No connection.'))
    const store = table.open()
    await settle()
    expect(store.getState().pastProblem).toBe('No connection.')
  })

  it('is requested again after growing pauses, from the page that failed, and is complete then', async () => {
    const table = played(5)
    const answer = table.history.getMockImplementation()
    const failures = ['No connection.', 'Too many requests.']
    table.history.mockImplementation(async (from, to) => {
      const failure = from === 2 ? failures.shift() : undefined
      if (failure !== undefined || answer === undefined) throw new Error(failure)
      return answer(from, to)
    })
    const store = table.open()
    await settle()
    expect(store.getState().pastProblem).toBe('No connection.')
    table.tell(step(6, 'blue', say('step 6')))
    await vi.advanceTimersByTimeAsync(999)
    expect(table.history).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(1)
    expect(store.getState().pastProblem).toBe('Too many requests.')
    await vi.advanceTimersByTimeAsync(1999)
    expect(table.history).toHaveBeenCalledTimes(3)
    await vi.advanceTimersByTimeAsync(1)
    const state = store.getState()
    expect(state.pastProblem).toBeUndefined()
    expect(state.records.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6])
    expect(logOf(state)).toEqual(['opening from 0', ...[1, 2, 3, 4, 5, 6].map((n) => `step ${n} for red`)])
    expect(table.history.mock.calls).toEqual([[0, 5], [2, 5], [2, 5], [2, 5], [4, 5]]) // biome-ignore format: one line
  })

  it('is requested again at once when the connection is back', async () => {
    const table = played(1)
    table.history.mockRejectedValueOnce(new Error('Not connected.'))
    const store = table.open()
    await settle()
    expect(store.getState().pastProblem).toBe('Not connected.')
    table.tell({ type: 'connection', open: false })
    await settle()
    expect(table.history).toHaveBeenCalledTimes(1)
    table.tell({ type: 'connection', open: true })
    await settle()
    expect(table.history).toHaveBeenCalledTimes(2)
    expect(store.getState()).toMatchObject({ pastProblem: undefined })
    expect(logOf(store.getState())).toEqual(['opening from 0', 'step 1 for red'])
  })

  it('is not requested again once the page is closed', async () => {
    const table = played(1)
    table.history.mockRejectedValue(new Error('No connection.'))
    const store = table.open()
    await settle()
    store.getState().close()
    await vi.advanceTimersByTimeAsync(120_000)
    expect(table.history).toHaveBeenCalledTimes(1)
  })

  it.each([
    [{ person: 'ann', seen: 2 }, 2],
    [{ person: 'ann', seen: 1 }, 1],
    [{ person: 'ann', seen: 0 }, undefined],
    [{ person: 'ann', seen: 5 }, undefined],
    [{ person: null, seen: 2 }, undefined],
  ])('has something new after the last look: %j', async (you, missed) => {
    const table = played(5)
    table.you = { ...table.you, ...you }
    const store = table.open()
    await settle()
    expect(store.getState().missed).toBe(missed)
  })
})
