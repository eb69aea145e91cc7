/** Going back and forth through a game, and playing it back. */
import { GameLog, wordsOf } from '@ludoforge/table'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { TableFrame } from '../src/table/store/history-cache.js'
import type { SetState } from '../src/table/store/perspective.js'
import { playbackActions } from '../src/table/store/playback.js'
import type { TableState, TableStore } from '../src/table/store/state.js'
import { def, question, scene } from './support/fake-table.js'

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
  const words = wordsOf(def, scene)
  /** A log of decisions, by entry and seat. */
  const logOf = (
    ...steps: readonly (readonly [number, string])[]
  ): Pick<TableState, 'story' | 'words' | 'told' | 'eye'> => {
    const story = new GameLog(words, 'red')
    for (const [number, seat] of steps)
      story.tell([{ type: 'chose', seat, name: 'what', choice: 'x' }], number)
    return { story, words, told: 1, eye: 'red' }
  }

  it('begins after your last turn, shows each moment for a while, and ends at the present', async () => {
    const { actions, get, asked } = tableAt(logOf([2, 'red'], [3, 'blue'], [6, 'blue']))
    actions.playBack()
    await settle()
    expect(get()).toMatchObject({ stepping: { at: 2, plays: true }, shown: { number: 2 } })
    await vi.advanceTimersByTimeAsync(399)
    expect(asked).toEqual([2])
    await vi.advanceTimersByTimeAsync(401) // its second frame, then the next step
    expect(asked).toEqual([2, 3])
    await vi.advanceTimersByTimeAsync(800)
    expect(get().stepping).toEqual({ at: 6, plays: true, from: 2 })
    await vi.advanceTimersByTimeAsync(800)
    expect(get()).toMatchObject({ stepping: undefined, shown: { number: 6 } })
  })

  it('leaves out your turn in progress, and begins at the start if no turn is yours', async () => {
    const log = logOf([2, 'red'], [3, 'blue'], [6, 'red'])
    const { actions, get } = tableAt({ ...log, decision: question('red') })
    actions.playBack()
    expect(get().stepping).toEqual({ at: 2, plays: true, from: 2 })
    const other = tableAt(logOf([2, 'blue'], [6, 'blue']))
    other.actions.playBack()
    expect(other.get().stepping).toEqual({ at: 0, plays: true, from: 0 })
  })

  it('of one turn ends there, and returns to the present', async () => {
    const { actions, get, asked } = tableAt()
    actions.play(1, 3)
    await settle()
    expect(get().stepping).toEqual({ at: 0, plays: true, from: 0, until: 3 })
    await vi.advanceTimersByTimeAsync(1600)
    expect(get().stepping).toMatchObject({ at: 3, until: 3 })
    await vi.advanceTimersByTimeAsync(800)
    expect(get()).toMatchObject({ stepping: undefined, shown: { number: 6 } })
    expect(asked).toEqual([0, 2, 3])
  })

  it('of a long turn is faster, and shows dice longer', async () => {
    const line = Array.from({ length: 41 }, (_, i) => i)
    const { actions, asked } = tableAt({ line }, 1000)
    actions.play(0, 40)
    await settle()
    await vi.advanceTimersByTimeAsync(499) // two frames of 250 ms each: 10 steps of 40 have the full second
    expect(asked).toEqual([0])
    await vi.advanceTimersByTimeAsync(1)
    expect(asked).toEqual([0, 1])
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
