/** Rate-limits the requests of players and spectators, over WebSocket and HTTP together, then handles them. */
import { type RequestResult, handleRequest, historyFor, Refusal, type Request } from '@ludoforge/table'
import type { BucketRule, Buckets } from '../limits/index.js'
import type { Client, Person, Table, TableServices } from '../tables/index.js'
import { tooFrequent } from './refusals.js'
import { WorkBudget } from './work-budget.js'

/** The characters of chat that a client may write. */
const CHAT: BucketRule = { size: 20_000, perSecond: 20 }

/** The characters of files that a client may store. */
const FILES: BucketRule = { size: 24 << 20, perSecond: 64 << 10 }

/** Requests whose work grows with the length of the table. */
const LONG_WORK: ReadonlySet<Request['type']> = new Set(['history', 'news'])

/** The services that requests need. The host also learns who asks for a hint. */
export interface LimiterServices extends Omit<TableServices, 'hint'> {
  hint(
    table: Table,
    person: Person,
    seat: string,
    agent?: string,
    client?: Client,
  ): ReturnType<TableServices['hint']>
}

export class RequestLimiter {
  readonly #perPerson: BucketRule
  /** The computing time of clients, which requests with long work also need. */
  readonly budget: WorkBudget

  /** Without `buckets`, there are no limits. */
  constructor(
    private readonly services: LimiterServices,
    private readonly buckets: Buckets | undefined,
    perSecond: number,
    work?: BucketRule,
  ) {
    this.budget = new WorkBudget(buckets, work)
    this.#perPerson = { size: perSecond * 2, perSecond }
  }

  /** Handles the request of a spectator at this address. Spectators may read the history only. */
  async handleSpectator(table: Table, client: Client, request: Request): Promise<RequestResult> {
    if (request.type !== 'history')
      throw new Refusal('not-allowed', 'Spectators can only read the history. Take a seat first.')
    await this.#count(client.origin)
    return { history: await historyFor(table, null, request, await this.budget.workOf(client)) }
  }

  async #count(who: string): Promise<void> {
    const seconds = (await this.buckets?.take(`requests ${who}`, this.#perPerson)) ?? 0
    if (seconds > 0) throw tooFrequent('Too many requests.', seconds)
  }

  async #payForChat({ account, origin }: Client, length: number): Promise<void> {
    const seconds = (await this.buckets?.take(`chat ${account ?? origin}`, CHAT, length)) ?? 0
    if (seconds === 0) return
    const retryAfter = Math.max(1, Math.ceil(seconds))
    throw new Refusal(
      'over-quota',
      `You have written much. The limit is ${CHAT.size} characters, then ${CHAT.perSecond} a second. Try again in ${retryAfter} s.`,
      { retryAfter },
    )
  }

  /** Charges a client for the files of a project that it sends. */
  async payForFiles(
    { account, origin }: Client,
    files: Readonly<Record<string, string | null>>,
  ): Promise<void> {
    const length = Object.values(files).reduce((sum, text) => sum + (text?.length ?? 0), 0)
    const seconds = (await this.buckets?.take(`files ${account ?? origin}`, FILES, length)) ?? 0
    if (seconds > 0) throw tooFrequent('You have stored much in a short time.', seconds)
  }

  async handle(table: Table, person: Person, client: Client, request: Request): Promise<RequestResult> {
    await this.#count(person.id)
    if (request.type === 'chat') await this.#payForChat(client, request.text.length)
    const services: TableServices = {
      checkAgent: (spec) => this.services.checkAgent(spec),
      hint: (at, asking, seat, agent) => this.services.hint(at, asking, seat, agent, client),
    }
    const work = LONG_WORK.has(request.type) ? await this.budget.workOf(client) : {}
    return handleRequest(services, table, person, request, work)
  }
}
