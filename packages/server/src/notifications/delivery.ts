/** Delivers notices: signed, and again later if nobody takes them. Of several servers on one database one does it. */
import { createHmac } from 'node:crypto'
import { lookup } from 'node:dns'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { BlockList, isIP } from 'node:net'
import { fromJson, type JsonText } from '@ludoforge/kernel'
import type { NoticeBody, Store } from '../store/index.js'

const LOOK_MS = 1000
const AT_ONCE = 20
const ANSWER_MS = 10_000
/** When it is tried again; after the last time it is given up. */
const AGAIN_MS = [10_000, 60_000, 300_000, 1_800_000, 7_200_000, 21_600_000]

export interface Mail {
  send(to: string, subject: string, text: string): Promise<void>
}

export interface PostOptions {
  /** Addresses in one's own network may be written to, too. */
  readonly inside: boolean
  readonly mail?: Mail | undefined
  readonly log: (problem: string) => void
  readonly againMs?: readonly number[]
}

export class DeliveryWorker {
  #timer: NodeJS.Timeout | undefined
  #busy: Promise<void> | undefined
  readonly #again: readonly number[]

  constructor(
    private readonly store: Store,
    private readonly options: PostOptions,
  ) {
    this.#again = options.againMs ?? AGAIN_MS
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.#busy ??= this.#look().finally(() => {
        this.#busy = undefined
      })
    }, LOOK_MS)
  }

  async #look(): Promise<void> {
    try {
      if (!(await this.store.engine.leads())) return
      const due = await this.store.db
        .selectFrom('deliveries')
        .innerJoin('webhooks', 'webhooks.id', 'deliveries.webhook_id')
        .select([
          'deliveries.id',
          'deliveries.body',
          'deliveries.attempts',
          'webhooks.url',
          'webhooks.secret',
        ])
        .where('due', '<=', Date.now())
        .orderBy('due')
        .limit(AT_ONCE)
        .execute()
      await Promise.all(due.map((one) => this.#deliver(one)))
    } catch (error) {
      this.options.log(`Notices: ${error instanceof Error ? error.message : String(error)}`)
    }
  }

  async #deliver(one: {
    id: string
    body: JsonText<NoticeBody>
    attempts: number
    url: string
    secret: string
  }): Promise<void> {
    const { id, body, attempts, url, secret } = one
    const { db } = this.store
    try {
      if (url.startsWith('mailto:')) await this.#mail(url, body)
      else await send(url, body, signed(id, body, secret), this.options.inside)
      await db.deleteFrom('deliveries').where('id', '=', id).execute()
    } catch (error) {
      const wait = this.#again[attempts]
      const problem = error instanceof Error ? error.message : String(error)
      this.options.log(
        `A notice to ${new URL(url).host} was not taken (${problem})${wait === undefined ? '; it is given up' : ''}.`,
      )
      if (wait === undefined) await db.deleteFrom('deliveries').where('id', '=', id).execute()
      else
        await db
          .updateTable('deliveries')
          .set({ attempts: attempts + 1, due: Date.now() + wait })
          .where('id', '=', id)
          .execute()
    }
  }

  async #mail(url: string, body: JsonText<NoticeBody>): Promise<void> {
    const { mail } = this.options
    if (mail === undefined) throw new Error('no mail server is configured')
    const { text, table } = fromJson(body)
    await mail.send(decodeURIComponent(url.slice('mailto:'.length)), table.name, text)
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#busy
  }
}

/** Whoever knows the secret can tell that it is from us, and not sent again by somebody else much later. */
function signed(id: string, body: string, secret: string): Record<string, string> {
  const time = String(Date.now())
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
  return {
    'content-type': 'application/json',
    'x-ludoforge-delivery': id,
    'x-ludoforge-time': time,
    'x-ludoforge-signature': `sha256=${signature}`,
  }
}

const INSIDE = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['224.0.0.0', 3],
] as const)
  INSIDE.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of [
  ['::', 127],
  ['::ffff:0:0', 96],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  INSIDE.addSubnet(net, bits, 'ipv6')

function isInside(address: string): boolean {
  return INSIDE.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/** The address that is looked up is the one that is written to: a name cannot mean another one a moment later. */
function send(url: string, body: string, headers: Record<string, string>, inside: boolean): Promise<void> {
  const { protocol, hostname } = new URL(url)
  const request = protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    if (
      !inside &&
      isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0 &&
      isInside(hostname.replaceAll(/[[\]]/g, ''))
    )
      return reject(new Error('this address is not allowed'))
    const asked = request(
      url,
      {
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        timeout: ANSWER_MS,
        lookup: (name, options, done) => {
          lookup(name, { ...options, all: true }, (error, found) => {
            const allowed = found?.filter(({ address }) => inside || !isInside(address)) ?? []
            const [first] = allowed
            if (error !== null) done(error, '', 0)
            else if (first === undefined) done(new Error('this address is not allowed'), '', 0)
            else if (options.all === true) done(null, allowed)
            else done(null, first.address, first.family)
          })
        },
      },
      (response) => {
        response.resume()
        const { statusCode = 0 } = response
        if (statusCode >= 200 && statusCode < 300) resolve()
        else reject(new Error(`it answered ${statusCode}`))
      },
    )
    asked.on('timeout', () => asked.destroy(new Error('it did not answer')))
    asked.on('error', reject)
    asked.end(body)
  })
}
