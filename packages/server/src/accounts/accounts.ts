/** Accounts with passwords, and their sessions. */
import { randomInt } from 'node:crypto'
import { type Account, Refusal, type Session } from '@ludoforge/table'
import type { Db, Tx } from '../store/index.js'
import { clientNetwork, hashSecret, newId, newSecret } from '../tables/index.js'
import { PasswordHasher } from './passwords.js'
import { Throttle } from './throttle.js'

export const SESSION_MS = 60 * 24 * 3600 * 1000

const PAIR_FREE = 5 // failures of one address with one login
const ADDRESS_FREE = 30 // failures of one address with any login
/** Failures of one login from all addresses. Beyond them a login takes longer, but nobody is locked out. */
const LOGIN_FREE = 20
const MAX_WAIT_MS = 5000

/** An account with its id, which clients never see. */
export type KnownAccount = Account & { readonly id: string }

export interface AccountsOptions {
  /** The clock of failed attempts, for tests. */
  readonly now?: () => number
  /** Called with the hashes of the network and the login of each failed attempt, to share them with other servers. */
  readonly onFailed?: (network: string, login: string) => void
}

export class Accounts {
  readonly #pairs: Throttle
  readonly #addresses: Throttle
  readonly #logins: Throttle
  readonly #passwords = new PasswordHasher()
  #decoy: Promise<string> | undefined

  constructor(
    private readonly db: Db,
    private readonly options: AccountsOptions = {},
  ) {
    const { now } = options
    this.#pairs = new Throttle(PAIR_FREE, now)
    this.#addresses = new Throttle(ADDRESS_FREE, now)
    this.#logins = new Throttle(LOGIN_FREE, now)
  }

  /** Creates an account. Its login is the name plus random digits, so that attempts don't reveal existing names. */
  async register(name: string, password: string): Promise<KnownAccount> {
    const id = newId()
    const stored = await this.#passwords.hash(password)
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

  /**
   * Logs in. An unknown login and a wrong password take the same time and get the same error. Failures block the pair of
   * address and login, so failures elsewhere can't lock the owner out.
   */
  async login(login: string, password: string, address: string): Promise<KnownAccount> {
    const name = login.toLowerCase()
    const [network, nameHash] = [hashSecret(clientNetwork(address)), hashSecret(name)]
    const pair = `${network} ${nameHash}`
    const closedMs = Math.max(this.#pairs.closedMs(pair), this.#addresses.closedMs(network))
    if (closedMs > 0) {
      const retryAfter = Math.ceil(closedMs / 1000)
      throw new Refusal('too-frequent', `Too many attempts. Try again in ${retryAfter} s.`, { retryAfter })
    }
    await this.#slowDown(nameHash)
    const row = await this.db.selectFrom('accounts').selectAll().where('login', '=', name).executeTakeFirst()
    this.#decoy ??= this.#passwords.hash(newSecret())
    const isCorrect = await this.#passwords.verify(password, row?.password ?? (await this.#decoy))
    if (row === undefined || !isCorrect) {
      this.countFailure(network, nameHash)
      this.options.onFailed?.(network, nameHash)
      throw new Refusal('wrong-login', 'Wrong login or password. Check both and try again.')
    }
    if (row.blocked === 1)
      throw new Refusal('not-allowed', 'The operator of this server has blocked this account.')
    this.#pairs.forget(pair)
    return { id: row.id, login: row.login, name: row.name }
  }

  /** Counts a failed attempt, here or on another server. */
  countFailure(network: string, login: string): void {
    this.#pairs.count(`${network} ${login}`)
    this.#addresses.count(network)
    this.#logins.count(login)
  }

  /** Waits longer the more a login was guessed at, from whatever address. */
  async #slowDown(login: string): Promise<void> {
    const over = this.#logins.failures(login) - LOGIN_FREE
    if (over <= 0) return
    await new Promise((resolve) => {
      setTimeout(resolve, Math.min(MAX_WAIT_MS, 100 * 2 ** over)).unref()
    })
  }

  /** Throws a `Refusal` unless the password is the account's. Failures block this address, as for a login. */
  async checkPassword(account: string, password: string, address: string): Promise<void> {
    const { login } = await this.db
      .selectFrom('accounts')
      .select('login')
      .where('id', '=', account)
      .executeTakeFirstOrThrow()
    await this.login(login, password, address)
  }

  /** Sets a password and ends all sessions. Returns the hashes of their tokens, to revoke them. */
  async setPassword(account: string, password: string): Promise<string[]> {
    const stored = await this.#passwords.hash(password)
    return this.db.transaction().execute(async (tx) => {
      await tx.updateTable('accounts').set({ password: stored }).where('id', '=', account).execute()
      await tx.deleteFrom('resets').where('account_id', '=', account).execute()
      return endSessions(tx, account)
    })
  }

  async openSession(account: string, device = ''): Promise<string> {
    const token = newSecret()
    const now = Date.now()
    await this.db.deleteFrom('sessions').where('until', '<', now).execute()
    await this.db
      .insertInto('sessions')
      .values({ token_hash: hashSecret(token), account_id: account, until: now + SESSION_MS, device })
      .execute()
    return token
  }

  async closeSession(token: string): Promise<void> {
    await this.db.deleteFrom('sessions').where('token_hash', '=', hashSecret(token)).execute()
  }

  /** Lists the sessions of an account, the newest first. `token` is the caller's own. */
  async sessions(account: string, token: string | undefined): Promise<Session[]> {
    const own = token === undefined ? '' : hashSecret(token)
    const rows = await this.db
      .selectFrom('sessions')
      .select(['token_hash', 'until', 'device'])
      .where('account_id', '=', account)
      .where('until', '>', Date.now())
      .orderBy('until', 'desc')
      .execute()
    return rows.map(({ token_hash, until, device }) => ({
      id: sessionId(token_hash),
      since: until - SESSION_MS,
      device: device ?? '',
      current: token_hash === own,
    }))
  }

  /** Ends one session of an account, by the id that `sessions` returns. Returns the hash of its token, to revoke it. */
  async endSession(account: string, id: string): Promise<string> {
    const rows = await this.db
      .selectFrom('sessions')
      .select('token_hash')
      .where('account_id', '=', account)
      .execute()
    const found = rows.find(({ token_hash }) => sessionId(token_hash) === id)
    if (found === undefined) throw new Refusal('not-found', 'This session has ended already.')
    await this.db.deleteFrom('sessions').where('token_hash', '=', found.token_hash).execute()
    return found.token_hash
  }

  async ofSession(token: string): Promise<KnownAccount | undefined> {
    return this.db
      .selectFrom('sessions')
      .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
      .select(['accounts.id', 'accounts.login', 'accounts.name'])
      .where('token_hash', '=', hashSecret(token))
      .where('until', '>', Date.now())
      .where('accounts.blocked', '=', 0)
      .executeTakeFirst()
  }
}

/** Ends all sessions of an account. Returns the hashes of their tokens, to revoke them. */
export async function endSessions(tx: Tx, account: string): Promise<string[]> {
  const ended = await tx
    .deleteFrom('sessions')
    .where('account_id', '=', account)
    .returning('token_hash')
    .execute()
  return ended.map(({ token_hash }) => token_hash)
}

/** The id of a session for its owner. It can't be used to log in. */
function sessionId(tokenHash: string): string {
  return hashSecret(tokenHash).slice(0, 16)
}
