/** People with a name and a password, and the devices on which they are logged in. */
import { randomInt, scrypt, timingSafeEqual, randomBytes } from 'node:crypto'
import { type Account, Refusal } from '@ludoforge/table'
import type { Db } from '../store/index.js'
import { hashSecret, newId, newSecret } from '../tables/index.js'
import { Throttle } from './throttle.js'

export const SESSION_MS = 60 * 24 * 3600 * 1000

/** 32 MB and about a tenth of a second for each guess. */
const COST = { N: 1 << 15, r: 8, p: 1, maxmem: 64 << 20 }
const MOST_AT_ONCE = 4 // so that many logins at once do not take all the memory

export class Accounts {
  readonly #throttle = new Throttle(5)
  #running = 0
  readonly #queue: (() => void)[] = []
  #decoy: Promise<string> | undefined

  constructor(private readonly db: Db) {}

  /** The login is the name with a few digits: nobody learns by trying which names are there. */
  async register(name: string, password: string): Promise<Account & { readonly id: string }> {
    const id = newId()
    const stored = await this.#hash(password)
    const base =
      name
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
        .replaceAll(/^-|-$/g, '') || 'player'
    for (;;) {
      const login = `${base}-${randomInt(1000, 1_000_000)}`
      const { numInsertedOrUpdatedRows } = await this.db
        .insertInto('accounts')
        .values({ id, login, name, password: stored, created: Date.now() })
        .onConflict((c) => c.column('login').doNothing())
        .executeTakeFirst()
      if (numInsertedOrUpdatedRows === 1n) return { id, login, name }
    }
  }

  /** Whoever is not known, and whoever has another password, takes as long and hears the same. */
  async login(login: string, password: string, address: string): Promise<Account & { readonly id: string }> {
    const keys = [`login ${login.toLowerCase()}`, `address ${address}`]
    if (keys.some((key) => this.#throttle.isClosed(key)))
      throw new Refusal('too-frequent', 'Too many attempts. Wait a minute, then try again.')
    const row = await this.db
      .selectFrom('accounts')
      .selectAll()
      .where('login', '=', login.toLowerCase())
      .executeTakeFirst()
    this.#decoy ??= this.#hash(newSecret())
    const fits = await this.#fits(password, row?.password ?? (await this.#decoy))
    if (row === undefined || !fits) {
      for (const key of keys) this.#throttle.count(key)
      throw new Refusal('wrong-login', 'This login and password do not fit.')
    }
    const [own] = keys
    if (own !== undefined) this.#throttle.forget(own)
    return { id: row.id, login: row.login, name: row.name }
  }

  async openSession(account: string): Promise<string> {
    const token = newSecret()
    const now = Date.now()
    await this.db.deleteFrom('sessions').where('until', '<', now).execute()
    await this.db
      .insertInto('sessions')
      .values({ token_hash: hashSecret(token), account_id: account, until: now + SESSION_MS })
      .execute()
    return token
  }

  async closeSession(token: string): Promise<void> {
    await this.db.deleteFrom('sessions').where('token_hash', '=', hashSecret(token)).execute()
  }

  async ofSession(token: string): Promise<(Account & { readonly id: string }) | undefined> {
    return this.db
      .selectFrom('sessions')
      .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
      .select(['accounts.id', 'accounts.login', 'accounts.name'])
      .where('token_hash', '=', hashSecret(token))
      .where('until', '>', Date.now())
      .executeTakeFirst()
  }

  async #hash(password: string): Promise<string> {
    const salt = randomBytes(16)
    const key = await this.#derive(password, salt)
    return `scrypt$${COST.N}$${salt.toString('base64url')}$${key.toString('base64url')}`
  }

  async #fits(password: string, stored: string): Promise<boolean> {
    const [, cost, salt = '', key = ''] = stored.split('$')
    const wanted = Buffer.from(key, 'base64url')
    const found = await this.#derive(password, Buffer.from(salt, 'base64url'), Number(cost))
    return found.length === wanted.length && timingSafeEqual(found, wanted)
  }

  async #derive(password: string, salt: Buffer, N = COST.N): Promise<Buffer> {
    if (this.#running >= MOST_AT_ONCE)
      await new Promise<void>((resolve) => {
        this.#queue.push(resolve)
      })
    this.#running += 1
    try {
      return await new Promise((resolve, reject) => {
        scrypt(password.normalize('NFC'), salt, 32, { ...COST, N }, (error, key) => {
          if (error === null) resolve(key)
          else reject(error)
        })
      })
    } finally {
      this.#running -= 1
      this.#queue.shift()?.()
    }
  }
}
