/** Web Push: browsers that want to be notified, and the worker that sends to their push services (RFC 8030, 8291, 8292). */
import { lookup } from 'node:dns'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import { fromJson, type JsonText, toJson } from '@ludoforge/kernel'
import { type PushSubscription, Refusal, type Webhook } from '@ludoforge/table'
import webPush, { type VapidKeys } from 'web-push'
import type { NoticeBody, PushKeys, Store } from '../store/index.js'
import { newId, newSecret } from '../tables/credentials.js'
import type { NotificationScope } from './addresses.js'
import { isPrivate } from './post.js'
import { Poller } from '../poller.js'

const POLL_MS = 1000
const BATCH_SIZE = 20
const DEADLINE_MS = 10_000 // for a whole request
const TTL_SECONDS = 24 * 3600 // how long a push service keeps a message for a browser that is off
const RETRY_DELAYS_MS = [60_000, 300_000, 1_800_000]
const MAX_SUBSCRIPTIONS = 10 // per person or account
const GONE = new Set([404, 410]) // the browser has unsubscribed

export interface PushOptions {
  readonly keys: VapidKeys
  /** The operator's address, for push services: mailto: or https:. */
  readonly contact: string
  /** Allows private network addresses, which are blocked by default against SSRF. */
  readonly inside: boolean
  readonly log: (problem: string) => void
  /** The time between two looks for what is due. */
  readonly pollMs?: number | undefined
}

export class Push {
  readonly #poller: Poller

  constructor(
    private readonly store: Store,
    private readonly options: PushOptions,
  ) {
    this.#poller = new Poller(() => this.#poll(), options.pollMs ?? POLL_MS)
  }

  /** The key that browsers subscribe with. */
  get publicKey(): string {
    return this.options.keys.publicKey
  }

  /** Adds a browser. A browser that subscribes again replaces its old subscription. */
  async add({ endpoint, keys }: PushSubscription, about: NotificationScope): Promise<Webhook> {
    if (!this.options.inside && new URL(endpoint).protocol !== 'https:')
      throw new Refusal('not-allowed', 'The address of a push service starts with https.')
    const scope = {
      table_id: 'account' in about ? null : about.table,
      person_id: 'account' in about ? null : about.person,
      account_id: 'account' in about ? about.account : null,
    }
    const [id, secret] = [newId(), newSecret()]
    await this.store.db.transaction().execute(async (tx) => {
      const own =
        scope.account_id === null
          ? (['person_id', scope.person_id] as const)
          : (['account_id', scope.account_id] as const)
      await tx.deleteFrom('webhooks').where('url', '=', endpoint).where(own[0], '=', own[1]).execute()
      const { count } = await tx
        .selectFrom('webhooks')
        .select((e) => e.fn.countAll<number>().as('count'))
        .where('push', 'is not', null)
        .where(own[0], '=', own[1])
        .executeTakeFirstOrThrow()
      if (count >= MAX_SUBSCRIPTIONS)
        throw new Refusal(
          'not-allowed',
          `${MAX_SUBSCRIPTIONS} browsers are notified already, which is the limit. Turn one off first.`,
        )
      const row = {
        id,
        url: endpoint,
        secret,
        push: toJson<PushKeys>(keys),
        confirmed: 1 as const,
        created: Date.now(),
      }
      await tx
        .insertInto('webhooks')
        .values({ ...row, ...scope })
        .execute()
    })
    return { id, secret, confirmed: true }
  }

  start(): void {
    this.#poller.start()
  }

