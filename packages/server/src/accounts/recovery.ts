/** Resets a forgotten password by mail: a token for one use, to the account's confirmed mailboxes. */
import { Refusal } from '@ludoforge/table'
import type { Mail } from '../notifications/delivery.js'
import { parseMailbox } from '../notifications/mailbox.js'
import type { Db } from '../store/index.js'
import { hashSecret, newSecret } from '../tables/credentials.js'

const RESET_MS = 3600_000
const MAX_OPEN = 3 // unused tokens of one account, so that nobody floods a mailbox

export class PasswordRecovery {
  #last = Promise.resolve()

  constructor(
    private readonly db: Db,
    private readonly mail: Mail | undefined,
    private readonly log: (problem: string) => void,
  ) {}

  /**
   * Mails a token. The caller learns nothing: not whether the login exists, nor whether it has a mailbox. So mails go out
   * after the answer, one request after the other: requests at the same time can't exceed the limit of open tokens.
   */
  request(login: string, link: (token: string) => string): void {
    if (this.mail === undefined)
      throw new Refusal('not-allowed', 'This server sends no mail. Ask its operator to reset your password.')
    this.#last = this.#last
      .then(() => this.#send(login.toLowerCase(), link))
      .catch((error: unknown) =>
        this.log(
          `A mail to reset a password failed: ${error instanceof Error ? error.message : String(error)}`,
        ),
      )
  }

  async #send(login: string, link: (token: string) => string): Promise<void> {
    const now = Date.now()
    await this.db.deleteFrom('resets').where('until', '<', now).execute()
    const boxes = await this.db
      .selectFrom('accounts')
      .innerJoin('webhooks', 'webhooks.account_id', 'accounts.id')
      .select(['accounts.id', 'accounts.login', 'webhooks.url'])
      .where('accounts.login', '=', login)
      .where('webhooks.confirmed', '=', 1)
      .where('webhooks.url', 'like', 'mailto:%')
      .execute()
    const [first] = boxes
    if (first === undefined) return
    const { count } = await this.db
      .selectFrom('resets')
      .select((e) => e.fn.countAll<number>().as('count'))
      .where('account_id', '=', first.id)
      .executeTakeFirstOrThrow()
    if (count >= MAX_OPEN) return
    const token = newSecret()
    await this.db
      .insertInto('resets')
      .values({ token_hash: hashSecret(token), account_id: first.id, until: now + RESET_MS })
      .execute()
    const text = `Someone asked to reset the password of ${first.login} on LudoForge.\nIf that was you, open this link within an hour: ${link(token)}\nIf not, ignore this mail. Your password stays as it is.`
    for (const { url } of boxes) {
      const mailbox = parseMailbox(url.slice('mailto:'.length)) // an older version stored others
      if (mailbox !== undefined) await this.mail?.send(mailbox, 'LudoForge: reset your password', text)
    }
  }

  /** Uses up a token. Returns its account. */
  async redeem(token: string): Promise<string> {
    const row = await this.db
      .deleteFrom('resets')
      .where('token_hash', '=', hashSecret(token))
      .where('until', '>', Date.now())
      .returning('account_id')
      .executeTakeFirst()
    if (row === undefined)
      throw new Refusal('not-allowed', 'This link was used already or has expired. Ask for a new one.')
    return row.account_id
  }
}
