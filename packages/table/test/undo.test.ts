/** Undo: what is free, what needs consent, and what bots repeat. */
import { describe, expect, it } from 'vitest'
import { seatDocuments } from '../src/core/people.js'
import { undoText } from '../src/log/undo-text.js'
import { activeDecisions, type Entry, type EntryBody } from '../src/record/entries.js'
import type { Transition } from '../src/record/replay.js'
import { NO_HORIZON, UndoLine } from '../src/record/undo-plan.js'
import { botOnRecord, UndoneAnswers } from '../src/record/undone-answers.js'

interface Facts {
  readonly rolled?: boolean
  readonly revealed?: boolean
  readonly ended?: boolean
  readonly before?: number
  readonly after?: number
}

const entry = (number: number, body: EntryBody): Entry => ({ ...body, number, at: 0 })
const decision = (number: number, seat: string, choice = 'x', by = 'me', hash = `h${number}`): Entry =>
  entry(number, { kind: 'decision', seat, name: 'what', choice, hash, by })
const undo = (number: number, to: number): Entry => entry(number, { kind: 'undo', to, by: 'me' })

/** Only the fields that `UndoLine` reads. */
const transition = (one: Entry, facts?: Facts): Transition =>
  ({
    entry: one,
    before: { question: facts?.before ?? one.number - 1 },
    after: { question: facts?.after ?? one.number },
    horizon:
      facts === undefined || one.kind !== 'decision'
        ? undefined
        : {
            seat: one.seat,
            rolled: facts.rolled ?? false,
            revealed: facts.revealed ?? false,
            ended: facts.ended ?? false,
          },
  }) as Transition

const lineOf = (...steps: readonly (readonly [Entry, Facts?])[]): UndoLine => {
  const line = new UndoLine()
  for (const [one, facts] of steps) line.take(transition(one, facts ?? {}))
  return line
}

/** A line of entries whose steps weren't replayed. */
const readLine = (...entries: readonly Entry[]): UndoLine => {
  const line = new UndoLine()
  for (const one of entries) line.takeEntry(one)
  return line
}

describe('the active decisions', () => {
  it('are those that were not undone', () => {
    const numbers = (...entries: Entry[]): number[] => activeDecisions(entries).map(({ number }) => number)
    expect(numbers(decision(1, 'a'), decision(2, 'b'), undo(3, 2), decision(4, 'b'))).toEqual([1, 4])
    expect(numbers(decision(1, 'a'), decision(2, 'b'), undo(3, 1))).toEqual([])
    expect(numbers(decision(1, 'a'), entry(2, { kind: 'note', text: 'hi' }), decision(3, 'a'), undo(4, 3))).toEqual([1]) // biome-ignore format: one line
  })

  it('are not fewer for a wish to undo', () => {
    const wish = entry(3, { kind: 'proposal', to: 1, person: 'ann', by: 'Ann' })
    expect(activeDecisions([decision(1, 'a'), decision(2, 'b'), wish])).toHaveLength(2)
  })
})