  async #poll(): Promise<void> {
    try {
      if (!(await this.store.engine.leads())) return
      const due = await this.store.db
        .selectFrom('deliveries')
        .innerJoin('webhooks', 'webhooks.id', 'deliveries.webhook_id')
        .select(['deliveries.id', 'deliveries.body', 'deliveries.attempts', 'deliveries.webhook_id'])
        .select(['webhooks.url', 'webhooks.push'])
        .where('push_due', '<=', Date.now())
        .orderBy('push_due')
        .limit(BATCH_SIZE)
        .execute()
      await Promise.all(
        due.flatMap(({ push, ...delivery }) => (push === null ? [] : [this.#deliver({ ...delivery, push })])),
      )
    } catch (error) {
      this.options.log(`Push notifications: ${error instanceof Error ? error.message : String(error)}`)
    }
  }

  async #deliver(delivery: {
    readonly id: string
    readonly webhook_id: string
    readonly body: JsonText<NoticeBody>
    readonly attempts: number
    readonly url: string
    readonly push: JsonText<PushKeys>
  }): Promise<void> {
    const { id, webhook_id, body, attempts, url, push } = delivery
    const { db } = this.store
    try {
      const status = await this.#send({ endpoint: url, keys: fromJson(push) }, fromJson(body))
      if (GONE.has(status)) await db.deleteFrom('webhooks').where('id', '=', webhook_id).execute()
      else if (status >= 300) throw new Error(`HTTP status ${status}`)
      await db.deleteFrom('deliveries').where('id', '=', id).execute()
    } catch (error) {
      const wait = RETRY_DELAYS_MS[attempts]
      const problem = error instanceof Error ? error.message : String(error)
      this.options.log(
        `A notification to the push service ${new URL(url).host} failed (${problem}). ${wait === undefined ? 'It is dropped after the last retry.' : 'It will be retried.'}`,
      )
      if (wait === undefined) await db.deleteFrom('deliveries').where('id', '=', id).execute()
      else
        await db
          .updateTable('deliveries')
          .set({ attempts: attempts + 1, push_due: Date.now() + wait })
          .where('id', '=', id)
          .execute()
    }
  }

  /** Sends a message, encrypted for the browser. Returns the HTTP status of the push service. */
  #send(subscription: PushSubscription, { text, table, type }: NoticeBody): Promise<number> {
    const { keys, contact: subject, inside } = this.options
    const where = type === 'digest' ? '#/' : `#/table/${encodeURIComponent(table.id)}`
    const payload = JSON.stringify({ title: type === 'digest' ? 'LudoForge' : table.name, body: text, where })
    const { endpoint, method, headers, body } = webPush.generateRequestDetails(subscription, payload, {
      vapidDetails: { subject, ...keys },
      TTL: TTL_SECONDS,
      urgency: 'normal',
      topic: undefined,
    })
    return post(endpoint, method, headers, body, inside)
  }

  async close(): Promise<void> {
    await this.#poller.close()
  }
}

/** Sends a request. It checks and uses the same DNS answer, against DNS rebinding. */
function post(
  url: string,
  method: string,
  headers: Record<string, string | number>,
  body: Buffer | null,
  inside: boolean,
): Promise<number> {
  const { protocol, hostname } = new URL(url)
  const request = protocol === 'https:' ? httpsRequest : httpRequest
  const literal = hostname.replaceAll(/[[\]]/g, '')
  const blocked = new Error('private network addresses are not allowed')
  return new Promise((resolve, reject) => {
    if (!inside && isIP(literal) !== 0 && isPrivate(literal)) return reject(blocked)
    const outgoing = request(
      url,
      {
        method,
        headers,
        signal: AbortSignal.timeout(DEADLINE_MS),
        lookup: (name, options, done) => {
          lookup(name, { ...options, all: true }, (error, found) => {
            const allowed = found?.filter(({ address }) => inside || !isPrivate(address)) ?? []
            const [first] = allowed
            if (error !== null) done(error, '', 0)
            else if (first === undefined) done(blocked, '', 0)
            else if (options.all === true) done(null, allowed)
            else done(null, first.address, first.family)
          })
        },
      },
      (response) => {
        response.on('error', reject)
        response.on('end', () => resolve(response.statusCode ?? 0))
        response.resume()
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body ?? undefined)
  })
}
