import { existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { linkGame } from '@ludoforge/kernel'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { DUELS, NUMBERS } from '../../agents/test/tiny.js'
import {
  BadTrace,
  parseTrace,
  readTrace,
  replay,
  ReplayMismatch,
  startOf,
  type Trace,
  TRACE_FORMAT,
  type TraceDecision,
  TraceWriter,
} from '../src/index.js'

const folder = mkdtempSync(path.join(tmpdir(), 'ludoforge-trace-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const game = linkGame(NUMBERS)
const HEADER = {
  format: TRACE_FORMAT,
  game: 'tiny',
  path: 'games/tiny',
  fingerprint: game.fingerprint,
  scenario: '',
  seed: 7,
  options: {},
  seats: { left: 'human', right: 'random' },
  hash: game.hash(game.start({ seed: 7 })),
} as const

/** The first decisions of a game, always naming `n`. */
function decisions(count: number, n = 3): TraceDecision[] {
  let state = startOf(game, HEADER)
  return Array.from({ length: count }, (_, i) => {
    const seat = game.decision(state)?.seat ?? ''
    state = game.decide(state, n)
    return { n: i + 1, seat, name: 'n', choice: n, hash: game.hash(state) }
  })
}

function written(name: string, count: number): string {
  const file = path.join(folder, name)
  const writer = TraceWriter.create(file, HEADER)
  for (const decision of decisions(count)) writer.add(decision)
  writer.close()
  return file
}

describe('a trace', () => {
  it('is read as it was written', () => {
    const { header, decisions: read, notes } = readTrace(written('whole', 4))
    expect(header).toEqual(HEADER)
    expect(read).toEqual(decisions(4))
    expect(notes).toEqual([])
  })

  it('takes decisions back', () => {
    const file = path.join(folder, 'undone')
    const writer = TraceWriter.create(file, HEADER, decisions(3))
    writer.add({ undo: 2 })
    writer.add(decisions(2)[1] ?? { undo: 1 })
    writer.close()
    expect(readTrace(file).decisions).toEqual(decisions(2))
  })

  it('loses at most the last decision wherever it is cut off, and can be gone on with', () => {
    const whole = readFileSync(written('model', 4))
    const headerEnd = whole.indexOf(10) + 1
    for (let length = headerEnd; length <= whole.length; length += 1) {
      const file = path.join(folder, 'cut')
      writeFileSync(file, whole)
      truncateSync(file, length)
      const trace = readTrace(file)
      const kept = trace.decisions.length
      expect(trace.decisions).toEqual(decisions(kept))
      const cutLine = length > trace.bytes
      expect(trace.notes).toHaveLength(cutLine ? 1 : 0)
      const writer = TraceWriter.resume(file, trace)
      for (const decision of decisions(4).slice(kept)) writer.add(decision)
      writer.close()
      expect(readFileSync(file).equals(whole)).toBe(true)
    }
  })

  it('never overwrites a file', () => {
    const file = written('taken', 1)
    expect(() => TraceWriter.create(file, HEADER)).toThrow(/is there already/)
    expect(readTrace(file).decisions).toHaveLength(1)
  })

  it('says what is wrong with a file that is none', () => {
    expect(() => readTrace(path.join(folder, 'missing'))).toThrow(/There is no file/)
    expect(() => readTrace(folder)).toThrow(/is a folder/)
    expect(() => parseTrace('', 'f')).toThrow('f:1: This is not a saved game: the line is not JSON.')
    expect(() => parseTrace('[]\n', 'f')).toThrow('the line holds no object')
    expect(() => parseTrace('{"format":"else"}\n', 'f')).toThrow(/its format is not/)
    const older = JSON.stringify({ ...HEADER, format: 'ludoforge-trace/1' })
    expect(() => parseTrace(older, 'f')).toThrow(/An earlier version of ludoforge saved this game/)
    const head = JSON.stringify(HEADER)
    expect(() => parseTrace(`${head}\n{"n":2}\n{}\n`, 'f')).toThrow('f:2: Decision 1 is missing: this is 2.')
    expect(() => parseTrace(`${head}\n{"undo":1}\n{}\n`, 'f')).toThrow('There is no decision 1 to take back.')
    expect(() => parseTrace(`${head}\nnonsense\n{}\n`, 'f')).toThrow('f:2: This is not a decision')
    expect(existsSync(path.join(folder, 'missing'))).toBe(false)
  })

  it('gives a readable error, never a crash, whatever the bytes are', () => {
    const text = readFileSync(written('fuzzed', 3), 'utf8')
    const damage = fc.record({ at: fc.nat({ max: text.length }), cut: fc.nat({ max: 40 }), put: fc.string() })
    fc.assert(
      fc.property(
        fc.oneof(
          damage,
          fc.string().map((put) => ({ at: 0, cut: text.length, put })),
        ),
        ({ at, cut, put }) => {
          try {
            const trace = parseTrace(text.slice(0, at) + put + text.slice(at + cut), 'f')
            for (const _step of replay(game, trace));
          } catch (error) {
            if (!(error instanceof BadTrace) && !(error instanceof ReplayMismatch)) throw error
          }
        },
      ),
      { numRuns: 500 },
    )
  })
})

describe('replaying', () => {
  const trace: Trace = { header: HEADER, decisions: decisions(6), notes: [], bytes: 0 }
  const all = (given: Trace) => [...replay(game, given)]

  it('comes to the recorded states', () => {
    const steps = all(trace)
    expect(steps.map(({ state }) => game.hash(state))).toEqual(trace.decisions.map(({ hash }) => hash))
    const last = steps.at(-1)
    expect(last === undefined ? undefined : game.outcome(last.state)?.kind).toBe('rank')
  })

  it('starts with the lists that were given for options', () => {
    const listed = linkGame({
      ...NUMBERS,
      options: [{ id: 'order', about: '', type: 'list seat', default: [] }],
    })
    const options = { order: ['right', 'left'] }
    const hash = listed.hash(listed.start({ seed: 7, options }))
    const header = { ...HEADER, fingerprint: listed.fingerprint, options, hash }
    const read = parseTrace(`${JSON.stringify(header)}\n`, 'a file')
    expect(listed.hash(startOf(listed, read.header))).toBe(hash)
    expect(listed.hash(startOf(listed, { ...header, options: {} }))).not.toBe(hash)
  })

  it('says where it leads elsewhere', () => {
    const other = trace.decisions.map((decision, i) => (i === 2 ? { ...decision, choice: 1 } : decision))
    expect(() => all({ ...trace, decisions: other })).toThrow(/^Decision 3: the hash is/)
    const illegal = trace.decisions.map((decision, i) => (i === 1 ? { ...decision, choice: 99 } : decision))
    expect(() => all({ ...trace, decisions: illegal })).toThrow(/^Decision 2: /)
    const seat = trace.decisions.map((decision) => ({ ...decision, seat: 'right' }))
    expect(() => all({ ...trace, decisions: seat })).toThrow('it is left who decides, not right')
    const more = [...trace.decisions, ...decisions(1)]
    expect(() => all({ ...trace, decisions: more })).toThrow(/the game is over/)
  })

  it('takes answers that were given at once in the order in which they came', () => {
    const duels = linkGame(DUELS)
    const header = {
      ...HEADER,
      fingerprint: duels.fingerprint,
      hash: duels.hash(duels.start({ seed: 7 })),
    }
    let state = duels.start({ seed: 7 })
    const came = ['right', 'left', 'left', 'right', 'right'].map((seat, i) => {
      state = duels.decide(state, i, seat)
      return { n: i + 1, seat, name: 'n', choice: i, hash: duels.hash(state) }
    })
    const steps = [...replay(duels, { header, decisions: came, notes: [], bytes: 0 })]
    expect(steps.map((step) => duels.hash(step.state))).toEqual(came.map(({ hash }) => hash))
    const twice = [...came, { ...came[4], n: 6 }]
    expect(() => [...replay(duels, { header, decisions: twice, notes: [], bytes: 0 })]).toThrow(
      'Decision 6: it is left who decides, not right.',
    )
  })

  it('does not mix up rules', () => {
    expect(() => all({ ...trace, header: { ...HEADER, game: 'chess' } })).toThrow('one of "chess"')
    expect(() => all({ ...trace, header: { ...HEADER, fingerprint: 'old' } })).toThrow('have changed since')
  })
})
