/** What a page does when something happens at its table: the log, the question, the viewer and the playback. */
import type { StepEvent } from '@ludoforge/kernel'
import { isGroup, type LogItem, type TableUpdate } from '@ludoforge/table'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { TableStore } from '../src/table/store/state.js'
import { FakeTable, question, say, step } from './support/fake-table.js'

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
const chat = (number: number, text: string) =>
  ({ type: 'chat', number, at: 0, by: 'Bob', seats: [], text }) as TableUpdate
const undone = (number: number, to: number) =>
  ({ type: 'undone', number, at: 0, by: 'Bob', to, shown: [] }) as unknown as TableUpdate

describe('what was seen', () => {
  it('is reported a second after the last update, once', async () => {
    const table = new FakeTable()
    table.open()
    await vi.advanceTimersByTimeAsync(600)
    table.tell(chat(1, 'hello'))
    await vi.advanceTimersByTimeAsync(999)
    expect(table.seen).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(table.seen).toHaveBeenCalledTimes(1)
    table.seen.mockRejectedValue(new Error('No connection.')) // the next update reports again
    table.tell(chat(2, 'hello'))
    await vi.advanceTimersByTimeAsync(1000)
    expect(table.seen).toHaveBeenCalledTimes(2)
  })

  it('is nothing in a hidden tab, without a connection, for a spectator, or after the end', async () => {
    const table = new FakeTable()
    const store = table.open()
    table.tell({ type: 'connection', open: false })
    expect(store.getState().connected).toBe(false)
    await vi.advanceTimersByTimeAsync(2000)
    table.tell({ type: 'connection', open: true })
    expect(store.getState().connected).toBe(true)
    page.hidden = true
    table.tell(chat(1, 'hello'))
    await vi.advanceTimersByTimeAsync(2000)
    page.hidden = false
    table.you = { ...table.you, person: null }
    table.tell(chat(2, 'hello'))
    await vi.advanceTimersByTimeAsync(2000)
    table.you = { ...table.you, person: 'ann' }
    table.tell(chat(3, 'hello'))
    store.getState().close()
    await vi.advanceTimersByTimeAsync(2000)
    expect(table.seen).not.toHaveBeenCalled()
  })
})

describe('an update', () => {
  it('brings what the table knows', async () => {
    const table = new FakeTable()
    const store = table.open()
    await settle()
    table.about = { name: 'Another' }
    table.you = { ...table.you, name: 'Anna' }
    table.proposal = { number: 1 }
    table.horizon = { free: 1, ask: null }
    table.tell(chat(1, 'hello'))
    const { about, you, proposal, horizon, records, line } = store.getState()
    expect({ about, you, proposal, horizon }).toEqual({
      about: table.about,
      you: table.you,
      proposal: table.proposal,
      horizon: table.horizon,
    })
    expect(records).toEqual([chat(1, 'hello')])
    expect(line).toEqual([0])
    expect(logOf(store.getState()).at(-1)).toBe('Bob: hello')
  })

  it('of a step moves the timeline and ends the thinking of its seat', async () => {
    const table = new FakeTable()
    const store = table.open()
    await settle()
    table.tell({ type: 'thinking', seat: 'blue', done: 0.5 })
    table.tell({ type: 'thinking', seat: 'red', done: 0.2 })
    expect(store.getState().thinking).toEqual({ blue: 0.5, red: 0.2 })
    const { told } = store.getState()
    table.tell(step(1, 'blue', say('done')))
    const state = store.getState()
    expect(state.thinking).toEqual({ red: 0.2 })
    expect(state.line).toEqual([0, 1])
    expect(state.told).toBe(told + 1)
    expect(logOf(state).at(-1)).toBe('done for red')
    expect(state.now).toMatchObject({ number: 1, events: [say('done for red')] })
    expect(state.shown).toBe(state.now)
    expect(state.waiting).toEqual([])
  })

  it('of an undo takes steps from the log and the timeline', async () => {
    const table = new FakeTable()
    const store = table.open()
    await settle()
    table.tell(step(1, 'red', say('first')))
    table.tell(step(2, 'blue', say('second')))
    table.tell(undone(3, 2))
    const state = store.getState()
    expect(state.line).toEqual([0, 1])
    expect(logOf(state)).toContain('first for red')
    expect(logOf(state)).not.toContain('second for red')
    expect(state.now.number).toBe(3)
  })

  it.each([
    [['red', 'blue'], 'red'],
    [['blue', 'red'], 'red'],
    [['blue'], 'blue'],
    [[], null],
  ])('of seats %j shows the table to %s', async (seats, eye) => {
    const table = new FakeTable()
    const store = table.open()
    await settle()
    expect(store.getState().eye).toBe('red')
    table.you = { ...table.you, seats }
    table.tell({ type: 'seats', number: 1, at: 0, seats: [], question: 0, shown: [] })
    expect(store.getState()).toMatchObject({ eye, now: { view: { seat: eye } }, stepping: undefined })
    expect(store.getState().history.eye).toBe(eye)
  })

  it('of seats leaves a spectator a spectator', async () => {
    const table = new FakeTable()
    table.you = { ...table.you, seats: [] }
    const store = table.open()
    await settle()
    expect(store.getState().eye).toBeNull()
    table.tell({ type: 'seats', number: 1, at: 0, seats: [], question: 0, shown: [] })
    expect(store.getState().eye).toBeNull()
  })
})

