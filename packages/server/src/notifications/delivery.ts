/** Delivers notifications: signed with HMAC, retried with backoff. Of several servers on one database, only the leader does. */
import { createHmac } from 'node:crypto'
import { lookup } from 'node:dns'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { BlockList, isIP } from 'node:net'
import { fromJson, type JsonText } from '@ludoforge/kernel'
import type { NoticeBody, Store } from '../store/index.js'

const POLL_MS = 1000
const BATCH_SIZE = 20
const TIMEOUT_MS = 10_000
/** Delays before each retry. After the last one the notification is dropped. */
const RETRY_DELAYS_MS = [10_000, 60_000, 300_000, 1_800_000, 7_200_000, 21_600_000]

export interface Mail {
  send(to: string, subject: string, text: string): Promise<void>
}

export interface DeliveryOptions {
  /** Allows private network addresses, which are blocked by default against SSRF. */
  readonly inside: boolean
  readonly mail?: Mail | undefined
  readonly log: (problem: string) => void
  readonly againMs?: readonly number[]
}

export class DeliveryWorker {
  #timer: NodeJS.Timeout | undefined
  #busy: Promise<void> | undefined
  readonly #retryDelays: readonly number[]

  constructor(
    private readonly store: Store,
    private readonly options: DeliveryOptions,
  ) {
    this.#retryDelays = options.againMs ?? RETRY_DELAYS_MS
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.#busy ??= this.#poll().finally(() => {
        this.#busy = undefined
      })
    }, POLL_MS)
  }

  async #poll(): Promise<void> {
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
        .limit(BATCH_SIZE)
        .execute()
      await Promise.all(due.map((delivery) => this.#deliver(delivery)))
    } catch (error) {
      this.options.log(`Notifications: ${error instanceof Error ? error.message : String(error)}`)
    }
  }

  async #deliver(delivery: {
    id: string
    body: JsonText<NoticeBody>
    attempts: number
    url: string
    secret: string
  }): Promise<void> {
    const { id, body, attempts, url, secret } = delivery
    const { db } = this.store
    try {
      if (url.startsWith('mailto:')) await this.#mail(url, body)
      else await send(url, body, signedHeaders(id, body, secret), this.options.inside)
      await db.deleteFrom('deliveries').where('id', '=', id).execute()
    } catch (error) {
      const wait = this.#retryDelays[attempts]
      const problem = error instanceof Error ? error.message : String(error)
      this.options.log(
        `A notification to ${new URL(url).host} failed (${problem}). ${wait === undefined ? 'It is dropped after the last retry.' : 'It will be retried.'}`,
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

/** Returns the headers with the signature. It covers the time, so that receivers can reject replays. */
function signedHeaders(id: string, body: string, secret: string): Record<string, string> {
  const time = String(Date.now())
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
  return {
    'content-type': 'application/json',
    'x-ludoforge-delivery': id,
    'x-ludoforge-time': time,
    'x-ludoforge-signature': `sha256=${signature}`,
  }
}

const PRIVATE_NETWORKS = new BlockList()
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
  PRIVATE_NETWORKS.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of [
  ['::', 127],
  ['::ffff:0:0', 96],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  PRIVATE_NETWORKS.addSubnet(net, bits, 'ipv6')

function isPrivate(address: string): boolean {
  return PRIVATE_NETWORKS.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/** Posts to `url`. It checks and uses the same DNS answer, against DNS rebinding. */
function send(url: string, body: string, headers: Record<string, string>, inside: boolean): Promise<void> {
  const { protocol, hostname } = new URL(url)
  const request = protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    if (
      !inside &&
      isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0 &&
      isPrivate(hostname.replaceAll(/[[\]]/g, ''))
    )
      return reject(new Error('private network addresses are not allowed'))
    const outgoing = request(
      url,
      {
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        timeout: TIMEOUT_MS,
        lookup: (name, options, done) => {
          lookup(name, { ...options, all: true }, (error, found) => {
            const allowed = found?.filter(({ address }) => inside || !isPrivate(address)) ?? []
            const [first] = allowed
            if (error !== null) done(error, '', 0)
            else if (first === undefined) done(new Error('private network addresses are not allowed'), '', 0)
            else if (options.all === true) done(null, allowed)
            else done(null, first.address, first.family)
          })
        },
      },
      (response) => {
        response.resume()
        const { statusCode = 0 } = response
        if (statusCode >= 200 && statusCode < 300) resolve()
        else reject(new Error(`HTTP status ${statusCode}`))
      },
    )
    outgoing.on('timeout', () => outgoing.destroy(new Error(`no response within ${TIMEOUT_MS / 1000} s`)))
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}
