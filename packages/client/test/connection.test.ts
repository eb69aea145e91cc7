/** A table over a transport that can be lost. */
import type { GameDef } from '@ludoforge/kernel'
import { type ClientMessage, Refusal, type ServerMessage } from '@ludoforge/table'
import { describe, expect, it } from 'vitest'
import { connectTable, type Table, type TableEvent, type TransportHandlers } from '../src/index.js'
import { step, textOf, welcome } from './messages.js'

/** The other end: what was sent, and what is to be answered to it. */
class Ends {
  readonly sent: ClientMessage[] = []
  readonly heard: TableEvent[] = []
  opened = 0
  closed = 0
  refuses: Error | undefined
  #handlers: TransportHandlers | undefined
  answer: (message: ClientMessage) => ServerMessage | undefined = ({ id, ask }) =>
    ask.type === 'hello' ? welcome({ id }) : undefined

  async connect(): Promise<Table> {
    const table = await connectTable({
      hello: { table: 't1', key: 'k' },
      rules: (fingerprint) => Promise.resolve({ id: fingerprint } as GameDef),
      open: async (handlers) => {
        if (this.refuses !== undefined) throw this.refuses
        this.opened += 1
        this.#handlers = handlers
        return {
          send: (text) => {
            const message = JSON.parse(text) as ClientMessage
            this.sent.push(message)
            const answer = this.answer(message)
            if (answer !== undefined) queueMicrotask(() => handlers.message(textOf(answer)))
          },
          close: () => void (this.closed += 1),
        }
      },
    })
    table.listen((event) => this.heard.push(event))
    return table
  }

  say(message: ServerMessage): void {
    this.#handlers?.message(textOf(message))
  }

  lose(): void {
    this.#handlers?.lost()
  }

  /** Waits until there is a way again. */
  async again(): Promise<void> {
    await expect.poll(() => this.heard.at(-1)).toEqual({ type: 'connection', open: true })
  }

  get last(): ClientMessage | undefined {
    return this.sent.at(-1)
  }
}

const done = (id: number, rest: object = {}): ServerMessage => ({ type: 'done', id, ...rest })

describe('a connected table', () => {
  it('says hello, and is as the welcome has it', async () => {
    const ends = new Ends()
    const table = await ends.connect()
    expect(ends.sent).toEqual([{ id: 1, ask: { type: 'hello', table: 't1', key: 'k' } }])
    expect(table.about.id).toBe('t1')
    expect(table.number).toBe(4)
    expect(await table.rules()).toEqual({ id: 'f1' })
  })

  it('cannot be had where the hello is refused', async () => {
    const ends = new Ends()
    ends.answer = ({ id }) => ({ type: 'error', id, code: 'not-found', message: 'There is no such table.' })
    await expect(ends.connect()).rejects.toMatchObject({ code: 'not-found' })
    expect(ends.closed).toBe(1)
  })

  it('sends requests with the question that is open, and returns what is answered', async () => {
    const ends = new Ends()
    const table = await ends.connect()
    ends.answer = ({ id, ask }) =>
      done(id, ask.type === 'news' ? { news: { since: 1, number: 4, told: [] } } : { number: 5 })
    await table.decide('red', 'a')
    expect(ends.last).toEqual({ id: 2, ask: { type: 'decide', seat: 'red', question: 7, choice: 'a' } })
    await table.undo()
    expect(ends.last?.ask).toEqual({ type: 'undo' })
    await table.undo(3)
    expect(ends.last?.ask).toEqual({ type: 'undo', to: 3 })
    await table.seen()
    expect(ends.last?.ask).toEqual({ type: 'seen', number: 4 })
    expect(await table.news()).toEqual({ since: 1, number: 4, told: [] })
    await expect(table.history(0, 1)).rejects.toThrow('The answer lacks the expected field.')
  })

  it('rejects what is refused, and only that', async () => {
    const ends = new Ends()
    const table = await ends.connect()
    const [first, second] = [table.chat('a'), table.chat('b')]
    ends.say({ type: 'error', id: null, code: 'bad-message', message: 'That was nothing.' })
    ends.say({ type: 'error', id: 2, code: 'too-frequent', message: 'Too often.', retryAfter: 7 })
    ends.say(done(3))
    await expect(first).rejects.toMatchObject({
      code: 'too-frequent',
      message: 'Too often.',
      retryAfter: 7,
    })
    await expect(second).resolves.toBeUndefined()
  })

  it('hands updates to listeners until they stop, and follows them', async () => {
    const ends = new Ends()
    const table = await ends.connect()
    const others: TableEvent[] = []
    const stop = table.listen((event) => others.push(event))
    ends.say(step())
    stop()
    ends.say({ type: 'thinking', seat: 'blue', done: 0.5 })
    expect(table.number).toBe(5)
    expect(others.map(({ type }) => type)).toEqual(['step'])
    expect(ends.heard.map(({ type }) => type)).toEqual(['step', 'thinking'])
  })
})

describe('a connection that is lost', () => {
  it('is opened again: an answer is sent once more, other requests fail', async () => {
    const ends = new Ends()
    const table = await ends.connect()
    const [decided, chatted] = [table.decide('red', 'a'), table.chat('hi')]
    ends.lose()
    await expect(chatted).rejects.toMatchObject({
      code: 'busy',
      message: 'The connection was lost. Try again.',
    })
    expect(ends.heard).toEqual([{ type: 'connection', open: false }])
    await expect(table.chat('now')).rejects.toMatchObject({
      message: 'Not connected to the table. Wait a moment and try again.',
    })
    await ends.again()
    expect(ends.opened).toBe(2)
    expect(ends.sent.at(-2)?.ask).toEqual({ type: 'hello', table: 't1', key: 'k', last: 4 })
    expect(ends.last).toEqual({ id: 2, ask: { type: 'decide', seat: 'red', question: 7, choice: 'a' } })
    ends.say(done(2, { number: 5 }))
    await decided
  })

  it('an answer that was taken before it was lost counts, though it is refused the second time', async () => {
    const ends = new Ends()
    const table = await ends.connect()
    const decided = table.decide('red', 'a')
    ends.lose()
    await ends.again()
    ends.say(step())
    ends.say({ type: 'error', id: 2, code: 'stale', message: 'That was answered.' })
    await expect(decided).resolves.toBeUndefined()
    const late = table.decide('red', 'b')
    ends.say({ type: 'error', id: ends.last?.id ?? 0, code: 'stale', message: 'That was answered.' })
    await expect(late).rejects.toMatchObject({ code: 'stale' })
  })

  it('is tried again after trouble, and given up where it cannot help', async () => {
    const ends = new Ends()
    const table = await ends.connect()
    ends.refuses = new Refusal('busy', 'Not now.')
    ends.lose()
    const decided = table.decide('red', 'a')
    ends.refuses = new Refusal('not-found', 'The table is gone.')
    await expect(decided).rejects.toMatchObject({ code: 'not-found' })
    await expect(table.chat('x')).rejects.toMatchObject({ message: 'The table was left.' })
  })

  it('is not opened again once the table was left', async () => {
    const ends = new Ends()
    const table = await ends.connect()
    const chatted = table.chat('hi')
    table.close()
    expect(ends.closed).toBe(1)
    await expect(chatted).rejects.toMatchObject({ code: 'busy', message: 'The table was left.' })
    ends.lose()
    expect(ends.heard).toEqual([{ type: 'connection', open: false }])
    expect(ends.opened).toBe(1)
  })
})