describe('a question', () => {
  it('calls the player, and keeps the picks while it is the same', async () => {
    const called = vi.fn()
    const table = new FakeTable()
    const store = table.open({ moment: () => 0, hear: called })
    await settle()
    table.asked = [question('red', { kind: 'number', min: 2, max: 5 })]
    table.tell(step(1, 'blue'))
    expect(store.getState()).toMatchObject({ decision: table.asked[0], asked: table.asked, picks: [5] })
    expect(called).toHaveBeenCalledTimes(1)
    store.getState().set({ picks: [4] })
    table.asked = [{ ...(table.asked[0] as (typeof table.asked)[number]) }]
    table.tell(chat(2, 'hurry'))
    expect(store.getState().picks).toEqual([4])
    expect(store.getState().decision).toBe(table.asked[0])
    table.asked = [question('red', { name: 'next' })]
    table.tell(step(3, 'red'))
    expect(store.getState().picks).toEqual([])
    expect(called).toHaveBeenCalledTimes(1) // still the player's turn
    table.asked = []
    table.tell(step(4, 'red'))
    expect(store.getState()).toMatchObject({ decision: undefined, asked: [] })
    expect(called).toHaveBeenCalledTimes(1)
  })

  it('is the one of the seat that was asked, then that of the viewer, then the first', async () => {
    const table = new FakeTable()
    table.you = { ...table.you, seats: ['red', 'blue', 'green'] }
    const store = table.open()
    await settle()
    const seatAsked = (...seats: string[]) => {
      table.asked = seats.map((seat) => question(seat, { name: `question ${table.number}` }))
      table.tell(step(table.number + 1, 'x'))
      return store.getState().decision?.seat
    }
    expect(seatAsked('blue', 'red')).toBe('red')
    store.getState().set({ decision: question('green') })
    expect(seatAsked('blue', 'red', 'green')).toBe('green')
    expect(store.getState().eye).toBe('green')
    store.getState().set({ decision: question('gone') })
    expect(seatAsked('blue', 'green')).toBe('green')
    expect(seatAsked('blue', 'red')).toBe('blue')
    expect(store.getState().eye).toBe('blue')
  })

  it('of another seat with secrets waits behind the curtain', async () => {
    const table = new FakeTable()
    table.you = { ...table.you, seats: ['red', 'blue'] }
    table.zones = {
      red: { hand: { size: 1, markers: {} } },
      blue: { hand: { size: 1, cards: ['ace'], markers: {} } },
    }
    const store = table.open()
    await settle()
    table.asked = [question('red')]
    table.tell(step(1, 'blue'))
    expect(store.getState().curtain).toBeUndefined()
    table.asked = [question('blue')]
    table.tell(step(2, 'red'))
    expect(store.getState()).toMatchObject({ curtain: 'blue', eye: 'red' })
  })
})

