/** Going back and forth through a game, and playing it back. */
import type { TableUpdate } from '@ludoforge/table'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { TableFrame } from '../src/table/store/history-cache.js'
import type { SetState } from '../src/table/store/perspective.js'
import { playbackActions } from '../src/table/store/playback.js'
import type { TableState, TableStore } from '../src/table/store/state.js'

const frame = (number: number): TableFrame => ({
  number,
  view: { seat: null, deciding: [], variables: {}, seats: {}, zones: {} },
  values: { values: [], seats: {}, spaces: {} },
  events: [{ type: 'said', text: `to ${number}` }],
})

/** The entries 0, 2, 3 and 6 can be stepped to; the last one is shown. */
function tableAt(change: Partial<TableState> = {}, moment = 400) {
  const asked: number[] = []
  const fetched = (number: number): TableFrame => {
    asked.push(number)
    return frame(number)
  }
  let state = {
    line: [0, 2, 3, 6],
    now: frame(6),
    shown: frame(6),
    waiting: [],
    stepping: undefined,
    records: [],
    you: { person: 'ann', name: 'Ann', host: true, seats: ['red'], seen: 3 },
    history: {
      at: async (number: number) => fetched(number),
      until: async (number: number) => [{ ...frame(number), values: frame(0).values }, fetched(number)],
    },
    attempt: (work: () => Promise<void>) => work(),
    ...change,
  } as unknown as TableStore
  const set: SetState = (some) => {
    state = { ...state, ...some }
  }
  return {
    actions: playbackActions(() => state, set, { moment: () => moment }),
    get: () => state,
    set,
    asked,
  }
}

const settle = () => vi.advanceTimersByTimeAsync(0)

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a step through the past', () => {
  it('goes back without moving anything, and forth with what led there', async () => {
    const { actions, get, asked } = tableAt()
    actions.stepBy(-1)
    expect(get().stepping).toEqual({ at: 3, plays: false })
    await settle()
    expect(get().shown).toEqual({ ...frame(3), events: [] })
    actions.stepBy(-1)
    await settle()
    expect(get().shown).toEqual({ ...frame(2), events: [] })
    actions.stepBy(1)
    await settle()
    expect(get().shown).toEqual(frame(3))
    expect(asked).toEqual([3, 2, 3])
  })

  it('ends at the beginning, and at the present', async () => {
    const { actions, get } = tableAt({ waiting: [frame(6)] })
    const { skip } = actions
    actions.stepBy(-9)
    await settle()
    expect(get().shown.number).toBe(0)
    actions.stepBy(9)
    expect(get()).toMatchObject({ stepping: undefined, shown: { number: 6 }, waiting: [] })
    actions.stepTo(2)
    await settle()
    actions.stepTo(6)
    expect(get().stepping).toBeUndefined()
    actions.stepTo(2)
    skip()
    await settle()
    expect(get().shown).toEqual(frame(6)) // what comes late is not shown any more
  })

  it('begins at what is shown, wherever between two steps that is', async () => {
    const { actions, get } = tableAt({ shown: frame(5) })
    actions.stepBy(0)
    await settle()
    expect(get().shown.number).toBe(3)
  })
})

describe('playing back', () => {
  const step = (number: number, seat: string) => ({ type: 'step', number, seat }) as TableUpdate

  it('begins at your last decision, shows each moment for a while, and ends at the present', async () => {
    const records = [step(2, 'red'), step(3, 'blue'), step(6, 'blue')]
    const { actions, get, asked } = tableAt({ records })
    actions.playBack()
    await settle()
    expect(get()).toMatchObject({ stepping: { at: 2, plays: true }, shown: { number: 2 } })
    await vi.advanceTimersByTimeAsync(399)
    expect(asked).toEqual([2])
    await vi.advanceTimersByTimeAsync(401) // its second frame, then the next step
    expect(asked).toEqual([2, 3])
    await vi.advanceTimersByTimeAsync(800)
    expect(get().stepping).toEqual({ at: 6, plays: true })
    await vi.advanceTimersByTimeAsync(800)
    expect(get()).toMatchObject({ stepping: undefined, shown: { number: 6 } })
  })

  it('begins at what you saw last where no decision is yours', async () => {
    const { actions, get } = tableAt({ records: [step(6, 'blue')] })
    actions.playBack()
    expect(get().stepping).toEqual({ at: 3, plays: true })
  })

  it('stops where you go elsewhere, and is never too fast', async () => {
    const { actions, get, set, asked } = tableAt({}, 0)
    actions.stepTo(0, true)
    await settle()
    await vi.advanceTimersByTimeAsync(249)
    expect(asked).toEqual([0])
    set({ stepping: { at: 0, plays: false } })
    await vi.advanceTimersByTimeAsync(1000)
    expect(asked).toEqual([0])
    actions.stepTo(0, true)
    await settle()
    actions.present()
    await vi.advanceTimersByTimeAsync(1000)
    expect(get().stepping).toBeUndefined()
    expect(asked).toEqual([0, 0])
  })
})

it('a rule is read beside the table', () => {
  const { actions, get } = tableAt()
  const place = { rule: '4.2', place: 'rules.md:3' }
  actions.read(place)
  expect(get()).toMatchObject({ reading: place, tab: 'rules' })
})
