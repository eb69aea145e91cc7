/** A replica follows a table by its updates alone. */
import { NO_VALUES } from '@ludoforge/look'
import type { TableUpdate } from '@ludoforge/table'
import { describe, expect, it } from 'vitest'
import { TableReplica } from '../src/session/replica.js'
import { shown, step, viewFor, welcome } from './messages.js'

const VALUES = { values: [3], seats: {}, spaces: {} }
const chat = (number: number): TableUpdate => ({
  type: 'chat',
  number,
  at: 9,
  by: 'Bob',
  seats: [],
  text: 'hi',
})

describe('a replica', () => {
  it('begins as the welcome has it', () => {
    const replica = new TableReplica(
      welcome({ shown: [{ eye: 'red', view: viewFor('red'), values: VALUES }] }),
    )
    expect(replica).toMatchObject({ number: 4, question: 7, horizon: { free: 3, ask: 1 }, seats: ['red'] })
    expect(replica.view()).toEqual(viewFor('red'))
    expect(replica.values()).toEqual(VALUES)
    expect(replica.values('blue')).toBe(NO_VALUES)
    expect(replica.asked).toEqual([])
    expect(() => replica.view('blue')).toThrow('There is no view of blue.')
    expect(() => replica.view(null)).toThrow('There is no view of a spectator.')
  })

  it('is that of a spectator where you have no seats', () => {
    const you = { person: null, name: '', host: false, seats: [], seen: 0 }
    const replica = new TableReplica(welcome({ you, shown: shown(null) }))
    expect(replica.view()).toEqual(viewFor(null))
  })

  it('takes a step: views, questions, values, horizon and who decides', () => {
    const replica = new TableReplica(welcome({ shown: shown('red', 'blue') }))
    const event = { type: 'set', variable: 'round', from: 1, value: 2 } as const
    replica.take(
      step({
        horizon: { free: 5, ask: 2 },
        told: [
          { eye: 'red', events: [event], values: VALUES },
          { eye: 'blue', events: [] },
          { eye: 'green', events: [event] },
        ],
      }),
    )
    expect(replica).toMatchObject({ number: 5, question: 8, horizon: { free: 5, ask: 2 } })
    expect(replica.about).toMatchObject({ number: 5, changed: 50, deciding: ['blue'] })
    expect(replica.about).not.toHaveProperty('outcome')
    expect(replica.view('red')).toMatchObject({ variables: { round: 2 }, deciding: ['blue'] })
    expect(replica.view('blue')).toMatchObject({ variables: { round: 1 }, deciding: ['blue'] })
    expect(() => replica.view('green')).toThrow()
    expect(replica.values('red')).toEqual(VALUES)
    expect(replica.values('blue')).toBe(NO_VALUES)
  })

  it('keeps the horizon where an update has none', () => {
    const replica = new TableReplica(welcome())
    replica.take(step())
    expect(replica.horizon).toEqual({ free: 3, ask: 1 })
  })

  it('knows under which number a question was answered, of the last hundred', () => {
    const replica = new TableReplica(welcome())
    for (let n = 5; n < 107; n += 1) replica.take(step({ number: n, question: n + 3 }))
    expect(replica.answered('red', 7)).toBeUndefined() // the first
    expect(replica.answered('red', 8)).toBeUndefined()
    expect(replica.answered('red', 9)).toBe(7)
    expect(replica.answered('red', 108)).toBe(106)
    expect(replica.answered('blue', 108)).toBeUndefined()
  })

  it('notices that something is missing, or comes twice', () => {
    const replica = new TableReplica(welcome())
    expect(() => replica.take(chat(6))).toThrow('Update 6 came after 4. The updates between are missing.')
    expect(() => replica.take(chat(4))).toThrow('Update 4 came after 4')
    replica.take(chat(5))
    expect(replica.number).toBe(5)
  })

  it('remembers a proposal until it is refused, or something happens', () => {
    const proposal = { type: 'proposal', at: 9, by: 'Bob', person: 'bob', to: 2 } as const
    const replica = new TableReplica(welcome())
    replica.take({ ...proposal, number: 5 })
    expect(replica.proposal).toEqual({ number: 5, to: 2, by: 'Bob', person: 'bob' })
    replica.take({ type: 'consent', number: 6, at: 9, by: 'Ann', proposal: 5, yes: true })
    replica.take(chat(7))
    expect(replica.proposal).toBeDefined()
    replica.take({ type: 'consent', number: 8, at: 9, by: 'Ann', proposal: 5, yes: false })
    expect(replica.proposal).toBeUndefined()
    replica.take({ ...proposal, number: 9 })
    replica.take(step({ number: 10 }))
    expect(replica.proposal).toBeUndefined()
  })

  it('takes an undo: what was shown before is gone', () => {
    const replica = new TableReplica(
      welcome({ shown: [{ eye: 'red', view: viewFor('red'), values: VALUES }] }),
    )
    replica.take({ type: 'proposal', number: 5, at: 9, by: 'Bob', person: 'bob', to: 2 })
    const view = viewFor('red', { variables: { round: 9 }, deciding: ['blue'] })
    replica.take({
      type: 'undone',
      number: 6,
      at: 60,
      by: 'Bob',
      to: 2,
      decisions: 1,
      question: 12,
      shown: [{ eye: 'red', view }],
    })
    expect(replica).toMatchObject({ number: 6, question: 12, proposal: undefined })
    expect(replica.view()).toEqual(view)
    expect(replica.values()).toBe(NO_VALUES)
    expect(replica.about.deciding).toEqual(['blue'])
  })

  it('has other seats when they are given away', () => {
    const replica = new TableReplica(welcome())
    const seats = [
      { seat: 'red', kind: 'open' },
      { seat: 'blue', kind: 'person', person: 'ann', name: 'Ann' },
      { seat: 'grey', kind: 'bot', agent: 'random' },
    ] as const
    replica.take({ type: 'seats', number: 5, at: 9, seats: [...seats], question: 8, shown: shown('blue') })
    expect(replica.seats).toEqual(['blue'])
    expect(replica.about.seats).toEqual(seats)
    expect(replica.question).toBe(8)
    expect(() => replica.view('red')).toThrow()
  })

  it('takes other rules', () => {
    const replica = new TableReplica(welcome())
    replica.take({ type: 'proposal', number: 5, at: 9, by: 'Bob', person: 'bob', to: 2 })
    replica.take({ type: 'moved', number: 6, at: 9, fingerprint: 'f2', question: 20, shown: shown('red') })
    expect(replica.about.game).toEqual({ id: 'small', title: 'Small', fingerprint: 'f2' })
    expect(replica).toMatchObject({ question: 20, proposal: undefined })
  })

  it('resumes: nothing is shown if what was missed follows, else everything is as it is shown', () => {
    const replica = new TableReplica(welcome())
    replica.take(chat(5))
    replica.resume(welcome({ number: 3, question: 1, shown: [], horizon: { free: null, ask: null } }))
    expect(replica).toMatchObject({ number: 5, question: 7, horizon: { free: null, ask: null } })
    expect(replica.view()).toEqual(viewFor('red'))
    const view = viewFor('red', { variables: { round: 5 } })
    replica.resume(welcome({ number: 30, question: 31, shown: [{ eye: 'red', view }] }))
    expect(replica).toMatchObject({ number: 30, question: 31 })
    expect(replica.view()).toEqual(view)
  })
})