describe('playback', () => {
  const MOMENT = 100
  const entered = (title: string): StepEvent => ({ type: 'entered', procedure: title, title })
  const left: StepEvent = { type: 'left', procedure: 'x' }
  const moved = (from: string, into: string): StepEvent => ({
    type: 'moved',
    what: 'ace',
    from,
    into,
    count: 1,
  })
  /** Cards that are dealt and swept up again before the next question. */
  const sweep = (text: string): StepEvent[] => [
    entered('Deal'),
    moved('deck', 'table'),
    say(text),
    left,
    moved('table', 'deck'),
  ]
  const zones = {
    deck: { size: 1, cards: ['ace'], markers: {} },
    table: { size: 0, cards: [], markers: {} },
  }

  const opened = async (called?: (sound: string) => void) => {
    const table = new FakeTable()
    table.zones = { red: zones, '': zones }
    const store = table.open({ moment: () => MOMENT, ...(called === undefined ? {} : { hear: called }) })
    await settle()
    return { table, store }
  }

  it('shows each step for a moment', async () => {
    const { table, store } = await opened()
    for (const n of [1, 2, 3]) table.tell(step(n, 'blue', say(`step ${n}`)))
    const shown = () => [store.getState().shown.number, store.getState().waiting.length]
    expect(store.getState().now.number).toBe(3)
    expect(shown()).toEqual([1, 2])
    await vi.advanceTimersByTimeAsync(MOMENT - 1)
    expect(shown()).toEqual([1, 2])
    await vi.advanceTimersByTimeAsync(1)
    expect(shown()).toEqual([2, 1])
    await vi.advanceTimersByTimeAsync(MOMENT)
    expect(shown()).toEqual([3, 0])
    await vi.advanceTimersByTimeAsync(10 * MOMENT)
    table.tell(step(4, 'blue', say('step 4')))
    expect(shown()).toEqual([4, 0])
  })

  it('does not dwell on steps that show nothing', async () => {
    const { table, store } = await opened()
    for (const n of [1, 2]) table.tell(step(n, 'blue'))
    expect(store.getState().shown.number).toBe(1)
    await settle()
    expect(store.getState().shown.number).toBe(2)
  })

  it('is skipped in a hidden tab', async () => {
    const { table, store } = await opened()
    page.hidden = true
    for (const n of [1, 2, 3]) table.tell(step(n, 'blue', say(`step ${n}`)))
    expect(store.getState()).toMatchObject({ shown: { number: 3 }, waiting: [] })
  })

  it('ends with the page', async () => {
    const { table, store } = await opened()
    for (const n of [1, 2, 3]) table.tell(step(n, 'blue', say(`step ${n}`)))
    store.getState().close()
    await vi.advanceTimersByTimeAsync(10 * MOMENT)
    expect(store.getState().shown.number).toBe(1)
  })

  it('is faster for a long queue', async () => {
    const { table, store } = await opened()
    for (let n = 1; n <= 18; n += 1) table.tell(step(n, 'blue', say(`step ${n}`)))
    await vi.advanceTimersByTimeAsync(MOMENT) // the first came when nothing else waited
    expect([store.getState().shown.number, store.getState().waiting.length]).toEqual([2, 16])
    await vi.advanceTimersByTimeAsync(MOMENT / 2 - 1) // 16 wait: twice as fast
    expect(store.getState().shown.number).toBe(2)
    await vi.advanceTimersByTimeAsync(1)
    expect(store.getState().shown.number).toBe(3)
  })

  it('shows a result longer, and asks when it is over', async () => {
    const called = vi.fn()
    const { table, store } = await opened(called)
    const old = question('red', { name: 'old' })
    store.getState().set({ decision: old, asked: [old] })
    table.asked = [question('red')]
    table.tell(step(1, 'blue', ...sweep('Ace wins')))
    expect(store.getState()).toMatchObject({
      shown: { number: 1, passing: { titles: ['Deal'], says: ['Ace wins for red'] } },
      asked: [],
      decision: undefined,
      results: ['Ace wins for red'],
    })
    expect(called.mock.calls).toEqual([['cards']])
    expect(logOf(store.getState())).not.toContain('Ace wins for red') // the log doesn't run ahead of the board
    await vi.advanceTimersByTimeAsync(3 * MOMENT - 1)
    expect(store.getState().decision).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    expect(store.getState().shown.passing).toBeUndefined()
    expect(store.getState()).toMatchObject({ decision: { seat: 'red' }, asked: table.asked })
    expect(called.mock.calls).toContainEqual(['turn'])
    expect(logOf(store.getState()).join(' ')).toContain('Ace wins for red')
  })

  it('holds the question until it is over, and writes the log as it goes', async () => {
    const { table, store } = await opened()
    for (const n of [1, 2]) table.tell(step(n, 'blue', say(`step ${n}`)))
    table.asked = [question('red')]
    table.tell(step(3, 'blue', say('step 3')))
    expect(store.getState()).toMatchObject({ decision: undefined, playFrom: 0, shown: { number: 1 } })
    expect(logOf(store.getState()).at(-1)).toBe('step 1 for red')
    await vi.advanceTimersByTimeAsync(MOMENT)
    expect(store.getState().decision).toBeUndefined()
    expect(logOf(store.getState()).at(-1)).toBe('step 2 for red')
    await vi.advanceTimersByTimeAsync(MOMENT)
    expect(store.getState()).toMatchObject({ decision: { seat: 'red' }, waiting: [] })
    expect(logOf(store.getState()).at(-1)).toBe('step 3 for red')
  })

  it('is skipped by the player, who is asked at once', async () => {
    const { table, store } = await opened()
    table.asked = [question('red')]
    for (const n of [1, 2, 3]) table.tell(step(n, 'blue', say(`step ${n}`)))
    store.getState().present()
    expect(store.getState()).toMatchObject({ decision: { seat: 'red' }, shown: { number: 3 }, waiting: [] })
    expect(logOf(store.getState()).at(-1)).toBe('step 3 for red')
  })

  it('does not hold up your own steps', async () => {
    const { table, store } = await opened()
    table.asked = [question('red')]
    for (const n of [1, 2]) table.tell(step(n, 'red', say(`step ${n}`)))
    expect(store.getState()).toMatchObject({ decision: { seat: 'red' }, shown: { number: 2 }, waiting: [] })
  })

  it('pauses at dice and revealed cards, also at your own', async () => {
    const { table, store } = await opened()
    table.asked = [question('red')]
    const roll: StepEvent = { type: 'rolled', name: 'die', min: 1, max: 6, value: 4 }
    table.tell(step(1, 'red', roll))
    expect(store.getState()).toMatchObject({
      decision: undefined,
      shown: { passing: { says: [] }, events: [roll] },
    })
    await vi.advanceTimersByTimeAsync(3 * MOMENT - 1)
    expect(store.getState().decision).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    expect(store.getState()).toMatchObject({ decision: { seat: 'red' }, shown: { number: 1, events: [] } })
    expect(store.getState().shown.passing).toBeUndefined()
  })

  it('keeps the last four results', async () => {
    const { table, store } = await opened()
    for (let n = 1; n <= 6; n += 1) table.tell(step(n, 'blue', ...sweep(`result ${n}`)))
    expect(store.getState().results).toEqual([3, 4, 5, 6].map((n) => `result ${n} for red`))
  })
})
