/** Accounts with passwords (scrypt), and their sessions. */
import { randomInt, scrypt, timingSafeEqual, randomBytes } from 'node:crypto'
import { type Account, Refusal } from '@ludoforge/table'
import type { Db } from '../store/index.js'
import { hashSecret, newId, newSecret } from '../tables/index.js'
import { Throttle } from './throttle.js'

export const SESSION_MS = 60 * 24 * 3600 * 1000

/** Each guess costs 32 MB and about 0.1 s. */
const COST = { N: 1 << 15, r: 8, p: 1, maxmem: 64 << 20 }
const MAX_CONCURRENT = 4 // bounds the memory of concurrent logins

export class Accounts {
  readonly #throttle = new Throttle(5)
  #running = 0
  readonly #queue: (() => void)[] = []
  #decoy: Promise<string> | undefined

  constructor(private readonly db: Db) {}

  /** Creates an account. Its login is the name plus random digits, so that attempts don't reveal existing names. */
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

  /** Logs in. An unknown login and a wrong password take the same time and get the same error. */
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
    const isCorrect = await this.#verify(password, row?.password ?? (await this.#decoy))
    if (row === undefined || !isCorrect) {
      for (const key of keys) this.#throttle.count(key)
      throw new Refusal('wrong-login', 'Wrong login or password. Check both and try again.')
    }
    const [loginKey] = keys
    if (loginKey !== undefined) this.#throttle.forget(loginKey)
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

  async #verify(password: string, stored: string): Promise<boolean> {
    const [, cost, salt = '', key = ''] = stored.split('$')
    const expected = Buffer.from(key, 'base64url')
    const actual = await this.#derive(password, Buffer.from(salt, 'base64url'), Number(cost))
    return actual.length === expected.length && timingSafeEqual(actual, expected)
  }

  async #derive(password: string, salt: Buffer, N = COST.N): Promise<Buffer> {
    if (this.#running >= MAX_CONCURRENT)
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
