/** Who asks: by the key of a seat, or by the cookie of an account. */
import type { IncomingMessage } from 'node:http'
import { type Account, Refusal } from '@ludoforge/table'
import type { Accounts } from '../accounts/index.js'
import { hashSecret, type Person, type Table } from '../tables/index.js'

export const COOKIE = 'ludoforge'

type Headers = IncomingMessage['headers']

export class Caller {
  #account: Promise<(Account & { readonly id: string }) | undefined> | undefined

  constructor(
    private readonly accounts: Accounts,
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
    this.#account ??= token === undefined ? Promise.resolve(undefined) : this.accounts.ofSession(token)
    return this.#account
  }

  async needAccount(): Promise<Account & { readonly id: string }> {
    const account = await this.account()
    if (account === undefined) throw new Refusal('no-login', 'Log in first.')
    return account
  }

  /** The person at this table. A key that does not fit is refused, not overlooked. */
  async at(table: Table, key = this.key): Promise<Person | undefined> {
    if (key !== undefined) {
      const hash = hashSecret(key)
      const withKey = (): Person | undefined => table.people.find(({ keyHash }) => keyHash === hash)
      if (withKey() === undefined) await table.catchUp() // it may have been given at another server
      const person = withKey()
      if (person === undefined) throw new Refusal('not-allowed', 'This key does not fit this table.')
      return person
    }
    const account = await this.account()
    if (account === undefined) return undefined
    const find = (): Person | undefined => table.people.find((one) => one.account === account.id)
    if (find() === undefined) await table.lookAgain() // it may have been said at another server
    return find()
  }

  async needAt(table: Table): Promise<Person> {
    const person = await this.at(table)
    if (person === undefined) throw new Refusal('no-login', 'This needs the key of a seat at the table.')
    return person
  }
}

/**
 * Browsers say from which page a request comes: only our own may change something. Programs that are no browsers say
 * nothing, and have no cookies that somebody else could use.
 */
export function checkOrigin(headers: Headers, host: string, allowed: readonly string[]): void {
  const { origin } = headers
  if (origin === undefined || allowed.includes(origin)) return
  const from = URL.canParse(origin) ? new URL(origin).host : ''
  if (from === '' || from !== host) throw new Refusal('bad-origin', 'This comes from another page.')
}
