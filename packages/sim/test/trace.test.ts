import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import path from 'node:path'
import { linkGame } from '@ludoforge/kernel'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { DUELS, NUMBERS } from '../../agents/test/tiny.js'
import {
  BadTrace,
  parseTrace,
  replay,
  ReplayMismatch,
  startOf,
  type Trace,
  TRACE_FORMAT,
  type TraceDecision,
} from '@ludoforge/play'
import { itemAt } from '../../../test/support/items.js'
import { readTrace, TraceWriter } from '../src/index.js'

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

/** The number of a line, from 0. */
function lineOf(bytes: Buffer, at: number): number {
  return bytes.subarray(0, at).filter((byte) => byte === 10).length
}

function deadProcess(): number {
  return spawnSync(process.execPath, ['-e', '']).pid
}

describe('a trace', () => {
  it('is read as it was written', () => {
    const { header, decisions: read, notes } = readTrace(written('whole', 4))
    expect(header).toEqual(HEADER)
    expect(read).toEqual(decisions(4))
    expect(notes).toEqual([])
  })

  it('undoes decisions', () => {
    const file = path.join(folder, 'undone')
    const writer = TraceWriter.create(file, HEADER, decisions(3))
    writer.add({ undo: 2 })
    writer.add(decisions(2)[1] ?? { undo: 1 })
    writer.add({ undo: 1, beyond: ['rolled'] })
    writer.add(decisions(1)[0] ?? { undo: 1 })
    writer.close()
    expect(readTrace(file).decisions).toEqual(decisions(1))
    expect(readTrace(file).record).toEqual([
      ...decisions(3),
      { undo: 2 },
      ...decisions(2).slice(1),
      { undo: 1, beyond: ['rolled'] },
      ...decisions(1),
    ])
  })

  it('loses at most the last decision wherever it is cut off, and can be resumed', () => {
    const whole = readFileSync(written('model', 4))
    const headerEnd = whole.indexOf(10) + 1 // of the first of the two
    for (let length = headerEnd; length <= whole.length; length += 1) {
      const file = path.join(folder, 'cut')
      writeFileSync(file, whole)
      truncateSync(file, length)
      const trace = readTrace(file)
      const kept = trace.decisions.length
      expect(trace.decisions).toEqual(decisions(kept))
      const cutLine = whole[length - 1] !== 10 && length !== 2 * headerEnd - 1
      expect(trace.notes).toHaveLength(cutLine ? 1 : 0)
      const { writer } = TraceWriter.resume(file)
      for (const decision of decisions(4).slice(kept)) writer.add(decision)
      writer.close()
      expect(readTrace(file)).toMatchObject({ decisions: decisions(4), notes: [] })
      expect(readFileSync(file).subarray(0, length).equals(whole.subarray(0, length))).toBe(true)
    }
  })

  it('survives any damaged byte: it reports what is lost and keeps the rest', () => {
    const whole = readFileSync(written('damaged-model', 4))
    const entries = 2 * (whole.indexOf(10) + 1)
    const file = path.join(folder, 'damaged')
    const bytes = [0, 0x0a, 0x20, 0x22, 0x37, 0xc3, 0xff]
    for (let at = 0; at < whole.length; at += 1)
      for (const byte of whole[at] === 0x0a ? bytes : [itemAt(bytes, at % bytes.length)]) {
        if (whole[at] === byte) continue
        const damaged = Buffer.from(whole)
        damaged[at] = byte
        writeFileSync(file, damaged)
        const { writer, trace } = TraceWriter.resume(file)
        const told: string[] = []
        const kept = [...replay(game, trace, (problem) => told.push(problem))].length
        if (at < entries) expect([trace.header, kept], `byte ${at}`).toEqual([HEADER, 4])
        else expect(kept, `byte ${at}`).toBeGreaterThanOrEqual(lineOf(whole, at) - 2)
        if (kept < 4) expect([trace.problem ?? '', ...trace.notes, ...told].join('')).not.toBe('')
        // It can be resumed, and is complete then.
        if (trace.decisions.length > kept) writer.add({ undo: kept + 1 })
        for (const decision of decisions(4).slice(kept)) writer.add(decision)
        writer.close()
        expect([...replay(game, readTrace(file), () => {})]).toHaveLength(4)
        expect(readFileSync(file).subarray(0, whole.length).equals(damaged)).toBe(true)
      }
  })

  it('is written by one process at a time', () => {
    const file = written('shared', 2)
    const { writer } = TraceWriter.resume(file)
    expect(() => TraceWriter.resume(file)).toThrow(
      `${file} is in use by process ${process.pid}. End that game first. If it is not running, delete ${file}.lock.`,
    )
    writer.add(itemAt(decisions(3), 2))
    writer.close()
    expect(readTrace(file).decisions).toEqual(decisions(3))
    expect(existsSync(`${file}.lock`)).toBe(false)
  })

  it('is taken over from a dead process, with a note', () => {
    const file = written('orphan', 2)
    const pid = deadProcess()
    writeFileSync(`${file}.lock`, JSON.stringify({ pid, host: hostname() }))
    const { writer, trace } = TraceWriter.resume(file)
    expect(trace.notes).toEqual([
      `${file} was left open by process ${pid}, which has ended. This process resumes it.`,
    ])
    expect(() => TraceWriter.resume(file)).toThrow(/in use/)
    writer.close()
    expect(readdirSync(folder).filter((name) => name.startsWith('orphan'))).toEqual(['orphan'])
  })

  it('is not taken from a process of another machine, nor if the lock is unreadable', () => {
    const file = written('elsewhere', 2)
    for (const lock of [JSON.stringify({ pid: 1, host: 'elsewhere.example' }), '', 'nonsense']) {
      writeFileSync(`${file}.lock`, lock)
      expect(() => TraceWriter.resume(file)).toThrow(/in use by (?:process 1 on elsewhere|another process)/)
      expect(readFileSync(`${file}.lock`, 'utf8')).toBe(lock)
    }
  })

  it('never overwrites a file', () => {
    const file = written('taken', 1)
    expect(() => TraceWriter.create(file, HEADER)).toThrow(/already exists/)
    expect(readTrace(file).decisions).toHaveLength(1)
  })

  it('reports why a file is not a trace', () => {
    expect(() => readTrace(path.join(folder, 'missing'))).toThrow(/There is no file/)
    expect(() => readTrace(folder)).toThrow(/is a folder/)
    expect(() => parseTrace('', 'f')).toThrow('f:1: This is not a saved game: the line is not JSON.')
    expect(() => parseTrace('[]\n', 'f')).toThrow('the line is not an object')
    expect(() => parseTrace('{"format":"else"}\n', 'f')).toThrow(/its format is not/)
    const older = JSON.stringify({ ...HEADER, format: 'ludoforge-trace/1' })
    expect(() => parseTrace(older, 'f')).toThrow(/An earlier version of ludoforge saved this game/)
    const head = JSON.stringify(HEADER)
    expect(() => parseTrace(`${head}\n{"n":2}\n{}\n`, 'f')).toThrow(
      'f:2: Decision 1 is missing. The line has decision 2.',
    )
    expect(() => parseTrace(`${head}\n{"undo":1}\n{}\n`, 'f')).toThrow('There is no decision 1 to undo.')
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
  const trace: Trace = { header: HEADER, decisions: decisions(6), record: decisions(6), notes: [] }
  const all = (given: Trace) => [...replay(game, given)]

  it('reaches the recorded states', () => {
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

  it('reports where it diverges', () => {
    const other = trace.decisions.map((decision, i) => (i === 2 ? { ...decision, choice: 1 } : decision))
    expect(() => all({ ...trace, decisions: other })).toThrow(/^Decision 3: the hash is/)
    const illegal = trace.decisions.map((decision, i) => (i === 1 ? { ...decision, choice: 99 } : decision))
    expect(() => all({ ...trace, decisions: illegal })).toThrow(/^Decision 2: /)
    const seat = trace.decisions.map((decision) => ({ ...decision, seat: 'right' }))
    expect(() => all({ ...trace, decisions: seat })).toThrow('left must decide here, not right')
    const more = [...trace.decisions, ...decisions(1)]
    expect(() => all({ ...trace, decisions: more })).toThrow(/the game is over/)
  })

  it('gives simultaneous answers in their recorded order', () => {
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
    const steps = [...replay(duels, { header, decisions: came })]
    expect(steps.map((step) => duels.hash(step.state))).toEqual(came.map(({ hash }) => hash))
    const twice = [...came, { ...itemAt(came, 4), n: 6 }]
    expect(() => [...replay(duels, { header, decisions: twice })]).toThrow(
      'Decision 6: left must decide here, not right.',
    )
  })

  it('rejects other rules', () => {
    expect(() => all({ ...trace, header: { ...HEADER, game: 'chess' } })).toThrow('is of "chess"')
    expect(() => all({ ...trace, header: { ...HEADER, fingerprint: 'old' } })).toThrow('have changed since')
  })
})
