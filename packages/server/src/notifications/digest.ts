/**
 * A digest instead of a flood, for people: mail and Web Push. Notifications wait for a moment, and those of one address
 * become one message. About one table there is at most one until the player was there. Programs (webhooks) get each one.
 */
import { fromJson, toJson } from '@ludoforge/kernel'
import type { NoticeBody, Store, Tx } from '../store/index.js'
import { Poller } from '../poller.js'

const POLL_MS = 1000
const BATCH_SIZE = 50
const FAR = 4_000_000_000_000 // the delivery waits for its digest

/** How long notifications wait for others, in milliseconds. */
export const DIGEST_MS = 30_000

/** Lets new deliveries to these addresses wait for their digest. Call it in the transaction that added them. */
export async function holdForDigest(tx: Tx, addresses: readonly string[], ms: number): Promise<void> {
  if (addresses.length === 0) return
  await tx
    .updateTable('deliveries')
    .set({ due: FAR, hold_until: Date.now() + ms })
    .where('hold_until', 'is', null)
    .where('attempts', '=', 0)
    .where('webhook_id', 'in', (query) =>
      query
        .selectFrom('webhooks')
        .select('id')
        .where('id', 'in', [...addresses])
        .where((where) => where.or([where('push', 'is not', null), where('url', 'like', 'mailto:%')])),
    )
    .execute()
}

interface Held {
  readonly id: string
  readonly body: NoticeBody
}

interface Address {
  readonly id: string
  readonly push: string | null
  readonly person_id: string | null
  readonly account_id: string | null
}

export class DigestWorker {
  readonly #poller: Poller

  constructor(
    private readonly store: Store,
    private readonly log: (problem: string) => void,
    pollMs = POLL_MS,
  ) {
    this.#poller = new Poller(() => this.#poll(), pollMs)
  }

  start(): void {
    this.#poller.start()
  }

  async #poll(): Promise<void> {
    try {
      if (!(await this.store.engine.leads())) return
      const due = await this.store.db
        .selectFrom('deliveries')
        .select('webhook_id')
        .distinct()
        .where('hold_until', '>', 0)
        .where('hold_until', '<=', Date.now())
        .limit(BATCH_SIZE)
        .execute()
      for (const { webhook_id } of due)
        await this.store.db.transaction().execute((tx) => release(tx, webhook_id))
    } catch (error) {
      this.log(`Digests of notifications: ${error instanceof Error ? error.message : String(error)}`)
    }
  }

  async close(): Promise<void> {
    await this.#poller.close()
  }
}

/** Turns everything that waits for this address into one delivery, or into none. */
async function release(tx: Tx, id: string): Promise<void> {
  const address = await tx
    .selectFrom('webhooks')
    .select(['id', 'push', 'person_id', 'account_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const rows = await tx
    .selectFrom('deliveries')
    .select(['id', 'body'])
    .where('webhook_id', '=', id)
    .where('hold_until', '>', 0)
    .orderBy('hold_until')
    .execute()
  const held = rows.map((row) => ({ id: row.id, body: fromJson(row.body) }))
  const news: Held[] = []
  for (const one of latestOfTables(held)) if (await isNews(tx, address, one.body)) news.push(one)
  const [first] = news
  const others = held.filter((one) => one !== first).map((one) => one.id)
  if (others.length > 0) await tx.deleteFrom('deliveries').where('id', 'in', others).execute()
  if (first === undefined) return
  for (const { body } of news)
    await tx
      .insertInto('notified')
      .values({ webhook_id: id, table_id: body.table.id, number: body.number })
      .onConflict((c) => c.columns(['webhook_id', 'table_id']).doUpdateSet({ number: body.number }))
      .execute()
  const now = Date.now()
  await tx
    .updateTable('deliveries')
    .set({
      body: toJson(digestOf(news.map(({ body }) => body))),
      hold_until: 0,
      ...(address.push === null ? { due: now } : { push_due: now }),
    })
    .where('id', '=', first.id)
    .execute()
}

/** Returns the last notification about each table, in the order of their tables. */
function latestOfTables(held: readonly Held[]): Held[] {
  const latest = new Map<string, Held>()
  for (const one of held) latest.set(one.body.table.id, one)
  return [...latest.values()]
}

/**
 * Checks that the player hasn't seen the table since, and has no older message about it. Messages about the whole table
 * aren't about one player, and only "your turn" repeats.
 */
async function isNews(tx: Tx, address: Address, { type, table, number }: NoticeBody): Promise<boolean> {
  const person = await playerOf(tx, address, table.id)
  if (person === undefined || type !== 'your-turn') return true
  if (await wasThere(tx, table.id, person, number)) return false
  const before = await tx
    .selectFrom('notified')
    .select('number')
    .where('webhook_id', '=', address.id)
    .where('table_id', '=', table.id)
    .executeTakeFirst()
  return before === undefined || wasThere(tx, table.id, person, before.number)
}

interface Player {
  readonly id: string
  readonly seen: number
}

async function playerOf(tx: Tx, address: Address, table: string): Promise<Player | undefined> {
  const { person_id, account_id } = address
  const people = tx.selectFrom('people').select(['id', 'seen']).where('table_id', '=', table)
  if (person_id !== null) return people.where('id', '=', person_id).executeTakeFirst()
  return account_id === null ? undefined : people.where('account_id', '=', account_id).executeTakeFirst()
}

/** Checks whether the player has seen this entry, or has decided after it. */
async function wasThere(tx: Tx, table: string, { id, seen }: Player, number: number): Promise<boolean> {
  if (seen >= number) return true
  const own = await tx
    .selectFrom('entries')
    .select('number')
    .where('table_id', '=', table)
    .where('number', '>', number)
    .where('body', 'like', `%"by":"${id}"%`)
    .limit(1)
    .executeTakeFirst()
  return own !== undefined
}

/** Returns one message for several. */
function digestOf(bodies: readonly NoticeBody[]): NoticeBody {
  const [first, ...others] = bodies
  if (first === undefined) throw new Error('A digest has at least one notification.')
  if (others.length === 0) return first
  const waiting = bodies.filter(({ type }) => type === 'your-turn' || type === 'reminder')
  const names = (some: readonly NoticeBody[]): string =>
    new Intl.ListFormat('en').format(some.map(({ table }) => table.name))
  const rest = bodies.filter((body) => !waiting.includes(body)).map(({ text }) => text)
  const [only] = waiting
  const turns =
    only === undefined
      ? []
      : [waiting.length === 1 ? only.text : `It is your turn at ${waiting.length} tables: ${names(waiting)}.`]
  return { ...first, type: 'digest', text: [...turns, ...rest].join(' ') }
}