describe('the horizon', () => {
  it('is empty without decisions', () => {
    expect(new UndoLine().horizon(['a'], 0)).toEqual({ known: NO_HORIZON })
    expect(new UndoLine().plan(['a'])).toStrictEqual({ known: undefined })
    expect(NO_HORIZON).toEqual({ free: null, ask: null })
  })

  it('reaches back over own decisions to the last one of another seat', () => {
    const line = lineOf([decision(1, 'a')], [decision(2, 'b')], [decision(3, 'a')], [decision(4, 'a')])
    expect(line.horizon(['a'], 4)).toEqual({ known: { free: 3, ask: 1 } })
    expect(line.horizon(['b'], 4)).toEqual({ known: { free: null, ask: 2 } })
    expect(line.horizon(['a', 'b'], 4)).toEqual({ known: { free: 1, ask: 1 } })
    expect(line.horizon(['c'], 4)).toEqual({ known: { free: null, ask: null } })
  })

  it.each(['rolled', 'revealed', 'ended'] as const)('ends where something was %s', (what) => {
    const line = lineOf([decision(1, 'a')], [decision(2, 'a'), { [what]: true }], [decision(3, 'a')])
    expect(line.horizon(['a'], 3)).toEqual({ known: { free: 3, ask: 1 } })
    expect(line.plan(['a'], 3)).toEqual({ known: { free: true, to: 3, again: [] } })
    expect(line.plan(['a'], 2)).toEqual({ known: { free: false, to: 2, beyond: [what] } })
    expect(line.plan(['a'], 1)).toEqual({ known: { free: false, to: 1, beyond: [what] } })
  })

  it('reaches over answers of others to the question that is still open', () => {
    const same = { before: 7, after: 7 }
    const line = lineOf([decision(7, 'b')], [decision(8, 'a'), same], [decision(9, 'b'), same])
    expect(line.horizon(['a'], 7)).toEqual({ known: { free: 8, ask: 8 } })
    expect(line.plan(['a'])).toEqual({ known: { free: true, to: 8, again: [9] } })
    expect(line.horizon(['b'], 7)).toEqual({ known: { free: 9, ask: 7 } })
    expect(line.plan(['b'], 7)).toEqual({ known: { free: false, to: 7, beyond: ['answered'] } })
  })

  it('does not reach over answers to a question that is closed', () => {
    const line = lineOf(
      [decision(8, 'a'), { before: 7, after: 7 }],
      [decision(9, 'b'), { before: 7, after: 9 }],
    )
    expect(line.horizon(['a'], 9)).toEqual({ known: { free: null, ask: 8 } })
    expect(line.plan(['a'])).toEqual({ known: { free: false, to: 8, beyond: ['answered'] } })
    const begun = lineOf(
      [decision(8, 'a'), { before: 6, after: 7 }],
      [decision(9, 'b'), { before: 7, after: 7 }],
    )
    expect(begun.horizon(['a'], 7)).toEqual({ known: { free: null, ask: 8 } })
    expect(begun.plan(['a'])).toEqual({ known: { free: false, to: 8, beyond: ['answered'] } })
  })

  it('names all barriers beyond it, in a fixed order', () => {
    const line = lineOf([decision(1, 'a'), { revealed: true }], [decision(2, 'b'), { rolled: true }])
    expect(line.plan(['a'])).toEqual({
      known: { free: false, to: 1, beyond: ['rolled', 'revealed', 'answered'] },
    })
  })
})

describe('an undo line', () => {
  it('removes undone decisions, and ignores chat', () => {
    const line = lineOf([decision(1, 'a')], [decision(2, 'a')], [decision(3, 'a')])
    line.take(transition(entry(4, { kind: 'note', text: 'hi' })))
    expect(line.plan(['a'])).toEqual({ known: { free: true, to: 3, again: [] } })
    line.take(transition(undo(5, 2)))
    expect(line.plan(['a'])).toEqual({ known: { free: true, to: 1, again: [] } })
    expect(line.plan(['a'], 2)).toEqual({ known: undefined })
    line.take(transition(undo(6, 1)))
    expect(line.plan(['a'])).toEqual({ known: undefined })
    expect(line.horizon(['a'], 0)).toEqual({ known: NO_HORIZON })
    line.take(transition(decision(7, 'b'), {}))
    line.take(transition(decision(8, 'a'), {}))
    expect(line.horizon(['a', 'b'], 9)).toMatchObject({ known: { ask: 7 } })
    expect(line.horizon(['a'], 9)).toMatchObject({ known: { ask: 8 } })
  })

  it('built from entries requests the steps it needs, and learns them', () => {
    const line = readLine(decision(1, 'a'), decision(2, 'a'))
    expect(line.horizon(['a'], 2)).toEqual({ needs: 2 })
    expect(line.plan(['a'], 1)).toEqual({ needs: 1 })
    line.learn(transition(decision(2, 'a'), {}))
    expect(line.horizon(['a'], 2)).toEqual({ needs: 1 })
    expect(line.plan(['a'], 2)).toEqual({ known: { free: true, to: 2, again: [] } })
    line.learn(transition(decision(1, 'a'), {}))
    line.learn(transition(decision(1, 'a'), { rolled: true })) // ignored: already known
    line.learn(transition(decision(9, 'a'), {})) // ignored: not an active decision
    expect(line.horizon(['a'], 2)).toEqual({ known: { free: 1, ask: 1 } })
  })

  it('needs no steps of other seats before the open question', () => {
    const line = readLine(decision(1, 'a'), decision(2, 'b'))
    expect(line.horizon(['a'], 2)).toEqual({ known: { free: null, ask: 1 } })
    expect(line.horizon(['a'], 1)).toEqual({ needs: 2 })
  })

  it('forgets the facts of steps if the rules change', () => {
    const line = lineOf([decision(1, 'a')])
    line.take(transition(entry(2, { kind: 'moved', fingerprint: 'f' })))
    expect(line.plan(['a'])).toEqual({ needs: 1 })
    line.learn(transition(decision(1, 'a'), {}))
    expect(line.plan(['a'])).toEqual({ known: { free: true, to: 1, again: [] } })
  })
})

