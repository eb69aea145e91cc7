/** A table as one viewer sees it: frames, fresh questions, the log from the start, and what a seat hides from another. */
import type { ZoneView } from '@ludoforge/kernel'
import { expect, describe, it } from 'vitest'
import { NO_VALUES } from '../src/table/store/history-cache.js'
import { frameOf, freshQuestion, hidesFrom, rebuildLog } from '../src/table/store/perspective.js'
import type { TableStore } from '../src/table/store/state.js'
import { wordsOf } from '@ludoforge/table'
import { def, FakeTable, question, say, scene, step } from './support/fake-table.js'

it('a frame has the view and the values of its viewer', () => {
  const table = new FakeTable()
  table.number = 7
  expect(frameOf(table.asTable(), 'red')).toEqual({
    number: 7,
    view: table.view('red'),
    values: NO_VALUES,
    events: [],
  })
  table.known = { values: [3], seats: {}, spaces: {} }
  const events = [say('well')]
  expect(frameOf(table.asTable(), null, events)).toEqual({
    number: 7,
    view: table.view(null),
    values: table.known,
    events,
  })
})

it('a fresh question has no picks, or the likely number', () => {
  const picksOf = (kind: 'one' | 'many' | 'number') =>
    freshQuestion(question('red', { kind, min: 3, max: 5 })).picks
  expect([picksOf('one'), picksOf('many'), picksOf('number')]).toEqual([[], [], [5]])
  expect(freshQuestion(undefined)).toEqual({
    decision: undefined,
    picks: [],
    offer: undefined,
    pointed: undefined,
    within: undefined,
    foreseen: undefined,
    outcomes: {},
    why: undefined,
    isAsking: false,
    hint: undefined,
    asksUndo: false,
  })
})

describe('the log from the start', () => {
  const state = {
    words: wordsOf(def, scene),
    records: [
      step(1, 'red', say('one')),
      { type: 'chat', number: 2, by: 'Bob', text: 'hm' },
      step(3, 'red', say('two')),
    ],
    opening: [
      { eye: 'blue', events: [say('blue begins')] },
      { eye: 'red', events: [say('red begins')] },
    ],
    start: [{ eye: 'red', view: {}, values: { values: [7], seats: {}, spaces: {} } }],
    told: 4,
  } as unknown as TableStore
  const linesOf = (eye: string | null) => {
    const { story, line, told } = rebuildLog(() => state, eye)
    return { texts: story?.top.items.map(({ text }) => text), line, told }
  }

  it('has the opening and the steps of the viewer', () => {
    expect(linesOf('red')).toEqual({
      texts: ['red begins', 'one for red', 'Bob: hm', 'two for red'],
      line: [0, 1, 3],
      told: 5,
    })
    expect(linesOf('blue').texts?.[0]).toBe('blue begins')
  })

  it('has the values before the first decision', () => {
    const { story } = rebuildLog(() => state, 'red')
    expect(story?.valuesAt(0)?.values).toEqual([7])
    expect(rebuildLog(() => state, 'blue').story?.valuesAt(0)).toBeUndefined()
  })

  it('has no opening for a viewer who was sent none', () => {
    expect(linesOf(null).texts).toEqual(['one for all', 'Bob: hm', 'two for all'])
  })
})

describe('a seat hides from another viewer', () => {
  const zone = (some: Partial<ZoneView>): ZoneView => ({ size: 1, markers: {}, ...some })
  const hides = (mine: ZoneView, theirs?: ZoneView, other: string | null = 'blue'): boolean => {
    const table = new FakeTable()
    table.zones = { red: { open: zone({ cards: ['two'] }), hand: mine } }
    table.zones['blue'] = {
      open: zone({ cards: ['two'] }),
      ...(theirs === undefined ? {} : { hand: theirs }),
    }
    return hidesFrom(table.asTable(), 'red', other)
  }

  it.each([
    ['its cards', zone({ cards: ['ace'] }), zone({}), true],
    ['its pieces', zone({ pieces: { cube: 1 } }), zone({}), true],
    ['cards in a zone that the other does not see', zone({ cards: ['ace'] }), undefined, true],
    ['no cards that both see', zone({ cards: ['ace'] }), zone({ cards: ['ace'] }), false],
    ['no pieces that both see', zone({ pieces: { cube: 1 } }), zone({ pieces: { cube: 1 } }), false],
    ['nothing that it does not see itself', zone({}), zone({}), false],
    ['nothing in an empty zone', zone({ size: 0, cards: [] }), zone({ size: 0 }), false],
  ])('%s', (_, mine, theirs, hidden) => {
    expect(hides(mine, theirs)).toBe(hidden)
  })

  it('everything that it sees, where nobody looks yet', () => {
    expect(hides(zone({}), undefined, null)).toBe(true)
  })
})
