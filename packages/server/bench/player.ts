/** Load generator: WebSocket clients that answer at once, or after a pause, and start a new game when theirs is over. */
import type { ClientMessage, NewTable, Seated, ServerMessage, TableUpdate } from '@ludoforge/table'
import { type Decision, Rng } from '@ludoforge/kernel'
import { WebSocket } from 'ws'
import { drawChoice } from '../../../test/support/play.js'

let addresses = 0

/** Returns a header with an address of its own for each game, for a server that trusts a proxy. */
export function freshAddress(): Readonly<Record<string, string>> {
  addresses += 1
  return { 'x-forwarded-for': `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}` }
}

/** Creates a table over REST. */
export async function makeTable(
  url: string,
  request: NewTable,
  headers: Readonly<Record<string, string>> = {},
): Promise<Seated> {
  const response = await fetch(`${url}/api/tables`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(request),
  })
  if (!response.ok) throw new Error(await response.text())
  return (await response.json()) as Seated
}

export interface Counts {
  /** From the answer to its acknowledgement, in milliseconds. */
  readonly waits: number[]
  refused: number
}

export class Player {
  #socket: WebSocket | undefined
  #question = 0
  #answered = -1 // the last answered question: simultaneous choices repeat it
  #sent = 0
  #id = 0
  #closed = false
  readonly #rng: Rng

  constructor(
    private readonly url: string,
    private readonly request: NewTable,
    private readonly counts: Counts,
    seed: number,
    private readonly thinkMs = 0,
  ) {
    this.#rng = new Rng(seed)
  }

  async begin(): Promise<void> {
    const headers = freshAddress()
    const { table, key } = await makeTable(this.url, this.request, headers)
    this.#answered = -1
    const socket = new WebSocket(`${this.url.replace('http', 'ws')}/api/socket`, { headers })
    this.#socket = socket
    socket.on('message', (data: Buffer) => this.#receive(JSON.parse(data.toString('utf8')) as ServerMessage))
    await new Promise((resolve, reject) => {
      socket.once('open', resolve)
      socket.once('error', reject)
    })
    this.#send({ type: 'hello', table: table.id, key })
  }

  #send(ask: ClientMessage['ask']): void {
    this.#id += 1
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify({ id: this.#id, ask }))
  }

  #receive(message: ServerMessage): void {
    if (message.type === 'welcome') {
      this.#question = message.question
      this.#answer(message.shown[0]?.view.decision)
    } else if (message.type === 'done') this.counts.waits.push(performance.now() - this.#sent)
    else if (message.type === 'error') this.counts.refused += 1
    else if (message.type !== 'thinking') this.#update(message)
  }

  #update(message: TableUpdate): void {
    if (message.type !== 'step') return
    this.#question = message.question
    if (message.deciding.length === 0) this.#restart()
    else this.#answer(message.told[0]?.decision)
  }

  #answer(decision: Decision | undefined): void {
    if (decision === undefined || this.#closed || this.#answered === this.#question) return
    this.#answered = this.#question
    const choice = drawChoice(decision, this.#rng) as string
    const ask = { type: 'decide', seat: decision.seat, question: this.#question, choice } as const
    const decide = (): void => {
      this.#sent = performance.now()
      this.#send(ask)
    }
    if (this.thinkMs === 0) decide()
    else setTimeout(decide, this.thinkMs)
  }

  #restart(): void {
    this.#socket?.close()
    if (!this.#closed)
      this.begin().catch((error: unknown) => {
        if (!this.#closed) throw error
      })
  }

  close(): void {
    this.#closed = true
    this.#socket?.terminate()
  }
}