describe('a bot whose answer was undone', () => {
  const bot = botOnRecord('greedy')
  const of = (...entries: Entry[]) => new UndoneAnswers(entries)

  it('repeats it at the same position, and only there', () => {
    expect(bot).toBe('bot greedy')
    const answers = of(decision(1, 'a'), decision(2, 'b', 'hill', bot), undo(3, 2))
    expect(answers.answer('b', 'greedy')).toEqual({ choice: 'hill', why: [] })
    expect(answers.answer('a', 'greedy')).toBeUndefined()
    expect(answers.answer('b', 'random')).toBeUndefined()
    answers.take(decision(4, 'a', 'y'))
    expect(answers.answer('b', 'greedy')).toBeUndefined()
  })

  it('repeats it once per undo', () => {
    const answers = of(decision(1, 'b', 'hill', bot), undo(2, 1))
    answers.take(decision(3, 'b', 'hill', bot))
    answers.take(undo(4, 3))
    expect(answers.answer('b', 'greedy')).toEqual({ choice: 'hill', why: [] })
    answers.take(decision(5, 'b', 'hill', bot, ''))
    expect(answers.answer('b', 'greedy')).toBeUndefined()
  })

  it('keeps the answer if another one is given instead', () => {
    const answers = of(decision(1, 'b', 'hill', bot), undo(2, 1), decision(3, 'b', 'mill', bot, ''))
    expect(answers.answer('b', 'greedy')).toEqual({ choice: 'hill', why: [] })
  })

  it('repeats the earliest of several first, with its reasons', () => {
    const why = [{ text: 'most', title: 'Where' }]
    const first: Entry = { ...decision(1, 'b', 'hill', bot, ''), why } as Entry
    const answers = of(first, decision(2, 'b', 'mill', bot), undo(3, 1))
    expect(answers.answer('b', 'greedy')).toEqual({ choice: 'hill', why })
    answers.take({ ...first, number: 4 })
    expect(answers.answer('b', 'greedy')).toEqual({ choice: 'mill', why: [] })
  })

  it('undoes only from the decision that the undo names', () => {
    const answers = of(decision(1, 'b', 'hill', bot), decision(2, 'b', 'mill', bot), undo(3, 2))
    expect(answers.answer('b', 'greedy')).toEqual({ choice: 'mill', why: [] })
    answers.take(undo(4, 1))
    expect(answers.answer('b', 'greedy')).toEqual({ choice: 'hill', why: [] })
  })

  it('forgets everything if the rules change, and nothing by chat', () => {
    const answers = of(decision(1, 'b', 'hill', bot), undo(2, 1), entry(3, { kind: 'note', text: 'hi' }))
    expect(answers.answer('b', 'greedy')).toBeDefined()
    answers.take(entry(4, { kind: 'moved', fingerprint: 'f' }))
    expect(answers.answer('b', 'greedy')).toBeUndefined()
  })
})

describe('the text of an undo', () => {
  it.each([
    [undefined, 'Ann undid the decisions from here on.'],
    [[], 'Ann undid the decisions from here on.'],
    [['rolled'], 'Ann undid the decisions from here on, after something was rolled or shuffled.'],
    [
      ['rolled', 'answered'],
      'Ann undid the decisions from here on, after something was rolled or shuffled and others had answered.',
    ],
    [
      ['rolled', 'revealed', 'answered'],
      'Ann undid the decisions from here on, after something was rolled or shuffled, something hidden was revealed and others had answered.',
    ],
  ] as const)('beyond %j', (beyond, text) => {
    expect(undoText({ by: 'Ann', ...(beyond === undefined ? {} : { beyond }) })).toBe(text)
  })
})

describe('the seats of a table', () => {
  const people = [
    { id: 'p1', name: 'Ann' },
    { id: 'p2', name: 'Ben' },
  ]
  it.each([
    [
      { seat: 'a', person: null, agent: null },
      { seat: 'a', kind: 'open' },
    ],
    [
      { seat: 'a', person: 'p2', agent: null },
      { seat: 'a', kind: 'person', person: 'p2', name: 'Ben' },
    ],
    [
      { seat: 'a', person: null, agent: 'greedy' },
      { seat: 'a', kind: 'bot', agent: 'greedy' },
    ],
    [
      { seat: 'a', person: 'p1', agent: 'greedy' },
      { seat: 'a', kind: 'bot', person: 'p1', name: 'Ann', agent: 'greedy' },
    ],
    [
      { seat: 'a', person: 'gone', agent: null },
      { seat: 'a', kind: 'open' },
    ],
  ])('%j', (seat, document) => {
    expect(seatDocuments([seat], people)).toEqual([document])
  })
})
