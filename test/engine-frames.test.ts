/** Batches and frames of `ludoforge engine`, byte by byte, and engines that listen. */
import { connect } from 'node:net'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { spawn } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { PartialAnswer, observationSpaceOf } from '@ludoforge/play'
import { root } from '../scripts/process.mjs'
import { gameOf } from './support/games.js'
import { COMMAND } from './support/run/command.js'

const HEADER = 8

/** A stream of answers: lines and frames, in order. */
class Answers {
  #bytes = Buffer.alloc(0)
  #wake: (() => void) | undefined
  constructor(input: NodeJS.ReadableStream) {
    input.on('data', (chunk: Buffer) => {
      this.#bytes = Buffer.concat([this.#bytes, chunk])
      this.#wake?.()
    })
  }

  async #atLeast(length: number): Promise<void> {
    while (this.#bytes.length < length) await new Promise<void>((resolve) => (this.#wake = resolve))
  }

  async line(): Promise<Record<string, unknown>> {
    let end = this.#bytes.indexOf(10)
    for (; end < 0; end = this.#bytes.indexOf(10)) await this.#atLeast(this.#bytes.length + 1)
    const text = this.#bytes.subarray(0, end).toString()
    this.#bytes = this.#bytes.subarray(end + 1)
    return JSON.parse(text) as Record<string, unknown>
  }

  async frame(): Promise<{ kind: number; payload: Buffer }> {
    await this.#atLeast(HEADER)
    const [mark, version, kind = -1] = this.#bytes
    expect([mark, version]).toEqual([0, 1])
    const length = this.#bytes.readUInt32LE(4)
    await this.#atLeast(HEADER + length)
    const payload = Buffer.from(this.#bytes.subarray(HEADER, HEADER + length))
    this.#bytes = this.#bytes.subarray(HEADER + length)
    return { kind, payload }
  }

  /** The error of a refusal. */
  async refusal(): Promise<{ code: string; message: string }> {
    const { kind, payload } = await this.frame()
    expect(kind).toBe(0)
    return JSON.parse(payload.toString()) as { code: string; message: string }
  }
}

function frame(payload: Buffer, head: readonly number[] = [0, 1, 1, 0], length = payload.length): Buffer {
  const header = Buffer.from([...head, 0, 0, 0, 0])
  header.writeUInt32LE(length, 4)
  return Buffer.concat([header, payload])
}

function step(batch: number, actions: readonly number[], games = actions.length): Buffer {
  const payload = Buffer.alloc(8 + 4 * actions.length)
  payload.writeUInt32LE(batch, 0)
  payload.writeUInt32LE(games, 4)
  actions.forEach((action, i) => payload.writeInt32LE(action, 8 + 4 * i))
  return frame(payload)
}

function engineOf(game: string, options: readonly string[] = []) {
  const child = spawn(process.execPath, [COMMAND, 'engine', game, ...options], { cwd: root })
  return {
    child,
    answers: new Answers(child.stdout),
    send: (data: string | Buffer) => child.stdin.write(data),
  }
}

describe('frames', () => {
  it('carry what the kernel computes: seats, masks, observations and rewards', async () => {
    const { child, answers, send } = engineOf('three-crowns')
    const game = await gameOf('three-crowns')
    const space = observationSpaceOf(game)
    send('{"id":1,"ask":"batch","games":3,"seats":"all","seed":5,"encoding":"raw"}\n')
    const { batch, observation, seats } = await answers.line()
    expect(observation).toEqual({ size: space.size, bytes: 2 })
    const n = (seats as string[]).length
    const plays = [0, 1, 2].map((i) => {
      const state = game.start({ seed: `5/${i}/0` })
      const answer = new PartialAnswer(game)
      answer.begin(state)
      return { state, answer }
    })
    let actions = [-1, -1, -1]
    for (let round = 0; round < 400 && actions.length > 0; round += 1) {
      send(step(batch as number, actions))
      const { kind, payload } = await answers.frame()
      expect(kind).toBe(1)
      const legalCount = payload.readUInt32LE(8)
      let at = 16
      const rewards = Array.from({ length: 3 * n }, (_, i) => payload.readFloatLE(at + 4 * i))
      at += 12 * n
      const ends = [0, 1, 2].map((i) => payload.readUInt32LE(at + 4 * i))
      at += 24
      const found = [0, 1, 2].map((i) => payload.readInt16LE(at + 2 * i))
      at += 8
      const done = [...payload.subarray(at, at + 3)]
      at += 4
      const cells = Array.from({ length: 3 * space.size }, (_, i) => payload.readInt16LE(at + 2 * i))
      at += Math.ceil((6 * space.size) / 4) * 4
      const legal = Array.from({ length: legalCount }, (_, i) => payload.readUInt32LE(at + 4 * i))
      expect(at + 4 * legalCount).toBeLessThanOrEqual(payload.length)
      actions = plays.map(({ state, answer }, i) => {
        const isOver = game.outcome(state) !== undefined
        expect(done[i]).toBe(isOver ? 1 : 0)
        expect(found[i]).toBe(isOver ? -1 : answer.seat)
        const own = legal.slice(i === 0 ? 0 : ends[i - 1], ends[i])
        expect(own).toEqual(isOver ? [] : answer.legal)
        const row = cells.slice(i * space.size, (i + 1) * space.size)
        const sum = rewards.slice(i * n, (i + 1) * n).reduce((a, b) => a + b, 0)
        expect(Math.abs(sum)).toBeLessThan(1e-6)
        if (isOver) return -1
        expect(row).toEqual([...space.observe(state, answer.seat, answer.picked)])
        const action = own[round % own.length] ?? -1
        const picks = answer.take(state, action)
        if (picks !== null) {
          game.answer(state, picks, answer.seat)
          answer.begin(state)
        }
        return action
      })
      if (actions.every((action) => action === -1)) actions = []
    }
    expect(actions).toEqual([])
    child.stdin.end()
    await once(child, 'close')
  })

  it('are refused if they are malformed, and the engine continues', async () => {
    const { child, answers, send } = engineOf('tic-tac-toe', ['--line', '1'])
    send('{"id":1,"ask":"batch","games":2,"seats":"all"}\n')
    const { batch } = await answers.line()
    const number = batch as number
    send(frame(Buffer.alloc(0)))
    expect(await answers.refusal()).toMatchObject({ code: 'bad-frame' })
    send(frame(Buffer.from('hello'), [0, 9, 1, 0]))
    expect(await answers.refusal()).toMatchObject({
      code: 'bad-frame',
      message: 'A frame begins with the bytes 0, 1, 1, 0, not with 0, 9, 1, 0.',
    })
    send(step(number, [-1, -1], 3))
    expect(await answers.refusal()).toMatchObject({ code: 'bad-frame' })
    send(step(number, [-1]))
    expect((await answers.refusal()).message).toContain('The frame has 1 actions')
    send(step(77, [-1, -1]))
    expect(await answers.refusal()).toMatchObject({ code: 'unknown-batch' })
    send(step(number, [-1, -9]))
    expect(await answers.refusal()).toMatchObject({ code: 'illegal-choice' })
    // Longer than the limit: its bytes are skipped, and the next frame is read.
    send(frame(Buffer.alloc(2 ** 20 + 1)))
    expect((await answers.refusal()).message).toContain('more than the limit')
    // Byte by byte, between lines.
    for (const byte of step(number, [-1, -1])) send(Buffer.from([byte]))
    send('{"id":2,"ask":"failures","batch":1}\n')
    expect(await answers.frame()).toMatchObject({ kind: 1 })
    expect(await answers.line()).toEqual({ id: 2, failures: [] })
    send('{"id":3,"ask":"drop","batch":1}\n')
    expect(await answers.line()).toEqual({ id: 3, dropped: 1 })
    send(step(number, [-1, -1]).subarray(0, 12))
    child.stdin.end()
    expect((await answers.refusal()).message).toContain('in the middle of a frame')
    expect(await once(child, 'close')).toEqual([0, null])
  })

  it('count towards the limits of games', async () => {
    const { child, answers, send } = engineOf('tic-tac-toe', ['--games', '10'])
    send('[{"id":1,"ask":"batch","games":11,"seats":"all"},{"id":2,"ask":"batch","games":8,"seats":"all"},')
    send(
      '{"id":3,"ask":"batch","games":3,"seats":"all"},{"id":4,"ask":"batch","games":2,"seats":"all","encoding":"x"}]\n',
    )
    const errors = (await answers.line()) as unknown as { error?: { code: string } }[]
    expect(errors.map(({ error }) => error?.code)).toEqual([
      'bad-field',
      undefined,
      'too-many-games',
      'bad-field',
    ])
    child.stdin.end()
    await once(child, 'close')
  })
})

describe('an engine that listens', () => {
  it('serves programs on a Unix socket, each with its own games', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'ludoforge-engine-'))
    const place = path.join(folder, 'socket')
    const { child, answers: _, ...rest } = engineOf('tic-tac-toe', ['--listen', place])
    expect(rest.send).toBeDefined()
    await once(child.stdout, 'data')
    const programs = [connect(place), connect(place)].map((socket) => ({
      socket,
      answers: new Answers(socket),
    }))
    for (const { socket, answers } of programs) {
      socket.write('{"id":1,"ask":"start","seats":"all","brief":true}\n')
      expect(await answers.line()).toMatchObject({ id: 1, game: 1 })
    }
    for (const { socket } of programs) socket.end()
    child.kill('SIGINT')
    expect(await once(child, 'close')).toEqual([130, null])
    rmSync(folder, { recursive: true, force: true })
  })
})
