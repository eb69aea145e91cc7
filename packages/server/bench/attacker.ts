/**
 * A client that does everything a server must withstand, at once and in a loop: long tables that it uploads, reads again
 * and again and undoes; bots with the largest budget; sockets that say nothing or read nothing; chat and uploads without
 * end. It has one address, and the server's usual limits.
 */
import type { NewTable, Seated } from '@ludoforge/table'
import { WebSocket } from 'ws'
import { makeTable } from './player.js'

const SOCKETS = 60
const LONG_TABLES = 3
const BOT_TABLES = 60 // 58 starved the others once
const LOOP_MS = 100
/** The attacker has its own address: the bench server trusts one proxy. */
const HEADERS = { 'x-forwarded-for': '203.0.113.66' }

export interface AttackerOptions {
  readonly url: string
  /** The save of a long game. */
  readonly save: string
  /** A table where the attacker has all seats. */
  readonly own: NewTable
  /** Tables of bots alone, with budgets that are too large and as large as the server accepts. */
  readonly bots: readonly NewTable[]
}

class Attacker {
  /** How the server has answered, by code. */
  readonly answers = new Map<string, number>()
  readonly #sockets = new Set<WebSocket>()
  readonly #tables: {
    readonly id: string
    readonly key: string
    readonly seat: string
    readonly last: number
  }[] = []
  #timer: NodeJS.Timeout | undefined
  #requests = 0
  #isUploading = false

  constructor(private readonly options: AttackerOptions) {}

  async begin(): Promise<void> {
    // Tables that it plays itself, and uploaded ones, as long as the server takes them.
    for (let n = 0; n < LONG_TABLES; n += 1) await this.#upload()
    for (let n = 0; n < 2; n += 1) await this.#make(this.options.own)
    this.#timer = setInterval(() => this.#loop(), LOOP_MS)
    for (let n = 0; n < SOCKETS; n += 1) this.#open(n)
    void this.#addBots()
  }

  #seated({ table, key }: Seated): void {
    this.#tables.push({ id: table.id, key, seat: table.seats[0]?.seat ?? '', last: table.number })
  }

  /** Makes a table of its own, if the server doesn't refuse: its uploads may have used up its time. */
  async #make(request: NewTable): Promise<void> {
    const made = await this.#requested(request)
    if (made !== undefined) this.#seated(made)
  }

  /** Makes tables of bots alone with the largest budget, up to its limits. */
  async #addBots(): Promise<void> {
    for (let n = 0; n < BOT_TABLES && this.#timer !== undefined; n += 1)
      for (const request of this.options.bots) {
        const made = await this.#requested(request)
        if (made !== undefined) this.#watch(made)
      }
  }

  async #requested(request: NewTable): Promise<Seated | undefined> {
    const made = await makeTable(this.options.url, request, HEADERS).catch(() => undefined)
    this.#count(made === undefined ? 'no table' : 'a table')
    return made
  }

  /** Tables of bots alone only play while somebody watches. */
  #watch({ table, key }: Seated): void {
    this.#connect((socket) => this.#send(socket, { type: 'hello', table: table.id, key }))
  }

  /** Opens a socket. Every third one never says hello, and every other third one never reads. */
  #open(n: number): void {
    const { id, key } = this.#tables[n % this.#tables.length] ?? { id: '', key: '' }
    const socket = this.#connect(() => {
      if (n % 3 !== 0) this.#send(socket, { type: 'hello', table: id, key, last: 0 })
      if (n % 3 === 1) socket.pause()
    })
    socket.on('close', () => {
      if (this.#timer !== undefined) setTimeout(() => this.#open(n), LOOP_MS)
    })
  }

  #connect(opened: (socket: WebSocket) => void): WebSocket {
    const url = `${this.options.url.replace('http', 'ws')}/api/socket`
    const socket = new WebSocket(url, { headers: HEADERS })
    this.#sockets.add(socket)
    socket.on('error', () => this.#count('no socket'))
    socket.on('close', (code) => {
      this.#sockets.delete(socket)
      this.#count(`closed ${code}`)
    })
    socket.on('message', (data: Buffer) => {
      const { type, code } = JSON.parse(data.toString('utf8')) as { type: string; code?: string }
      this.#count(code ?? type)
    })
    socket.on('open', () => opened(socket))
    return socket
  }

  #count(answer: string): void {
    this.answers.set(answer, (this.answers.get(answer) ?? 0) + 1)
  }

  #send(socket: WebSocket, ask: object): void {
    this.#requests += 1
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ id: this.#requests, ask }))
  }

  #loop(): void {
    const { seat, last } = this.#tables[0] ?? { seat: '', last: 0 } // a long one
    for (const socket of this.#sockets) {
      this.#send(socket, { type: 'history', from: (this.#requests * 7) % Math.max(1, last), to: last })
      this.#send(socket, { type: 'news' })
      this.#send(socket, { type: 'chat', text: 'x'.repeat(2000) })
      this.#send(socket, { type: 'undo' })
      this.#send(socket, { type: 'hint', seat, agent: 'search:10000' })
    }
    void this.#get('/api/tables')
    for (const { id } of this.#tables) void this.#get(`/api/tables/${id}/save`)
    if (this.#isUploading) return
    this.#isUploading = true
    void this.#upload().finally(() => {
      this.#isUploading = false
    })
  }

  async #get(path: string): Promise<void> {
    const response = await fetch(this.options.url + path, { headers: HEADERS }).catch(() => undefined)
    this.#count(`GET ${response?.status ?? 'failed'}`)
    await response?.text().catch(() => undefined)
  }

  /** Uploads the long game. The server replays it, if it has room and the attacker has time left. */
  async #upload(): Promise<void> {
    const { url, save } = this.options
    const response = await fetch(`${url}/api/saves`, {
      method: 'POST',
      headers: { ...HEADERS, 'content-type': 'application/json' },
      body: JSON.stringify({ save, you: 'Eve' }),
    }).catch(() => undefined)
    this.#count(`upload ${response?.status ?? 'failed'}`)
    // A server under load can cut off what it sends.
    const text = await response?.text().catch(() => undefined)
    if (response?.ok === true && text !== undefined) this.#seated(JSON.parse(text) as Seated)
  }

  close(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
    for (const socket of this.#sockets) socket.terminate()
  }
}

/** Messages to and from the process of the attacker. */
export type ToAttacker = { readonly begin: AttackerOptions } | { readonly end: true }
export type FromAttacker =
  | { readonly begun: true }
  | { readonly answers: readonly (readonly [string, number])[] }

// It runs in a process of its own, so that it doesn't delay the clients whose time is measured.
let attacker: Attacker | undefined
process.on('disconnect', () => process.exit(0))
process.on('message', (message: ToAttacker) => {
  const send = (answer: FromAttacker): void => void process.send?.(answer)
  if ('begin' in message) {
    attacker = new Attacker(message.begin)
    attacker.begin().then(
      () => send({ begun: true }),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
    return
  }
  attacker?.close()
  send({ answers: [...(attacker?.answers ?? [])] })
})
