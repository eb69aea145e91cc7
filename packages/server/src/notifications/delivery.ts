/**
 * Delivers notifications: signed with HMAC, retried with backoff. Each receiver has its own queue, so a slow one delays
 * nobody else. Of several servers on one database, only the leader delivers.
 */
import { createHmac } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { fromJson, type JsonText } from '@ludoforge/kernel'
import type { NoticeBody, Store } from '../store/index.js'
import { parseMailbox } from './mailbox.js'
import type { MailLimits } from './mail-limits.js'
import { post } from './post.js'

const POLL_MS = 1000
const DEADLINE_MS = 10_000
const MAX_RECEIVERS = 64 // at the same time
const MAX_PER_HOST = 4 // receivers at the same time
const MAX_FAILING = MAX_RECEIVERS / 2 // receivers that failed last, so that they never take all the places
const MAX_REMEMBERED = 10_000 // failing receivers
const MAIL_PAUSE_MS = 600_000 // until a mailbox with too much mail gets the next one
/** Delays before each retry. After the last one the notification is dropped. */
const RETRY_DELAYS_MS = [10_000, 60_000, 300_000, 1_800_000, 7_200_000, 21_600_000]

export interface Mail {
  /** Sends a mail to exactly one mailbox. */
  send(to: string, subject: string, text: string): Promise<void>
}

export interface DeliveryOptions {
  /** Allows private network addresses, which are blocked by default against SSRF. */
  readonly inside: boolean
  readonly mail?: Mail | undefined
  readonly limits: MailLimits
  readonly log: (problem: string) => void
  readonly againMs?: readonly number[]
  /** The time for one request to a receiver. */
  readonly deadlineMs?: number
  /** The time between two looks for what is due. */
  readonly pollMs?: number
}

interface Delivery {
  readonly id: string
  readonly body: JsonText<NoticeBody>
  readonly attempts: number
  readonly url: string
  readonly secret: string
}

/** A mailbox that has had too much mail lately. */
class Postponed extends Error {}

export class DeliveryWorker {
  #timer: NodeJS.Timeout | undefined
  #polling: Promise<void> | undefined
  /** The receivers being served, by the id of their address. */
  readonly #serving = new Map<string, { readonly host: string; readonly done: Promise<void> }>()
  /** The addresses whose last delivery failed, oldest first. */
  readonly #failing = new Set<string>()
  readonly #closed = new AbortController()
  readonly #retryDelays: readonly number[]

  constructor(
    private readonly store: Store,
    private readonly options: DeliveryOptions,
  ) {
    this.#retryDelays = options.againMs ?? RETRY_DELAYS_MS
    setMaxListeners(MAX_RECEIVERS * 2, this.#closed.signal)
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.#polling ??= this.#poll().finally(() => {
        this.#polling = undefined
      })
    }, this.options.pollMs ?? POLL_MS)
  }

  /** Starts to serve the receivers with due deliveries, the longest waiting first. */
  async #poll(): Promise<void> {
    try {
      if (this.#serving.size >= MAX_RECEIVERS || !(await this.store.engine.leads())) return
      const due = await this.store.db
        .selectFrom('deliveries')
        .innerJoin('webhooks', 'webhooks.id', 'deliveries.webhook_id')
        .select((e) => ['webhooks.id', 'webhooks.url', e.fn.min('due').as('first')])
        .where('due', '<=', Date.now())
        .groupBy(['webhooks.id', 'webhooks.url'])
        .orderBy('first')
        .execute()
      for (const { id, url } of due) this.#serve(id, hostOf(url))
    } catch (error) {
      this.options.log(`Notifications: ${error instanceof Error ? error.message : String(error)}`)
    }
  }

  #serve(id: string, host: string): void {
    const serving = [...this.#serving]
    if (this.#closed.signal.aborted || this.#serving.has(id) || serving.length >= MAX_RECEIVERS) return
    if (serving.filter(([, other]) => other.host === host).length >= MAX_PER_HOST) return
    const failing = serving.filter(([other]) => this.#failing.has(other)).length
    if (this.#failing.has(id) && failing >= MAX_FAILING) return
    const done = this.#deliverAll(id)
      .catch((error: unknown) => {
        this.options.log(`Notifications: ${error instanceof Error ? error.message : String(error)}`)
      })
      .finally(() => this.#serving.delete(id))
    this.#serving.set(id, { host, done })
  }

  /** Delivers what is due to one receiver, in order, until one delivery fails. */
  async #deliverAll(webhook: string): Promise<void> {
    while (!this.#closed.signal.aborted) {
      const next = await this.store.db
        .selectFrom('deliveries')
        .innerJoin('webhooks', 'webhooks.id', 'deliveries.webhook_id')
        .select([
          'deliveries.id',
          'deliveries.body',
          'deliveries.attempts',
          'webhooks.url',
          'webhooks.secret',
        ])
        .where('webhook_id', '=', webhook)
        .where('due', '<=', Date.now())
        .orderBy('due')
        .limit(1)
        .executeTakeFirst()
      if (next === undefined) return
      const delivered = await this.#deliver(next)
      this.#failing.delete(webhook)
      if (delivered) continue
      this.#failing.add(webhook)
      for (const old of this.#failing) {
        if (this.#failing.size <= MAX_REMEMBERED) break
        this.#failing.delete(old)
      }
      return
    }
  }

  async #deliver({ id, body, attempts, url, secret }: Delivery): Promise<boolean> {
    const { db } = this.store
    const { inside, deadlineMs = DEADLINE_MS, log } = this.options
    const { signal } = this.#closed
    try {
      if (url.startsWith('mailto:')) await this.#mail(url, body)
      else await post(url, body, signedHeaders(id, body, secret), { inside, deadlineMs, signal })
      await db.deleteFrom('deliveries').where('id', '=', id).execute()
      return true
    } catch (error) {
      if (signal.aborted) return false // the next start tries again
      if (error instanceof Postponed) {
        await db
          .updateTable('deliveries')
          .set({ due: Date.now() + MAIL_PAUSE_MS })
          .where('id', '=', id)
          .execute()
        return false
      }
      const wait = this.#retryDelays[attempts]
      const problem = error instanceof Error ? error.message : String(error)
      log(
        `A notification to ${hostOf(url)} failed (${problem}). ${wait === undefined ? 'It is dropped after the last retry.' : 'It will be retried.'}`,
      )
      if (wait === undefined) await db.deleteFrom('deliveries').where('id', '=', id).execute()
      else
        await db
          .updateTable('deliveries')
          .set({ attempts: attempts + 1, due: Date.now() + wait })
          .where('id', '=', id)
          .execute()
      return false
    }
  }

  async #mail(url: string, body: JsonText<NoticeBody>): Promise<void> {
    const { mail, limits } = this.options
    if (mail === undefined) throw new Error('no mail server is configured')
    const mailbox = parseMailbox(url.slice('mailto:'.length)) // an older version stored others
    if (mailbox === undefined) throw new Error('not one mailbox')
    if (!(await limits.take('notice', mailbox))) throw new Postponed()
    const { text, table } = fromJson(body)
    await mail.send(mailbox, table.name, text)
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#closed.abort()
    await this.#polling
    await Promise.all([...this.#serving.values()].map(({ done }) => done))
  }
}

/** Returns the host that answers. All mailboxes share the mail server. */
function hostOf(url: string): string {
  return url.startsWith('mailto:') ? 'the mail server' : new URL(url).host
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
