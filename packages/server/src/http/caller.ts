/** Authentication: the caller is known by a seat's key or by an account's session cookie. */
import type { IncomingMessage } from 'node:http'
import { type Account, Refusal } from '@ludoforge/table'
import type { Accounts } from '../accounts/index.js'
import {
  checkWelcome,
  type Client,
  hashSecret,
  originOf,
  type Person,
  type Table,
  type Tables,
} from '../tables/index.js'

export const COOKIE = 'ludoforge'

type Headers = IncomingMessage['headers']

export class Caller {
  #account: Promise<(Account & { readonly id: string }) | undefined> | undefined

  constructor(
    private readonly services: { readonly accounts: Accounts; readonly tables: Tables },
    private readonly headers: Headers,
    readonly address: string,
  ) {}

  get token(): string | undefined {
    const pairs = (this.headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='))
    return pairs.find(([name]) => name === COOKIE)?.[1]
  }

  get key(): string | undefined {
    return /^Bearer (.+)$/.exec(this.headers.authorization ?? '')?.[1]
  }

  account(): Promise<(Account & { readonly id: string }) | undefined> {
    const { token } = this
    this.#account ??=
      token === undefined ? Promise.resolve(undefined) : this.services.accounts.ofSession(token)
    return this.#account
  }

  /** Returns what limits and fair shares are counted by. */
  async client(signal?: AbortSignal): Promise<Client> {
    const account = (await this.account())?.id ?? null
    return { origin: originOf(this.address), account, ...(signal === undefined ? {} : { signal }) }
  }

  async needAccount(): Promise<Account & { readonly id: string }> {
    const account = await this.account()
    if (account === undefined) throw new Refusal('no-login', 'Log in first.')
    return account
  }

  /** Returns the person at this table, or `undefined` for a spectator. Throws if a key is sent and is wrong. */
  async at(table: Table, key = this.key): Promise<Person | undefined> {
    const person = await this.#find(table, key)
    if (person !== undefined) await checkWelcome(this.services.tables.store.db, person)
    return person
  }

  async #find(table: Table, key: string | undefined): Promise<Person | undefined> {
    if (key !== undefined) {
      const hash = hashSecret(key)
      const withKey = (): Person | undefined => table.people.find(({ keyHash }) => keyHash === hash)
      if (withKey() === undefined) await table.catchUp() // another server may have issued it
      const person = withKey()
      if (person === undefined) throw new Refusal('not-allowed', 'This key is not valid for this table.')
      return person
    }
    const account = await this.account()
    if (account === undefined) return undefined
    const withAccount = (): Person | undefined =>
      table.people.find((person) => person.account === account.id && person.isGone !== true)
    if (withAccount() === undefined) await table.lookAgain() // another server may have linked it
    return withAccount()
  }

  async needAt(table: Table): Promise<Person> {
    const person = await this.at(table)
    if (person === undefined) throw new Refusal('no-login', 'Send the key of a seat at this table.')
    return person
  }
}

/**
 * Protects against cross-site request forgery: browsers send the origin of the page, and only allowed ones may change
 * anything. Other programs send no origin, and have no cookies to abuse.
 */
export function checkOrigin(headers: Headers, host: string, allowed: readonly string[]): void {
  const { origin } = headers
  if (origin === undefined || allowed.includes(origin)) return
  const from = URL.canParse(origin) ? new URL(origin).host : ''
  if (from === '' || from !== host)
    throw new Refusal('bad-origin', 'Requests from this origin are not allowed. Add it with --origin.')
}
